public import GantryModel

/// The account and server that a run reads from or sends to.
public struct RunSource: Codable, Equatable, Sendable {
    /// `ksr-cranes`
    public let system: String
    /// The base address: `https://ksrcranes.dk`.
    public let address: String
    /// As gantry.yaml or a kept session names it; `nil` if neither does.
    public var account: String?
    /// Which version of the system's API was spoken; `nil` for the documented one.
    public var contract: Contract?
    /// What gantry.yaml calls it, whatever its address and account are; `nil` where that isn't known.
    public var connection: String?

    /// A source with the given values, which are not checked, in the documented contract.
    public init(system: String, address: String, account: String?) {
        self.system = system
        self.address = address
        self.account = account
    }

    /// Whether both are the same account on the same server, as far as is known: an account that one of them doesn't
    /// name is not a difference. Nor is the system's name, which a file that describes it is given by anybody.
    public func matches(_ other: RunSource) -> Bool {
        address == other.address && contract == other.contract
            && (account == nil || other.account == nil || account == other.account)
    }
}

/// Everything that determines what a run publishes. A run resumes only with the identity it was begun with, and a
/// published one counts as done only for the same identity.
public struct RunIdentity: Codable, Equatable, Sendable {
    /// What a run does.
    public enum Kind: String, Codable, Sendable {
        /// Hours become pay.
        case payroll
        /// Datasets are archived.
        case datasets
        /// The rows of a sheet are sent.
        case sheet
        /// A part of an export's records is fetched, for others to be merged with.
        case part
    }

    /// A setting of the pipeline file.
    public struct Setting: Codable, Hashable, Sendable {
        /// Its place in the file: `checks.not-approved`.
        public let key: String
        /// Equal settings have equal spellings.
        public let value: String

        public init(_ key: String, _ value: String) {
            self.key = key
            self.value = value
        }
    }

    /// The base of a run that takes only new records.
    public enum Base: Codable, Equatable, Sendable {
        /// No run: it takes everything.
        case beginning
        case run(RunID)
    }

    public var kind: Kind
    /// In the order of the file.
    public var settings: [Setting]
    /// The period's name; `nil` for a sheet that needs none.
    public var period: String?
    /// The period's first and last day, `2026-10-01..2026-10-31`; `nil` if the name says it.
    public var days: String?
    public var source: RunSource?
    /// The digest of the sheet.
    public var sheet: String?
    /// Who sends, where rows act for the account that signs in.
    public var sender: String?
    public var base: Base?
    /// The revision whose archive is written again.
    public var rewrites: Int?
    /// Which part is fetched, `2/8`; `nil` where all is.
    public var part: String?
    /// What the merged parts are, as a digest; `nil` where nothing is merged.
    public var parts: String?

    public init(_ kind: Kind, settings: [Setting]) {
        self.kind = kind
        self.settings = settings
    }
}

extension RunIdentity {
    /// All of it as settings, in the order in which people are shown it.
    public var all: [Setting] {
        var all = settings
        func add(_ key: String, _ value: String?) { if let value { all.append(Setting(key, value)) } }
        add("period", period)
        add("days", days)
        add("sheet", sheet)
        add("source", source.map { "\($0.system) \($0.address)" })
        add("contract", source?.contract?.rawValue)
        add("account", source?.account)
        add("sender", sender)
        add("since", base.map { $0.name })
        add("rewrites", rewrites.map { "r\($0)" })
        add("part", part)
        add("parts", parts)
        return all
    }

    /// What differs from an older identity.
    public func differences(from old: RunIdentity) -> [Difference] {
        let before = old.all
        let after = all
        let oldValues = Dictionary(before.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
        let newValues = Dictionary(after.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
        return after.filter { oldValues[$0.key] != $0.value }.map {
            Difference(key: $0.key, old: oldValues[$0.key], new: $0.value)
        } + before.filter { newValues[$0.key] == nil }.map { Difference(key: $0.key, old: $0.value, new: nil) }
    }

    /// A setting that two identities do not share.
    public struct Difference: Equatable, Sendable, CustomStringConvertible {
        public let key: String
        /// `nil` if the older identity has no such setting.
        public let old: String?
        /// `nil` if the newer one has none.
        public let new: String?

        /// A difference with the given values.
        public init(key: String, old: String?, new: String?) {
            self.key = key
            self.old = old
            self.new = new
        }

        /// `checks.not-approved: blocker → warning`
        public var description: String { "\(key): \(old ?? "nothing") → \(new ?? "nothing")" }
    }
}

extension RunIdentity.Base {
    /// `the beginning`, or the run's name.
    public var name: String {
        switch self {
        case .beginning: "the beginning"
        case .run(let id): id.description
        }
    }
}
