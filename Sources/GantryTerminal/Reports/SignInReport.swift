public import GantryAccounts
public import GantryConnectors
public import GantryJSON
public import GantryModel

/// Accounts for people and programs, without secrets.
public enum SignInReport {
    /// The question for a person on a terminal, with a space at its end.
    public static func question(_ credential: SignInCredential, _ connection: Connection) -> String {
        let help = credential.help.hasSuffix(".") ? String(credential.help.dropLast()) : credential.help
        return "\(connection.name): \(credential.name) (\(help)): "
    }

    /// - Parameter now: the time, to say how long a token is still good.
    public static func lines(_ account: SignedInAccount, now: Instant, style: TextStyle) -> [String] {
        var lines = [style.bold(account.connection) + "  \(account.system), \(account.baseURL)"]
        func add(_ label: String, _ value: String?) {
            guard let value else { return }
            lines.append("  " + label + String(repeating: " ", count: max(1, 10 - label.count)) + singleLine(value))
        }
        add("state", sentence(account))
        let who = [account.account, account.name].compactMap(\.self)
        add("account", who.isEmpty ? nil : who.count == 2 ? "\(who[0]) (\(who[1]))" : who[0])
        add("role", account.role)
        add("device", account.deviceID)
        add("since", account.signedInAt.map(NumberText.minute))
        add("until", account.expiresAt.map { "\(NumberText.minute($0)) (\(left(until: $0, now)))" })
        add("kept in", account.file)
        return lines
    }

    private static func sentence(_ account: SignedInAccount) -> String {
        switch account.state {
        case .signedIn: account.renews ? "signed in; renewed automatically" : "signed in"
        case .renewable: "signed in; the token has expired, and the next run renews it"
        case .expired: "the session has expired; sign in again with: gantry login \(account.connection)"
        case .byCredentials: "each run signs in with the credentials in gantry.yaml"
        case .signedOut: "signed out; sign in with: gantry login \(account.connection)"
        case .unknown: "not signed in: " + (account.problem ?? "nothing is known")
        case .elsewhere:
            "signed out here; the saved session belongs to \(account.elsewhere ?? "another server") and is not used"
        }
    }

    private static func left(until end: Instant, _ now: Instant) -> String {
        let seconds = end.nanoseconds(since: now) / 1_000_000_000
        let size = abs(seconds)
        let text =
            size >= 172_800
            ? "\(size / 86_400) days"
            : size >= 7_200 ? "\(size / 3_600) hours" : size >= 120 ? "\(size / 60) minutes" : counted(size, "second")
        return seconds >= 0 ? "in \(text)" : "\(text) ago"
    }

    /// For `--json`.
    public static func json(_ account: SignedInAccount) -> JSONTree {
        JSONTree.object([
            "connection": .string(account.connection), "system": .string(account.system),
            "baseURL": .string(account.baseURL),
            "state": .string(account.state.rawValue), "account": JSONTree(account.account),
            "name": JSONTree(account.name),
            "role": JSONTree(account.role), "deviceId": JSONTree(account.deviceID),
            "signedInAt": JSONTree(account.signedInAt), "expiresAt": JSONTree(account.expiresAt),
            "renews": .bool(account.renews), "file": JSONTree(account.file),
            "elsewhere": JSONTree(account.elsewhere),
            "problem": JSONTree(account.problem),
        ])
    }
}
