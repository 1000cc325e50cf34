public import GantryConnectors
public import GantryModel
internal import GantryYAML

/// A named account on a system: where it is, and where its credentials come from.
public struct Connection: Sendable, Equatable {
    /// Lower-case letters, digits and `-`.
    public let name: String
    /// The system that it leads to.
    public let system: System
    /// `development`, `staging`, `production`, or `nil` if the file gives an address or a variable overrides it.
    public let environment: String?
    /// The address that request paths are appended to.
    public let baseURL: BaseURL
    /// By the credential's name; what is not there, `gantry login` asks for.
    public package(set) var credentials: [String: SecretSource]
    /// `ca-file`: certificates that are trusted instead of the machine's own; an absolute path, or one from the working
    /// directory. It is read only when a connection is opened.
    public let caFile: String?
    /// `settle`: how long the server may still be working on a request whose answer is lost. A row that a lookup
    /// doesn't find is sent again only after this time. The default is 90 s, longer than servers and their proxies
    /// usually let a request last.
    public var settle = Connection.usualSettle
    /// `contract`: which version of the system's API the server answers. The default is the documented one.
    public var contract = Contract.documented

    /// `proxy`: how requests leave this network. The default is what the environment's variables say.
    public var proxy = ProxyChoice.environment
    /// `retries`: how often a request that failed is sent again; `nil`, the default, for what its system asks for.
    public var retries: Int?
    /// `max-wait`: how long a request may take with all its tries and waits; `nil`, the default, for what its system
    /// asks for.
    public var maxWait: Duration?

    /// `rate`: how many requests may start in a second or minute, over all that this process sends; `nil`, the default,
    /// for as many as can.
    public var rate: RequestRate?

    /// The lower of ``rate`` and that of the system; `nil` where neither has one.
    public var allowedRate: RequestRate? {
        [rate, system.rate].compactMap(\.self).min { $0.perMinute < $1.perMinute }
    }

    static let usualSettle = Duration.seconds(90)

    /// The environment variable that overrides the address: `GANTRY_KSR_URL`.
    public var urlVariable: String { Connection.urlVariable(name) }

    static func urlVariable(_ name: String) -> String {
        "GANTRY_" + String(name.uppercased().map { $0 == "-" ? "_" : $0 }) + "_URL"
    }

    /// Reads a credential from its source.
    ///
    /// Blocks for as long as a command runs, at most 10 s; meant for the start of a run.
    ///
    /// - Parameter environment: The process's environment variables.
    /// - Returns: The secret, or `nil` for a credential that the system does not require and the file does not give.
    /// - Throws: `ConfigurationError` with code `secret`; it names the source, never what was in it.
    public func credential(_ name: String, environment: [String: String]) throws(ConfigurationError) -> Secret? {
        guard let source = credentials[name] else { return nil }
        return try source.value(of: name, kind: "connection", named: self.name, environment: environment)
    }
}

extension Connection {
    /// How often a request can be sent again.
    public static let possibleRetries = 0...100
    /// How long a request can be allowed to take.
    package static let longestWait = Duration.seconds(86_400)

    /// Reads the time that `max-wait` allows, such as `30s`; `nil` for a text that is no such time.
    public static func maxWait(_ text: String) -> Duration? {
        duration(text).flatMap { $0 >= .seconds(1) && $0 <= longestWait ? $0 : nil }
    }

    static let settings: [Setting<Self>] = [
        Setting(
            "retries", \.retries, .whole(possibleRetries),
            help: "How often a request that failed is sent again. The default is 4; for cdbl-lms 9."),
        Setting(
            "max-wait", \.maxWait,
            .parsed(.line(pattern: "^[0-9]+(ms|s|m|h)$"), expected: "a time from 1s to 24h, such as 30s or 10m") {
                maxWait($0)
            },
            help:
                "How long a request may take with all its tries and waits, 1s to 24h. The default is 10m; for cdbl-lms 5m."
        ),
        Setting(
            "rate", \.rate, .rate,
            help:
                "How many requests may start in a second or minute, retries included, such as 5/s or 100/min. The default is no limit."
        ),
        Setting(
            "settle", \.settle,
            .parsed(.line(pattern: "^[0-9]+(ms|s|m|h)$"), expected: "a time from 0s to 1h, such as 90s") {
                duration($0).flatMap { $0 <= .seconds(3_600) ? $0 : nil }
            }, standard: .text("90s"),
            help:
                "How long the server may take over a request whose answer is lost. A row that a lookup doesn't find is sent again only after this time."
        ),
    ]
}

extension ValueForm<RequestRate> {
    /// How many requests may start.
    static var rate: ValueForm {
        .parsed(.line(pattern: RequestRate.pattern), expected: RequestRate.form) { RequestRate($0) }
    }
}
