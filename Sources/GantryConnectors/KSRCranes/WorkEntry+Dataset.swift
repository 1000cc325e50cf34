internal import GantryJSON

extension WorkEntry: DatasetRecord {
    public static var sensitiveKeys: [String] { KSRCranes.sensitiveKeys }

    public static var idKey: String { "id" }
    public var key: RecordKey { .integer(id) }

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

    public static func makeDecoder() -> any PageDecoding<WorkEntry> { PageDecoder(WorkEntry.self) }
}
