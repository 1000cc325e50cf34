package import GantryEngine
package import GantrySignOff

extension WorkspaceJournal {
    /// The book of signatures of a pipeline, as the journal keeps it.
    /// - Throws: `BookError` where the lines don't follow each other.
    package func book(of pipeline: String) async throws -> Book {
        try Book(reading: Array(try await signatures(of: pipeline).map { $0.line + "\n" }.joined().utf8))
    }

    /// The newest revision of a run's period that was delivered, by the book, where it isn't among the runs: then nobody
    /// can say what is paid of the period.
    package func lostDelivery(ofPeriodOf run: RunID) async throws -> RunID? {
        guard let newest = try await SignOffHistory(book(of: run.pipeline)).newestDelivered(of: run)?.run,
            try await self.run(newest) == nil
        else { return nil }
        return newest
    }
}
