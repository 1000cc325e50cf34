/// All records of one KSR Cranes back end.
struct KSRRecords: Sendable {
  let workEntries: WorkEntrySource
  private let lists: [KSRList: StoredRecords]

  /// Every list is loaded by the initialisers, or they throw.
  func list(_ list: KSRList) -> StoredRecords { lists[list, default: .empty] }

  init(_ records: SandboxConfiguration.Records) throws(SandboxError) {
    switch records {
    case .sampleMonth: try self.init(SampleFolder(SampleFiles.ksrCranes()))
    case .folder(let path): try self.init(SampleFolder(path, .ksrCranes))
    case .generated(let data):
      self.init(
        workEntries: .generated(try GeneratedWorkEntries(data)), lists: try Self.lists(SampleFolder(GeneratedLists(data).files())))
    }
  }

  private init(_ folder: SampleFolder) throws(SandboxError) {
    let entries = try folder.records("work-entries")
    self.init(workEntries: .stored(try StoredWorkEntries(entries)), lists: try Self.lists(folder))
  }

  private init(workEntries: WorkEntrySource, lists: [KSRList: StoredRecords]) {
    self.workEntries = workEntries
    self.lists = lists
  }

  private static func lists(_ folder: SampleFolder) throws(SandboxError) -> [KSRList: StoredRecords] {
    var lists: [KSRList: StoredRecords] = [:]
    for list in KSRList.allCases { lists[list] = try folder.records(list.rawValue) }
    return lists
  }
}
