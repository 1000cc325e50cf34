import GantryAccounts
import GantryConnectors
import GantryEngine
import GantryHTTP
import GantryModel
import GantryTestSupport
import Synchronization
import Testing

/// Answers of 200 that say, as the file of a system has it, that the request failed.
@Suite("A request that failed with a success for its status") struct FailedRequestTests {
    private let folder: TemporaryFolder
    private let list = ReadRequest(path: "/hours", query: [])
    private static let failed = #"{"hours":[],"meta":{"state":"FAILED"},"why":"No such index","code":"E7"}"#

    init() throws { folder = try TemporaryFolder() }

    private func api(_ back: BackEndDouble) throws -> APIConnection {
        let rules = "errors: { message: why, code: code }, failed: { at: meta.state, is: [FAILED, LOST] }"
        return try APIConnection(describedConnection(requests: rules), in: folder, back, environment: ["KEY": "key-a"])
    }

    /// Gives this to all but the check.
    private func back(_ answers: [String]) -> BackEndDouble {
        let number = Atomic(0)
        return BackEndDouble { request throws(HTTPError) in
            guard request.path != "/me" else { return .json(200, #"{"user":{"login":"anna"}}"#) }
            let index = min(number.wrappingAdd(1, ordering: .relaxed).oldValue, answers.count - 1)
            return .json(200, answers[index])
        }
    }

    private func fetch<R: DatasetRecord>(
        _ api: APIConnection, _ description: some DatasetDescription<R>
    ) async throws -> Int {
        try await PageLane(api, description.dataset).fetch(list).chunk.count
    }

    private func fetch(_ api: APIConnection) async throws -> Int {
        let dataset = try #require(api.connection.system.datasets.first)
        return try await fetch(api, dataset)
    }

    @Test("ends a page and a look-up with the server's words, after three tries, and can be tried again")
    func ends() async throws {
        for readsPage in [true, false] {
            let back = back([Self.failed])
            let api = try api(back)
            let error = await #expect(throws: RunError.self) {
                if readsPage { _ = try await fetch(api) } else { _ = try await api.readSuccess(list) }
            }
            #expect(error?.code == .sourceRefused && error?.isRetryable == true)
            #expect(
                error?.explanation
                    == "GET /hours was answered, but reports a failure. No such index (code E7).")
            #expect(back.paths == ["/me", "/hours", "/hours", "/hours"])
        }
    }

    @Test("is no failure where a later try succeeds") func passes() async throws {
        let back = back([Self.failed, #"{"hours":[{"id":"1"}],"meta":{"state":"OK"}}"#])
        #expect(try await fetch(try api(back)) == 1)
        #expect(back.paths.count == 3)
    }

    @Test(
        "is one that has errors beside records, at the top or where the file has the reasons of refusals",
        arguments: [
            #""errors":[{"message":"No right to all"}]"#, #""error":"No right to all""#, #""why":"No right to all""#,
        ]
    )
    func partial(member: String) async throws {
        let api = try api(back([#"{"hours":[{"id":"1"}],\#(member)}"#]))
        let error = await #expect(throws: RunError.self) { try await fetch(api) }
        #expect(error?.code == .sourceRefused && error?.isRetryable == false)
        #expect(error?.explanation == "GET /hours was answered, but reports a failure. No right to all.")
        #expect(try await fetch(try self.api(back([#"{"hours":[{"id":"1","error":"x"}],"errors":[]}"#]))) == 1)
    }

    @Test("signs nobody in, and isn't asked for again") func check() async throws {
        let back = BackEndDouble { _ throws(HTTPError) in
            .json(200, #"{"user":{"login":"anna"},"meta":{"state":"LOST"},"why":"Wrong key key-a"}"#)
        }
        let error = await #expect(throws: (any Error).self) { try await fetch(try api(back)) }
        let refusal = (error as? HTTPError)?.cause as? SignInError ?? error as? SignInError
        #expect(refusal?.code == .refused, "\(String(describing: error))")
        #expect(refusal?.explanation.contains("/me reports a failure. Wrong key") == true)
        #expect(refusal?.explanation.contains("key-a") == false)
        #expect(back.paths == ["/me"])
    }

    @Test("says nothing of the effect of what was sent, and isn't sent again") func write() async throws {
        let back = back([Self.failed])
        let api = try api(back)
        let error = await #expect(throws: HTTPError.self) {
            _ = try await api.write(WriteRequest(.post, "/hours", body: .json("{}"), isRepeatable: true))
        }
        #expect(error?.code == .status && error?.status == 200 && error?.mayHaveReachedServer == true)
        #expect(error?.serverMessage?.sentence == "No such index." && error?.serverMessage?.code == "E7")
        #expect(back.paths == ["/me", "/hours"])
    }
}
