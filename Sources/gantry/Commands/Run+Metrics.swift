internal import GantryKit
internal import GantryModel
internal import GantryTerminal

extension RunsPipelines {
    /// Does the work of a pipeline, writes what came of it to the file of `--metrics`, and tells those who are to be
    /// told. What goes wrong with that is reported and changes nothing.
    ///
    /// - Parameter other: the pipeline as a group names it; `nil` for the one of the command line.
    func measured(
        _ pipeline: String, named other: String? = nil, connection: String, session: Session,
        _ work: () async throws -> Outcome
    ) async throws -> Outcome {
        let command = other.map { session.command.naming($0, insteadOf: self.pipeline.pipeline) } ?? session.command
        return try await told(pipeline, connection: connection, session: session, by: command) {
            try await metered(pipeline, connection: connection, session: session, work)
        }
    }

    private func metered(
        _ pipeline: String, connection: String, session: Session, _ work: () async throws -> Outcome
    ) async throws -> Outcome {
        guard let metrics else { return try await work() }
        let (began, retries) = (ContinuousClock.now, session.progress.retries)
        func write(_ status: ExitStatus, _ ending: RunEnding?) {
            let took = (ContinuousClock.now - began).components
            let isPublished = [.complete, .completeWithRejects, .alreadyPublished].contains(status)
            var numbers = RunMetrics(
                pipeline: pipeline, connection: connection,
                endedAt: Instant.now.nanosecondsSince1970 / 1_000_000_000,
                took: took.seconds * 1_000 + took.attoseconds / 1_000_000_000_000_000, exitCode: status.rawValue,
                isPublished: isPublished,
                records: ending?.records, bytes: isPublished ? ending?.bytes : nil,
                retries: session.progress.retries - retries)
            numbers.missed = ending?.missed.count
            session.change(metrics: metrics) { $0.set(numbers) }
        }
        do {
            let outcome = try await work()
            write(outcome.status, outcome.ending)
            return outcome
        } catch {
            write(ExitStatus.of(error), nil)
            throw error
        }
    }
}
