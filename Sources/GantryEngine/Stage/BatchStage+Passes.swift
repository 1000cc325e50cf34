internal import GantryModel

/// What a pass over the records does besides checking them.
private struct Pass {
    /// Append to the landing.
    var lands = false
    /// Write outputs, from this record on.
    var writesFrom: Int?
    /// Commit checkpoints and obey a stop request.
    var commits = false
}

extension BatchStage where Rules: ~Copyable {
    /// Reads the landing up to the checkpoint: verifies it, and rebuilds the state of the checks.
    func replay(into rules: inout Rules, _ state: Checkpoint) async throws {
        observe(.continued(records: state.records, phase: state.phase))
        var copy = state
        copy.records = 0
        try await run(Pass(), over: landing.reader(), rules: &rules, state: &copy) { records, _, _ in
            observe(.replaying(records: records, of: state.records))
        }
        guard copy.records == state.records, state.counts.map({ $0 == rules.counts }) ?? true else {
            throw RunError(
                .countsDisagree,
                "The landing of \(id) doesn't match its checkpoint: \(counted(copy.records, "record")) instead of "
                    + "\(state.records).",
                advice: "Run again with \(.startOver) to fetch the batch again.")
        }
    }

    /// Gets every page that is missing.
    func fetch(
        _ source: any PageSource<Rules.R>, rules: inout Rules, state: inout Checkpoint, writing: Bool
    ) async throws {
        let pass = Pass(lands: true, writesFrom: writing ? state.records : nil, commits: true)
        try await run(pass, over: source, rules: &rules, state: &state) { records, chunk, counts in
            observe(
                .fetched(page: chunk.page, records: records, of: await source.position().statedTotal, counts: counts))
        }
        state.source = await source.position()
        state.isSourceAtEnd = true
        try state.source.requireAll()
    }

    /// Shows landed records again to checks that must compare distant records.
    func compare(_ rules: inout Rules) async throws {
        let ids = try rules.idsToCompare()
        guard !ids.isEmpty else { return }
        let reader = try await landing.reader(ofIDs: ids)
        while let chunk = try await reader.next() { rules.compare(chunk) }
    }

    /// Checks every landed record again, with the findings of the whole batch, and writes from record `from` on.
    func rewrite(_ rules: inout Rules, _ state: inout Checkpoint, from: Int?) async throws {
        let total = state.records
        state.records = 0
        defer { state.records = total }
        let pass = Pass(writesFrom: from, commits: from != nil)
        try await run(pass, over: landing.reader(), rules: &rules, state: &state, total: total) { records, _, _ in
            if from != nil { observe(.rewriting(records: records, of: total)) }
        }
    }

    /// One pass: check in order, land and write side by side, meet at checkpoints.
    ///
    /// A source that fails, and a request to stop, end the pass at a checkpoint, so that nothing it gave is fetched
    /// again.
    private func run(
        _ pass: Pass, over source: any ChunkSource<Rules.R>, rules: inout Rules, state: inout Checkpoint,
        total: Int? = nil, progress: (Int, Chunk<Rules.R>, BatchCounts) async -> Void
    ) async throws {
        let clock = ContinuousClock()
        var since = clock.now
        var committed = state.records
        var rejects: [JournaledReject] = []
        let repeatsBefore = state.repeatsWithinPages ?? 0
        var ended: (any Error)?
        var isPastBudget = false
        try await withThrowingTaskGroup(of: Void.self) { group in
            while ended == nil {
                var chunk: Chunk<Rules.R>
                do {
                    guard let next = try await source.next() else { break }
                    chunk = next
                } catch {
                    guard pass.commits else { throw error }
                    ended = error
                    break
                }
                let position = await (source as? any PageSource<Rules.R>)?.position()
                let first = state.records
                chunk.firstOrdinal = first
                let page = chunk.page
                if pass.lands {
                    let room = max(JournaledReject.mostKept - rules.counts.rejected, 0)
                    for reject in chunk.rejects.lazy.filter({ !$0.isLeftOut }).prefix(room) {
                        rejects.append(JournaledReject(page: page, reject: reject, ordinal: first + reject.index))
                    }
                }
                let checked = rules.check(chunk)
                while try await group.next() != nil {}
                if pass.lands {
                    group.addTask { try await landing.append(checked.chunk) }
                }
                if let from = pass.writesFrom, first + checked.chunk.count > from {
                    group.addTask { try await outputs.write(checked, from: max(from - first, 0)) }
                }
                state.records += checked.chunk.count
                if pass.writesFrom != nil { state.written = max(state.records, state.written) }
                if pass.lands {
                    // The position after the chunks that were given: a failing source may have moved on without giving
                    // one.
                    if let position { state.source = position }
                    state.counts = rules.counts
                    state.repeatsWithinPages = repeatsBefore + rules.repeatsWithinPages
                }
                await progress(state.records, checked.chunk, rules.counts)
                guard pass.commits else { continue }
                if pass.lands, budget.isPassed(by: rules.counts, of: state.statedTotal) {
                    isPastBudget = true
                    break
                }
                if stop.isRequested { break }
                if policy.isDue(elapsed: clock.now - since, records: state.records - committed) {
                    while try await group.next() != nil {}
                    try await commit(&state, total: total, rejects: &rejects)
                    since = clock.now
                    committed = state.records
                }
            }
            while try await group.next() != nil {}
        }
        if !rejects.isEmpty || ended != nil || isPastBudget || (pass.commits && stop.isRequested) {
            try await commit(&state, total: total, rejects: &rejects)
        }
        if isPastBudget { try await requireBudget(rules.counts, state) }
        if pass.commits, stop.isRequested {
            throw stopped(pass.lands ? state.records : state.written, of: total ?? state.statedTotal)
        }
        if let ended { throw ended }
    }

    private func commit(_ state: inout Checkpoint, total: Int?, rejects: inout [JournaledReject]) async throws {
        let position = state.records
        // While outputs are written again, the landing is complete and `records` counts all of it.
        if let total { state.records = total }
        defer { state.records = position }
        try await commit(&state, rejects: rejects)
        rejects = []
    }

    func stopped(_ records: Int, of total: Int?) -> RunError {
        RunError(
            .stopped,
            records == 0
                ? "Stopped before any record was fetched."
                : "Stopped at a checkpoint after \(records) \(total.map { "of \($0) " } ?? "")records.",
            advice: "Run the same command again to resume.", isRetryable: true)
    }
}
