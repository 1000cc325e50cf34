internal import Synchronization

/// The stages of a run while they run: what they need, and which of them finished in an earlier attempt.
public final class RunStages: Sendable {
    /// The run as the journal has it when its stages start.
    public let record: RunRecord
    /// Where the stages keep their checkpoints and results.
    public let journal: any Journal
    /// Checked by the stages, which end at their next checkpoint when it is requested.
    public let stop: StopRequest
    let observe: @Sendable (RunNews) -> Void
    private let kept = Atomic(false)

    /// The stages of a run that the journal has.
    public init(
        record: RunRecord, journal: any Journal, stop: StopRequest, observe: @escaping @Sendable (RunNews) -> Void
    ) {
        self.record = record
        self.journal = journal
        self.stop = stop
        self.observe = observe
    }

    /// Whether a result is that of an earlier attempt, so that files may have been damaged since.
    var hasKeptResults: Bool { kept.load(ordering: .relaxed) }

    /// Runs the stages in order, each from its last checkpoint.
    ///
    /// A stage whose source changes while it is read is reset and run once more, after the stages that it takes keys
    /// from: most often someone entered something just then. When it changes again, a person has to choose a quieter
    /// time.
    public func run(_ stages: [any Stage]) async throws -> [StageResult] {
        var results: [StageResult] = []
        var announced: Int?
        var begunAnew: Set<String> = []
        while results.count < stages.count {
            let place = results.count
            let stage = stages[place]
            let id = StageID(record.id, stage.name)
            if announced != place { observe(.stage(name: stage.name, number: place + 1, of: stages.count)) }
            announced = place
            let known = try await journal.stages(of: record.id).first { $0.name == stage.name }
            do {
                results.append(try await run(stage, known))
            } catch let error as RunError
                where RunStages.beginsAnew(after: error, resumes: known != nil) && !stop.isRequested
                && begunAnew.insert(stage.name).inserted
            {
                observe(.beginsAnew(id, reason: error.explanation))
                let first = stages.firstIndex { $0.name == stage.name || stage.keySources.contains($0.name) } ?? place
                // The stage that failed goes first: killed in between, it never has keys of a list that was read later.
                for other in stages[first...place].reversed() {
                    try await journal.reset(StageID(record.id, other.name))
                }
                results.removeSubrange(first...)
            } catch let error as RunError where error.code == .otherOwner {
                // The list that it was begun with is kept with it, so that nobody would see that it is mended.
                try await journal.reset(id)
                throw error
            }
        }
        return results
    }

    /// What an earlier attempt left can't be completed where the list has become another one since.
    private static func beginsAnew(after error: RunError, resumes: Bool) -> Bool {
        error.code == .sourceChanged || error.code == .sourceIncomplete && resumes
    }

    private func run(_ stage: any Stage, _ known: StageRecord?) async throws -> StageResult {
        if let result = known?.result {
            kept.store(true, ordering: .relaxed)
            return result
        }
        let id = StageID(record.id, stage.name)
        let result = try await stage.run(context(id, hasBegun: known != nil))
        try await journal.finish(id, with: result)
        return result
    }

    private func context(_ id: StageID, hasBegun: Bool) -> StageContext {
        StageContext(id: id, record: record, journal: journal, hasBegun: hasBegun, stop: stop) { [observe] in
            observe(.batch($0))
        }
    }
}

/// What a run reports while it works. Reports come in order, from one task at a time.
public enum RunNews: Sendable {
    case begins(RunID, resumes: Bool)
    /// A stage starts, the first being 1.
    case stage(name: String, number: Int, of: Int)
    /// The source of a stage changed while it was read: what was fetched is dropped, and the stage starts over.
    case beginsAnew(StageID, reason: String)
    case batch(RunEvent)
}

extension [StageResult] {
    /// The counts of all stages together.
    public var counts: BatchCounts {
        reduce(into: BatchCounts()) { sum, result in
            sum.fetched += result.counts.fetched
            sum.exported += result.counts.exported
            sum.held += result.counts.held
            sum.repeats += result.counts.repeats
            sum.rejected += result.counts.rejected
            sum.excluded += result.counts.excluded
        }
    }
}
