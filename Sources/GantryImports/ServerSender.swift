internal import GantryAccounts
internal import GantryConnectors
internal import GantryEngine
internal import GantryHTTP
internal import GantryJSON
internal import GantryModel
internal import Synchronization

/// Sends rows of one kind over a connection, and returns the outcomes for the ledger.
struct ServerSender<Submitted: SubmittedRow>: RowSender {
    typealias Row = PreparedRow<Submitted>

    private let submission: Submission<Submitted>
    let connection: APIConnection
    let stores: FileTransfers?
    let meter: TransferMeter
    let server: ConnectionReader
    /// `nil` if everything is sent as requests.
    let socket: MessageSocket?
    /// Whether a person decides about rows that can't be looked up.
    let leavesUnreadToPerson: Bool
    private let addresses = StoreAddresses()

    init(
        _ submission: Submission<Submitted>, connection: APIConnection, meter: TransferMeter, server: ConnectionReader,
        socket: MessageSocket?,
        leavesUnreadToPerson: Bool, claimedAtOnce: Int
    ) {
        self.submission = submission
        self.connection = connection
        stores = connection.fileTransfers()
        self.meter = meter
        self.server = server
        self.socket = socket
        self.leavesUnreadToPerson = leavesUnreadToPerson
        self.claimedAtOnce = claimedAtOnce
    }

    var steps: Int { submission.kind.delivery.steps.count }
    let claimedAtOnce: Int
    func isShared(step: Int) -> Bool { submission.kind.delivery.isShared(step: step) }

    func steps(of row: Row) -> Int { row.row.stepCount ?? steps }
    func order(of row: Row) -> String? { submission.kind.delivery.isOrdered ? row.row.identity.group : nil }

    func refusal(of rows: [OutgoingRow<Row>], step: Int, for problem: RowProblem, status: Int?) -> EffectOutcome {
        let plain = rows.map { OutgoingRow($0.row.row, $0.entry) }
        return submission.refused(problem, status, plain, step).with(status: status)
    }

    func send(_ rows: [OutgoingRow<Row>], step: Int) async -> EffectOutcome {
        if let problem = rows.first(where: { $0.row.problem != nil })?.row.problem { return .rejected(problem) }
        let plain = rows.map { OutgoingRow($0.row.row, $0.entry) }
        let request: StepRequest
        do {
            request = try await submission.request(plain, step, server)
        } catch {
            return ServerSender.unread(error, server)
        }
        switch request {
        case .refuse(let problem): return .rejected(problem)
        case .split(let problem): return .split(problem)
        case .confirmed(let receipts): return .confirmed(receipts)
        case .call(let request): return await call(request, of: rows, plain: plain, step: step)
        case .message(let message, let request):
            switch await socket?.send(message) ?? .notSent {
            case .taken(let receipt): return .confirmed([receipt])
            case .lost(let reason): return .ambiguous(RowProblem("no-echo", reason))
            case .notSent: return await call(request, of: rows, plain: plain, step: step)
            }
        case .store(let field, let ask, let address):
            return await store(
                field, of: rows, plain: plain, step: step, ask: ask, address: address)
        }
    }

    func find(_ rows: [OutgoingRow<Row>], step: Int) async throws -> LookupOutcome {
        do {
            return try await submission.find(rows.map { OutgoingRow($0.row.row, $0.entry) }, step, server)
        } catch {
            guard let reason = reasonNotToLook(error) else { throw error }
            return .unknown(reason)
        }
    }

    /// Why the server can't be asked by any command; `nil` if a later one may have more luck.
    private func reasonNotToLook(_ error: any Error) -> String? {
        if let error = error as? HTTPError, error.code == .status, let status = error.status,
            status == 501 || (400..<500).contains(status) && ![401, 408, 425, 429].contains(status)
        {
            return "The server offers no lookup: it answered \(status) to \(error.method) \(error.target)."
        }
        if let error = error as? RunError, error.code == .sourceRefused, !error.isRetryable {
            return "The lookup failed: \(error.explanation)"
        }
        guard leavesUnreadToPerson, let error = error as? any ExplainedError, error.isRetryable else { return nil }
        return "The lookup failed: \(error.explanation)"
    }

    /// What it means for rows that something could not be read which their request is made from: nothing was sent.
    private static func unread(_ error: any Error, _ server: ConnectionReader) -> EffectOutcome {
        guard server.isAboutRequest(error), let reason = error as? any ExplainedError else { return .stop(error) }
        let problem = RowProblem(
            "unreadable", "The row was not sent, because something it needs can't be read: \(reason.explanation)")
        guard let error = error as? HTTPError else { return .notSent(problem) }
        let traceID = error.serverMessage?.traceID ?? ""
        if let status = error.status, case .rejected = outcome(error) {
            return .rejected(problem, status: status, traceID: traceID)
        }
        return .notSent(problem, status: error.status, traceID: traceID)
    }

