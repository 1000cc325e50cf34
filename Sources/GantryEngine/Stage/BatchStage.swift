internal import GantryModel

/// Takes a batch of records from its source to proven files.
///
/// Fetching, checking, landing and writing run side by side, a chunk at a time; everything after the landing is a
/// pure function of the landing, the checks and the pipeline file. Killed at any instant, `execute` resumes from the
/// last checkpoint and the bytes of the files are the same.
public struct BatchStage<Rules: BatchRules & ~Copyable>: Sendable {
    let id: StageID
    let journal: any Journal
    let landing: any LandingStore<Rules.R>
    let outputs: any BatchOutputs<Rules.R, Rules.Summary>
    let makeRules: @Sendable (Rules.WholeBatchFindings?) -> Rules
    let policy: CheckpointPolicy
    let budget: RejectBudget
    let repeatsWithinPages: Int
    let stop: StopRequest
    let observe: @Sendable (RunEvent) -> Void

    /// - Parameters:
    ///   - context: The stage that it is, which has begun.
    ///   - repeatsWithinPages: How many records came again on one page, of a source that no longer shows its pages. The
    ///     default is 0: a source of pages shows it.
    ///   - makeRules: makes the checks again; receives what a first pass found out about the whole batch, or `nil`.
    public init(
        _ context: StageContext, landing: any LandingStore<Rules.R>, outputs: any BatchOutputs<Rules.R, Rules.Summary>,
        policy: CheckpointPolicy = CheckpointPolicy(), budget: RejectBudget = .none,
        repeatsWithinPages: Int = 0,
        makeRules: @escaping @Sendable (Rules.WholeBatchFindings?) -> Rules
    ) {
        id = context.id
        journal = context.journal
        stop = context.stop
        observe = context.observe
        self.landing = landing
        self.outputs = outputs
        self.makeRules = makeRules
        self.policy = policy
        self.budget = budget
        self.repeatsWithinPages = repeatsWithinPages
    }

    /// Does whatever is left to do.
    /// - Parameters:
    ///   - pageSize: records a page of a new stage holds; a stage under way keeps its own.
    ///   - openSource: opens the source at a position; called only when pages are missing, or must be compared.
    ///   - openPieces: opens the same list read in pieces that fit one page each, which shows whether a record that
    ///     came on two pages is there twice. Without it, the default, such a record means that another is missing.
    ///   - takesPieces: whether the pieces take the place of pages that left records out. The default is true.
    ///   - readsTwice: whether the source is read once more, to the same records, since nothing else shows that it gave
    ///     all. The default is false.
    ///   - prove: throws where the landed records aren't all that the source has. The default proves nothing more.
    /// - Throws: `RunError`, or what the source, the files or the journal threw. Every checkpoint committed before it
    ///   stays.
    public func execute(
        pageSize: Int,
        openSource: @Sendable (SourcePosition) async throws -> any PageSource<Rules.R>,
        openPieces: (@Sendable (SourcePosition) async throws -> any PageSource<Rules.R>)? = nil,
        takesPieces: Bool = true, readsTwice: Bool = false,
        prove: (@Sendable (any ChunkSource<Rules.R>) async throws -> Void)? = nil
    ) async throws -> StageResult {
        let last = try await journal.lastCheckpoint(of: id)
        try await landing.open(at: last?.landing)
        var usable = try await outputs.open(at: last?.parts ?? [])
        var state =
            last
            ?? Checkpoint(
                phase: .fetch, pageSize: pageSize, landing: FileCheckpoint(name: "", length: 0, sha256: ""), parts: [])
        if last == nil, repeatsWithinPages > 0 { state.repeatsWithinPages = repeatsWithinPages }
        if state.phase == .fetch, state.written != state.records { usable = false }
        var machine = StageMachine(phase: state.phase)
        var step = machine.opened(partsUsable: usable, written: state.written)
        // Also while parts are written again before a seal: a checkpoint on the way must not pass for a finished
        // rewrite.
        state.phase = machine.phase
        if !usable {
            if last != nil { observe(.partsDamaged) }
            try await outputs.startOver()
            state.written = 0
        }

        var rules = makeRules(nil)
        if last != nil { try await replay(into: &rules, state) }

        if case .fetch(let writing) = step, state.isSourceAtEnd != true {
            try await requireBudget(rules.counts, state)
            let source: any PageSource<Rules.R>
            if state.isInPieces == true, let openPieces {
                source = try await openPieces(state.source)
            } else {
                source = try await openSource(state.source)
            }
            try await fetch(source, rules: &rules, state: &state, writing: writing)
        }
        try await compare(&rules)
        if case .fetch(let writing) = step, rules.repeats > state.repeatsWithinPages ?? 0 {
            guard state.isInPieces != true, let openPieces else { throw missingRecords(rules, state) }
            let pieces = try await compare(&state, with: openPieces, findsLanded: true)
            if pieces != .same {
                guard takesPieces, rules.counts.rejected == 0 else { throw missingRecords(rules, state) }
                if case .lacking(let what) = pieces { throw lackingPieces(what, state) }
                state = try await startOverInPieces(state)
                rules = makeRules(nil)
                try await fetch(openPieces(state.source), rules: &rules, state: &state, writing: writing)
                try await compare(&rules)
                guard rules.repeats <= state.repeatsWithinPages ?? 0 else { throw missingRecords(rules, state) }
            }
        }
        if case .fetch = step, readsTwice, !state.source.isWholeInOne,
            try await compare(&state, with: openSource) != .same
        {
            throw otherRecords(state)
        }
        if case .fetch = step, let prove {
            // Fetched records are saved before they are compared.
            try await commit(&state)
            do {
                try await prove(landing.reader())
            } catch {
                throw stop.isRequested ? stopped(state.records, of: state.statedTotal) : error
            }
        }
        let wholeBatch = rules.finalize()
        if case .fetch = step {
            step = machine.fetched(hasWholeBatchFindings: wholeBatch != nil)
            state.phase = machine.phase
            if case .rewrite = step {
                if wholeBatch != nil { observe(.lateVerdicts) }
                try await outputs.startOver()
                state.written = 0
            }
            try await commit(&state)
        }
        guard budget.allows(rules.counts) else { throw try await tooManyRejects(rules.counts) }
        if wholeBatch != nil || step != .seal {
            rules = makeRules(wholeBatch)
            var from: Int?
            if case .rewrite(let position) = step { from = position }
            try await rewrite(&rules, &state, from: from)
            if from != nil {
                step = machine.rewritten()
                state.phase = machine.phase
                try await commit(&state)
            }
        }
        guard rules.counts.addUp, rules.counts.fetched == state.records, state.landing.rows == state.records else {
            throw RunError(
                .verificationFailed,
                "The counts of \(id) don't add up: \(counted(rules.counts.fetched, "record")) fetched and \(state.landing.rows) kept, "
                    + "\(rules.counts.exported) exported, \(rules.counts.held) held, \(rules.counts.repeats) repeated, "
                    + "\(rules.counts.rejected) rejected and \(rules.counts.excluded) excluded.")
        }

        observe(.sealing)
        return try await outputs.seal(rules.summary())
    }

