public import GantryConnectors
internal import GantryFormats
internal import GantryModel
internal import GantryPayroll

extension Catalog {
    /// What this build knows.
    public static let built = Catalog(of: .builtIn)

    /// What systems have.
    public init(of systems: Systems) {
        self.init(
            datasets: systems.all.flatMap { system in
                let known = system.digest == nil ? Catalog.compiled[system.name] ?? [] : []
                return known + Catalog.descriptors(of: system, system.datasets.dropFirst(known.count))
            },
            checks: PayrollChecks.descriptors,
            // By prefix: the order in which they have always been listed.
            submissions: systems.all.sorted { $0.prefix < $1.prefix }.flatMap { system in
                system.submissions.map { SubmissionDescriptor($0, of: system) }
            })
        faults = systems.faults.mapValues(\.explanation)
    }

    /// The datasets of the systems that this build knows, by the systems' names. To describe all takes tens of
    /// milliseconds, and a page of the desk reads many pipeline files.
    private static let compiled = Dictionary(
        uniqueKeysWithValues: Systems.builtIn.all.map { ($0.name, descriptors(of: $0, $0.datasets[...])) })

    private static func descriptors(
        of system: System, _ datasets: ArraySlice<any DatasetDescription>
    ) -> [DatasetDescriptor] {
        datasets.map { dataset in
            var descriptor = DatasetDescriptor(dataset, of: system)
            if descriptor.name == KSRCranes.workEntries {
                descriptor.joins = [
                    JoinDescriptor(name: "worker", dataset: KSRCranes.workers, field: "employeeId", key: "employee_id")
                ]
            }
            return descriptor
        }
    }
}

extension DatasetDescriptor {
    /// A dataset as its record type describes it.
    init(_ description: some DatasetDescription, of system: System) {
        let dataset = description.dataset
        // Once: a decoder is made to know it.
        let shape = dataset.shape
        self.init(
            name: system.qualified(dataset.name), title: dataset.help, fields: shape.fieldDescriptions,
            lists: shape.lists,
            join: description.join, filters: dataset.filters, isKeyed: dataset.paging == .keyed,
            hasDays: dataset.days != nil, order: dataset.order?.field, pageSizes: dataset.pageSizes)
        usualPageSize = dataset.usualPageSize
        isWithinPeriod = dataset.periodRule != nil
        excludesRecords = dataset.periodRule == .selected || shape.leavesOut != nil
    }
}

extension SubmissionDescriptor {
    /// A kind as its submission describes it.
    init(_ description: some SubmissionDescription, of system: System) {
        let submission = description.submission
        self.init(
            name: system.qualified(submission.kind.name), title: submission.kind.help,
            fields: submission.fields.map(\.description),
            fileFields: submission.fields.filter(\.isFile).map(\.name),
            isPhoto: submission.kind.files?.isPhoto ?? false,
            takesJPEG: submission.kind.files?.types.contains(MediaType.jpeg.rawValue) ?? false,
            hasSocket: submission.kind.delivery.hasSocket,
            canCreate: submission.kind.record != nil)
    }
}
