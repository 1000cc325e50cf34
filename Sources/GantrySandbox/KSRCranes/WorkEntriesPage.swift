/// `GET /api/app/work-entries`: the entries of a range of days in pages, in order of id.
struct WorkEntriesPage {
    static let fields = RecordFields(word: "status", required: "employeeId", text: "notes", number: "normalHours")
    static let usualLimit = 100
    /// A larger limit is served as this one, as back ends do that protect themselves.
    static let largestLimit = 1_000

    let source: WorkEntrySource

    func answer(_ request: BackendRequest) -> BackendAnswer {
        guard let first = request.query["startDate"], let last = request.query["endDate"] else {
            return .error(400, "startDate and endDate are required")
        }
        guard let firstDay = CivilDay(first), let lastDay = CivilDay(last) else {
            return .error(400, "startDate and endDate must be dates as YYYY-MM-DD")
        }
        guard firstDay <= lastDay else { return .error(400, "endDate is before startDate") }
        guard let page = Self.number(request.query["page"], usual: 1) else {
            return .error(400, "page must be 1 or more")
        }
        guard let limit = Self.number(request.query["limit"], usual: Self.usualLimit) else {
            return .error(400, "limit must be from 1 to \(Self.largestLimit)")
        }
        let window = PageWindow(page: page, limit: min(limit, Self.largestLimit))
        return BackendAnswer(body: body(source.selection(from: firstDay, through: lastDay), window, request.alteration))
    }

    private static func number(_ text: String?, usual: Int) -> Int? {
        guard let text else { return usual }
        guard let number = Int(text), number >= 1, number <= 1_000_000_000 else { return nil }
        return number
    }

    func body(_ selection: WorkEntrySelection, _ window: PageWindow, _ alteration: AnswerAlteration) -> [UInt8] {
        let total = max(0, selection.count + alteration.totalShift)
        let start = max(0, window.start + (window.page > 1 ? alteration.recordShift : 0))
        let count = max(0, min(window.limit, selection.count - start))
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count * 360 + 256)
        bytes.append(#"{"data":["#)
        bytes.appendRecords(count: count, alteration: alteration, fields: Self.fields) { index, bytes in
            source.append(selection.position(start + index), to: &bytes)
        }
        let pages = (total + window.limit - 1) / window.limit
        bytes.append(#"],"pagination":{"currentPage":\#(window.page),"totalPages":\#(pages),"totalCount":\#(total),"#)
        bytes.append(#""hasNext":\#(window.page < pages),"hasPrevious":\#(window.page > 1)}}"#)
        return bytes
    }
}

extension GeneratedWorkEntries {
    /// The body of the answer to a query for all days, the same bytes as the sandbox serves; for benchmarks with
    /// another server.
    ///
    /// - Parameters:
    ///   - page: Counts from 1. A page past the last has no records.
    ///   - limit: Any number from 1.
    public func page(_ page: Int, limit: Int) -> [UInt8] {
        let window = PageWindow(page: max(1, page), limit: max(1, limit))
        return WorkEntriesPage(source: .generated(self)).body(.contiguous(0..<count), window, AnswerAlteration())
    }
}

/// Which records a page holds.
struct PageWindow {
    var page: Int
    var limit: Int
    var start: Int { (page - 1) * limit }
}
