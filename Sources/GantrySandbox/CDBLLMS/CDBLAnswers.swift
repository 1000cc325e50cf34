/// The error bodies of CDBL LMS: `{error, message, traceId, timestamp}` and, for some codes, `required` and `provided`.
enum CDBLError: String {
    case unauthorized
    case forbidden
    case notFound = "not_found"
    case invalidInput = "invalid_input"
    case tooManyRequests = "too_many_requests"
    case internalServerError = "internal_server_error"

    var status: Int {
        switch self {
        case .unauthorized: 401
        case .forbidden: 403
        case .notFound: 404
        case .invalidInput: 400
        case .tooManyRequests: 429
        case .internalServerError: 500
        }
    }

    func answer(_ message: String, required: String? = nil, provided: String? = nil) -> BackendAnswer {
        Self.answer(status, rawValue, message, required: required, provided: provided)
    }

    /// The body for a status that no code is documented for has the code that is nearest.
    static func answer(status: Int, _ message: String) -> BackendAnswer {
        let code: CDBLError =
            switch status {
            case 401: .unauthorized
            case 403: .forbidden
            case 404, 405: .notFound
            case 429: .tooManyRequests
            case 500...: .internalServerError
            default: .invalidInput
            }
        return answer(status, status == 413 ? "file_too_large" : code.rawValue, message)
    }

    private static func answer(
        _ status: Int, _ code: String, _ message: String, required: String? = nil, provided: String? = nil
    ) -> BackendAnswer {
        var body: [UInt8] = []
        body.append(#"{"error":"\#(code)","message":\#(jsonString(message)),"traceId":"\#(randomUUID())""#)
        body.append(#","timestamp":"\#(Moment.now.text)""#)
        if let required { body.append(#","required":\#(jsonString(required))"#) }
        if let provided { body.append(#","provided":\#(jsonString(provided))"#) }
        body.append("}")
        return BackendAnswer(status: status, body: body)
    }
}
