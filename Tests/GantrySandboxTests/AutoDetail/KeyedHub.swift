import GantrySandbox
import Testing

/// A running AutoDetail Hub and its key.
struct KeyedHub {
    let sandbox: RunningSandbox

    func get(
        _ path: String, key: String? = AutoDetailHubOptions.defaultKey, options: [String] = []
    ) async throws -> CurlAnswer {
        try await Curl().get(sandbox.baseURL + path, (key.map { ["-H", "X-API-Key: \($0)"] } ?? []) + options)
    }

    func list(_ path: String) async throws -> [[String: Any]] {
        try #require(try await get(path).json as? [[String: Any]])
    }

    func validate(_ body: String) async throws -> CurlAnswer {
        try await Curl().get(sandbox.baseURL + "/api/auth/validate-key", ["-d", body])
    }
}

func withHub(
    _ configuration: SandboxConfiguration = SandboxConfiguration(.autoDetailHub()),
    _ body: (KeyedHub) async throws -> Void
) async throws {
    try await SandboxServer.with(configuration) { try await body(KeyedHub(sandbox: $0)) }
}

/// The photos of an appointment, work before defects.
func photos(_ appointment: [String: Any]) -> [[String: Any]] {
    ["workPhotos", "defectPhotos"].flatMap { appointment[$0] as? [[String: Any]] ?? [] }
}
