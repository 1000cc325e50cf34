/// An answer that a server gives once to a request that sends a row, and how that ends.
struct SendingAnswer: Sendable, CustomStringConvertible {
    enum End: Sendable, Equatable {
        /// The row stays away from the server, with this status.
        case refused(Int)
        /// The server has not acted and says so: the row is sent when that is over.
        case sent
        /// The server has not acted, and what it says doesn't tell.
        case lost
        /// The server has acted, and what it says doesn't tell.
        case kept
    }

    /// As the sample back end takes it, without its endpoint.
    let fault: String
    let end: End
    var description: String { fault }

    static let all =
        [400, 403, 404, 409, 413, 422].map { SendingAnswer(fault: "status=\($0)", end: .refused($0)) }
        + ["status=401", "expire-token", "status=429:retry-after=1"].map { SendingAnswer(fault: $0, end: .sent) }
        + [
            "status=500", "status=502", "status=503", "status=302", "redirect=/elsewhere", "unread",
            "status=200:body=<html>Sign in</html>",
        ].map { SendingAnswer(fault: $0, end: .lost) }
        + [
            "close", "reset", "truncate", "empty", "stored-status=500", "stored-status=204",
            "stored-status=200:body={\"id\":7}", "garbage",
        ].map { SendingAnswer(fault: $0, end: .kept) }
}

/// What is to come of a sheet when one of its requests is answered so.
struct SendingEnd: Sendable {
    /// Of the run, and of the same command after it.
    let codes: [Int32]
    /// Of the first row; the others are done.
    let state: String
    let status: Int?
    /// How many of the rows the server has.
    let taken: Int
    let mayRepeat: Bool

    init(_ kind: SendingKind, _ answer: SendingAnswer) {
        var end = kind.ends[answer.fault] ?? answer.end
        if kind.isShared, case .refused = end { end = .sent }
        var state = "done"
        var status: Int?
        switch end {
        case .refused(let number): (state, status) = ("refused", number)
        case .sent: break
        case .lost: if kind.lookup != .everything { state = "unknown" }
        case .kept: if kind.lookup == .nothing { state = "unknown" }
        }
        self.state = state
        self.status = status
        codes = state == "unknown" ? [1, 1] : [state == "refused" ? 2 : 0, 3]
        taken = state == "done" || end == .kept ? kind.rows.count : kind.rows.count - 1
        mayRepeat = kind.replaces && end == .kept
    }
}
