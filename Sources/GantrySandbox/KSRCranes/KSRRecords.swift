import FoundationEssentials

/// All records of one KSR Cranes back end.
struct KSRRecords: Sendable {
  let workEntries: WorkEntrySource
  private let lists: [KSRList: StoredRecords]

  /// Every list is loaded by the initialisers, or they throw.
  func list(_ list: KSRList) -> StoredRecords { lists[list, default: .empty] }

  init(_ records: SandboxConfiguration.Records) throws(SandboxError) {
    switch records {
    case .sampleMonth: try self.init(files: SampleFiles.ksrCranes())
    case .folder(let path): try self.init(files: Self.read(folder: path + "/" + SandboxSystem.ksrCranes.rawValue))
    case .generated(let data):
      self.init(
        workEntries: .generated(try GeneratedWorkEntries(data)), lists: try Self.lists(GeneratedLists(data).files()))
    }
  }

  private init(files: [SampleFile]) throws(SandboxError) {
    let entries = files.filter { $0.name.hasPrefix("work-entries") }
    guard !entries.isEmpty else { throw Self.missing("work-entries.json") }
    let stored = try StoredRecords(name: entries.map(\.name).joined(separator: " and "), texts: entries.map(\.bytes))
    self.init(workEntries: .stored(try StoredWorkEntries(stored)), lists: try Self.lists(files))
  }

  private init(workEntries: WorkEntrySource, lists: [KSRList: StoredRecords]) {
    self.workEntries = workEntries
    self.lists = lists
  }

  private static func lists(_ files: [SampleFile]) throws(SandboxError) -> [KSRList: StoredRecords] {
    var lists: [KSRList: StoredRecords] = [:]
    for list in KSRList.allCases {
      guard let file = files.first(where: { $0.name == "\(list.rawValue).json" }) else { throw missing("\(list.rawValue).json") }
      lists[list] = try StoredRecords(name: file.name, texts: [file.bytes])
    }
    return lists
  }

  /// The JSON files of a folder, in order of name. Work entries may be spread over `work-entries.json` and
  /// `work-entries-….json`.
  private static func read(folder: String) throws(SandboxError) -> [SampleFile] {
    do {
      let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".json") }.sorted()
      return try names.map { name in
        SampleFile(name: name, bytes: Array(try Data(contentsOf: URL(filePath: "\(folder)/\(name)"))))
      }
    } catch {
      throw SandboxError(
        .unusableSample, folder, "the sample files cannot be read (\(error))",
        next: "Name the folder that holds ksr-cranes/, such as Samples.")
    }
  }

  private static func missing(_ name: String) -> SandboxError {
    SandboxError(.unusableSample, name, "the file is missing", next: "Put the file back, or write the samples again.")
  }
}
