internal import GantryModel

extension BatchStage where Rules: ~Copyable {
    /// The error for a list without a fixed order whose pages gave records twice, and so left out as many: reading it
    /// once more can give the same pages again.
    func missingRecords(_ repeats: Int, of records: Int) -> RunError {
        RunError(
            .sourceChanged,
            "The server's list has no fixed order: \(repeats) of \(records) records came again on a later page, so as many others "
                + "are missing. Nothing is published.",
            advice: "Fetch again with \(.startOver) when nobody is entering or changing records.",
            isRetryable: true)
    }

    /// Reads the list again without landing it, and compares which records it has.
    ///
    /// A list whose order changes between two pages repeats some records and leaves out as many, so that its total
    /// still matches. Records that are there twice come twice again; anything else is a source that changed.
    func readAgain(
        _ state: inout Checkpoint, openSource: @Sendable (SourcePosition) async throws -> any PageSource<Rules.R>
    ) async throws {
        // Fetched records are saved before they are compared.
        try await commit(&state)
        observe(.comparing(records: state.rereading?.names.count ?? 0, of: state.records))
        var landed = RecordNames()
        let reader = try await landing.reader()
        while let chunk = try await reader.next() {
            landed.add(Rules.names(of: chunk))
            if stop.isRequested { throw stopped(landed.count, of: state.records) }
        }
        var reading =
            state.rereading
            ?? Rereading(
                source: SourcePosition(pageSize: state.usualPageSize ?? state.pageSize, statedTotal: state.statedTotal))
        state.rereading = reading
        if !reading.source.isAtEnd {
            let source = try await openSource(reading.source)
            let clock = ContinuousClock()
            var since = clock.now
            var committed = reading.names.count
            do {
                while let chunk = try await source.next() {
                    reading.names.add(Rules.names(of: chunk))
                    reading.source = await source.position()
                    state.rereading = reading
                    observe(.comparing(records: reading.names.count, of: state.records))
                    if stop.isRequested { throw stopped(reading.names.count, of: state.records) }
                    if policy.isDue(elapsed: clock.now - since, records: reading.names.count - committed) {
                        try await commit(&state)
                        since = clock.now
                        committed = reading.names.count
                    }
                }
            } catch {
                try await commit(&state)
                throw error
            }
        }
        guard reading.names == landed else {
            throw RunError(
                .sourceChanged,
                "The list changed order while it was being read: records appeared again on later pages, and a second reading of the "
                    + "list gave different ones. Some may be missing.",
                advice: "Run again with \(.startOver) when nobody is entering or changing records.",
                isRetryable: true)
        }
        state.rereading = nil
    }
}
