/// One unit of a run: it takes a source to proven files, and knows nothing of other stages, bags or publishing.
public protocol Stage: Sendable {
    /// Unique within the run, the same whenever the run is resumed: `appointments`.
    var name: String { get }
    /// The names of the stages before it whose records say what it asks for. They are run again with it.
    var keySources: Set<String> { get }
    /// Does whatever is left to do.
    ///
    /// - Throws: What ends the run at its last checkpoint. `RunError.sourceChanged` makes the run reset the stage and
    ///   run it once more, over the files that it left; so does `RunError.sourceIncomplete` of one that had begun.
    ///   After `RunError.otherOwner` the stage is reset, and the same command begins it anew.
    func run(_ context: StageContext) async throws -> StageResult
}

extension Stage {
    /// By default none.
    public var keySources: Set<String> { [] }
}

/// What a stage gets from its run.
public struct StageContext: Sendable {
    /// The stage's key in the journal.
    public let id: StageID
    /// The run as it was begun.
    public let record: RunRecord
    /// Where the stage keeps its checkpoints and documents.
    public let journal: any Journal
    /// Whether the stage has begun: it is in the journal, with the documents that it was begun with.
    public let hasBegun: Bool
    /// Checked by the stage, which ends at its next checkpoint when it is requested.
    public let stop: StopRequest
    /// Called with events in order, from one task at a time; it must be quick.
    public let observe: @Sendable (RunEvent) -> Void

    /// Enters the stage in the journal with what it is based on, in one transaction; does nothing if the stage has
    /// begun.
    public func begin(documents: [String: String] = [:], checkpoint: Checkpoint? = nil) async throws {
        if !hasBegun { try await journal.begin(id, documents: documents, checkpoint: checkpoint) }
    }
}
