internal import GantryJSON

extension Worker: DatasetRecord {
    public static var sensitiveKeys: [String] { KSRCranes.sensitiveKeys }

    public static var idKey: String { "employee_id" }
    public var key: RecordKey { .integer(id) }

    public static var dataset: Dataset<Worker> {
        Dataset(
            "workers", help: "The workers, with their names and rates.", paging: .pages, listKeys: KSRCranes.workerKeys
        ) { ask in
            KSRCranes.workersList(page: ask.page)
        }
    }

    public static func makeDecoder() -> any PageDecoding<Worker> { PageDecoder(Worker.self) }
}