    /// Syncs everything, then commits the position.
    func commit(_ state: inout Checkpoint, rejects: [JournaledReject] = []) async throws {
        async let landed = landing.checkpoint()
        async let written = outputs.checkpoint()
        state.landing = try await landed
        state.parts = try await written
        try await journal.commit(state, rejects: rejects, for: id)
        observe(.checkpoint(records: state.records))
    }

    /// Ends the run if its rejects exceed the budget, whatever is still to come.
    func requireBudget(_ counts: BatchCounts, _ state: Checkpoint) async throws {
        guard budget.isPassed(by: counts, of: state.statedTotal) else { return }
        throw try await tooManyRejects(counts, isPart: state.isSourceAtEnd != true)
    }

    private func tooManyRejects(_ counts: BatchCounts, isPart: Bool = false) async throws -> RunError {
        let first = try await journal.rejects(of: id, limit: 3).map { item in
            let page = item.page > 0 ? " (page \(item.page))" : ""
            let place = "record \(item.ordinal + 1)\(page): "
            return place + (item.reject.field.isEmpty ? "" : "\(item.reject.field) is ")
                + "\(item.reject.found), expected \(item.reject.expected)"
        }
        return RunError(
            .tooManyRejects,
            "\(counts.rejected) of \(isPart ? "the first " : "")\(counted(counts.fetched, "record")) \(counts.rejected == 1 ? "is" : "are") unusable; the pipeline file allows "
                + (budget == .none ? "none" : "fewer") + "." + (isPart ? " No more were fetched." : "")
                + " Nothing is published."
                + (first.isEmpty ? "" : " The first: \(first.joined(separator: "; "))."),
            advice:
                "\(.show(run: id.run.description)) lists \(counts.rejected > JournaledReject.mostKept ? "the first \(JournaledReject.mostKept)" : "them"). "
                + "Have them corrected at the source and run again with \(.startOver), or allow "
                + (isPart
                    ? "more with a higher rejects.max in the pipeline file."
                    : "them with \(.setting(key: "rejects.max", value: "\(counts.rejected)"))."))
    }
}
