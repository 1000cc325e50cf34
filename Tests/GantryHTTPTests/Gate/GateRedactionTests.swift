import GantryHTTP
import GantryModel
import Testing

@Suite struct GateRedactionTests {
    @Test("An error body is cleaned of the token that its own request carried, also when another is in use by then")
    func oldToken() async throws {
        let (begins, hasBegun) = AsyncStream.makeStream(of: Void.self)
        let (rotates, hasRotated) = AsyncStream.makeStream(of: Void.self)
        let signIns = Log<Void>()
        let gate = RequestGate(
            origin: "https://h.example", configuration: quick(),
            signIn: { _ in AccessToken(Secret("opaque-\(signIns.add(()))-zzzz")) }
        ) { (request) async throws(HTTPError) in
            let sent = request.headers.first { $0.name == "Authorization" }?.value.wireText ?? ""
            guard request.url.hasSuffix("/slow") else {
                return HTTPResponse(status: sent.hasSuffix("opaque-1-zzzz") ? 401 : 200)
            }
            hasBegun.yield()
            for await _ in rotates { break }
            return HTTPResponse(status: 400, body: Array("you sent \(sent.dropFirst(7)) here".utf8))
        }
        let slow = Task { try await gate.send(HTTPRequest(.get, "https://h.example/slow")) }
        for await _ in begins { break }
        _ = try await gate.send(HTTPRequest(.get, "https://h.example/other"))
        hasRotated.yield()
        let error = await #expect(throws: HTTPError.self) { try await slow.value }
        #expect(signIns.entries.count == 2 && error?.bodyText == "you sent *** here")
    }
}