    private func call(
        _ request: WriteRequest, of rows: [OutgoingRow<Row>], plain: [OutgoingRow<Submitted>], step: Int
    ) async -> EffectOutcome {
        do throws(HTTPError) {
            let answer = try await connection.write(request, files: rows.first?.row.files ?? [:], meter: meter)
            return reading(StepAnswer(status: answer.status, body: answer.body), of: plain, step: step)
        } catch {
            let outcome = ServerSender.outcome(error)
            switch outcome {
            case .rejected(let problem, let status?, let traceID):
                return submission.refused(problem, status, plain, step).with(
                    status: status, traceID: traceID)
            case .ambiguous(let problem, let status?, let traceID):
                return submission.failed(problem, status, plain, step)?.with(
                    status: status, traceID: traceID) ?? outcome
            default: return outcome
            }
        }
    }

    private func reading(_ answer: StepAnswer, of rows: [OutgoingRow<Submitted>], step: Int) -> EffectOutcome {
        submission.receive(answer, rows, step).with(status: answer.status)
    }

    /// Asks for an address and puts the file there; an address that has expired meanwhile is requested once more. An
    /// address from the previous attempt that may still be valid is used again: a server can make a name for each, and
    /// a file under two names would be there twice.
    private func store(
        _ field: String, of rows: [OutgoingRow<Row>], plain: [OutgoingRow<Submitted>], step: Int,
        ask: @Sendable (String, String) -> WriteRequest, address: @Sendable ([UInt8]) -> StoreAddress?
    ) async -> EffectOutcome {
        guard let stores, let file = rows.first?.row.files[field] else {
            return .rejected(RowProblem("no-file", "There is no file to store."))
        }
        let key = rows.first?.entry.idempotencyKey ?? ""
        // The file is what the row has at the server, unless a later step is still to name it.
        let isEffect = rows.first.map { step == steps(of: $0.row) - 1 } ?? true
        var asked = 0
        while asked < 2 {
            let place: StoreAddress
            if let known = addresses[key] {
                place = known
            } else {
                asked += 1
                do throws(HTTPError) {
                    let answer = try await connection.write(ask(file.name, file.contentType))
                    guard let found = address(answer.body) else {
                        // A page from something between here and the server says nothing about the row.
                        let problem = RowProblem("no-address", "The server answered without an address for the file.")
                        return .notSent(problem, status: answer.status)
                    }
                    place = found
                } catch {
                    // No effect comes from asking for an address, so a failure of it leaves the row as it was.
                    return ServerSender.withoutEffect(ServerSender.outcome(error))
                }
                addresses[key] = place
            }
            do throws(HTTPError) {
                let answer = try await stores.put(
                    file.content, contentType: file.contentType, to: place.url, mayRepeat: !isEffect, meter: meter)
                if ServerSender.isPage(answer.body) {
                    return .notSent(
                        RowProblem("no-store", "A web page came instead of the store's answer."), status: answer.status
                    )
                }
                if let words = ServerSender.failure(answer.body) {
                    let problem = RowProblem(
                        "no-store", "The store answered \(answer.status), but reports a failure\(words).")
                    return .notSent(problem, status: answer.status)
                }
                addresses[key] = nil
                return reading(
                    StepAnswer(status: answer.status, body: answer.body, reference: place.reference), of: plain,
                    step: step)
            } catch {
                if error.code == .status, error.status == 403 {
                    addresses[key] = nil
                    if asked < 2 { continue }
                }
                // The store keeps an existing file, and a file under a name made of its digest is this file.
                if error.code == .status, error.status == 412 {
                    addresses[key] = nil
                    return reading(StepAnswer(status: 412, body: [], reference: place.reference), of: plain, step: step)
                }
                // A line too slow for the life of an address can be faster the next time.
                if error.code == .status, error.status == 403, ServerSender.saysExpired(error) {
                    return .notSent(
                        RowProblem(
                            "address-expired", "The upload address expired twice before the file was complete."),
                        status: 403)
                }
                // Stored again under the same name, a file is the same file.
                let outcome = ServerSender.outcome(error, ofStore: true)
                return isEffect ? outcome : ServerSender.withoutEffect(outcome)
            }
        }
        return .rejected(
            RowProblem("address-refused", "The store refused the server's upload address twice."), status: 403)
    }

    private static func withoutEffect(_ outcome: EffectOutcome) -> EffectOutcome {
        guard case .ambiguous(let problem, let status, let traceID) = outcome else { return outcome }
        return .notSent(problem, status: status, traceID: traceID)
    }

    /// The reason in an answer whose status is a success but whose body isn't: `{error}` or `{success: false}`, as a
    /// gateway or another service sends it.
    private static func failure(_ body: [UInt8]) -> String? {
        guard body.count <= 65_536, let tree = try? JSONTree(body) else { return nil }
        guard tree["error"] != nil || tree["success"] == .bool(false) else { return nil }
        let words = (tree["error"] ?? tree["message"])?.text.map { Redactor(maxCharacters: 200).redact($0) } ?? ""
        return words.isEmpty ? "" : " (\(singleLine(words)))"
    }

