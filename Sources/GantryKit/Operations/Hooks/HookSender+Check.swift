public import GantryAccounts
internal import GantryHTTP
public import GantryModel
internal import Glibc

extension HookSender {
    /// Looks whether a target can be notified, and leaves nothing there: a server of mail is signed in to, a server of
    /// a webhook connected to, a program looked for, and an account of VynqTalk signed in to.
    ///
    /// - Returns: What was tried and what wasn't, or what failed and why.
    public func check(_ hook: Hook, in workspace: Workspace) async -> CheckFinding {
        do {
            switch hook.way {
            case .mail(let mail): return try await check(mail, of: hook)
            case .webhook(let webhook): return try await check(webhook, of: hook)
            case .command(let words): return check(program: words.first ?? "")
            case .talk(let talk): return await check(talk, in: workspace)
            }
        } catch {
            return CheckFinding(.notification, error)
        }
    }

    private func check(_ mail: Hook.Mail, of hook: Hook) async throws -> CheckFinding {
        let request = try mailRequest(mail, of: hook)
        _ = try await whileOpen(hook) { client in
            _ = try await client.send(request)
            return nil
        }
        let account = mail.user.map { "takes the account \($0)" } ?? "answers, and no account is named"
        return CheckFinding(
            .notification, is: .good, "the server of mail \(account); no mail was sent, so the addresses weren't tried")
    }

    private func check(_ webhook: Hook.Webhook, of hook: Hook) async throws -> CheckFinding {
        _ = try secret(webhook.secret, key: "secret", of: hook)
        var request = HTTPRequest(.post, webhook.url)
        request.timeouts = Self.timeouts
        let connection = try await StreamConnection.open(request, client(of: hook))
        await connection.close()
        let way = webhook.url.hasPrefix("https:") ? "its certificate is accepted" : "on this machine, without TLS"
        return CheckFinding(
            .notification, is: .good,
            "a connection was made, \(way); nothing was sent, so the rest of the address wasn't tried"
        )
    }

    private func check(program: String) -> CheckFinding {
        let folders = (environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":").map(String.init)
        let paths = program.contains("/") ? [program] : folders.map { "\($0)/\(program)" }
        guard let path = paths.first(where: { unsafe access($0, X_OK) == 0 }) else {
            let place = program.contains("/") ? "there" : "in PATH"
            return CheckFinding(
                .notification, is: .failed, "\(singleLine(program)) isn't \(place), or this user can't run it",
                advice: "Correct the command under notify in gantry.yaml.")
        }
        return CheckFinding(.notification, is: .good, "\(path) is a program; it wasn't run")
    }

    private func check(_ talk: Hook.Talk, in workspace: Workspace) async -> CheckFinding {
        let findings = await talk.connection.check(in: workspace, environment: environment)
        if let failed = findings.first(where: { $0.state == .failed }), let error = failed.error {
            return CheckFinding(.notification, error, text: "\(failed.subject.rawValue): \(failed.text)")
        }
        let name = talk.connection.name
        guard let signIn = findings.first(where: { $0.subject == .signIn }), signIn.state == .good else {
            return CheckFinding(.notification, is: .skipped, "not tried: the sign-in of \(name) wasn't")
        }
        return CheckFinding(
            .notification, is: .good,
            "the connection \(name) signs in as \(signIn.text); no message was sent, so the users weren't tried")
    }
}
