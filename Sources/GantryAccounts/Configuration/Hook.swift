internal import Glibc

/// `notify` of gantry.yaml: who is told how runs end, and how.
public struct Hook: Sendable, Equatable {
    /// How a run ended.
    public enum Moment: String, Sendable, CaseIterable {
        /// It is published.
        case success
        /// It isn't, or what follows it failed.
        case failure
        /// It is published and waits for a person.
        case waiting
    }

    /// How somebody is told.
    public enum Way: Sendable, Equatable {
        /// A message through a server of mail.
        case mail(Mail)
        /// A request with JSON as its body.
        case webhook(Webhook)
        /// A program with its arguments, which gets the JSON on its standard input.
        case command([String])
        /// A message of VynqTalk.
        case talk(Talk)
    }

    /// A connection to VynqTalk, and who gets a message from its account.
    public struct Talk: Sendable, Equatable {
        /// The connection; its system is VynqTalk.
        public var connection: Connection
        /// Ids, e-mail addresses or full names of users; at least one.
        public var to: [String]
    }

    /// A server of mail, and who writes to whom.
    public struct Mail: Sendable, Equatable {
        /// `smtp://mail.example.com:587`: TLS is asked for, and nothing is sent without it, unless it is this machine.
        /// `smtps://mail.example.com`: TLS from the start.
        public var server: String
        /// An address such as `gantry@example.com`.
        public var from: String
        /// Addresses; at least one.
        public var to: [String]
        /// The account on the server; `nil` for none.
        public var user: String?
        /// Its password.
        public var password: SecretSource?
    }

    /// Where JSON is sent.
    public struct Webhook: Sendable, Equatable {
        /// An address that starts with `https://`, or with `http://` on this machine.
        public var url: String
        /// What the body is signed with (HMAC-SHA-256); `nil` for no signature.
        public var secret: SecretSource?
    }

    /// Lower-case letters, digits and `-`.
    public let name: String
    /// How somebody is told.
    public let way: Way
    /// `on`. The default is all.
    public var moments = Set(Moment.allCases)
    /// `pipelines`: names, or patterns of a shell. The default is all pipelines.
    public var pipelines: [String] = []
    /// `ca-file`: certificates that are trusted instead of the machine's own.
    public var caFile: String?

    /// Where a notification goes: the server of mail, that of a webhook, the program, or the connection. The path of a
    /// webhook may be a secret, so it isn't in it.
    public var place: String {
        switch way {
        case .mail(let mail): mail.server
        case .webhook(let webhook):
            webhook.url.split(separator: "/", omittingEmptySubsequences: false).prefix(3).joined(separator: "/")
        case .command(let words): words.first ?? ""
        case .talk(let talk): talk.connection.name
        }
    }

    /// Whether somebody is to be told.
    /// - Parameter pipeline: its name, perhaps with a connection: `payroll-monthly@company1`.
    public func isFor(_ moment: Moment, of pipeline: String) -> Bool {
        guard moments.contains(moment) else { return false }
        let own = String(pipeline.prefix { $0 != "@" })
        return pipelines.isEmpty || pipelines.contains { matches($0, pipeline) || matches($0, own) }
    }
}

/// Whether a text is what a pattern of a shell says: `company-*`.
func matches(_ pattern: String, _ text: String) -> Bool { unsafe fnmatch(pattern, text, 0) == 0 }
