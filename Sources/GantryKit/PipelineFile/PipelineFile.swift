internal import GantryModel
public import GantryOutputs
public import GantryPayroll

/// A pipeline file, read and checked: every name in it exists, every number is in range.
///
/// Get one from `load(path:catalog:overrides:)` or `read(_:named:catalog:overrides:)`. The keys of the file are in
/// kebab case and named at each property. `Pipelines/payroll-monthly.yaml` shows all of them with comments.
public struct PipelineFile: Sendable, Equatable {
    /// `pipeline`: the name that names the runs; lower-case letters, digits and `-`.
    public var name: String
    /// `title`: what a person calls it. The default is the name.
    public var title: String
    /// `connection`: the connection of `gantry.yaml` that is used.
    public var connection: String
    /// `parameters`, in the file's order. The default is a required `period`.
    public var parameters: [Parameter]
    /// `records`: the dataset that hours come from.
    public var records: Records
    /// `join`: the workers that entries refer to; `nil` where nothing is joined.
    public var join: Join?
    /// Every check of the catalog, in its order, with what the file says of it or else its standard.
    public var checks: [Check]
    /// `rejects: { max: … }`. The default is none.
    public var rejects: RejectBudget
    /// `pay`: always there when an output is a payroll file.
    public var pay: PaySettings?
    /// In the file's order; at least one; file names differ even where upper and lower case count as the same.
    public var outputs: [Output]
    /// `checkpoint`: when progress is saved.
    public var checkpoint: Checkpoint
    /// `notify`: who is told when a run is published. It changes nothing of the run.
    public var notify: Notify?

    /// The rule of a check; `off` for a name that is no check.
    public func rule(_ check: String) -> CheckRule { checks.first { $0.name == check }?.rule ?? .off }

    /// A value that is given when a run is started.
    public struct Parameter: Sendable, Equatable {
        /// The parameter's name, one that the catalog lists.
        public var name: String
        /// `required`. The default is true.
        public var isRequired: Bool
        /// `help`: what a person reads when it is missing.
        public var help: String?
        /// `default`: the days that are meant where the command line names none; only for datasets.
        public var standard: StandardPeriod?
    }

    /// `records`: what is fetched.
    public struct Records: Sendable, Equatable {
        /// `dataset`: a name in the catalog.
        public var dataset: String
        /// `page-size`: records per request. The default is 1,000, or the most that the dataset takes.
        public var pageSize: Int
        /// The date that pay goes by: the only `date-field` there is.
        static let payDate = "workDate"

        /// `date-field`: the date that decides the period a record belongs to. ``payDate`` where the file doesn't say.
        public var dateField: String
        /// `allow-empty`: whether a period without any record is published. The default is false.
        public var allowsEmpty = false
    }

    /// `join`: the records that are looked up for each fetched record.
    public struct Join: Sendable, Equatable {
        /// `dataset`: a dataset that `records.dataset` can be joined with.
        public var dataset: String
        /// `by`: the field of the fetched record that refers to the joined one.
        public var by: String
        /// The word before the dot in the joined fields: `worker`.
        public var name: String
    }

    /// One line of `checks`.
    public struct Check: Sendable, Equatable {
        /// The check's name, one that the catalog lists.
        public var name: String
        /// What happens to an entry that fails the check.
        public var rule: CheckRule

        /// Whether the check is made.
        public var isMade: Bool { rule != .off }
    }

    /// `rejects.max`: how many unusable records a run may have and still publish.
    public enum RejectBudget: Sendable, Equatable {
        case count(Int)
        /// Hundredths of a per cent of the records fetched: 0.5% is 50.
        case share(hundredths: Int)

        /// Whether a run with so many rejects may publish.
        public func allows(rejects: Int, of fetched: Int) -> Bool {
            switch self {
            case .count(let most): rejects <= most
            case .share(let hundredths): Int128(rejects) * 10_000 <= Int128(fetched) * Int128(hundredths)
            }
        }
    }

    /// `checkpoint`: when work is made safe against a crash; whichever comes first.
    public struct Checkpoint: Sendable, Equatable {
        /// `every`: 100 ms to 1 h. The default is 5 s.
        public var every: Duration = .seconds(5)
        /// `records`. The default is 1,000,000.
        public var records: Int = 1_000_000

        /// The defaults: 5 s or one million records.
        public init() {}
    }
}
