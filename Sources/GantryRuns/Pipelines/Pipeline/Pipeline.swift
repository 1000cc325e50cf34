public import GantryEngine
public import GantryModel
public import GantryOutputs
public import GantrySignOff
internal import GantryYAML

/// A pipeline file, read and checked: every name in it exists, every number is in range.
///
/// Get one from `load(path:catalog:overrides:profiles:)` or `read(_:named:catalog:overrides:profiles:)`. The keys of
/// the file are in kebab case and named at each property. `Pipelines/` has a file of each kind, with comments.
public struct Pipeline: Sendable, Equatable {
    /// `pipeline`: the name that names the runs; lower-case letters, digits and `-`. For another connection than the
    /// file names it is `NAME@CONNECTION`.
    public var name: String
    /// `title`: what a person calls it. The default is the name.
    public var title: String
    static let titleSetting = Setting<Self>(
        "title", \.title, .line(expected: "a title"), help: "What people call the pipeline. The default is its name.")

    /// `connection`: the connection of `gantry.yaml` that is used; `nil` for a group, whose members have their own.
    public var connection: String?
    /// `parameters`, in the file's order. The default is a `period`, which an export of datasets can do without.
    public var parameters: [Parameter] = []
    /// `rejects: { max: … }`, for each stage. By default none are allowed.
    public var rejects = RejectBudget.none
    /// `checkpoint`: when progress is saved, for each stage.
    public var checkpoint = CheckpointPolicy()
    /// `sign-off`: who signs the runs of a payroll export; `nil` where nobody does. It changes nothing of a run.
    public var signOff: SignOffRules?
    /// `deliver`: where a published run goes. It doesn't affect the run.
    public var deliver: [Deliver] = []
    /// `retain`: how long exports must be kept; `nil` where the file doesn't say. It changes no file under `data`.
    public var retain: Retention?
    /// What a run does.
    public var work: Work
    /// The file as it was read: YAML without comments, with the settings given beside the file, and without the
    /// checkpoint and the page size, on which no byte of an export depends. Empty for a pipeline that wasn't read from
    /// a file.
    public internal(set) var text = ""

    /// What the runs of a pipeline do.
    public enum Work: Sendable, Equatable {
        /// Records are fetched, checked and written, stage after stage, and published together.
        case stages([Stage])
        /// `submit` or `upload`: rows of a sheet are sent.
        case imports(Import)
        /// `runs`: names of pipelines, or paths of their files, in order, at least one; for each of `connections` where
        /// the file lists any, as `NAME@CONNECTION`. Each has its own runs, and one that fails doesn't stop the others.
        case group([String])
    }

    /// One part of an export: records and their outputs.
    public enum Stage: Sendable, Equatable {
        /// Hours that become pay.
        case payroll(Payroll)
        /// A dataset, exported unchanged.
        case dataset(Dataset)

        /// In the file's order; at least one.
        public var outputs: [Output] {
            switch self {
            case .payroll(let payroll): payroll.outputs
            case .dataset(let dataset): dataset.outputs
            }
        }
    }

    /// The stages of an export; none for any other work.
    public var stages: [Stage] {
        if case .stages(let stages) = work { stages } else { [] }
    }

    /// What a payroll export does; `nil` for any other work.
    public var payroll: Payroll? {
        if case .payroll(let payroll)? = stages.first { payroll } else { nil }
    }

    /// Whether the files of a run pay people. Then its period must be over, runs tell days by the office's zone, people
    /// decide about findings, no other run may pay the same, and outputs can be derived again from the archive.
    public var paysPeople: Bool { payroll != nil }

    /// Whether a run can't do without a period: always to pay, and else where the file says so.
    public var needsPeriod: Bool { paysPeople || parameters.contains { $0.name == "period" && $0.isRequired } }

    /// The datasets of an export, in the order in which they are exported; none for any other work.
    public var datasets: [Dataset] {
        stages.compactMap { if case .dataset(let dataset) = $0 { dataset } else { nil } }
    }

    /// The pipelines of a group, by name or path, in order; none for any other work.
    public var members: [String] {
        if case .group(let members) = work { members } else { [] }
    }

    /// The pay periods, where the file has a rule for them.
    public var payPeriodRule: PayPeriodRule? { parameters.compactMap(\.rule).first }

    /// The pipeline with the names that its files have in a period.
    public func naming(filesOf period: PayPeriod) -> Pipeline {
        func named(_ outputs: [Output]) -> [Output] {
            outputs.map { output in
                var output = output
                output.file = period.fileName(output.file)
                return output
            }
        }
        guard case .stages(let stages) = work else { return self }
        var pipeline = self
        pipeline.work = .stages(
            stages.map { stage in
                switch stage {
                case .payroll(var payroll):
                    payroll.outputs = named(payroll.outputs)
                    return .payroll(payroll)
                case .dataset(var dataset):
                    dataset.outputs = named(dataset.outputs)
                    return .dataset(dataset)
                }
            })
        return pipeline
    }

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
        /// `from-day`: the pay periods, by the day of the month on which each begins; only for pay. `nil` where the
        /// file names none, or `any`.
        public var rule: PayPeriodRule?
    }
}
