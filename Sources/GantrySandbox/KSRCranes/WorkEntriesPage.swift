import GantryJSON
import GantryModel

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
        return answer(
            source.selection(from: first, through: last), page: page, limit: min(limit, Self.largestLimit), for: request
        )
    }

    private func answer(
        _ selection: WorkEntrySelection, page: Int, limit: Int, for request: BackendRequest
    ) -> BackendAnswer {
        let total = max(0, selection.count + request.alteration.totalShift)
        let start = max(0, (page - 1) * limit + (page > 1 ? request.alteration.recordShift : 0))
        let list = request.list(count: max(0, min(limit, selection.count - start)), bytesEach: 360) { index, bytes in
            source.append(selection.position(start + index), to: &bytes)
        }
        let pages = (total + limit - 1) / limit
        return .list(
            "data", list,
            with: [
                "pagination": [
                    "currentPage": .integer(page), "totalPages": .integer(pages), "totalCount": .integer(total),
                    "hasNext": .bool(page < pages), "hasPrevious": .bool(page > 1),
                ]
            ])
    }
}
