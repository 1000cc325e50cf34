internal import GantryJSON
internal import GantryModel

/// Leave requests and the balances of a year, as the office sees them.
struct KSRLeave: Sendable {
    static let requestFields = RecordFields(
        word: "status", required: "employee_id", text: "reason", number: "total_days")
    static let balanceFields = RecordFields(
        word: "carry_over_expires", required: "employee_id", text: "carry_over_expires", number: "vacation_days_used")
    static let standardLimit = 50
    /// The deployed server has no largest limit; this is that of work entries.
    static let largestLimit = 1_000
    static let types = ["VACATION", "SICK", "PERSONAL", "PARENTAL", "COMPENSATORY", "EMERGENCY"]
    static let statuses = ["PENDING", "APPROVED", "REJECTED", "CANCELLED", "EXPIRED"]

    let requests: RecordSet
    let balances: RecordSet

    /// `GET /api/app/chef/leave/requests`: by status, type, employee_id, pending_only, and the days that a request
    /// touches.
    func requests(_ request: BackendRequest) throws(Refusal) -> BackendAnswer {
        let query = request.query
        guard let window = OffsetWindow(query, standard: Self.standardLimit, largest: Self.largestLimit) else {
            throw .error(400, "limit must be 1 or more, offset 0 or more")
        }
        for (name, known) in [("status", Self.statuses), ("type", Self.types)] {
            guard let value = query[name], !known.contains(value) else { continue }
            throw .error(400, "\(name) must be one of \(known.joined(separator: ", "))")
        }
        for name in ["start_date", "end_date"] where query[name].map({ CivilDate($0) == nil }) ?? false {
            throw .error(400, "\(name) must be a date as YYYY-MM-DD")
        }
        guard query["employee_id"].map({ Int($0) != nil }) ?? true else {
            throw .error(400, "employee_id must be a number")
        }
        var wanted = ["status", "type", "employee_id"].compactMap { name in query[name].map { (field: name, value: $0) }
        }
        if query["pending_only"] == "true" { wanted.append(("status", "PENDING")) }
        let selection = selection(wanted, from: query["start_date"], through: query["end_date"])
        let positions = window.positions(count: selection.count, request.alteration)
        let total = max(0, selection.count + request.alteration.totalShift)
        let counts = Self.statuses.prefix(4).map { status in
            let count = (0..<selection.count).count { requests.field("status", selection[$0]) == status }
            return JSONTree.Member(status.lowercased(), .integer(count))
        }
        return .list(
            "requests", requests.list(selection, positions, for: request),
            with: [
                "pagination": [
                    "limit": .integer(window.limit), "offset": .integer(window.offset), "total": .integer(total),
                    "has_more": .bool(window.offset + window.limit < total),
                ], "statistics": .object([JSONTree.Member("total", .integer(selection.count))] + counts),
            ])
    }

    private func selection(
        _ wanted: [(field: String, value: String)], from first: String?, through last: String?
    ) -> RecordSelection {
        guard !wanted.isEmpty || first != nil || last != nil else { return requests.selection() }
        return requests.selection { position in
            if let first, (requests.field("end_date", position) ?? "").prefix(10) < first { return false }
            if let last, (requests.field("start_date", position) ?? "").prefix(10) > last { return false }
            return wanted.allSatisfy { requests.field($0.field, position) == $0.value }
        }
    }

    /// `GET /api/app/chef/leave/balance`: all balances, or those of a year or of a worker.
    func balances(_ request: BackendRequest) throws(Refusal) -> BackendAnswer {
        for name in ["year", "employee_id"] where request.query[name].map({ Int($0) == nil }) ?? false {
            throw .error(400, "\(name) must be a number")
        }
        let year = request.query["year"] ?? String(GeneratedFixtures.year)
        var wanted = [(field: "year", value: year)]
        if let employee = request.query["employee_id"] { wanted.append(("employee_id", employee)) }
        let selection = balances.selection(of: wanted)
        return .list(
            "balances", balances.list(selection, for: request),
            with: [
                "summary": ["total_employees": .integer(selection.count + request.alteration.totalShift)],
                "year": .number(year),
            ])
    }
}
