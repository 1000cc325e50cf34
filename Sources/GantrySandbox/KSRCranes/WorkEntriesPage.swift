internal import GantryJSON
internal import GantryModel

/// `GET /api/app/work-entries`: the entries of a range of days in pages, in order of id.
struct WorkEntriesPage {
    static let fields = RecordFields(word: "status", required: "employeeId", text: "notes", number: "normalHours")
    static let standardLimit = 100
    /// A larger limit is reduced to this one.
    static let largestLimit = 1_000

    let source: WorkEntrySource

    func answer(_ request: BackendRequest) throws(Refusal) -> BackendAnswer {
        guard let first = request.query["startDate"], let last = request.query["endDate"] else {
            throw .error(400, "startDate and endDate are required")
        }
        guard let first = CivilDate(first), let last = CivilDate(last) else {
            throw .error(400, "startDate and endDate must be dates as YYYY-MM-DD")
        }
        guard first <= last else { throw .error(400, "endDate is before startDate") }
        guard let page = QueryNumber.read(request.query["page"], standard: 1) else {
            throw .error(400, "page must be 1 or more")
        }
        guard let limit = QueryNumber.read(request.query["limit"], standard: Self.standardLimit) else {
            throw .error(400, "limit must be from 1 to \(Self.largestLimit)")
        }
        let selection = source.selection(first, last)
        let size = min(limit, Self.largestLimit)
        let total = max(0, selection.count + request.alteration.totalShift)
        let positions = request.alteration.positions(from: (page - 1) * size, limit: size, count: selection.count)
        let pages = (total + size - 1) / size
        return .list(
            "data", source.entries.list(selection, positions, for: request),
            with: [
                "pagination": [
                    "currentPage": .integer(page), "totalPages": .integer(pages), "totalCount": .integer(total),
                    "hasNext": .bool(page < pages), "hasPrevious": .bool(page > 1),
                ]
            ])
    }
}
