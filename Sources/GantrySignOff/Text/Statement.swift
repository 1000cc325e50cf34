public import GantryEngine
public import GantryFiles
public import GantryModel

/// What people sign: a payroll month in a few lines of text, made of its published folder. The same folder and
/// decisions give the same bytes.
public struct Statement: Equatable, Sendable {
    /// What a revision is.
    public enum Kind: String, CaseIterable, Sendable {
        /// The whole period.
        case full
        /// Only what differs from what was delivered.
        case correction
    }

    /// What a correction differs from.
    public struct Base: Equatable, Sendable {
        /// The delivered revision.
        public let run: RunID
        /// The SHA-256 of its statement.
        public let statement: ContentDigest
        /// Whether its lines were made with the pipeline file, rates and employees of the day, not with those of the
        /// delivered revision.
        public let usesNewSettings: Bool

        /// A base with the given values.
        public init(run: RunID, statement: ContentDigest, usesNewSettings: Bool = false) {
            self.run = run
            self.statement = statement
            self.usesNewSettings = usesNewSettings
        }

        /// `payroll-monthly/2026-10/r1 <SHA-256> signed-settings`, or with `new-settings`.
        public var text: String { "\(run) \(statement) \(usesNewSettings ? Base.new : Base.signed)" }

        /// Reads what `text` gave; `nil` for anything else.
        public init?(_ text: String) {
            let words = text.split(separator: " ", omittingEmptySubsequences: false)
            guard words.count == 3, let run = RunID(String(words[0])), let digest = ContentDigest(hex: words[1]),
                [Base.signed, Base.new].contains(String(words[2]))
            else { return nil }
            self.init(run: run, statement: digest, usesNewSettings: words[2] == Base.new)
        }

        private static let new = "new-settings"
        private static let signed = "signed-settings"
    }

    /// What a pay code adds up to.
    public struct Units: Equatable, Sendable {
        /// The pay code.
        public let code: String
        /// As printed: `44.20`.
        public let units: String

        /// Units of a code.
        public init(code: String, units: String) {
            self.code = code
            self.units = units
        }
    }

    /// A file that is delivered to the payroll program.
    public struct File: Equatable, Sendable {
        /// Its name, without a folder.
        public let name: String
        /// Its length.
        public let bytes: Int
        /// Its SHA-256.
        public let digest: ContentDigest

        /// A file with the given values.
        public init(name: String, bytes: Int, digest: ContentDigest) {
            self.name = name
            self.bytes = bytes
            self.digest = digest
        }
    }

    /// A delivered run that has entries or leave days of this one, which are paid again because a person wants that.
    public struct Again: Equatable, Sendable {
        /// The delivered run.
        public let run: RunID
        /// Work entries in both; `nil` where the other's are not known.
        public let entries: Int?
        /// Days of employees with leave in both; `nil` where the other's are not known.
        public let leaveDays: Int?

        /// What is paid again.
        public init(run: RunID, entries: Int?, leaveDays: Int?) {
            self.run = run
            self.entries = entries
            self.leaveDays = leaveDays
        }
    }

