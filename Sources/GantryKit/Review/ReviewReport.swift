public import GantryEngine
public import GantryModel
internal import GantryPayroll
public import GantryRuns

/// What of a published pay run waits for a person.
public struct ReviewReport: Sendable, Equatable {
    /// The run that was looked at.
    public let run: RunID
    /// What a person should see, the most severe first, of equal ones the most money first.
    public internal(set) var findings: [Finding]
    /// Whether decisions were made that the run's files don't show yet.
    public let lacksDecisions: Bool
    /// A run that no longer pays what this one holds as paid by it, so that nobody does; `nil` where there is none.
    public internal(set) var lapsed: RunID?
    /// What the run adds up to, as its `totals.json` says.
    public let totals: ExportTotals
    /// The delivered revision of the period, where that is a later one, whose files are written anew instead.
    public internal(set) var laterDelivered: RunID?
    /// Whether it was delivered itself, or may have been: what was paid can't be withdrawn.
    public internal(set) var isDelivered = false
    /// Whether it could be withdrawn where decisions leave nothing to correct: it is a correction, and neither it nor a
    /// later revision was delivered.
    public var canBeDropped: Bool { correction != nil && !isDelivered && laterDelivered == nil }
    /// What the run of the period before paid; `nil` where it is compared with none.
    public internal(set) var before: Before?
    /// Hours of the entries that the run's files keep out.
    public var heldHours: HoursSum { totals.heldHours }
    /// What people keep out, in the order in which they decided.
    public internal(set) var holds: [Hold] = []
    /// Decisions that meet no finding of the run, in the order in which they were made.
    public internal(set) var idle: [Idle] = []
    /// ISO 4217; `nil` where no amount is known.
    public var currency: String? { totals.currency }
    /// Files that the run was published without, because a value doesn't fit their layout.
    public let missingFiles: [String]
    /// The run of the period before that pay was compared with; `nil` where there is none.
    public let base: RunID?
    /// Whether people signed that run; false where there is none.
    public let isBaseSigned: Bool
    /// The run of the period before that is withdrawn or whose folder is gone or changed, so that pay is compared with
    /// nothing; `nil` where there is a base, or no period before.
    public internal(set) var lostBase: RunID?
    /// Whether the files of the run have a comparison that nothing proves any more.
    public internal(set) var showsLostBase = false
    /// Whether the files have to be written again.
    public var needsRewrite: Bool { lacksDecisions || showsLostBase }
    /// The same for whoever goes on with it. What people have signed by what they saw stays as it is.
    public func hasToBeWritten(isSigned: Bool) -> Bool {
        lacksDecisions || lapsed != nil || showsLostBase && !isSigned
    }
    /// Exported hours of employees on a salary, which no rate pays; `nil` where no list says who they are.
    public var salariedHours: HoursSum? { totals.salariedHours }
    /// What became of the days of approved leave; `nil` where no pay code pays leave.
    public var leave: LeaveDays? { totals.leave }
    /// What became of the holidays on workdays of employees; `nil` where no pay code pays them.
    public var holidays: HolidayDays? { totals.holidays }
    /// When the source was asked for the rates that are paid; `nil` where no rate of a worker pays.
    public internal(set) var ratesAsOf: Instant?
    /// The payroll batch of the period at KSR Cranes; `nil` where none was made.
    public internal(set) var batch: BatchReview?
    /// What the run changes of what was delivered; `nil` for a whole period.
    public internal(set) var correction: Correction?
    /// By whom and why the run was withdrawn; `nil` where it wasn't.
    public internal(set) var withdrawn: Withdrawal?

    /// What the period before paid, as it was published and never scaled.
    public struct Before: Sendable, Equatable {
        /// Employees with pay lines.
        public let employees: Int
        /// The sum of all amounts; `nil` where one isn't known.
        public let amount: Money?
    }

