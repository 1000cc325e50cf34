internal import GantryModel

/// What a second reading gave.
enum Reread: Equatable {
    /// The records that landed, each as often.
    case same
    /// Others besides all that landed.
    case more
    /// Not all: what is missing, in words.
    case lacking(String)
}

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

    /// The error for pieces that can't take the place of pages.
    func lackingPieces(_ what: String, _ state: Checkpoint) -> RunError {
        RunError(
            .sourceChanged,
            "Some of \(state.records) records came again on a later page, so that the list was read in pieces, and these \(what). Nothing is published.",
            advice:
                "Fetch again with \(.startOver) when nobody is entering or changing records. If it happens again, the filters of the list don't "
                + "know all words that its records have: filter it so that it fits on one page.",
            isRetryable: true)
    }

    /// The error for a list of which a second reading gave others.
    func otherRecords(_ state: Checkpoint) -> RunError {
        RunError(
            .sourceChanged,
            "The list was read twice, because nothing else shows that all \(state.records) records came, and the second reading gave other ones. Nothing is published.",
            advice:
                "Fetch again with \(.startOver) when nobody is entering or removing records. If that is never so, say under proof in the "
                + "description, beside total: none or a lower bound, why nothing needs to show that all records came.",
            isRetryable: true)
    }

    /// Reads the list again, in pieces that fit one page each or as before, without landing it, and compares which
    /// records it has.
    ///
    /// A list whose order changes between two pages, or isn't fixed, repeats some records and leaves out as many, so
    /// that its total still matches, and pages that are asked for again can be the same. Records that are there twice
    /// come twice in a piece too.
    ///
    /// - Parameter findsLanded: whether to tell more records from others, for which the names of all that landed are
    ///   kept. The default is false: any others are lacking.
    func compare(
        _ state: inout Checkpoint,
        with open: @Sendable (SourcePosition) async throws -> any PageSource<Rules.R>, findsLanded: Bool = false
    ) async throws -> Reread {
        // Fetched records are saved before they are compared.
        try await commit(&state)
        observe(.comparing(records: state.rereading?.names.count ?? 0, of: state.records))
        var landed = RecordNames()
        var usable: Set<UInt64> = []
        let reader = try await landing.reader()
        while let chunk = try await reader.next() {
            landed.add(Rules.names(of: chunk))
            if findsLanded { usable.formUnion(usableNames(of: chunk)) }
            if stop.isRequested { throw stopped(landed.count, of: state.records) }
        }
        var reading =
            state.rereading
            ?? Rereading(
                source: SourcePosition(pageSize: state.usualPageSize ?? state.pageSize, statedTotal: state.statedTotal))
        state.rereading = reading
        if !reading.source.isAtEnd {
            let source = try await open(reading.source)
            let clock = ContinuousClock()
            var since = clock.now
            var committed = reading.names.count
            do {
                while let chunk = try await source.next() {
                    reading.names.add(Rules.names(of: chunk))
                    if findsLanded { reading.found.add(Array(usableNames(of: chunk).intersection(usable))) }
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
        if reading.names == landed { return .same }
        var all = RecordNames()
        all.add(Array(usable))
        let stated = max(state.statedTotal ?? 0, state.statedLeast ?? 0)
        let count = reading.names.count
        if count < stated { return .lacking("have \(count), of \(stated) that the source reports") }
        return findsLanded && reading.found == all ? .more : .lacking("don't have each record of the pages once")
    }

    private func usableNames(of chunk: Chunk<Rules.R>) -> Set<UInt64> {
        let rejected = Set(chunk.rejects.map(\.index))
        return Set(Rules.names(of: chunk).enumerated().filter { !rejected.contains($0.offset) }.map(\.element))
    }

    /// Drops what the pages gave, and begins with the pieces.
    func startOverInPieces(_ state: Checkpoint) async throws -> Checkpoint {
        var anew = Checkpoint(
            phase: .fetch, pageSize: state.usualPageSize ?? state.pageSize,
            landing: FileCheckpoint(name: "", length: 0, sha256: ""), parts: [])
        anew.isInPieces = true
        anew.statedTotal = state.statedTotal
        anew.statedLeast = state.statedLeast
        try await landing.open(at: nil)
        try await outputs.startOver()
        try await commit(&anew)
        return anew
    }
}
