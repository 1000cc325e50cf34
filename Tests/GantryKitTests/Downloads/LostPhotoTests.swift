import GantryEngine
import GantryHTTP
import Synchronization
import Testing

@Suite("A photo that can't be had") struct LostPhotoTests {
    private static let passing: [(HTTPError.Code, String, Int)] = [
        (.timeout, "its server did not answer in time", 5), (.stalled, "its server did not answer in time", 5),
        (.connectFailed, "its server refuses connections", 5),
        (.nameNotFound, "the name of its server was not found", 5),
        (.reset, "its server broke off the answer", 5), (.tls, "its server's certificate or TLS failed", 1),
    ]

    @Test("for a failure of the network is held after its tries, and the others come", arguments: passing)
    func failing(code: HTTPError.Code, words: String, tries: Int) async throws {
        let stores = try PhotoStores([["a", "dead", "b"].map { "https://store.example/\($0).jpg" }]) {
            request throws(HTTPError) in
            guard request.url.contains("dead") else { return .picture }
            throw HTTPError(code, "in this test", request: request)
        }
        let photos = try await stores.fetch()
        #expect(
            photos == [
                .init(file: "apt-1.work.1.jpg", problem: nil), .init(file: "apt-1.work.2", problem: words),
                .init(file: "apt-1.work.3.jpg", problem: nil),
            ])
        #expect(stores.asked.count { $0.url.contains("dead") } == tries)
    }

    @Test(
        "for its status is held, and the others come",
        arguments: [
            (500, 5), (503, 5), (400, 1), (401, 1), (404, 1), (410, 1), (204, 1), (206, 1), (304, 1), (302, 1),
        ])
    func statuses(status: Int, tries: Int) async throws {
        let stores = try PhotoStores([["a", "lost", "b"].map { "https://store.example/\($0).jpg" }]) {
            request throws(HTTPError) in
            request.url.contains("lost") ? HTTPResponse(status: status, body: PhotoStores.picture) : .picture
        }
        #expect(try await stores.fetch().map(\.problem) == [nil, "the server answered \(status)", nil])
        #expect(stores.asked.count { $0.url.contains("lost") } == tries)
    }

    @Test("because it is redirected for ever is held, and the others come") func loop() async throws {
        let stores = try PhotoStores([["a", "loop", "b"].map { "https://store.example/\($0).jpg" }]) {
            request throws(HTTPError) in
            request.url.contains("loop") ? .redirect(to: "/loop.jpg") : .picture
        }
        #expect(try await stores.fetch().map(\.problem) == [nil, "the server redirects more than 3 times", nil])
        #expect(stores.asked.count { $0.url.contains("loop") } == 4)
    }

    private static func text(_ text: String) -> [UInt8] { Array(text.utf8) }

    private static let pictures: [(String, [[UInt8]])] = [
        // A thumbnail with an end of its own, then coded data with a byte of ones and a restart.
        (
            "jpg",
            [
                [0xFF, 0xD8, 0xFF, 0xE1, 0, 6, 0xFF, 0xD8, 0xFF, 0xD9],
                [0xFF, 0xDA, 0, 2, 18, 0xFF, 0, 52, 0xFF, 0xD0, 86, 0xFF, 0xD9],
            ]
        ),
        (
            "png",
            [
                [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], [0, 0, 0, 2], text("IDAT"), [1, 2, 0, 0, 0, 0],
                [0, 0, 0, 0], text("IEND"), [0, 0, 0, 0],
            ]
        ),
        (
            "gif",
            [
                text("GIF89a"), [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 9, 9, 9], [0x21, 0xF9, 4, 0, 0, 0, 0, 0],
                [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x4C, 1, 0], [0x3B],
            ]
        ),
        ("webp", [text("RIFF"), [12, 0, 0, 0], text("WEBPVP8L"), [0, 0, 0, 0]]),
        ("heic", [[0, 0, 0, 12], text("ftypheic"), [0, 0, 0, 10], text("mdat"), [1, 2]]),
    ]

    @Test("because the server gives a part of it is held, and whole it comes", arguments: pictures)
    func cutOff(ending: String, parts: [[UInt8]]) async throws {
        let bytes = parts.flatMap(\.self)
        let stores = try PhotoStores([(0...6).map { "https://store.example/\($0)" }]) { request throws(HTTPError) in
            let cut = Int(request.url.split(separator: "/").last ?? "") ?? 0
            return HTTPResponse(status: 200, body: bytes.dropLast(cut))
        }
        let photos = try await stores.fetch()
        #expect(photos.first == .init(file: "apt-1.work.1.\(ending)", problem: nil))
        #expect(photos.dropFirst().map(\.problem) == Array(repeating: "the image is cut off", count: 6))
    }

    @Test("for which the server states no end comes where it shows its own, and else is asked for again")
    func unstatedEnd() async throws {
        let stores = try PhotoStores([["whole", "part", "page"].map { "https://store.example/\($0).jpg" }]) {
            request throws(HTTPError) in
            if request.url.contains("page") { return HTTPResponse(status: 200, body: Self.text("<!doctype html>")) }
            return request.url.contains("part")
                ? HTTPResponse(status: 200, body: PhotoStores.picture.dropLast(1)) : .picture
        }
        #expect(
            try await stores.fetch().map(\.problem) == [nil, "the image is cut off", "the file is not an image"])
        #expect(
            stores.asked.map { String($0.url.dropFirst(22).prefix(5)) } == [
                "whole", "part.", "part.", "part.", "part.", "part.", "page.",
            ])
    }

    @Test("that comes whole at another try is there, and what has a length is asked for once") func again() async throws
    {
        let tries = Mutex(0)
        let stores = try PhotoStores([["late", "short"].map { "https://store.example/\($0).jpg" }]) {
            request throws(HTTPError) in
            let part = Array(PhotoStores.picture.dropLast(1))
            guard request.url.contains("late") else {
                return HTTPResponse(
                    status: 200, headers: HTTPHeaders([("Content-Length", "\(part.count)")]), body: part)
            }
            let count = tries.withLock { count in
                count += 1
                return count
            }
            return count < 3 ? HTTPResponse(status: 200, body: part) : .picture
        }
        #expect(try await stores.fetch().map(\.problem) == [nil, "the image is cut off"])
        #expect(stores.asked.count { $0.url.contains("late") } == 3)
        #expect(stores.asked.count { $0.url.contains("short") } == 1)
    }

    @Test("is not one with something behind its end") func behind() async throws {
        let stores = try PhotoStores([["https://store.example/a.jpg"]]) { _ throws(HTTPError) in
            HTTPResponse(status: 200, body: PhotoStores.picture + [1, 2, 3])
        }
        #expect(try await stores.fetch().map(\.problem) == [nil])
    }

    @Test(
        "on a server of its own is held where another server gives photos, also when it is the first or comes in another attempt"
    )
    func ownServer() async throws {
        let bookings = [
            ["https://dead.example/1.jpg"], ["https://store.example/2.jpg"], ["https://dead.example/3.jpg"],
        ]
        for first in [1, 3] {
            let stores = try PhotoStores(bookings) { request throws(HTTPError) in
                guard request.url.contains("dead") else { return .picture }
                throw HTTPError(.timeout, "in this test", request: request)
            }
            #expect(try await stores.fetch(first).map(\.problem) == ["its server did not answer in time"])
            #expect(try await stores.fetch(4 - first).map(\.problem) == ["its server did not answer in time"])
            #expect(try await stores.fetch(2).map(\.problem) == [nil])
        }
    }

    @Test("has all its tries, however many failed before it") func manyFailing() async throws {
        let names = (1...40).map { "https://store.example/\($0 % 2 == 0 ? "dead" : "good")\($0).jpg" }
        let stores = try PhotoStores([names]) { request throws(HTTPError) in
            request.url.contains("dead") ? HTTPResponse(status: 500) : .picture
        }
        let photos = try await stores.fetch()
        #expect(
            photos.count { $0.problem == "the server answered 500" } == 20 && photos.count { $0.problem == nil } == 20)
        #expect(stores.asked.count { $0.url.contains("dead40") } == 5)
    }
}

