import GantryConnectors
import GantryEngine
import GantryModel

/// A server that is asked: canned answers by path, `/path?name=value`, or `/path` for any query. It notes what it is
/// asked.
final class OfficeCalls: ServerReader {
    struct NotAllowed: Error {}
    struct Nothing: Error { let request: String }

    private let answers: [String: String]
    private let forbidden: Set<String>
    private let taken: Set<String>
    let period: PayPeriod?

    init(
        _ answers: [String: String] = [:], forbidden: Set<String> = [], taken: Set<String> = [],
        period: PayPeriod? = nil
    ) {
        self.taken = taken
        self.answers = answers
        self.forbidden = forbidden
        self.period = period
    }

    func read(_ request: ReadRequest) async throws -> [UInt8]? {
        if forbidden.contains(request.path) { throw NotAllowed() }
        let text = answers[String(request.description.dropFirst(4))] ?? answers[request.path]
        return text.map { Array($0.utf8) }
    }

    func isTaken(_ serverID: String, besides _: LedgerEntry) async throws -> Bool { taken.contains(serverID) }

    func isNotAllowed(_ error: any Error) -> Bool { error is NotAllowed }

    func readAll<R: DatasetRecord>(
        _ dataset: Dataset<R>, period: PayPeriod?, filters: [String: String], _ body: (UsableRecords<R>) -> Void
    ) async throws {
        let request = dataset.request(DatasetRequest(period: period, filters: filters))
        guard let bytes = try await read(request) else { throw Nothing(request: request.description) }
        var chunk = Chunk<R>(bytes: bytes)
        _ = try dataset.decoder().decodePage(&chunk, listKeys: dataset.listKeys)
        body(UsableRecords(chunk))
    }
}

/// What suites of rows for KSR Cranes say in short.
protocol OfficeRows {}

extension OfficeRows {
    /// A row of a sheet, as its cells are read.
    func row<Row: SubmittedRow>(_ submission: Submission<Row>, _ cells: [String: String]) -> Row {
        var row = Row()
        for field in submission.fields { if let cell = cells[field.name] { _ = field.read(cell, into: &row) } }
        return row
    }

    /// Rows on their way, with what the ledger has of the first one's file and of steps before.
    func outgoing<Row: SubmittedRow>(
        _ rows: [Row], content: String = "", resumeState: String = ""
    ) -> [OutgoingRow<Row>] {
        let time = Instant(nanosecondsSince1970: 0)
        return rows.enumerated().map { index, row in
            OutgoingRow(
                row,
                LedgerEntry(
                    row: index + 1, idempotencyKey: "k\(index)", content: content, state: .sent,
                    stepsDone: resumeState.isEmpty ? 0 : 1,
                    resumeState: resumeState, changedAt: time))
        }
    }

    /// What an answer, a request or a lookup comes to, in a word that a test can compare.
    func word(_ reading: EffectOutcome) -> String {
        switch reading {
        // A refusal can be in the server's own words.
        case .unconfirmed(let problem, _), .wrongEffect(let problem, _):
            DanishProblems.expect([problem])
        default: break
        }
        return reading.words.joined(separator: " ")
    }

    func word(_ outcome: LookupOutcome) -> String {
        if case .unknown(let sentence) = outcome { DanishProblems.expect([RowProblem("unknown", sentence)]) }
        return outcome.words.joined(separator: " ")
    }

    func word(_ request: StepRequest) -> String {
        if case .refuse(let problem) = request { DanishProblems.expect([problem]) }
        return switch request {
        case .call(let request):
            switch request.body {
            case .json(let text): "\(request.description) \(text)"
            default: request.description
            }
        case .store: "store"
        case .message: "say"
        case .refuse(let problem): "refuse " + problem.code
        case .split(let problem): "split " + problem.code
        case .confirmed(let receipts): "there " + receipts.map { $0.serverID + $0.resumeState }.joined(separator: " ")
        }
    }

    func answer(_ text: String, status: Int = 200) -> StepAnswer { StepAnswer(status: status, body: Array(text.utf8)) }
    var someDay: CivilDate { CivilDate(daysSince1970: 20_700) }
}

extension SubmittedRow {
    /// What is wrong with the row for a kind to which the hour makes no difference.
    ///
    /// Whatever a test of a kind is about, Danish pages have words for what its rows are refused for.
    func check(_ referenceData: ReferenceData, today: CivilDate) -> [RowProblem] {
        let problems = check(referenceData, today: today, now: Instant(nanosecondsSince1970: 0))
        DanishProblems.expect(problems)
        return problems
    }
}

extension Submission {
    /// Whether what a row made under this id is no longer at the server.
    func isTakenBack(_ serverID: String, _ referenceData: Row.ReferenceData) -> Bool {
        isUndone?(serverID, referenceData) ?? false
    }
}
