internal import GantryJSON
internal import GantryModel
import Synchronization

/// The valid API keys. They do not expire, but can be withdrawn.
final class APIKeys: Sendable {
    private let keys: Mutex<Set<String>>

    init(_ keys: [String]) {
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
    func validate(_ request: BackendRequest) throws(Refusal) -> BackendAnswer {
        guard let key = request.decoded(Question.self)?.apiKey else { throw .error(400, "apiKey is required") }
        guard keys.withLock({ $0.contains(key) }) else {
            throw Refusal(BackendAnswer(status: 401, ["valid": false, "error": "Invalid API key"]))
        }
        return request.answer(["valid": true, "message": "API key is valid", "timestamp": "\(Instant.now)"])
    }
}
