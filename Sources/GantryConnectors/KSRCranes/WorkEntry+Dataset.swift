internal import GantryJSON

extension WorkEntry: DatasetRecord {
    /// The keys that are cut out of every record of KSR Cranes, at any depth.
    public static var sensitiveKeys: [String] { KSRCranes.sensitiveKeys }

    /// `id`, which the server gives each record.
    public static var idKey: String { "id" }
    /// The record's number.
    public var key: RecordKey { .integer(id) }

    /// `ksr.work-entries`: `GET /api/app/work-entries`, page by page.
    public static var dataset: Dataset<WorkEntry> {
        Dataset(
            "work-entries", help: "Hours by worker and day in the period.", paging: .pages,
            listKeys: KSRCranes.workEntryKeys,
            order: .number("id") { $0.id }, days: { $0.workDate...$0.workDate }
        ) { ask in
            guard let period = ask.period else {
                return ReadRequest(
                    path: "/api/app/work-entries", query: [("page", String(ask.page)), ("limit", String(ask.pageSize))])
            }
            return KSRCranes.workEntriesPage(period, page: ask.page, size: ask.pageSize)
        }
    }

    /// A decoder for pages of these records and for lines that are landed.
    public static func makeDecoder() -> any PageDecoding<WorkEntry> { PageDecoder(WorkEntry.self) }
}
