public import GantryEngine
public import GantryModel
internal import GantryPayroll

/// What a server has otherwise now than when a period was signed.
public struct PeriodChanges: Sendable, Equatable {
    /// The signed run that is compared with: the newest delivered one of the period, or else the newest signed one.
    public let base: RunID
    /// Whether the base was delivered; then a correction is the way to pay the difference.
    public let isDelivered: Bool
    /// Pay lines that differ.
    public internal(set) var lines: [PayDifference.Line] = []
    /// Entries and rates that differ.
    public internal(set) var entries: [Entry] = []
    /// ISO 4217; `nil` where no amount is known.
    public internal(set) var currency: String?

    /// An entry or a rate that differs.
    public struct Entry: Sendable, Equatable {
        /// `late`, `changed-after-signing`, `vanished` or `rate-changed`.
        public let rule: String
        /// The entry; `nil` where it is about an employee.
        public let entry: Int64?
        /// The employee's number in the source system.
        public let employee: Int64
        /// The day; `nil` where it is about an employee.
        public let date: CivilDate?
        /// What differs, by its name in pipeline files; `hours` for all hours of an entry.
        public let field: String
        /// Empty where there was none.
        public let old: String
        /// Empty where there is none now.
        public let new: String

        init(_ change: EntryChange) {
            rule = change.rule.rawValue
            entry = change.entry
            employee = change.employee
            date = change.date
            field = change.field
            old = change.old
            new = change.new
        }
    }

    /// Whether the payroll program has everything.
    public var isEmpty: Bool { lines.isEmpty }

    /// The sum of the differences of known amounts; `nil` if none has one.
    public var amount: Money? {
        let amounts = lines.compactMap(\.amountDifference)
        return amounts.isEmpty ? nil : amounts.reduce(.zero, +)
    }

    init(base: RunID, isDelivered: Bool) {
        self.base = base
        self.isDelivered = isDelivered
    }
}
