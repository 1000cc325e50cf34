/// All records of one KSR Cranes back end.
struct KSRRecords: Sendable {
    let workEntries: WorkEntrySource
    let fixtures: KSRFixtures
    let lists: [KSRList: StoredRecords]

    init(_ records: SandboxConfiguration.Records) throws(SandboxError) {
        let folder = try SampleFolder(records, of: .ksrCranes) { GeneratedLists($0).files() }
        var lists: [KSRList: StoredRecords] = [:]
        for list in KSRList.allCases { lists[list] = try folder.records(list.rawValue) }
        self.lists = lists
        if case .generated(let data) = records {
            workEntries = try WorkEntrySource(data)
            fixtures = KSRFixtures(GeneratedFixtures(data))
        } else {
            workEntries = try WorkEntrySource(try folder.records("work-entries"))
            fixtures = try KSRFixtures(folder)
        }
    }
}
