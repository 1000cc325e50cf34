/// Requests for leave and the balances of a year, as the office sees them.
struct KSRLeave: Sendable {
    static let requestFields = RecordFields(
        word: "status", required: "employee_id", text: "reason", number: "total_days")
    static let balanceFields = RecordFields(
        word: "carry_over_expires", required: "employee_id", text: "carry_over_expires", number: "vacation_days_used")
    static let usualLimit = 50
    /// The deployed server knows no largest limit; this is that of work entries.
    static let largestLimit = 1_000
    static let types = ["VACATION", "SICK", "PERSONAL", "PARENTAL", "COMPENSATORY", "EMERGENCY"]
    static let statuses = ["PENDING", "APPROVED", "REJECTED", "CANCELLED", "EXPIRED"]

    let requests: RecordSet
    let balances: RecordSet

    /// `GET /api/app/chef/leave/requests`: by status, type, employee_id, pending_only, and the days that a request
    /// touches.
    func requests(_ request: BackendRequest) -> BackendAnswer {
        let query = request.query
        guard let window = OffsetWindow(query, usual: Self.usualLimit, largest: Self.largestLimit) else {
            return .error(400, "limit must be 1 or more, offset 0 or more")
        }
        for (name, known) in [("status", Self.statuses), ("type", Self.types)] {
            guard let value = query[name], !known.contains(value) else { continue }
            return .error(400, "\(name) must be one of \(known.joined(separator: ", "))")
        }
        for name in ["start_date", "end_date"] where query[name].map({ CivilDay($0) == nil }) ?? false {
            return .error(400, "\(name) must be a date as YYYY-MM-DD")
        }
        guard query["employee_id"].map({ Int($0) != nil }) ?? true else {
            return .error(400, "employee_id must be a number")
        }
        var wanted = ["status", "type", "employee_id"].compactMap { name in query[name].map { (field: name, value: $0) }
        }
        if query["pending_only"] == "true" { wanted.append(("status", "PENDING")) }
        let selection = selection(wanted, from: query["start_date"], through: query["end_date"])
        let positions = window.positions(count: selection.count, request.alteration)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(positions.count * 600 + 256)
        bytes.append(#"{"requests":["#)
        requests.append(positions, of: selection, request.alteration, Self.requestFields, to: &bytes)
        let total = max(0, selection.count + request.alteration.totalShift)
        bytes.append(#"],"pagination":{"limit":\#(window.limit),"offset":\#(window.offset),"total":\#(total)"#)
        bytes.append(
            #","has_more":\#(window.offset + window.limit < total)},"statistics":{"total":\#(selection.count)"#)
        for status in Self.statuses.prefix(4) {
            let count = (0..<selection.count).count { requests.field("status", selection[$0]) == status }
            bytes.append(#","\#(status.lowercased())":\#(count)"#)
        }
        bytes.append("}}")
        return BackendAnswer(body: bytes)
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
    func balances(_ request: BackendRequest) -> BackendAnswer {
        for name in ["year", "employee_id"] where request.query[name].map({ Int($0) == nil }) ?? false {
            return .error(400, "\(name) must be a number")
        }
        let year = request.query["year"] ?? String(GeneratedOffice.year)
        var wanted = [(field: "year", value: year)]
        if let employee = request.query["employee_id"] { wanted.append(("employee_id", employee)) }
        let selection = balances.selection(of: wanted)
        var bytes: [UInt8] = []
        bytes.append(#"{"balances":["#)
        balances.append(0..<selection.count, of: selection, request.alteration, Self.balanceFields, to: &bytes)
        bytes.append(
            #"],"summary":{"total_employees":\#(selection.count + request.alteration.totalShift)},"year":\#(year)}"#)
        return BackendAnswer(body: bytes)
    }
}
