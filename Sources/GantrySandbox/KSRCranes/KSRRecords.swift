/// All records of one KSR Cranes back end.
struct KSRRecords: Sendable {
    let workEntries: WorkEntrySource
    let office: KSROffice
    private let lists: [KSRList: StoredRecords]

    /// Every list is loaded by the initialisers, or they throw.
    func list(_ list: KSRList) -> StoredRecords { lists[list, default: .empty] }

    init(_ records: SandboxConfiguration.Records) throws(SandboxError) {
        switch records {
        case .sampleMonth: try self.init(SampleFolder(SampleFiles.ksrCranes()))
        case .folder(let path): try self.init(SampleFolder(path, .ksrCranes))
        case .generated(let data):
            self.init(
                workEntries: .generated(try GeneratedWorkEntries(data)), office: KSROffice(GeneratedOffice(data)),
                lists: try Self.lists(SampleFolder(GeneratedLists(data).files())))
        }
    }

    private init(_ folder: SampleFolder) throws(SandboxError) {
        let entries = try folder.records("work-entries")
        self.init(
            workEntries: .stored(try StoredWorkEntries(entries)), office: try KSROffice(folder),
            lists: try Self.lists(folder))
    }

    private init(workEntries: WorkEntrySource, office: KSROffice, lists: [KSRList: StoredRecords]) {
        self.workEntries = workEntries
        self.office = office
        self.lists = lists
    }

    private static func lists(_ folder: SampleFolder) throws(SandboxError) -> [KSRList: StoredRecords] {
        var lists: [KSRList: StoredRecords] = [:]
        for list in KSRList.allCases { lists[list] = try folder.records(list.rawValue) }
        return lists
    }
}
