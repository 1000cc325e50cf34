import GantryAccounts
import GantryConnectors
import GantryHTTP
import GantryKit
import GantryModel
import GantryTestSupport
import Synchronization

/// A back end that lists photos, and the servers that keep them, in memory. Waits take no time.
final class PhotoStores: Sendable {
    /// What a server does with a request.
    typealias Server = @Sendable (HTTPRequest) throws(HTTPError) -> HTTPResponse

    /// What became of a photo: its file, or why there is none.
    struct Result: Equatable, CustomStringConvertible {
        let file: String
        let problem: String?
        var description: String { "\(file): \(problem ?? "there")" }
    }

    static let picture: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 2, 0xFF, 0xD9]

    let folder: TemporaryFolder
    private let lanes: [DownloadLane<AutoDetail.PhotoFiles>]
    private let servers: Servers

    private final class Servers: Sendable {
        let state: Mutex<(asked: [HTTPRequest], server: Server)>

        init(_ server: @escaping Server) { state = Mutex(([], server)) }
    }

    /// - Parameters:
    ///   - bookings: the addresses of the photos of each booking; `{n}` in one becomes the number of the listing, as a
    ///     signature does.
    ///   - url: the address of the connection.
    init(_ bookings: [[String]], url: String = "https://hub.example", _ server: @escaping Server) throws {
        let folder = try TemporaryFolder()
        self.folder = folder
        let listings = Mutex(0)
        let back = BackEndDouble { request throws(HTTPError) in
            guard let number = request.path.split(separator: "-").last.flatMap({ Int($0) }) else {
                return .json(200, #"{"valid":true}"#)
            }
            let listing = listings.withLock { count in
                count += 1
                return count
            }
            let photos = bookings[number - 1].enumerated().map { index, url in
                #"{"id":"\#(index + 1)","url":"\#(url.replacing("{n}", with: "\(listing)"))"}"#
            }
            return .json(
                200,
                """
                {"id":"apt-\(number)","status":"done","startIso":"2026-10-01T07:00:00Z","clientName":"C","serviceName":"S",
                 "workPhotos":[\(photos.joined(separator: ","))]}
                """)
        }
        let servers = Servers(server)
        self.servers = servers
        let connection = try connection("autodetail-hub", url, credentials: "{ api-key: { env: HUB_API_KEY } }")
        let api = try APIConnection(
            connection, in: folder, back, environment: ["HUB_API_KEY": "org_1705671234_sandbox000001"])
        let transfers = FileTransfers(
            connectionURL: url,
            configuration: GateConfiguration(retryBudget: FileTransfers.downloadRetries, clock: back.clock)
        ) { (request) async throws(HTTPError) in
            let server = servers.state.withLock { state in
                state.asked.append(request)
                return state.server
            }
            return try server(request)
        }
        lanes = DownloadLane.lanes(
            1, of: AutoDetail.PhotoFile.dataset, files: AutoDetail.PhotoFiles(), connection: api, transfers: transfers,
            folder: folder.path,
            pages: bookings.count, request: Self.request)
    }

    private static func request(_ page: Int) -> ReadRequest {
        AutoDetail.PhotoFile.dataset.request(DatasetRequest(period: nil, key: "apt-\(page)"))
    }

    /// What was asked of the servers, every try.
    var asked: [HTTPRequest] { servers.state.withLock { $0.asked } }

    func serves(_ server: @escaping Server) { servers.state.withLock { $0.server = server } }

    /// The photos of a booking, from 1.
    func fetch(_ booking: Int = 1) async throws -> [Result] {
        let chunk = try await lanes[0].fetch(Self.request(booking)).chunk
        return chunk.records.map { Result(file: chunk.text($0.file), problem: $0.problem.map { chunk.text($0) }) }
    }
}

extension HTTPResponse {
    static var picture: HTTPResponse { HTTPResponse(status: 200, body: PhotoStores.picture) }
    static func redirect(to place: String, status: Int = 302) -> HTTPResponse {
        HTTPResponse(status: status, headers: HTTPHeaders([("Location", place)]))
    }
}
