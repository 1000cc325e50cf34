internal import GantryJSON
internal import GantryModel

/// The error codes of CDBL LMS. A body is `{error, message, traceId, timestamp}` and, for some codes, `required` and
/// `provided`.
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

    private var status: Int {
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

    func refusal(_ message: String, required: JSONTree? = nil, provided: JSONTree? = nil) -> Refusal {
        Refusal(answer(status, message, required: required, provided: provided))
    }

    /// The body for any status, with the nearest documented code.
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
        return code.answer(status, message)
    }

    private func answer(
        _ status: Int, _ message: String, required: JSONTree? = nil, provided: JSONTree? = nil
    ) -> BackendAnswer {
        BackendAnswer(
            status: status,
            [
                "error": .string(rawValue), "message": .string(message), "traceId": .string(randomUUID()),
                "timestamp": "\(Instant.now)", "required": required, "provided": provided,
            ])
    }
}
