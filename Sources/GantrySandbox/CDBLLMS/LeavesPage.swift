internal import GantryJSON

/// `GET /api/leaves`: by `status`, `type`, `limit` and `offset`, the newest first.
struct LeavesPage {
    static let types = [
        "CASUAL", "MEDICAL", "EARNED", "EXTRAWITHPAY", "EXTRAWITHOUTPAY", "MATERNITY", "PATERNITY", "STUDY",
        "SPECIAL_DISABILITY", "QUARANTINE", "SPECIAL",
    ]
    private static let statuses = [
        "DRAFT", "SUBMITTED", "PENDING", "APPROVED", "REJECTED", "CANCELLED", "RETURNED", "CANCELLATION_REQUESTED",
        "RECALLED",
    ]

    /// The leaves at the time of the request.
    let leaves: @Sendable () -> RecordSet
    let standardLimit: Int
    let largestLimit: Int

    func answer(_ request: BackendRequest) throws(Refusal) -> BackendAnswer {
        guard let window = OffsetWindow(request.query, standard: standardLimit, largest: largestLimit) else {
            throw CDBLError.invalidInput.refusal("limit must be 1 or more, offset 0 or more")
        }
        var wanted: [(field: String, value: String)] = []
        for (name, known) in [("status", Self.statuses), ("type", Self.types)] {
            guard let value = request.query[name] else { continue }
            guard known.contains(value) else {
                throw CDBLError.invalidInput.refusal(
                    "\(name) is unknown", required: .string(known.joined(separator: ", ")), provided: .string(value))
            }
            wanted.append((name, value))
        }
        let leaves = leaves()
        let selection = leaves.selection(of: wanted)
        let positions = window.positions(count: selection.count, request.alteration)
        let total = max(0, selection.count + request.alteration.totalShift)
        return .list(
            "items", leaves.list(selection, positions, for: request),
            with: ["total": .integer(total), "limit": .integer(window.limit), "offset": .integer(window.offset)])
    }
}
