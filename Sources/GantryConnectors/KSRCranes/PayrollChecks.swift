public import GantryModel

/// The checks of a payroll export: for each rule how much it matters, `nil` where it is off.
public struct PayrollChecks: Equatable, Sendable {
    /// The entry isn't APPROVED.
    public var notApproved: Severity? = .blocker
    /// The work date lies outside the period.
    public var outsidePeriod: Severity? = .blocker
    /// Some quantity is below zero.
    public var negativeHours: Severity? = .blocker
    /// All quantities are zero.
    public var zeroHours: Severity? = .info
    /// The worker isn't in the list of workers.
    public var unknownWorker: Severity? = .blocker
    /// A pay code has a rate, and the worker has none or 0, which is how KSR Cranes spells none. A warning is about the
    /// worker: a payroll program may have the rate. A blocker holds the hours that would be priced.
    public var noRate: Severity? = .warning
    /// The worker's rate is negative, absurd or no number. It prices nothing, whatever this says; a blocker holds the
    /// hours that would be priced.
    public var unusableRate: Severity? = .blocker
    /// The hours that are priced, and by which rate of the worker; empty where no pay code has a rate.
    public var priced: Set<PricedHours> = []
    /// A quantity had more than nine decimals and was rounded.
    public var finerThanKept: Severity? = .info
    /// An exact repeat of an entry, counted once.
    public var repeatedRecord: Severity? = .info
    /// More hours for a person and day than this are counted. `nil`: off.
    public var dayInfo: Hours?
    /// More hours for a person and day than this are worth a look. `nil`: off.
    public var dayWarning: Hours? = Hours(13)
    /// More hours for a person and day than this can't be; every entry of the day that counts is held. `nil`: off.
    public var dayBlocker: Hours? = Hours(24)

    public init() {}

    /// A kind of hours that some pay code prices.
    public struct PricedHours: Hashable, Sendable {
        let quantity: PayQuantity
        let rate: PayRate

        public init(_ quantity: PayQuantity, by rate: PayRate) {
            self.quantity = quantity
            self.rate = rate
        }
    }

    /// The rules by their names in pipeline files and exception lists.
    public enum Rule {
        public static let notApproved = "not-approved"
        public static let outsidePeriod = "outside-period"
        public static let conflictingID = "conflicting-id"
        public static let negativeHours = "negative-hours"
        public static let zeroHours = "zero-hours"
        public static let hoursPerDay = "hours-per-day"
        public static let unknownWorker = "unknown-worker"
        public static let noRate = "no-rate"
        public static let unusableRate = "unusable-rate"
        public static let finerThanKept = "finer-than-kept"
        public static let repeatedRecord = "repeated-record"
        public static let unprintableName = "unprintable-name"
    }
}
