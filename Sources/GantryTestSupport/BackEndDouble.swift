package import GantryAccounts
package import GantryConnectors
package import GantryHTTP
internal import GantryJSON
internal import GantryModel
internal import Synchronization

/// A request as a back end sees it.
package struct SeenRequest: Sendable {
    package let method: String
    package let path: String
    package let headers: [String: String]
    package let body: String

    package init(_ request: HTTPRequest) {
        method = request.method.name
        path = "/" + (request.url.split(separator: "/", maxSplits: 2).last ?? "")
        headers = Dictionary(request.headers.map { ($0.name.lowercased(), $0.value.wireText) }) { $1 }
        body = String(decoding: request.body.bytes ?? [], as: UTF8.self)
    }

    package subscript(field: String) -> String? {
        guard let tree = try? JSONTree(Array(body.utf8)) else { return nil }
        return tree[field]?.text
    }
}

/// A back end in memory that answers as a test says and remembers what it was asked.
package final class BackEndDouble: Sendable {
    package typealias Answer = @Sendable (SeenRequest) throws(HTTPError) -> HTTPResponse

    private let state: Mutex<(seen: [SeenRequest], answer: Answer)>
    private let time = Mutex(Duration.seconds(1_795_255_200))

    package init(_ answer: @escaping Answer) { state = Mutex(([], answer)) }

    package var seen: [SeenRequest] { state.withLock { $0.seen } }
    package var paths: [String] { seen.map(\.path) }

    package func answers(_ answer: @escaping Answer) { state.withLock { $0.answer = answer } }

    package var transport: RequestGate.Transport {
        { [self] (request) async throws(HTTPError) in
            let seen = SeenRequest(request)
            let answer = state.withLock { state in
                state.seen.append(seen)
                return state.answer
            }
            return try answer(seen)
        }
    }

    /// A clock that advances only when the gate waits or a test says so; it begins at 2026-11-21T10:00:00Z.
    package var clock: GateClock {
        GateClock(
            now: { [self] in time.withLock { $0 } }, wall: { [self] in time.withLock { $0 } },
            sleep: { [self] span in
                try Task.checkCancellation()
                time.withLock { $0 += span }
            })
    }

    package func pass(_ span: Duration) { time.withLock { $0 += span } }
}

extension HTTPResponse {
    package static func json(_ status: Int, _ body: String, headers: [(String, String)] = []) -> HTTPResponse {
        HTTPResponse(status: status, headers: HTTPHeaders(headers), body: Array(body.utf8))
    }
}

/// A connection of a gantry.yaml with this system, address and credentials.
package func connection(
    _ system: String, _ url: String = "https://server.example", credentials: String = "{}", name: String = "office",
    of systems: Systems = .builtIn
) throws -> Connection {
    let text = """
        connections:
          \(name):
            system: \(system)
            environment: \(url)
            credentials: \(credentials)
        """
    let configuration = try Configuration.read(
        Array(text.utf8), named: "gantry.yaml", folder: "/nowhere", systems: systems, environment: [:])
    return try configuration.connection(named: name)
}

extension APIConnection {
    package init(
        _ connection: Connection, in folder: TemporaryFolder, _ back: BackEndDouble, environment: [String: String] = [:]
    ) throws {
        try self.init(
            connection, environment: environment, store: TokenStore(Workspace(path: folder.path)), clock: back.clock,
            transport: back.transport)
    }
}

/// Signs in as `gantry login` does.
@discardableResult
package func login(
    _ connection: Connection, in folder: TemporaryFolder, _ back: BackEndDouble, answers: [String: String],
    opensAccount: Bool = false
) async throws -> SignedInAccount {
    try await connection.signIn(
        store: TokenStore(Workspace(path: folder.path)), answers: answers.mapValues { Secret($0) },
        environment: [:],
        opensAccount: opensAccount, clock: back.clock, transport: back.transport)
}
