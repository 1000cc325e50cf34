/// `GET /api/leaves`: by `status`, `type`, `limit` and `offset`, the newest first.
struct LeavesPage {
    static let types = [
        "CASUAL", "MEDICAL", "EARNED", "EXTRAWITHPAY", "EXTRAWITHOUTPAY", "MATERNITY", "PATERNITY", "STUDY",
        "SPECIAL_DISABILITY", "QUARANTINE", "SPECIAL",
    ]
    static let statuses = [
        "DRAFT", "SUBMITTED", "PENDING", "APPROVED", "REJECTED", "CANCELLED", "RETURNED", "CANCELLATION_REQUESTED",
        "RECALLED",
    ]

    /// The leaves as they are when a page is asked for.
    let leaves: @Sendable () -> RecordSet
    let usualLimit: Int
    let largestLimit: Int

    func answer(_ request: BackendRequest) -> BackendAnswer {
        guard let window = OffsetWindow(request.query, usual: usualLimit, largest: largestLimit) else {
            return CDBLError.invalidInput.answer("limit must be 1 or more, offset 0 or more")
        }
        var wanted: [(field: String, value: String)] = []
        for (name, known) in [("status", Self.statuses), ("type", Self.types)] {
            guard let value = request.query[name] else { continue }
            guard known.contains(value) else {
                return CDBLError.invalidInput.answer(
                    "\(name) is not one that is known", required: known.joined(separator: ", "), provided: value)
            }
            wanted.append((name, value))
        }
        let leaves = leaves()
        let selection = leaves.selection(of: wanted)
        let positions = window.positions(count: selection.count, request.alteration)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(positions.count * 700 + 64)
        bytes.append(#"{"items":["#)
        leaves.append(positions, of: selection, request.alteration, CDBLLMS.leaveFields, to: &bytes)
        let total = max(0, selection.count + request.alteration.totalShift)
        bytes.append(#"],"total":\#(total),"limit":\#(window.limit),"offset":\#(window.offset)}"#)
        return BackendAnswer(body: bytes)
    }
}
