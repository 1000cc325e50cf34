import Testing

/// Every request that sends a row, and every kind of answer to it: the row ends as it should, and nothing is at the
/// server twice.
@Suite("Any answer to any request that sends a row") struct SendingAnswerTests {
    private static let cases = SendingKind.all.flatMap { kind in
        // An API key that the server has ended can't be renewed; SignInTests has that.
        SendingAnswer.all.filter { kind.system != .autoDetailHub || $0.fault != "expire-token" }.map {
            (kind: kind, answer: $0)
        }
    }

    @Test("ends as documented, and the same command changes nothing") func table() async {
        let cases = Self.cases
        await Trials(what: "answers of servers", test: "SendingAnswerTests").run(cases.indices, leastHits: 180) {
            number in
            let (kind, answer) = cases[number]
            guard let problem = try await Self.broken(kind, answer) else { return .held }
            return .broken("\(kind), \(answer): \(problem)")
        }
    }

    /// What is not as it should be.
    private static func broken(_ kind: SendingKind, _ answer: SendingAnswer) async throws -> String? {
        let trial = try await SendingTrial(kind, answer)
        let end = SendingEnd(kind, answer)
        for code in end.codes {
            let ending = try await trial.run()
            guard ending.code == code else { return "it ended with another code than \(code): \(ending)" }
            let rows = try trial.rows()
            if let problem = try broken(rows, kind, end) ?? broken(trial.effects(), end) {
                return "\(problem)\n\(rows)\n\(ending)"
            }
        }
        guard end.state == "unknown" else { return nil }
        let accepted = try await trial.run(["--accept-unknown"])
        guard accepted.code == 0, try trial.rows().allSatisfy({ $0.state == "done" }) else {
            return "it can't be accepted: \(accepted)"
        }
        return broken(try trial.effects(), end)
    }

    private static func broken(_ rows: [SendingTrial.Row], _ kind: SendingKind, _ end: SendingEnd) -> String? {
        guard rows.count == kind.rows.count, let first = rows.first else {
            return "the result sheet has \(rows.count) rows"
        }
        guard first.state == end.state else { return "the row is not \(end.state)" }
        guard rows.dropFirst().allSatisfy({ $0.state == "done" }) else { return "another row is not done" }
        if end.state == "done" { return first.error.isEmpty ? nil : "the row is done with an error" }
        guard !first.error.isEmpty else { return "the row has no reason" }
        guard let status = end.status else { return nil }
        // CDBL LMS has words for each of its codes; of the others' answers the text is shown.
        guard first.status == "\(status)", kind.system == .cdblLMS || first.error.contains("\(status)") else {
            return "the status \(status) is not told"
        }
        return first.error.contains("remain on the server") == kind.leavesBehind
            ? nil : "it is wrong about what is left at the server"
    }

    private static func broken(_ effects: [[String: String]], _ end: SendingEnd) -> String? {
        guard Set(effects).count == end.taken else { return "the server has \(effects) and not \(end.taken)" }
        guard effects.count == end.taken || end.mayRepeat && effects.count == end.taken + 1 else {
            return "it arrived twice: \(effects)"
        }
        return nil
    }
}