@Suite("A server that gives no photos") struct StoreOutageTests {
    private func outage(_ body: () async throws -> Void) async -> RunError? {
        await #expect(throws: RunError.self) { try await body() }
    }

    @Test(
        "from the start ends the run after five photos, to be continued",
        arguments: [HTTPError.Code.timeout, .connectFailed, .nameNotFound])
    func fromStart(code: HTTPError.Code) async throws {
        let stores = try PhotoStores((1...9).map { ["https://store.example/\($0).jpg"] }) { request throws(HTTPError) in
            throw HTTPError(code, "in this test", request: request)
        }
        let error = await outage { _ = try await stores.fetch() }
        #expect(error?.code == .storeUnavailable && error?.isRetryable == true, "\(error?.explanation ?? "")")
        #expect(
            error?.explanation.contains("https://store.example:443") == true
                && error?.explanation.contains("5 files") == true)
        #expect(Set(stores.asked.map(\.url)).count == 5)
    }

    @Test("because of its certificate ends the run, for a person") func certificate() async throws {
        let stores = try PhotoStores((1...9).map { ["https://store.example/\($0).jpg"] }) { request throws(HTTPError) in
            throw HTTPError(.tls, "in this test", request: request)
        }
        let error = await outage { _ = try await stores.fetch() }
        #expect(error?.code == .storeUnavailable && error?.isRetryable == false)
    }

    @Test("ends the run where it has all photos of the run, be they few", arguments: [1, 2, 4]) func few(
        count: Int
    ) async throws {
        let stores = try PhotoStores((1...count).map { ["https://store.example/\($0).jpg"] }) {
            request throws(HTTPError) in
            HTTPResponse(status: 503)
        }
        let error = await outage { _ = try await stores.fetch() }
        #expect(error?.code == .storeUnavailable && error?.isRetryable == true)
    }

    @Test("all of a sudden ends the run with no photo held for it, and the same booking comes later") func inTheMiddle()
        async throws
    {
        let stores = try PhotoStores((1...3).map { ["https://store.example/\($0).jpg?n={n}"] }) { _ throws(HTTPError) in
            .picture
        }
        #expect(try await stores.fetch(1).map(\.problem) == [nil])
        stores.serves { _ throws(HTTPError) in HTTPResponse(status: 502) }
        let error = await outage { _ = try await stores.fetch(2) }
        #expect(error?.code == .storeUnavailable)
        stores.serves { _ throws(HTTPError) in .picture }
        #expect(try await stores.fetch(2).map(\.problem) == [nil])
    }

    @Test("is not taken for one that answers because it refuses addresses that have ended") func endedAddresses()
        async throws
    {
        let newest = { @Sendable (request: HTTPRequest) in Int(request.url.split(separator: "=").last ?? "") ?? 0 }
        let stores = try PhotoStores((1...9).map { ["https://store.example/\($0).jpg?n={n}"] }) { _ throws(HTTPError) in
            .picture
        }
        _ = try await stores.fetch(1)
        // What was listed before is refused by its signature alone; what is new would have to be read.
        stores.serves { request throws(HTTPError) in HTTPResponse(status: newest(request) <= 1 ? 403 : 503) }
        let error = await outage { _ = try await stores.fetch(2) }
        #expect(error?.code == .storeUnavailable)
    }
}
