internal import GantryJSON
internal import GantryModel

extension WorkEntry: DatasetRecord {
    public static var idKey: String { "id" }
    public var key: RecordKey { .integer(id) }
    public static func makeDecoder() -> any PageDecoding<WorkEntry> { PageDecoder(WorkEntry.self) }
    public static var dataset: Dataset<WorkEntry> {
        Dataset("work-entries", help: "Hours by worker and day.", paging: .pages, listKeys: KSRCranes.workEntryKeys) { request in
            ReadRequest(path: "", query: [])
        }
    }
}

extension Worker: DatasetRecord {
    public static var idKey: String { "employee_id" }
    public var key: RecordKey { .integer(id) }
    public static func makeDecoder() -> any PageDecoding<Worker> { PageDecoder(Worker.self) }
    public static var dataset: Dataset<Worker> {
        Dataset("workers", help: "Workers, with their names and rates.", listKeys: KSRCranes.workerKeys) { request in
            KSRCranes.workersList()
        }
    }
}
