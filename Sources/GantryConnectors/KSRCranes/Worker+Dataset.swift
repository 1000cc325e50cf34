internal import GantryJSON

extension Worker: DatasetRecord {
    /// The keys that are cut out of every record of KSR Cranes, at any depth.
    public static var sensitiveKeys: [String] { KSRCranes.sensitiveKeys }

    /// `employee_id`, the number that the server gives each record.
    public static var idKey: String { "employee_id" }
    /// The record's number.
    public var key: RecordKey { .integer(id) }

    /// `ksr.workers`: `GET /api/app/chef/workers`, page by page where the server cuts the list.
    public static var dataset: Dataset<Worker> {
        Dataset(
            "workers", help: "The workers, with their names and rates.", paging: .pages, listKeys: KSRCranes.workerKeys
        ) { ask in
            KSRCranes.workersList(page: ask.page)
        }
    }

    /// A decoder for pages of these records and for lines that are landed.
    public static func makeDecoder() -> any PageDecoding<Worker> { PageDecoder(Worker.self) }
}
