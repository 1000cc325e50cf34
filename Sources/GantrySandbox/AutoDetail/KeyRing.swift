import FoundationEssentials
import Synchronization

/// The API keys that are good. They have no end, but can be withdrawn.
final class KeyRing: Sendable {
    private let keys: Mutex<Set<String>>

    init(keys: [String]) {
        self.keys = Mutex(Set(keys))
    }

    func withdrawAll() { keys.withLock { $0.removeAll() } }

    /// The header `X-API-Key`.
    var access: Access {
        Access { request in
            guard let key = request.headers.value("X-API-Key") else { return .error(401, "API key required") }
            guard self.keys.withLock({ $0.contains(key) }) else { return .error(401, "Invalid API key") }
            return nil
        }
    }

    private struct Question: Decodable { var apiKey: String }

    /// `POST /api/auth/validate-key`: `{apiKey}` for `{valid, message, timestamp}`, or 401 `{valid: false, error}`.
    func validate(_ request: BackendRequest) -> BackendAnswer {
        let key: String
        do {
            key = try JSONDecoder().decode(Question.self, from: Data(request.body)).apiKey
        } catch {
            return .error(400, "apiKey is required")
        }
        guard keys.withLock({ $0.contains(key) }) else {
            return BackendAnswer(status: 401, body: Array(#"{"valid":false,"error":"Invalid API key"}"#.utf8))
        }
        let body = Array(#"{"valid":true,"message":"API key is valid","timestamp":"\#(Moment.now.text)"}"#.utf8)
        let fields = RecordFields(word: "message", required: "valid", text: "message", number: "valid")
        return BackendAnswer(body: body.spoiled(request.alteration, fields))
    }
}
