internal import GantryModel
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// Answers the requests of one endpoint: access, faults, delay, answer, log.
struct EndpointResponder: Sendable {
    let endpoint: Endpoint
    let state: SandboxState

    func respond(to request: Request, context: SandboxContext) async throws -> Response {
        var entry = LoggedRequest(request, endpoint: endpoint.name, context: context)
        var asked = BackendRequest(
            query: queryPairs(request.uri.query), headers: request.headers,
            origin: "http://" + (request.head.authority ?? ""), fields: endpoint.fields)
        if let service = endpoint.socket, let key = request.headers.value("sec-websocket-key") {
            return try await open(service, key: key, for: request, entry, in: context)
        }
        for (name, value) in context.parameters { asked.parameters[String(name)] = String(value) }
        let refusal = endpoint.access.refusal(&asked)
        let page = endpoint.paging.page(asked.query)
        if refusal == nil, let fault = state.schedule.withLock({ $0.unread(endpoint: endpoint.name, page: page) }) {
            entry.faults = [fault]
            record(entry)
            try await RawConnection(channel: context.channel).perform([.reset])
            throw ConnectionClosed()
        }
        guard
            let body = try await request.body.whole(
                upTo: endpoint.bodyLimit, announced: request.headers[.contentLength])
        else {
            return send(
                state.backend.error(endpoint.tooLongStatus, "The body is larger than \(endpoint.bodyLimit) bytes"),
                entry)
        }
        if let refusal { return send(refusal, entry) }
        asked.body = body
        let plan = state.schedule.withLock {
            $0.plan(
                endpoint: endpoint.name, page: page, isOneRecord: page > 1 && asked.query["limit"] == "1",
                now: entry.receivedAt)
        }
        entry.faults = plan.faults
        try await wait(plan)
        if plan.expiresTokens {
            state.backend.expireTokens()
            if let refusal = endpoint.access.refusal(&asked) { return send(refusal, entry) }
        }
        if plan.alteration.pageShift != 0 {
            asked.query = endpoint.paging.shifted(asked.query, by: plan.alteration.pageShift)
        }
        asked.alteration = plan.alteration
        guard let fault = plan.response else { return send(answer(asked), entry) }
        let done = endpoint.isWrite && fault.letsRequestThrough ? answer(asked) : nil
        if case .late(let seconds) = fault {
            // It goes on however the client's connection ends.
            Task { [asked] in
                try? await Task.sleep(for: .seconds(seconds))
                _ = answer(asked)
            }
        }
        let response = FaultResponse(fault, now: .now, error: state.backend.error) { done ?? answer(asked) }
        entry.status = response.status
        record(entry)
        switch response.action {
        case .answer(let status, let headers, let bytes):
            return Response(
                status: .init(code: status), headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
        case .endless(let status, let headers, let opening, let filling):
            return Response(status: .init(code: status), headers: headers, body: endlessBody(opening, filling))
        case .raw(let steps):
            try await RawConnection(channel: context.channel).perform(steps)
            throw ConnectionClosed()
        }
    }

    private func answer(_ request: BackendRequest) -> BackendAnswer {
        var answer: BackendAnswer
        do {
            answer = try endpoint.answer(request)
        } catch let refusal as Refusal {
            answer = refusal.answer
        } catch {
            answer = state.backend.error(500, "\(error)")
        }
        if endpoint.isWrite, let failure = state.effects.failure {
            return state.backend.error(500, failure.description)
        }
        guard endpoint.hasETag, answer.status == 200 else { return answer }
        let tag = EntityTag(answer.body)
        if tag.isListed(in: request.headers[.ifNoneMatch]) { answer = BackendAnswer(status: 304, body: []) }
        answer.headers[.eTag] = tag.text
        return answer
    }

    private func wait(_ plan: FaultPlan) async throws {
        let delay = Duration.seconds(plan.delay) + (endpoint.paging.isPaged ? state.pageDelay : .zero)
        if delay > .zero { try await Task.sleep(for: delay) }
    }

    func send(_ answer: BackendAnswer, _ entry: LoggedRequest) -> Response {
        var entry = entry
        entry.status = answer.status
        record(entry)
        return answer.response
    }

    func record(_ entry: LoggedRequest) {
        state.log.withLock { $0.append(entry) }
    }

    /// Ends when the client disconnects, because then the write fails, or when the server stops.
    private func endlessBody(_ opening: [UInt8], _ filling: [UInt8]) -> ResponseBody {
        ResponseBody { writer in
            try await writer.write(ByteBuffer(bytes: opening))
            let buffer = ByteBuffer(bytes: filling)
            while true {
                try Task.checkCancellation()
                try await writer.write(buffer)
            }
        }
    }
}

/// Makes the framework write no answer, because the connection is closed.
struct ConnectionClosed: Error {}

/// Answers and logs requests for unknown paths.
struct UnknownPathAnswer: RouterMiddleware {
    let state: SandboxState

    func handle(
        _ request: Request, context: SandboxContext, next: (Request, SandboxContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as HTTPError {
            var entry = LoggedRequest(request, endpoint: nil, context: context)
            entry.status = error.status.code
            state.log.withLock { [entry] in $0.append(entry) }
            return state.backend.error(error.status.code, error.status.reasonPhrase).response
        }
    }
}

extension BackendAnswer {
    fileprivate var response: Response {
        Response(
            status: .init(code: status), headers: headerFields, body: .init(byteBuffer: ByteBuffer(bytes: body)))
    }
}

extension LoggedRequest {
    init(_ request: Request, endpoint: String?, context: SandboxContext) {
        self.init(
            number: 0, method: request.method.rawValue, path: request.uri.path, query: request.uri.query ?? "",
            endpoint: endpoint,
            status: nil, hadAuthorization: request.headers[.authorization] != nil,
            clientPort: context.channel.remoteAddress?.port ?? 0, receivedAt: .now, faults: [])
    }
}
