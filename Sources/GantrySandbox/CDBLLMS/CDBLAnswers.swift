/// The error bodies of CDBL LMS: `{error, message, traceId, timestamp}` and, for some codes, `required` and `provided`.
enum CDBLError: String {
    case unauthorized
    case forbidden
    case notFound = "not_found"
    case invalidInput = "invalid_input"
    case invalidDates = "invalid_dates"
    case elInsufficientNotice = "el_insufficient_notice"
    case clExceedsConsecutiveLimit = "cl_exceeds_consecutive_limit"
    case clCannotTouchHoliday = "cl_cannot_touch_holiday"
    case mlAnnualCapExceeded = "ml_annual_cap_exceeded"
    case medicalCertificateRequired = "medical_certificate_required"
    case insufficientBalance = "insufficient_balance"
    case cannotCancelNow = "cannot_cancel_now"
    case unsupportedFileType = "unsupported_file_type"
    case fileTooLarge = "file_too_large"
    case tooManyRequests = "too_many_requests"
    case internalServerError = "internal_server_error"

    var status: Int {
        switch self {
        case .unauthorized: 401
        case .forbidden: 403
        case .notFound: 404
        case .fileTooLarge: 413
        case .tooManyRequests: 429
        case .internalServerError: 500
        default: 400
        }
    }

    func answer(_ message: String, required: String? = nil, provided: String? = nil) -> BackendAnswer {
        Self.answer(status, rawValue, message, required: required.map(jsonString), provided: provided.map(jsonString))
    }

    func answer(_ message: String, required: Int, provided: Int) -> BackendAnswer {
        Self.answer(status, rawValue, message, required: String(required), provided: String(provided))
    }

    /// The body for a status that no code is documented for has the code that is nearest.
    static func answer(status: Int, _ message: String) -> BackendAnswer {
        let code: CDBLError =
            switch status {
            case 401: .unauthorized
            case 403: .forbidden
            case 404, 405: .notFound
            case 413: .fileTooLarge
            case 429: .tooManyRequests
            case 500...: .internalServerError
            default: .invalidInput
            }
        return answer(status, code.rawValue, message)
    }

    /// - Parameters:
    ///   - required: A JSON text.
    ///   - provided: A JSON text.
    private static func answer(
        _ status: Int, _ code: String, _ message: String, required: String? = nil, provided: String? = nil
    ) -> BackendAnswer {
        var body: [UInt8] = []
        body.append(#"{"error":"\#(code)","message":\#(jsonString(message)),"traceId":"\#(randomUUID())""#)
        body.append(#","timestamp":"\#(Moment.now.text)""#)
        if let required { body.append(#","required":\#(required)"#) }
        if let provided { body.append(#","provided":\#(provided)"#) }
        body.append("}")
        return BackendAnswer(status: status, body: body)
    }
}
