internal import GantryModel

extension Worker: DatasetRecord {
    public static var sensitiveKeys: [String] { KSRCranes.sensitiveKeys }
    public var key: RecordKey { .integer(id) }

    /// `ksr.workers`: `GET /api/app/chef/workers`, page by page where the server cuts the list.
    public static let dataset = Dataset<Worker>(
        "workers", help: "The workers, with their names and rates.", id: "employee_id", paging: .pages,
        listKeys: KSRCranes.workerKeys, shape: Worker.shape
    ) { ask in
        KSRCranes.workersList(page: ask.page)
    }
}