    /// The revision.
    public var run: RunID
    /// Whether it is the whole period.
    public var kind: Kind
    /// What a correction differs from; `nil` for a whole period.
    public var base: Base?
    /// The system, the connection's name and the server's address.
    public var source: [String]
    /// The days that are paid.
    public var period: PayPeriod
    /// The time that the run names.
    public var snapshot: Instant
    /// The SHA-256 of the folder's tag manifest, which covers every file in it.
    public var bag: ContentDigest
    /// The SHA-256 of the pipeline file in the folder; `nil` where it holds none.
    public var settings: ContentDigest?
    /// When the source was asked for the rates; `nil` where no rate of a worker pays.
    public var ratesAsOf: Instant?
    /// Which fields of the source are what pay goes by, where the pipeline file says it: `records.employee user_id`.
    public var roles: [String] = []
    /// Checks that are lowered below a warning, each with its severity: `not-approved off`. The settings have the
    /// reason.
    public var lowered: [String] = []
    /// Lists that nothing shows to be whole: `work-entries`.
    public var unproven: [String] = []
    /// The SHA-256 of the file with the decisions about the period; `nil` where nothing was decided.
    public var decisions: ContentDigest?
    /// Lines of that file.
    public var decisionCount = 0
    /// What became of the entries.
    public var counts = BatchCounts()
    /// Employees with pay lines.
    public var employees = 0
    /// Each pay code in the pipeline file's order.
    public var units: [Units] = []
    /// The sum of all amounts and its currency: `12624.60 DKK`; `nil` where no rate is known.
    public var amount: String?
    /// Pay lines without an amount.
    public var withoutRate = 0
    /// The hours of entries that were held: `4.00`.
    public var heldHours = "0.00"
    /// The days of approved leave that were held: `1.00`.
    public var heldDays = "0.00"
    /// Entries that were exported although a check holds such ones.
    public var waived = 0
    /// What is delivered.
    public var files: [File] = []
    /// What is paid again, because whoever prepared it wants that; the book has the reason.
    public var again: [Again] = []
    /// The SHA-256 of the statement signed before in the pipeline; `nil` for the first.
    public var previous: ContentDigest?
    /// The number of the book's line by which it was prepared, so that a signature belongs to one preparation. From 1.
    public var preparation = 1

    /// A statement about a revision; what it adds up to is set afterwards.
    public init(
        run: RunID, kind: Kind, source: [String], period: PayPeriod, snapshot: Instant, bag: ContentDigest
    ) {
        self.run = run
        self.kind = kind
        self.source = source
        self.period = period
        self.snapshot = snapshot
        self.bag = bag
    }

    // In two parts, because no library's text holds a command of a program.
    static let heading = "gantry" + " sign-off 1"

    /// The statement as it is signed: a line each, LF at every end.
    public var text: String {
        var lines = [Statement.heading, "run: \(run)", "kind: \(kind.rawValue)"]
        if let base { lines.append("base: \(base.text)") }
        lines += [
            "source: \(source.joined(separator: " "))",
            "period: \(period.name) \(period.first) \(period.last)", "snapshot: \(snapshot)", "bag: \(bag)",
            "settings: \(Statement.text(settings))",
        ]
        if let ratesAsOf { lines.append("rates: as of \(ratesAsOf)") }
        lines += roles.map { "role: \($0)" }
        lines += lowered.map { "lowered: \($0)" }
        lines += unproven.map { "unproven: \($0)" }
        lines += [
            "decisions: \(decisionCount) \(Statement.text(decisions))",
            "counts: fetched \(counts.fetched) exported \(counts.exported) held \(counts.held) "
                + "repeated \(counts.repeats) rejected \(counts.rejected)", "employees: \(employees)",
        ]
        lines += units.map { "units: \($0.code) \($0.units)" }
        lines += [
            "amount: \(amount ?? Statement.nothing)", "without-rate: \(withoutRate)", "held-hours: \(heldHours)",
            "held-days: \(heldDays)", "waived: \(waived)",
        ]
        lines += files.map { "file: \($0.name) \($0.bytes) \($0.digest)" }
        func number(_ number: Int?) -> String { number.map(String.init) ?? Statement.unknown }
        lines += again.map { "again: \($0.run) \(number($0.entries)) \(number($0.leaveDays))" }
        lines += ["previous: \(Statement.text(previous))", "preparation: \(preparation)"]
        return lines.map { $0 + "\n" }.joined()
    }

    /// The SHA-256 of the text.
    public var digest: ContentDigest { ContentHasher.digest(of: Array(text.utf8).span) }

    /// The first 100 bits of the digest, for people.
    public var seal: Seal { Seal(digest) }

    static let nothing = "none"
    static let unknown = "unknown"

    private static func text(_ digest: ContentDigest?) -> String { digest?.description ?? nothing }
}
