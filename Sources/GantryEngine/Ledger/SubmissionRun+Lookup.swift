internal import GantryModel

extension SubmissionRun {
    /// Asks the server for the outcome of a step, until it has one or can't be working on it any more.
    ///
    /// - Parameter settled: The uptime after which it can't.
    /// - Returns: `nil` when the end is asked for before that is known.
    func lookUp(
        _ rows: [OutgoingRow<Sender.Row>], step: Int, tries: Int, until settled: Duration
    ) async throws -> LookupOutcome? {
        var looks = 0
        defer { if looks > 0 { for row in rows { awaiting(row.entry, nil) } } }
        while true {
            // What a killed process has sent, or what was missed already, lets others go first.
            let letsOthersGo = tries == 0 || looks > 0
            if letsOthersGo { await places.leave() }
            let waited: Result<Void, any Error>
            do {
                waited = .success(try await pause(max(1, tries) + looks, looks > 0 ? rows.first?.entry : nil))
            } catch {
                waited = .failure(error)
            }
            if letsOthersGo { await places.take() }
            try waited.get()
            // A look that began before that may have been answered before the effect.
            let isSettled = uptime() >= settled
            let found = try await sender.find(rows, step: step)
            switch found {
            case .missing where !isSettled, .repeatable where !isSettled: break
            default: return found
            }
            if stop.isRequested { return nil }
            looks += 1
            if looks == 1 { for row in rows { awaiting(row.entry, settled) } }
        }
    }

    /// Notes why rows can't be looked up now. That need not keep the others from being sent.
    ///
    /// - Throws: The error, if it is permanent.
    func leaveSent(
        _ part: [Int], of rows: inout [OutgoingRow<Sender.Row>], doubt: UnconfirmedStep, after error: any Error,
        end: inout GroupEnd
    ) async throws {
        guard let reason = error as? any ExplainedError, reason.isRetryable else { throw error }
        try await note(doubt.notLookedUp("The lookup failed: \(reason.explanation)"), for: part, of: &rows)
        end.lookup = reason.explanation
        end.sent += part.count
    }

    /// Notes that the server refused a step. A row that was sent before can be refused because it has arrived: it
    /// itself occupies the place.
    func reject(
        _ refusal: UnconfirmedStep, _ part: [Int], of rows: inout [OutgoingRow<Sender.Row>], step: Int,
        end: inout GroupEnd
    ) async throws {
        if part.contains(where: { rows[$0].entry.attempts > 1 }) {
            do {
                switch try await sender.find(part.map { rows[$0] }, step: step) {
                case .confirmed(let receipts): return try await confirm(receipts, by: part, of: &rows, step: step)
                case .unknown(let reason):
                    return try await note(
                        refusal.uncertain("It was already sent. \(reason)"), for: part, of: &rows)
                // What exists can be the row itself, shown otherwise than it was sent.
                case .missing where refusal.saysThatItIsThere:
                    return try await note(
                        refusal.uncertain("It was already sent, so this may be the row itself."), for: part,
                        of: &rows)
                case .repeatable:
                    return try await note(
                        refusal.uncertain(UnconfirmedStep.maybeThere), for: part, of: &rows)
                case .missing: break
                }
            } catch {
                return try await leaveSent(part, of: &rows, doubt: refusal, after: error, end: &end)
            }
        }
        let problems = part.map { refusal.problem.after(rows[$0].entry) }
        try await change(part, of: &rows) {
            .refused(problems[$0], status: refusal.status, traceID: refusal.traceID)
        }
    }
}
