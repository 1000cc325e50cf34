/// Decides about redirects. libcurl doesn't: it would send custom secret headers to another host.
struct RedirectRule {
    private let request: HTTPRequest
    private var followed = 0

    init(for request: HTTPRequest) { self.request = request }

    /// Where to go after `response`, or nil if it is the answer.
    mutating func next(after response: HTTPResponse, at url: CheckedURL) throws(HTTPError) -> CheckedURL? {
        guard response.isRedirect, !request.acceptsRedirect else { return nil }
        guard let location = response.headers["location"] else { return nil }
        let next = try url.resolving(location, for: request)
        guard next.origin == url.origin else {
            throw refusal(
                response,
                "the server redirects from \(url.origin) to \(next.origin), which must not receive the credentials")
        }
        guard request.method == .get || request.method == .head else {
            throw refusal(
                response, "the server redirects a \(request.method) request to \(Redactor.target(of: next.text))")
        }
        guard followed < request.limits.redirects else {
            var error = refusal(
                response,
                "the server redirected more than \(request.limits.redirects) times, the last time to \(Redactor.target(of: next.text))"
            )
            error.code = .tooManyRedirects
            error.lastCode = .tooManyRedirects
            throw error
        }
        followed += 1
        return next
    }

    private func refusal(_ response: HTTPResponse, _ reason: String) -> HTTPError {
        var error = HTTPError(.redirectRefused, reason, request: request)
        error.status = response.status
        error.mayHaveReachedServer = true
        error.bodyWasIncomplete = response.bodyWasIncomplete
        return error
    }
}
