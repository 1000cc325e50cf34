internal import GantryConnectors
internal import GantryModel

extension Gantry {
    /// The datasets and checks that this build knows, from the compiled record types.
    public static let catalog = Catalog(
        datasets: System.all.flatMap { system in
            system.datasets.map { dataset in
                var descriptor = DatasetDescriptor(dataset, of: system)
                if descriptor.name == KSRCranes.workEntries {
                    descriptor.joins = [
                        JoinDescriptor(
                            name: "worker", dataset: KSRCranes.workers, field: "employeeId", key: "employee_id")
                    ]
                }
                return descriptor
            }
        },
        checks: [
            CheckDescriptor(
                name: PayrollChecks.Rule.notApproved, help: "The entry is not approved.", hasThresholds: false),
            CheckDescriptor(
                name: PayrollChecks.Rule.outsidePeriod, help: "The work date lies outside the period.",
                hasThresholds: false),
            CheckDescriptor(
                name: PayrollChecks.Rule.conflictingID, help: "Two different entries have the same id.",
                hasThresholds: false),
            CheckDescriptor(
                name: PayrollChecks.Rule.negativeHours, help: "Some hours are below zero.", hasThresholds: false),
            CheckDescriptor(
                name: PayrollChecks.Rule.zeroHours, help: "All hours are zero.", hasThresholds: false,
                standard: .severity(.info)),
            CheckDescriptor(
                name: PayrollChecks.Rule.hoursPerDay, help: "Hours of one person on one day, all entries together.",
                hasThresholds: true,
                standard: .thresholds([
                    CheckThreshold(severity: .warning, above: Hours(13)),
                    CheckThreshold(severity: .blocker, above: Hours(24)),
                ])),
            CheckDescriptor(
                name: PayrollChecks.Rule.unknownWorker, help: "There is no worker with the entry's employee number.",
                hasThresholds: false),
            CheckDescriptor(
                name: PayrollChecks.Rule.noRate, help: "The worker has no rate for hours whose pay code has one.",
                hasThresholds: false, standard: .severity(.warning)),
            CheckDescriptor(
                name: PayrollChecks.Rule.unusableRate,
                help: "The worker's rate is negative, above \(Roster.largestRate) or no number.", hasThresholds: false),
            CheckDescriptor(
                name: PayrollChecks.Rule.finerThanKept,
                help: "Hours with more than nine decimals, rounded at the ninth.",
                hasThresholds: false, standard: .severity(.info)),
        ],
        // By prefix: the order in which they have always been listed.
        submissions: System.all.sorted { $0.prefix < $1.prefix }.flatMap { system in
            system.submissions.map { SubmissionDescriptor($0, of: system) }
        })

    /// The record type of a dataset: `ksr.customers`.
    static func recordType(ofDataset name: String) -> (any DatasetRecord.Type)? {
        func opened<Description: DatasetDescription>(_: Description) -> any DatasetRecord.Type { Description.R.self }
        guard let found = System.dataset(named: name) else { return nil }
        return opened(found.dataset)
    }

    /// The system whose dataset has this name.
    static func system(ofDataset name: String) -> String? { System.dataset(named: name)?.system.name }
}

extension DatasetDescriptor {
    /// A dataset as its record type describes it.
    init(_ description: some DatasetDescription, of system: System) {
        let dataset = description.dataset
        self.init(
            name: system.qualified(dataset.name), title: dataset.help, fields: description.fields,
            lists: description.lists,
            join: description.join, filters: dataset.filters, isKeyed: dataset.paging == .keyed,
            hasDays: dataset.days != nil, order: dataset.order?.field, pageSizes: dataset.pageSizes)
    }
}

extension SubmissionDescriptor {
    /// A kind as its row type describes it.
    init<Row: Submission>(_: Row.Type, of system: System) {
        self.init(
            name: system.qualified(Row.kind.name), title: Row.kind.help, fields: Row.fields.map(\.description),
            fileFields: Row.fields.filter(\.isFile).map(\.name), isPhoto: Row.kind.files?.isPhoto ?? false,
            hasSocket: Row.kind.delivery.hasSocket,
            canCreate: Row.kind.record != nil)
    }
}

extension PayrollChecks {
    /// The checks as a pipeline file orders them.
    init(_ file: PipelineFile) {
        self.init()
        func severity(_ rule: String) -> Severity? {
            if case .severity(let severity) = file.rule(rule) { return severity }
            return nil
        }
        notApproved = severity(Rule.notApproved)
        outsidePeriod = severity(Rule.outsidePeriod)
        negativeHours = severity(Rule.negativeHours)
        zeroHours = severity(Rule.zeroHours)
        unknownWorker = severity(Rule.unknownWorker)
        noRate = severity(Rule.noRate)
        unusableRate = severity(Rule.unusableRate)
        priced = Set((file.pay?.codes ?? []).compactMap { code in code.rate.map { PricedHours(code.hours, by: $0) } })
        finerThanKept = severity(Rule.finerThanKept)
        dayInfo = nil
        dayWarning = nil
        dayBlocker = nil
        if case .thresholds(let limits) = file.rule(Rule.hoursPerDay) {
            for limit in limits {
                switch limit.severity {
                case .warning: dayWarning = limit.above
                case .blocker: dayBlocker = limit.above
                case .info: dayInfo = limit.above
                }
            }
        }
    }
}
