internal import GantryConnectors
internal import GantryHTTP
internal import GantryModel

extension APIConnection {
    /// Opens a socket when it is first needed, lends it to `body`, and closes it afterwards in any case.
    package func withSocket<Value>(_ body: (MessageSocket) async throws -> Value) async throws -> Value {
        let socket = MessageSocket(announce: { [observe] in observe(.socketless(reason: $0)) }, turn: gate.turn) {
            try await openSocket($0.path, tokenName: $0.tokenName)
        }
        do {
            let value = try await body(socket)
            await socket.close()
            return value
        } catch {
            await socket.close()
            throw error
        }
    }

    /// Opens a WebSocket of the connection's server, with the token in the right header. Signs in if necessary.
    func openSocket(_ path: String, tokenName: String) async throws -> Socket {
        try await gate.turn()
        let token = try await gate.accessToken()
        let url = URLBuilder(baseURL).path(path).query(tokenName, token?.reveal()).text
        let request = HTTPRequest(.get, url, timeouts: HTTPTimeouts(total: .seconds(10)))
        return try await Socket.open(request, connection.clientConfiguration(environment: environment))
    }
}
