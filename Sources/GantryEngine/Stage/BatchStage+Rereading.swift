internal import GantryModel

extension BatchStage where Rules: ~Copyable {
    /// The error for a list whose pages gave records twice, and so may have left out as many. Reading the same pages
    /// once more can give the same again.
    func missingRecords(_ rules: borrowing Rules, _ state: Checkpoint) -> RunError {
        let repeats = rules.repeats - (state.repeatsWithinPages ?? 0)
        let keys = rules.repeatedKeys
        let named =
            keys.isEmpty ? "" : " Twice came \(keys.joined(separator: ", "))\(repeats > keys.count ? ", …" : "")."
        return RunError(
            .sourceChanged,
            "\(repeats) of \(state.records) records came again on a later page, so as many others may be missing. Nothing is published."
                + named,
            advice:
                "Fetch again with \(.startOver) when nobody is entering or changing records. If it happens again, the server's list has no "
                + "fixed order: filter it so that it fits on one page, or have the server fixed.",
            isRetryable: true)
    }

    /// The error for a list of which a second reading gave others.
    func otherRecords(_ state: Checkpoint) -> RunError {
        RunError(
            .sourceChanged,
            "The list was read twice, because nothing else shows that all \(state.records) records came, and the second reading gave other ones. Nothing is published.",
            advice: "Fetch again with \(.startOver) when nobody is entering or removing records.", isRetryable: true)
    }

    /// Reads the list in pieces that fit one page each, without landing it, and compares which records it has.
    ///
    /// A list whose order changes between two pages, or isn't fixed, repeats some records and leaves out as many, so
    /// that its total still matches, and pages that are asked for again can be the same. Records that are there twice
    /// come twice in a piece too.
    func hasSame(
        _ state: inout Checkpoint,
        inPieces openPieces: @Sendable (SourcePosition) async throws -> any PageSource<Rules.R>
    ) async throws -> Bool {
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
            let source = try await openPieces(reading.source)
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
        state.rereading = nil
        return reading.names == landed
    }

    /// Drops what the pages gave, and begins with the pieces.
    func startOverInPieces(_ state: Checkpoint) async throws -> Checkpoint {
        var anew = Checkpoint(
            phase: .fetch, pageSize: state.usualPageSize ?? state.pageSize,
            landing: FileCheckpoint(name: "", length: 0, sha256: ""), parts: [])
        anew.isInPieces = true
        anew.statedTotal = state.statedTotal
        try await landing.open(at: nil)
        try await outputs.startOver()
        try await commit(&anew)
        return anew
    }
}
