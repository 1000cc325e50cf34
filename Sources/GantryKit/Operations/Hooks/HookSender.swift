internal import FoundationEssentials
public import GantryAccounts
internal import GantryFiles
internal import GantryHTTP
internal import GantryJSON
internal import GantryModel

/// Tells those who are to be told. Nothing that goes wrong here changes how the run ended.
public struct HookSender: Sendable {
    private let hooks: [Hook]
    let environment: [String: String]
    private let message: Message

    /// Sends a text to a user over a connection to VynqTalk.
    ///
    /// - Returns: Why it wasn't sent, as a sentence; `nil` when it was.
    public typealias Message =
        @Sendable (_ text: String, _ to: String, _ connection: Connection) async throws -> String?

    /// So long it may take to tell one of them.
    static let patience = Duration.seconds(30)
    static let timeouts = HTTPTimeouts(total: patience, connect: .seconds(10), stall: .seconds(15))

    /// - Parameters:
    ///   - environment: the process's environment variables, for secrets.
    ///   - message: what sends messages of VynqTalk.
    public init(_ hooks: [Hook], environment: [String: String], message: @escaping Message) {
        self.hooks = hooks
        self.environment = environment
        self.message = message
    }

    /// What came of one notification.
    public struct Sent: Sendable {
        /// The target's name in gantry.yaml.
        public let target: String
        /// Why it wasn't sent, as a sentence; `nil` when it was.
        public let problem: String?
    }

    /// Tells everybody who is to be told, one after the other.
    public func send(_ notice: HookNotice) async -> [Sent] {
        var all: [Sent] = []
        for hook in hooks where hook.isFor(notice.moment, of: notice.pipeline) {
            do {
                all.append(Sent(target: hook.name, problem: try await send(notice, to: hook)))
            } catch {
                let words = (error as? any ExplainedError)?.explanation ?? singleLine("\(error)", limit: 300)
                all.append(Sent(target: hook.name, problem: words))
            }
        }
        return all
    }

    private func send(_ notice: HookNotice, to hook: Hook) async throws -> String? {
        let json = Array(notice.json.compact.utf8)
        switch hook.way {
        case .command(let words):
            switch CommandOutput.read(words, input: json, limit: 1 << 20, timeout: Self.patience) {
            case .output: return nil
            case .failed(let how): return "\(words[0]) \(how)."
            case .notStarted(let why): return "\(words[0]) can't be started: \(why)."
            case .tooLong: return "\(words[0]) printed more than 1 MiB."
            }
        case .webhook(let webhook): return try await post(json, to: webhook, of: hook)
        case .mail(let mail): return try await send(notice, by: mail, of: hook)
        case .talk(let talk):
            var problems: [String] = []
            // Whoever comes later is told even if one can't be.
            for person in talk.to {
                if let problem = try await message(notice.brief, person, talk.connection) { problems.append(problem) }
            }
            return problems.isEmpty ? nil : problems.joined(separator: " ")
        }
    }

    private func post(_ json: [UInt8], to webhook: Hook.Webhook, of hook: Hook) async throws -> String? {
        var request = HTTPRequest(.post, webhook.url)
        request.body = .bytes(json)
        request.timeouts = Self.timeouts
        request.setHeader("Content-Type", "application/json")
        if let secret = try self.secret(webhook.secret, key: "secret", of: hook) {
            let code = messageCode(of: json, key: Array(secret.reveal().utf8))
            request.setHeader("X-Gantry-Signature", HeaderValue("sha256=" + hexadecimal(code)))
        }
        return try await whileOpen(hook) { client in
            let answer = try await client.send(request)
            return answer.isSuccess ? nil : "the server answered with status \(answer.status)."
        }
    }

    private func send(_ notice: HookNotice, by mail: Hook.Mail, of hook: Hook) async throws -> String? {
        let message = MailMessage(
            from: mail.from, to: mail.to, subject: "[Gantry] \(notice.subject)", text: notice.text, time: notice.time,
            id: UUID().uuidString)
        var request = try mailRequest(mail, of: hook)
        request.files?.operation = .mail(from: mail.from, to: mail.to)
        request.body = .bytes(message.bytes)
        return try await whileOpen(hook) { [request] client in
            _ = try await client.send(request)
            return nil
        }
    }

    /// A request that greets the server of mail and signs in.
    func mailRequest(_ mail: Hook.Mail, of hook: Hook) throws -> HTTPRequest {
        var account = FileExchange.Account(user: mail.user ?? "")
        account.password = try secret(mail.password, key: "password", of: hook)
        // What follows the address is what this machine calls itself.
        let server = mail.server.hasSuffix("/") ? String(mail.server.dropLast()) : mail.server
        var request = HTTPRequest(.put, server + "/gantry")
        request.files = FileExchange(.greeting, account: account)
        request.timeouts = Self.timeouts
        return request
    }

    /// How its server is trusted.
    func client(of hook: Hook) -> HTTPClientConfiguration {
        HTTPClientConfiguration(trust: hook.caFile.map { .file($0) } ?? .system)
    }

    func whileOpen(
        _ hook: Hook, _ body: (HTTPClient) async throws -> String?
    ) async throws -> String? {
        let client = try HTTPClient(client(of: hook))
        do {
            let problem = try await body(client)
            await client.shutdown()
            return problem
        } catch {
            await client.shutdown()
            throw error
        }
    }

    func secret(_ source: SecretSource?, key: String, of hook: Hook) throws -> Secret? {
        try source?.value(of: key, kind: "notification", named: hook.name, environment: environment)
    }
}
