internal import GantryJSON
public import GantryModel

extension CDBL {
    /// The errors that the documentation names, each with what it means for the person who asked.
    static let errors: [String: String] = [
        "unauthorized": "The sign-in is missing or no longer valid.",
        "forbidden": "The account is not allowed to do this.",
        "not_found": "The server doesn't have the requested record.",
        "invalid_dates": "The dates of the leave don't fit together.",
        "invalid_input": "The server rejects the request.",
        "el_insufficient_notice": "Earned leave must be requested at least 5 working days ahead.",
        "cl_exceeds_consecutive_limit": "Casual leave may last at most 3 days in a row.",
        "cl_cannot_touch_holiday": "Casual leave can't include a Friday, a Saturday or a holiday.",
        "cl_annual_cap_exceeded": "The year's 10 days of casual leave are used up.",
        "ml_annual_cap_exceeded": "The year's 14 days of medical leave are used up.",
        "medical_certificate_required": "Medical leave of more than 3 days needs a medical certificate.",
        "fitness_certificate_required": "Medical leave of more than 7 days needs a fitness certificate.",
        "insufficient_balance": "There are not enough leave days left.",
        "cannot_cancel_now": "The leave can no longer be cancelled.",
        "unsupported_file_type": "The file must be a PDF, JPG or PNG.",
        "file_too_large": "The file may be at most 5 MB.",
        "too_many_requests": "The server has received too many requests.",
        "internal_server_error": "The server failed.",
    ]

    /// What an error body says: `{error, message, traceId, timestamp}` with `required` and `provided` where the code
    /// has them.
    /// - Returns: `nil` when the body is not such an object.
    public static func explain(_ body: [UInt8], status: Int) -> ServerMessage? {
        guard let answer = JSONTree.object(of: body), let code = answer.shownText("error") else { return nil }
        let known = errors[code]
        if status >= 500 {
            return ServerMessage.failure(
                answer, status: status, code: known != nil || !code.contains(" ") ? code : nil,
                traceID: answer.shownText("traceId"))
        }
        var sentence =
            known ?? answer.shownText("message").map(asSentence)
            // Some answers hold a text in the place of the code.
            ?? (code.contains(" ") ? asSentence(code) : ServerMessage.sentence(for: status))
        switch (answer["required"]?.shown, answer["provided"]?.shown) {
        case (let required?, let provided?): sentence += " Required: \(required), provided: \(provided)."
        case (let required?, nil): sentence += " Required: \(required)."
        case (nil, let provided?): sentence += " Provided: \(provided)."
        case (nil, nil): break
        }
        return ServerMessage(
            sentence, code: known != nil || !code.contains(" ") ? code : nil, traceID: answer.shownText("traceId"),
            isRetryable: code == "too_many_requests" || code == "internal_server_error"
                || ServerMessage.isPassing(status))
    }
}
