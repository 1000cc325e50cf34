import GantryAccounts
import GantryFiles
import GantryHTTP
import Synchronization
import Testing

@Suite("The address of a photo") struct PhotoAddressTests {
    private static let thisMachine = "its address points to this machine"
    private static let unusable = "its address is unusable"

    /// What becomes of a photo at this address, and the URLs that were asked for. Every server has the photo but those
    /// that redirect.
    private func fetch(
        _ address: String, of url: String = "https://hub.example", redirects: [String: String] = [:]
    ) async throws -> (problem: String?, asked: [String]) {
        let stores = try PhotoStores([[address]], url: url) { request throws(HTTPError) in
            if let next = redirects[request.url] { return .redirect(to: next) }
            return .picture
        }
        let photos = try await stores.fetch()
        // The servers of photos have no business with the key of the connection.
        #expect(stores.asked.allSatisfy { $0.headers.isEmpty && !$0.needsToken })
        return (photos[0].problem, stores.asked.map(\.url))
    }

    @Test(
        "is below the connection's where it is relative",
        arguments: [
            ("/uploads/a.jpg?s=1", "https://hub.example/uploads/a.jpg?s=1"),
            ("uploads/a.jpg", "https://hub.example/v1/uploads/a.jpg"),
            ("//cdn.example/a.jpg", "https://cdn.example/a.jpg"), ("?a=1", "https://hub.example/v1/?a=1"),
        ])
    func relative(address: String, whole: String) async throws {
        let found = try await fetch(address, of: "https://hub.example/v1")
        #expect(found.problem == nil && found.asked == [whole])
    }

    @Test(
        "of this machine is refused to a remote connection before anything is sent",
        arguments: [
            "https://127.0.0.1/a.jpg", "https://127.1/a.jpg", "https://2130706433/a.jpg", "https://localhost/a.jpg",
            "https://[::1]/a.jpg",
        ])
    func thisMachine(address: String) async throws {
        let first = try await fetch(address)
        #expect(first.problem == Self.thisMachine && first.asked.isEmpty)
        let second = try await fetch("https://store.example/a.jpg", redirects: ["https://store.example/a.jpg": address])
        #expect(second.problem == Self.thisMachine && second.asked == ["https://store.example/a.jpg"])
    }

    @Test("is judged when its name is known, except on the connection's own server") func resolved() async throws {
        let stores = try PhotoStores([
            ["https://store.example/a.jpg", "https://hub.example/b.jpg", "https://hub.example:444/c.jpg"]
        ]) {
            request throws(HTTPError) in
            guard request.mayReachThisMachine else { throw HTTPError(.thisMachine, "in this test", request: request) }
            return .picture
        }
        #expect(try await stores.fetch().map(\.problem) == [Self.thisMachine, nil, Self.thisMachine])
    }

    @Test(
        "must be https, first and at each redirect",
        arguments: [
            "http://store.example/b.jpg", "http://127.0.0.1/b.jpg", "ftp://store.example/b.jpg", "file:///etc/passwd",
            "https://u:p@store.example/b.jpg",
            "data:image/png;base64,AAAA", "https://store.example/ø.jpg", "https://",
        ])
    func scheme(address: String) async throws {
        let first = try await fetch(address)
        #expect(first.problem == Self.unusable && first.asked.isEmpty)
        let second = try await fetch("https://store.example/a.jpg", redirects: ["https://store.example/a.jpg": address])
        #expect(second.problem == Self.unusable && second.asked.count == 1)
    }

    @Test("may be of this machine and http where the connection is, and only there") func local() async throws {
        let hub = "http://127.0.0.1:8080"
        #expect(try await fetch("http://127.0.0.1:9/a.jpg", of: hub).problem == nil)
        #expect(try await fetch("/a.jpg", of: hub).asked == ["http://127.0.0.1:8080/a.jpg"])
        #expect(try await fetch("http://store.example/a.jpg", of: hub).problem == Self.unusable)
        #expect(try await fetch("https://store.example/a.jpg", of: hub).problem == nil)
    }

    @Test("leads to others, relative or elsewhere, three times at most", arguments: [(3, true), (4, false)])
    func redirects(count: Int, passes: Bool) async throws {
        let chain = [
            "https://store.example/0.jpg", "https://store.example/1.jpg?s=2", "https://cdn.example/2.jpg",
            "https://cdn.example/3.jpg", "https://cdn.example/4.jpg",
        ]
        let places = ["/1.jpg?s=2", "//cdn.example/2.jpg", "3.jpg", "https://cdn.example/4.jpg"]
        let redirects = Dictionary(uniqueKeysWithValues: (0..<count).map { (chain[$0], places[$0]) })
        let found = try await fetch(chain[0], redirects: redirects)
        #expect(found.asked == Array(chain.prefix(4)))
        #expect(found.problem == (passes ? nil : "the server redirects more than 3 times"))
    }
}

@Suite("The address for an upload") struct UploadAddressTests {
    /// What is sent to an address that a connection names, or why nothing is.
    private func put(to address: String, of url: String) async throws -> Result<HTTPRequest, HTTPError> {
        let sent = Mutex<[HTTPRequest]>([])
        let transfers = FileTransfers(connectionURL: url, configuration: GateConfiguration()) {
            (request) async throws(HTTPError) in
            sent.withLock { $0.append(request) }
            return HTTPResponse(status: 200)
        }
        let bytes = PhotoStores.picture
        let photo = FileContent(
            path: "a.jpg", in: "/nowhere", pieces: [.bytes(bytes)], digest: ContentHasher.digest(of: bytes.span))
        do throws(HTTPError) {
            _ = try await transfers.put(
                photo, contentType: "image/jpeg", to: address, mayRepeat: true, meter: TransferMeter())
        } catch {
            #expect(sent.withLock { $0.isEmpty })
            return .failure(error)
        }
        return .success(try #require(sent.withLock { $0.first }))
    }

    @Test(
        "of this machine, or without TLS, is refused to a remote connection before anything is sent",
        arguments: [
            "https://127.0.0.1/a", "https://localhost/a", "https://[::1]/a", "http://127.0.0.1/a",
            "http://store.example/a", "/a",
        ])
    func refused(address: String) async throws {
        guard case .failure(let error) = try await put(to: address, of: "https://hub.example") else {
            Issue.record("\(address) was taken")
            return
        }
        #expect(error.code == .invalidRequest && !error.mayHaveReachedServer)
    }

    @Test("is judged when its name is known, and may be of this machine where the connection is") func allowed()
        async throws
    {
        #expect(
            try await put(to: "https://store.example/a", of: "https://hub.example").get().mayReachThisMachine == false)
        #expect(try await put(to: "http://127.0.0.1:9/a", of: "http://127.0.0.1:8").get().mayReachThisMachine == true)
    }
}
