extension RequestGate {
    /// Waits before a further try.
    func wait(
        _ delay: Duration, forAll: Bool, after failure: HTTPError, progress: RetryProgress
    ) async throws(HTTPError) {
        configuration.observe(
            .retrying(target: failure.target, attempt: progress.attempts, delay: delay, reason: failure.reason))
        if forAll { pause(for: delay, after: failure) }
        do { try await clock.sleep(delay) } catch { throw cancelled(failure) }
    }

    /// Holds back what is sent next where a server that is too busy asks for it: a request that may not arrive twice
    /// isn't sent again here, but perhaps by whoever knows what became of it.
    func holdBack(after failure: HTTPError) {
        guard failure.status == 503, let asked = failure.retryAfter else { return }
        pause(
            for: configuration.retry.backoff.delay(failures: 1, retryAfter: asked, using: &random), after: failure)
    }

    private func pause(for delay: Duration, after failure: HTTPError) {
        configuration.observe(.paused(delay, status: failure.status ?? 0))
        calls.pause(until: clock.now() + delay)
        pausedAt = clock.now()
    }

    private func cancelled(_ failure: HTTPError) -> HTTPError {
        var error = failure
        error.code = .cancelled
        error.lastCode = .cancelled
        error.reason = "cancelled while waiting to try again after: \(failure.reason)"
        return error
    }

    func sleep(_ delay: Duration, _ request: HTTPRequest) async throws(HTTPError) {
        do { try await clock.sleep(delay) } catch {
            throw HTTPError(.cancelled, "cancelled while waiting for its turn", request: request)
        }
    }

    /// Waits until resumed, cancelled or out of time.
    func suspend(
        _ id: Int, until deadline: Duration, request: HTTPRequest, awaiting what: String
    ) async throws(HTTPError) {
        let clock = clock
        let alarm = Task {
            do { try await clock.alarm(deadline - clock.now()) } catch { return }
            self.endWait(id, .timedOut)
        }
        defer { alarm.cancel() }
        let end = await withTaskCancellationHandler {
            await withCheckedContinuation { waits.begin(id, $0) }
        } onCancel: {
            // Runs on the actor after the wait has begun, because that happens without giving the actor away.
            Task { await self.endWait(id, .cancelled) }
        }
        switch end {
        case .resumed: return
        case .failed(let error): throw HTTPError(error.code, error.reason, from: error, request: request)
        case .cancelled: throw HTTPError(.cancelled, "cancelled while waiting for \(what)", request: request)
        case .timedOut: throw HTTPError(.deadlineExceeded, "no time left while waiting for \(what)", request: request)
        }
    }

    private func endWait(_ id: Int, _ end: GateWaits.Outcome) { waits.end(id, end) }

    func lateError(_ request: HTTPRequest, awaiting what: String, progress: RetryProgress) -> HTTPError {
        var error = HTTPError(.deadlineExceeded, "no time left while waiting for \(what)", request: request)
        error.attempts = max(1, progress.attempts)
        return error
    }
}
