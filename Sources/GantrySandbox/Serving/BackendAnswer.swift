internal import GantryJSON
import HTTPTypes

/// A status and a body.
struct BackendAnswer: Sendable {
    var status = 200
    var contentType = "application/json; charset=utf-8"
    var headers: HTTPFields = [:]
    var body: [UInt8]

    init(status: Int = 200, contentType: String = "application/json; charset=utf-8", body: [UInt8]) {
        self.status = status
        self.contentType = contentType
        self.body = body
    }

    init(status: Int = 200, _ json: JSONTree) { self.init(status: status, body: json.bytes) }

    /// An object whose first member is a list, as ``BackendRequest/list(count:_:)`` writes it.
    static func list(_ key: String, _ list: consuming [UInt8], with rest: JSONTree) -> BackendAnswer {
        BackendAnswer(body: JSONTree.object(key: key, text: list, after: rest))
    }

    /// `{"error": …}`, which most back ends share.
    static func error(_ status: Int, _ message: String) -> BackendAnswer {
        BackendAnswer(status: status, ["error": .string(message)])
    }

    /// 200 with `{"success": false, "message": …}`: only the body reports the failure.
    static func falseSuccess(_ message: String) -> BackendAnswer {
        BackendAnswer(["success": false, "message": .string(message)])
    }

    var headerFields: HTTPFields {
        var fields = headers
        fields[.contentType] = contentType
        return fields
    }
}
