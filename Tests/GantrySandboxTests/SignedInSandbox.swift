import Foundation
import GantrySandbox
import Testing

/// A running sandbox with a client that has signed in.
struct SignedInSandbox {
    let sandbox: RunningSandbox
    let curl: Curl

    var raw: RawClient { RawClient(port: sandbox.port, token: curl.token) }

    static let october = "/api/app/work-entries?startDate=2026-10-01&endDate=2026-10-31"

    func get(_ path: String, _ options: [String] = []) async throws -> CurlAnswer {
        try await curl.get(sandbox.baseURL + path, options)
    }

    /// A page of ten entries of October.
    func page(_ number: Int, _ options: [String] = []) async throws -> CurlAnswer {
        try await get("\(Self.october)&limit=10&page=\(number)", options)
    }

    func order(_ text: String) throws {
        try sandbox.order(try Fault(text))
    }
}

func signIn(_ sandbox: RunningSandbox, body: String? = nil) async throws -> CurlAnswer {
    let account = SandboxAccount.payroll
    let usual = #"{"email":"\#(account.email)","password":"\#(account.password)"}"#
    return try await Curl().get(
        sandbox.baseURL + "/api/app-login", ["-H", "Content-Type: application/json", "-d", body ?? usual])
}

func withSignedIn(
    _ configuration: SandboxConfiguration = SandboxConfiguration(), _ body: (SignedInSandbox) async throws -> Void
) async throws {
    try await SandboxServer.with(configuration) { sandbox in
        let token = try #require(try await signIn(sandbox).object["token"] as? String)
        try await body(SignedInSandbox(sandbox: sandbox, curl: Curl(token: token)))
    }
}

/// The records of a page.
func records(_ page: Data) throws -> [[String: Any]] {
    let object = try #require(try JSONSerialization.jsonObject(with: page) as? [String: Any])
    return try #require(object["data"] as? [[String: Any]])
}

func pagination(_ page: Data) throws -> [String: Any] {
    let object = try #require(try JSONSerialization.jsonObject(with: page) as? [String: Any])
    return try #require(object["pagination"] as? [String: Any])
}

/// A number that may be written as a string.
func number(_ value: Any?) -> Double? {
    (value as? NSNumber)?.doubleValue ?? (value as? String).flatMap(Double.init)
}