    /// One finding with what was decided about it.
    public struct Finding: Sendable, Equatable {
        /// The name by which a decision refers to it.
        public let id: String
        /// How much it matters.
        public let severity: Severity
        /// The rule, by its key in pipeline files.
        public let rule: String
        /// The entry; `nil` where it is about an employee.
        public let entry: Int64?
        /// The employee's number in the source system.
        public let employee: Int64?
        /// The employee's name.
        public let name: String?
        /// The day.
        public let date: CivilDate?
        /// What was found.
        public let found: String
        /// What was expected.
        public let expected: String
        /// The hours of the entry.
        public let hours: Hours?
        /// These hours at the employee's plain rate; `nil` where one of the two is unknown. A size, not pay.
        public let amount: Money?
        /// Where it stands.
        public let state: State
        /// Who decided, and why.
        public let decision: Decided?
        /// Whether a decision could lift it.
        public let canBeWaived: Bool
        /// A decision about the same record that binds other values, so that it doesn't count here; `nil` for none.
        public internal(set) var outdated: Decided?
        /// Where two people must waive it: who has, one decision of each.
        public var waivers: [Decided] = []

        /// Whether holding it takes it out of pay, and nothing else.
        public var canBeHeld: Bool {
            rule == PaidBefore.rule && severity == .critical
                || entry != nil && rule != Decision.byHand && ![.critical, .info].contains(severity)
        }
    }

    /// A decision as reports show it.
    public struct Decided: Sendable, Equatable {
        /// `waive`, `hold` or `accept`; `again` where a signature says that it is paid again.
        public let verb: String
        /// A name in `people` of gantry.yaml.
        public let by: String
        /// One line.
        public let because: String
        /// What was found when it was decided.
        public var found = ""
        /// The hours that it was decided about; `nil` where it was about none.
        public var hours: Hours?
    }

    /// Something that a person keeps out until the hold is withdrawn, whatever rules find.
    public struct Hold: Sendable, Equatable {
        /// The id of the decision.
        public let id: String
        /// The entry; `nil` where it is about another thing.
        public let entry: Int64?
        /// The request of leave; `nil` where it is about another thing.
        public let leave: Int64?
        /// The run that has paid what is held; `nil` where it is about another thing.
        public let paidBy: RunID?
        /// The employee's number in the source system; `nil` where it isn't known.
        public let employee: Int64?
        /// The employee's name.
        public let name: String?
        /// The hours of entries that the files keep out because of it.
        public let hours: HoursSum
        /// Rules that find something about it now.
        public let rules: [String]
        /// The rule of the finding that it was made about; `nil` where none was found.
        public let about: String?
        /// Who decided, and why.
        public let decision: Decided
    }

    /// A decision about a finding that isn't found any more, so that it does nothing.
    public struct Idle: Sendable, Equatable {
        /// The id of the finding.
        public let id: String
        /// The rule of the finding.
        public let rule: String
        /// The entry; `nil` where it was about none.
        public let entry: Int64?
        /// The employee's number in the source system.
        public let employee: Int64?
        /// The day.
        public let date: CivilDate?
        /// Who decided, and why.
        public let decision: Decided
    }

    /// Where a finding stands.
    public enum State: String, Sendable, CaseIterable {
        /// Waits for a person.
        case open
        /// One person has waived it, and another must too.
        case waitsForSecond = "waits-for-second"
        /// Kept out of the files.
        case held
        /// Exported by a decision.
        case waived
        /// A person has looked at it, and it is all right.
        case accepted
        /// Only shown: nobody has to decide.
        case noted

        /// Of what is paid only where two different people say so.
        init(waivedBy waivers: [Decision]) {
            self = waivers.isEmpty ? .open : waivers.count == 1 ? .waitsForSecond : .waived
        }
    }

    /// What nobody here knows of the pay of its period; `nil` where all is known.
    public internal(set) var doubt: PayDoubt?

    /// Findings that must be decided before the run can be signed.
    public var open: [Finding] { findings.filter { [.open, .waitsForSecond].contains($0.state) } }
    /// Those of them that no decision mends, since a value doesn't fit a file.
    public var misfits: [Finding] { open.filter { $0.rule == Misfit.rule } }
    /// Whether nothing waits, and the run can be used.
    public var isReady: Bool {
        open.isEmpty && !needsRewrite && lapsed == nil && withdrawn == nil && doubt == nil
    }
}
