internal import GantryConnectors
internal import GantryModel

extension Gantry {
    /// The datasets and checks that this build knows, from the compiled record types.
    public static let catalog = Catalog(
        datasets: [
            DatasetDescriptor(
                name: KSRCranes.workEntries, title: "Work entries: hours by worker and day",
                fields: WorkEntry.fields.map(FieldDescriptor.init),
                joins: [JoinDescriptor(name: "worker", dataset: KSRCranes.workers, field: "employeeId", key: "employee_id")],
                pageSizes: 1...1_000),
            DatasetDescriptor(
                name: KSRCranes.workers, title: "Workers, with their names and rates",
                fields: Worker.fields.map(FieldDescriptor.init), joins: []),
        ],
        checks: [
            CheckDescriptor(name: PayrollChecks.Rule.notApproved, help: "The entry is not approved.", hasThresholds: false),
            CheckDescriptor(
                name: PayrollChecks.Rule.outsidePeriod, help: "The work date lies outside the period.", hasThresholds: false),
            CheckDescriptor(
                name: PayrollChecks.Rule.conflictingID, help: "Two different entries have the same id.", hasThresholds: false),
            CheckDescriptor(
                name: PayrollChecks.Rule.negativeHours, help: "Some hours are below zero.", hasThresholds: false),
            CheckDescriptor(
                name: PayrollChecks.Rule.zeroHours, help: "All hours are zero.", hasThresholds: false,
                standard: .severity(.info)),
            CheckDescriptor(
                name: PayrollChecks.Rule.hoursPerDay, help: "Hours of one person on one day, all entries together.",
                hasThresholds: true,
                standard: .thresholds([
                    CheckThreshold(severity: .warning, above: Hours(13)), CheckThreshold(severity: .blocker, above: Hours(24)),
                ])),
            CheckDescriptor(
                name: PayrollChecks.Rule.unknownWorker, help: "There is no worker with the entry's employee number.",
                hasThresholds: false),
            CheckDescriptor(
                name: PayrollChecks.Rule.finerThanKept, help: "Hours with more than nine decimals, rounded at the ninth.",
                hasThresholds: false, standard: .severity(.info)),
        ])
}

extension FieldDescriptor {
    init<R>(_ field: Field<R>) {
        let kind: FieldKind
        switch field.access {
        case .integer: kind = .integer
        case .hours: kind = .hours
        case .money: kind = .money
        case .date: kind = .date
        case .instant: kind = .instant
        case .text: kind = .text
        case .choice(let names, _, _): kind = .choice(names)
        }
        self.init(name: field.name, kind: kind, isRequired: field.isRequired, help: field.help)
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
        finerThanKept = severity(Rule.finerThanKept)
        dayWarning = nil
        dayBlocker = nil
        if case .thresholds(let limits) = file.rule(Rule.hoursPerDay) {
            for limit in limits {
                switch limit.severity {
                case .warning: dayWarning = limit.above
                case .blocker: dayBlocker = limit.above
                case .info: break
                }
            }
        }
    }
}
