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
    /// Causes of the differences, in their order.
    public internal(set) var entries: [Entry] = []
    /// Where no line differs, how many entries aren't paid any more, since they left the period or aren't approved, and
    /// how many are paid now, which pay the same.
    public internal(set) var left = 0
    public internal(set) var came = 0
    /// ISO 4217; `nil` where no amount is known.
    public internal(set) var currency: String?

    /// A cause for which pay lines differ, or something that differs and isn't paid.
    public struct Entry: Sendable, Equatable {
        /// The id of its finding in a correction.
        public let id: String
        /// `settings-changed`, `employee-differs`, `rate-changed`, `rate-new`, `leave-changed`, `late`,
        /// `changed-after-signing`, `vanished` or `line-differs`.
        public let rule: String
        /// The entry; `nil` where it is about something else.
        public let entry: Int64?
        /// The request of leave; `nil` where it is about something else.
        public let leave: Int64?
        /// The employee's number in the source system; `nil` for a setting.
        public let employee: Int64?
        /// The day of the entry, or the first day of the leave; `nil` where it has none.
        public let date: CivilDate?
        /// What differs, by its name in files; `hours` for all hours of an entry.
        public let field: String
        /// Empty where there was none.
        public let old: String
        /// Empty where there is none now.
        public let new: String
        /// Whether the new value is paid; false where the signed one is.
        public let isPaid: Bool
        /// What it changes of pay lines. The effects of all causes add up to the difference of each line.
        public let effects: [Effect]

        /// By how much a cause changes a pay line.
        public struct Effect: Sendable, Equatable {
            /// The number in the payroll system.
            public let payrollNumber: String
            /// The pay code.
            public let payCode: String
            /// The project; `nil` where lines aren't split.
            public let project: String?
            /// New units less old ones.
            public let units: HoursSum
            /// The new printed amount less the old one; `nil` if neither line has one.
            public let amount: Money?
        }

        init(_ change: EntryChange, against base: RunID) {
            id = change.findingID(against: base)
            rule = change.rule.rawValue
            entry = change.entry
            leave = change.leave
            employee = change.employee
            date = change.date
            field = change.field
            old = change.old
            new = change.new
            isPaid = change.paid == .new
            effects = change.effects.map {
                Effect(
                    payrollNumber: $0.line.payrollNumber, payCode: $0.line.payCode, project: $0.line.project,
                    units: HoursSum(nano: $0.units), amount: $0.amount)
            }
        }
    }

    /// Whether the payroll program has everything.
    public var isEmpty: Bool { lines.isEmpty }

    /// The sum of the differences of known amounts; `nil` if none has one.
    public var amount: Money? { Money.sum(lines.map(\.amountDifference)) }

    init(base: RunID, isDelivered: Bool) {
        self.base = base
        self.isDelivered = isDelivered
    }
}
