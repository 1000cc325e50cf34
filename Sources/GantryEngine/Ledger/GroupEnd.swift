/// How a group ended, as far as it bears on the others.
struct GroupEnd: Sendable {
    /// Why a row could not be sent at the moment.
    var failure: String?
    /// Rows that are left for that reason, those after it included.
    var left = 0
    /// Why the outcome of rows that were sent could not be looked up, and how many.
    var lookup: String?
    var sent = 0
    /// Rows at which the server failed in the same words each time.
    var repeated: [LedgerEntry] = []
    /// What the server said about a row that it refused for that.
    var refusedByFailing: String?
    /// A row was sent now, and its outcome is unknown.
    var unknown: RowProblem?
    /// Rows are left because the end was asked for.
    var isCut = false
    /// Another run has a row of it.
    var conflict: LedgerConflict?
    /// The order that it had a turn in, and whether a row of it is left.
    var order: String?
    var isOpen = false

    init() {}

    init(conflict: LedgerConflict) {
        self.conflict = conflict
        left = 1
        isOpen = true
    }

    var isFailing: Bool { failure != nil || lookup != nil }

    /// Takes over the state of the rows at its end.
    mutating func summarize(_ entries: [LedgerEntry]) {
        isOpen = entries.contains(where: \.isOpen)
        if failure != nil { left = entries.count { $0.state == .planned || $0.state == .answered } - repeated.count }
    }
}
