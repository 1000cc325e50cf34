internal import GantryAccounts
internal import GantryConnectors
internal import GantryEngine
internal import GantryRuns

extension BatchStage where Rules: ~Copyable, Rules.R: DatasetRecord {
    /// Does whatever is left to do, with the records of a server's list or of its parts.
    ///
    /// - Parameter borders: proves the first and the last day of the list; `nil` where it has none.
    func execute(
        pageSize: Int, merging parts: FetchedParts?, name: String, list: PagedList<Rules.R>,
        pieces: PagedList<Rules.R>?, borders: PeriodBorders<Rules.R>?, stop: StopRequest
    ) async throws -> StageResult {
        let open: @Sendable (PagedList<Rules.R>, SourcePosition) -> any PageSource<Rules.R> = { list, position in
            let source = list.source(at: position)
            stop.whenRequested { Task { await source.cancel() } }
            return source
        }
        let inPieces = pieces.map { pieces in { @Sendable position in open(pieces, position) } }
        let prove = borders.map { borders in
            { @Sendable (landed: any ChunkSource<Rules.R>) in
                let asking = Task { try await borders.requireAll(in: landed) }
                stop.whenRequested { asking.cancel() }
                try await asking.value
            }
        }
        guard let parts else {
            return try await execute(
                pageSize: pageSize, openSource: { open(list, $0) }, openPieces: inPieces,
                readsTwice: list.dataset.proof.isSecondReading, prove: prove)
        }
        let landings = try parts.landings(of: name)
        return try await parts.merging {
            try await execute(
                pageSize: pageSize, openSource: { MergedParts(list.dataset, landings, at: $0) }, openPieces: inPieces,
                takesPieces: false, prove: prove)
        }
    }
}
