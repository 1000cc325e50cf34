import GantryConnectors
import GantryEngine
import GantryModel
import Synchronization

/// AutoDetail Hub with canned answers by path and query; whatever has none is answered with 404.
final class HubCalls: ServerReader {
    private let answers: [String: String]
    private let counts = Mutex((under: 0, most: 0, asked: [String]()))

    /// Ids that the ledger has for other rows.
    private let taken: Set<String>

    init(_ answers: [String: String] = [:], taken: Set<String> = []) {
        self.answers = answers
        self.taken = taken
    }

    func isTaken(_ serverID: String, besides _: LedgerEntry) async throws -> Bool { taken.contains(serverID) }

    /// What was asked, and how much of it at once.
    var asked: [String] { counts.withLock { $0.asked } }
    var most: Int { counts.withLock { $0.most } }

    func read(_ request: ReadRequest) async throws -> [UInt8]? {
        let name = String(request.description.dropFirst("GET ".count))
        counts.withLock {
            $0.asked.append(name)
            $0.under += 1
            $0.most = max($0.most, $0.under)
        }
        try await Task.sleep(for: .milliseconds(5))
        counts.withLock { $0.under -= 1 }
        return answers[name].map { Array($0.utf8) }
    }

    func readAll<R: DatasetRecord>(
        _ dataset: Dataset<R>, period: PayPeriod?, filters: [String: String], _ body: (UsableRecords<R>) -> Void
    ) async throws {
        body(UsableRecords(try decode(dataset, answers[dataset.name] ?? "[]")))
    }

    static func booking(_ id: String, status: String = "done", work: [String] = [], defect: [String] = []) -> String {
        func photos(_ urls: [String]) -> String {
            "["
                + urls.map {
                    #"{"id":"ph \#($0.prefix { $0 != "?" })","url":"\#($0)","createdAt":"2026-10-01T12:00:00Z"}"#
                }.joined(separator: ",") + "]"
        }
        return
            #"{"id":"\#(id)","source":"ios","status":"\#(status)","startIso":"2036-10-06T07:00:00Z","endIso":null,"clientName":"Client 501","#
            + #""phone":"+79000000501","telegram":null,"carMake":"Lada","carPlate":null,"serviceName":"Car Washing","notes":"","#
            + #""workPhotos":\#(photos(work)),"defectPhotos":\#(photos(defect)),"createdAt":"2026-10-01T07:00:00Z","updatedAt":"2026-10-01T07:00:00Z"}"#
    }
}

extension Submission {
    /// The row that these cells make.
    func row(_ cells: KeyValuePairs<String, String>) -> Row {
        var row = Row()
        for (name, cell) in cells { _ = fields.first { $0.name == name }?.read(cell, into: &row) }
        return row
    }
}

extension EffectOutcome {
    /// Which of the readings it is, with what it says.
    var words: [String] {
        switch self {
        case .confirmed(let receipts): ["taken"] + receipts.map(\.serverID)
        case .split(let problem, _): ["split", problem.code]
        case .rejected(let problem, _, _): ["refused", problem.code]
        case .ambiguous(let problem, _, _): ["unclear", problem.code]
        case .unconfirmed(let problem, _): ["unconfirmed", problem.code]
        case .wrongEffect(let problem, _): ["doubtful", problem.code]
        case .notSent(let problem, _, _): ["not sent", problem.code]
        case .stop(let error): ["stop", "\(error)"]
        }
    }
}

extension LookupOutcome {
    var words: [String] {
        switch self {
        case .confirmed(let receipts): ["there"] + receipts.map(\.serverID)
        case .missing: ["missing"]
        case .repeatable: ["repeatable"]
        case .unknown: ["cannot tell"]
        }
    }
}

extension StepRequest {
    /// What is sent: method and path, and the JSON.
    var sent: (line: String, body: String)? {
        guard case .call(let request) = self else { return nil }
        if case .json(let text) = request.body { return (request.description, text) }
        return (request.description, "")
    }
}