    /// Whether a success is the page of something between here and the store. A store answers a `PUT` with headers
    /// alone (Amazon S3 API Reference, `PutObject`), or with XML of its own.
    private static func isPage(_ body: [UInt8]) -> Bool {
        let start = String(decoding: body.drop { [0x09, 0x0A, 0x0D, 0x20].contains($0) }.prefix(9), as: UTF8.self)
            .lowercased()
        return start.hasPrefix("<html") || start.hasPrefix("<!doctype")
    }

    // MARK: Errors

    /// What a failure says about the effect.
    ///
    /// - Parameter ofStore: Whether a store answered, and not the connection's server.
    static func outcome(_ error: HTTPError, ofStore: Bool = false) -> EffectOutcome {
        let status = error.status
        let code = error.serverMessage?.code ?? ""
        let traceID = ofStore ? "" : error.serverMessage?.traceID ?? ""
        // Of a request with an effect, no try follows one that may have arrived.
        let stop = EffectOutcome.stop(error)
        let problem = ofStore ? storeProblem(error) : RowProblem(code.isEmpty ? word(error) : code, sentence(error))
        if ofStore, error.code == .invalidRequest {
            return .rejected(
                RowProblem("unusable-address", field: "file", "The server gave an upload address that can't be used."))
        }
        if error.code == .bodyChanged || error.code == .bodyUnreadable {
            return .rejected(RowProblem("file-changed", field: "file", error.reason))
        }
        switch error.lastCode {
        case .status:
            guard let status else { return .ambiguous(problem) }
            if status == 429 { return stop }
            if status >= 500, !ofStore, isPage(error.errorBody) {
                return .ambiguous(
                    RowProblem(RowProblem.pageCode, problem.sentence), status: status, traceID: traceID)
            }
            if status == 408 || status == 425 || status >= 500 || status < 400 {
                return .ambiguous(problem, status: status, traceID: traceID)
            }
            return .rejected(problem, status: status, traceID: traceID)
        // A redirect can also follow a completed action (RFC 9110, 15.4.3 and 15.4.4); a resource that moved or is
        // elsewhere did nothing.
        case .redirectRefused where status == 302 || status == 303: return .ambiguous(problem, status: status)
        case .refused, .signInFailed, .invalidRequest, .setUp, .tls, .redirectRefused, .tooManyRedirects:
            return stop
        default:
            if !error.mayHaveReachedServer { return stop }
            if error.bodyWasIncomplete { return .notSent(problem, status: status) }
            return .ambiguous(problem, status: status)
        }
    }

    /// A stable word for what failed.
    private static func word(_ error: HTTPError) -> String {
        if let status = error.status { return "status-\(status)" }
        return "no-answer"
    }

    /// A store's own code (Amazon S3 API Reference, "Error responses") without the rest, which quotes the address and
    /// its signature.
    private static func storeProblem(_ error: HTTPError) -> RowProblem {
        guard let status = error.status else { return RowProblem(word(error), sentence(error)) }
        let body = String(decoding: error.errorBody.prefix(4_096), as: UTF8.self)
        let code =
            body.firstRange(of: "<Code>").map { body[$0.upperBound...].prefix { $0.isASCII && $0.isLetter }.prefix(60) }
            ?? ""
        let sentence = "The store answered \(status)\(code.isEmpty ? "" : " (\(code))")."
        return status == 403
            ? RowProblem("address-refused", "\(sentence) It also refused a second upload address.")
            : RowProblem(word(error), sentence)
    }

    /// Whether a store refused an address because of its age: `AccessDenied` with the message `Request has expired`, as
    /// Amazon S3 does.
    private static func saysExpired(_ error: HTTPError) -> Bool {
        String(decoding: error.errorBody.prefix(4_096), as: UTF8.self).lowercased().contains("expired")
    }

    private static func sentence(_ error: HTTPError) -> String {
        guard let status = error.status else { return "No answer came: \(error.reason)." }
        if error.lastCode == .redirectRefused { return "The server answered \(status): \(error.reason)." }
        // A connector's sentence about a refusal is complete; a failure is shown in the server's words.
        if let message = error.serverMessage, status < 500 { return message.sentence }
        let words = error.serverMessage.map { $0.said ?? "" } ?? error.bodyText
        guard !words.isEmpty else { return "The server answered \(status)." }
        return "The server answered \(status) \"\(singleLine(words, limit: 500))\"."
    }
}

/// The addresses for files, until they are known to have expired. They are secrets, and kept nowhere else.
private final class StoreAddresses: Sendable {
    private let places = Mutex<[String: StoreAddress]>([:])

    subscript(key: String) -> StoreAddress? {
        get { places.withLock { $0[key] } }
        set { places.withLock { $0[key] = newValue } }
    }
}
