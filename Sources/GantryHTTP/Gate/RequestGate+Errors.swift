internal import GantryModel

extension RequestGate {
    /// - Parameters:
    ///   - sent: the token that the attempt went with; another may be in use by now.
    ///   - secrets: those of the request, and what the attempt had besides.
    func statusError(
        _ response: HTTPResponse, to request: HTTPRequest, token sent: Secret?, secrets: [Secret]
    ) -> HTTPError {
        var error = HTTPError(.status, "the server answered \(response.status)", request: request)
        error.status = response.status
        error.mayHaveReachedServer = true
        error.errorBody = Array(response.body.prefix(64 * 1024))
        let redactor = Redactor(knownSecrets: [sent, token.current].compactMap(\.self) + secrets)
        error.bodyText = redactor.redact(utf8: error.errorBody)
        error.serverMessage = configuration.explain(error.errorBody, response.status)?.redacted(by: redactor)
        error.retryAfter = ServerWait.of(response, wall: clock.wall(), stated: configuration.statedWait)
        return error
    }

    func ended(_ failure: HTTPError, _ ending: RetryProgress.Ending) -> HTTPError {
        var error = failure
        error.networkAdvice = configuration.networkAdvice
        switch ending {
        case .permanent: break
        case .refused:
            error.code = .refused
            error.lastCode = .refused
            error.reason = "the server refused the sign-in's token (\(failure.reason))"
            error.accountAdvice = configuration.accountAdvice
        case .outOfAttempts:
            error.code = .outOfRetries
        case .outOfBudget:
            error.code = .outOfRetries
            error.reason += "; too many of the run's requests failed, so it is not retried"
        case .outOfTime(let delay):
            error.code = .deadlineExceeded
            error.reason += "; the next try in \(delay.roundedUpSeconds) s would exceed the time allowed"
        }
        return error
    }
}
