public import GantryConnectors
public import GantryOutputs
public import GantryPayroll

extension Pipeline {
    /// The same pay, where a period without any record is a result too.
    package var allowingEmptyPay: Pipeline {
        guard case .payroll(var payroll)? = stages.first else { return self }
        payroll.records.allowsEmpty = true
        var pipeline = self
        pipeline.work = .stages([.payroll(payroll)])
        return pipeline
    }

    /// Hours that become pay. `Pipelines/payroll-monthly.yaml` shows its keys with comments.
    public struct Payroll: Sendable, Equatable {
        /// `records`: the dataset that hours come from.
        public var records: Records
        /// `join`: the workers that entries refer to; `nil` if nothing is joined.
        public var join: Join?
        /// Every check of the catalog, in its order, with the rule from the file or else its default; behind each those
        /// that hold for some groups of employees instead.
        public var checks: [Check]
        /// `pay`: always there when an output is a payroll file.
        public var pay: PaySettings?
        /// In the file's order; at least one; file names differ even where upper and lower case count as the same.
        public var outputs: [Output]

        /// The rule of a check; `off` for an unknown name.
        public func rule(_ check: String) -> CheckRule { checks.first { $0.name == check }?.rule ?? .off }

        /// The rule of a check for a group of employees.
        public func rule(_ check: String, of group: String) -> CheckRule {
            checks.first { $0.name == check && $0.groups.contains(group) }?.rule ?? rule(check)
        }

        /// The groups for whom some check is another one.
        public var checkedGroups: Set<String> { Set(checks.flatMap(\.groups)) }
    }

    /// `records`: what is fetched.
    public struct Records: Sendable, Equatable {
        /// `dataset`: a name in the catalog.
        public var dataset: String
        /// `page-size`: records per request. The default is 1,000, or the most that the dataset takes.
        public var pageSize: Int
        /// The only date by which pay can be calculated: the only `date-field`.
        package static let payDate = "workDate"

        /// `date-field`: the date that decides the period a record belongs to. ``payDate`` where the file doesn't say.
        public var dateField: String
        /// `roles`: which fields of the dataset are what pay goes by; `nil` for `ksr.work-entries`, whose are known.
        public var roles: EntryRoles?
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
        /// `roles`: which fields of the dataset are what pay needs of workers; `nil` for `ksr.workers`, whose are
        /// known.
        public var roles: WorkerRoles?
    }

    /// One line of `checks`.
    public struct Check: Sendable, Equatable {
        /// The check's name, one that the catalog lists.
        public var name: String
        /// What happens to an entry that fails the check.
        public var rule: CheckRule
        /// Why it is lowered; `nil` where the file doesn't say.
        public var because: String?
        /// `for`: the groups of employees for whom it holds, as `pay_group` in the list of employees names them. Empty,
        /// the default, is everybody else.
        public var groups: [String] = []

        /// Whether the check is made.
        public var isMade: Bool { rule != .off }
    }
}
