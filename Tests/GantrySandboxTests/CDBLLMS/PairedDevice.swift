import Foundation
import GantrySandbox
import Testing

/// A running CDBL LMS with a device that is paired.
struct PairedDevice {
    let sandbox: RunningSandbox
    var session: String
    var deviceID: String
    var refreshToken: String

    /// Headers that a session needs; `without` leaves some of them out.
    func headers(without left: Set<String> = []) -> [String] {
        [
            ("Authorization", "Bearer \(session)"), ("X-Device-ID", deviceID), ("X-Platform", "iOS"),
            ("Content-Type", "application/json"),
        ]
        .filter { !left.contains($0.0) }.flatMap { ["-H", "\($0.0): \($0.1)"] }
    }

    func get(_ path: String, _ options: [String] = []) async throws -> CurlAnswer {
        try await Curl().get(sandbox.baseURL + path, headers() + options)
    }

    func refresh(_ token: String? = nil, _ options: [String]? = nil) async throws -> CurlAnswer {
        try await Curl().get(
            sandbox.baseURL + "/api/mobile/refresh",
            (options ?? headers(without: ["Authorization"])) + ["-d", #"{"refreshToken":"\#(token ?? refreshToken)"}"#])
    }

    /// The items of all pages.
    func leaves(limit: Int, _ filter: String = "") async throws -> [[String: Any]] {
        var items: [[String: Any]] = []
        while true {
            let page = try await get("/api/leaves?limit=\(limit)&offset=\(items.count)\(filter)").object
            let found = try #require(page["items"] as? [[String: Any]])
            items += found
            let total = try #require(page["total"] as? Int)
            if items.count >= total || found.isEmpty { return items }
        }
    }
}

func pair(
    _ sandbox: RunningSandbox, token: String = CDBLLMSOptions.defaultPairToken, key: String = "a2V5LTE="
) async throws
    -> CurlAnswer
{
    try await Curl().get(
        sandbox.baseURL + "/api/mobile/pair",
        [
            "-H", "Content-Type: application/json", "-d",
            #"{"pairToken":"\#(token)","devicePublicKey":"\#(key)","deviceInfo":{"model":"m","osVersion":"1","appVersion":"1.0"}}"#,
        ])
}

func withPaired(
    _ configuration: SandboxConfiguration = SandboxConfiguration(.cdblLMS()),
    _ body: (PairedDevice) async throws -> Void
) async throws {
    try await SandboxServer.with(configuration) { sandbox in
        let answer = try await pair(sandbox).object
        try await body(
            PairedDevice(
                sandbox: sandbox, session: try #require(answer["sessionToken"] as? String),
                deviceID: try #require(answer["deviceId"] as? String),
                refreshToken: try #require(answer["refreshToken"] as? String)))
    }
}

/// Whether a body is a documented error of CDBL LMS with this code.
func isCDBLError(_ answer: CurlAnswer, _ code: String) -> Bool {
    answer.object["error"] as? String == code && answer.object["message"] is String
        && UUID(uuidString: answer.object["traceId"] as? String ?? "") != nil
        && (answer.object["timestamp"] as? String)?.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/) != nil
}
