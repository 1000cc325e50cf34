internal import GantryModel
public import GantryOutputs

/// A pipeline file that exports datasets as they are, read and checked: every name in it exists, every number is in
/// range.
///
/// Its keys are those of `PipelineFile` where they mean the same. `Pipelines/customers-and-workers.yaml` shows them
/// with comments.
public struct DatasetPipeline: Sendable, Equatable {
    /// `pipeline`: the name that names the runs; lower-case letters, digits and `-`.
    public var name: String
    /// `title`: what a person calls it. The default is the name.
    public var title: String
    /// `connection`: the connection of `gantry.yaml` that is used.
    public var connection: String
    /// `parameters`, in the file's order. The default is a `period` that need not be given.
    public var parameters: [PipelineFile.Parameter]
    /// `datasets`, in the order in which they are exported; at least one, no dataset twice.
    public var steps: [Step]
    /// `rejects: { max: … }`, for each dataset. The default is none.
    public var rejects: PipelineFile.RejectBudget
    /// `checkpoint`: when progress is saved, for each dataset.
    public var checkpoint: PipelineFile.Checkpoint
    /// `notify`: who is told when a run is published. It changes nothing of the run.
    public var notify: Notify?

    /// One dataset of the export.
    public struct Step: Sendable, Equatable {
        /// `dataset`: a name in the catalog, `ksr.customers`.
        public var dataset: String
        /// `page-size`: records per request. The default is 1,000, or the most that the dataset takes.
        public var pageSize: Int
        /// `filters`, in the order of the dataset's own list.
        public var filters: [Filter]
        /// `for-each`: one request for each key that an earlier dataset of the file gives; `nil` where the dataset is a
        /// list.
        public var forEach: KeySource?
        /// `within: period`: only records that are about a day of the run's period. Off by default.
        public var isWithinPeriod = false
        /// `since: last-run`: only records that the last published run did not deal with. Off by default.
        public var isSinceLastRun = false
        /// In the file's order; at least one.
        public var outputs: [Output]

        /// The dataset's name without its system, which names its files among the parts.
        public var shortName: String { String(dataset.drop { $0 != "." }.dropFirst()) }

        /// Whether a column shows something of a joined record.
        var showsJoin: Bool {
            outputs.contains { $0.columns.contains { $0.field.join != nil } }
        }

        /// Whether records that the server sends can be left out. The archive is then another file than the landing.
        var leavesOut: Bool { isWithinPeriod || isSinceLastRun }
    }

    /// `within` of a dataset.
    public enum Within: String, Sendable, CaseIterable {
        case period
    }

    /// `since` of a dataset.
    public enum Since: String, Sendable, CaseIterable {
        case lastRun = "last-run"
    }

    /// A value that narrows what is fetched.
    public struct Filter: Sendable, Equatable {
        /// A filter of the dataset, as the catalog names it.
        public var name: String
        /// The value as the file spells it, already checked against the filter's kind.
        public var value: String

        /// A filter with the given values, which are not checked.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// Where the keys of single requests come from.
    public enum KeySource: Sendable, Equatable {
        /// `for-each: ksr.tasks`: the ids of an earlier dataset's records, in its order; `[vynqtalk.users,
        /// vynqtalk.current-user]`: those of several, one after the other, each once.
        case datasets([String])
        /// `for-each: { file: ids.csv }`: the first column of a CSV file, under its heading.
        case file(String)
    }

    /// The archive in Zstandard that the step's landing becomes; `nil` where there is none, or where it holds less.
    func archive(of step: Step) -> String? {
        guard !step.leavesOut else { return nil }
        return step.outputs.first(where: \.isLandingArchive)?.file
    }
}

/// Several pipelines run one after the other, each with its own runs: one that fails does not stop the others.
public struct PipelineGroup: Sendable, Equatable {
    /// `pipeline`: the group's name. The group itself makes no runs.
    public var name: String
    /// `title`: what a person calls it. The default is the name.
    public var title: String
    /// `runs`: names of pipelines, or paths of their files, in order; at least one.
    public var members: [String]

    /// A group with the given values; the members are not looked up.
    public init(name: String, title: String, members: [String]) {
        self.name = name
        self.title = title
        self.members = members
    }
}

/// A pipeline file of any kind.
public enum AnyPipeline: Sendable, Equatable {
    /// Hours that become pay.
    case payroll(PipelineFile)
    /// Datasets as they are.
    case datasets(DatasetPipeline)
    /// Rows or files that are sent.
    case imports(ImportPipeline)
    /// Other pipelines.
    case group(PipelineGroup)

    /// The name of the pipeline or group, from `pipeline` in the file.
    public var name: String {
        switch self {
        case .payroll(let file): file.name
        case .datasets(let file): file.name
        case .imports(let file): file.name
        case .group(let file): file.name
        }
    }
}
