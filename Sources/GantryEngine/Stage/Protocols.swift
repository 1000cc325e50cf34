public import GantryModel

/// Gives the chunks of a batch in order: over the network, from the landing, or from an array in a test.
public protocol ChunkSource<R>: Actor {
    associatedtype R: Record
    /// The next chunk, or `nil` after the last. What it throws ends the run at its last checkpoint.
    func next() async throws -> Chunk<R>?
}

/// A source of pages, each a chunk, that can be opened again at its position.
public protocol PageSource<R>: ChunkSource {
    /// The position after the chunks that it has given.
    func position() -> SourcePosition
}

/// The append-only record of what the source sent in a run.
public protocol LandingStore<R>: Actor {
    associatedtype R: Record
    /// Opens the landing at `mark`, cutting away what follows it; `nil` starts an empty one.
    func open(at mark: FileCheckpoint?) throws
    func append(_ chunk: Chunk<R>) throws
    /// Makes everything appended so far durable and says where that is.
    func checkpoint() throws -> FileCheckpoint
    /// Everything landed, from the first record on.
    func reader() throws -> any ChunkSource<R>
    /// Every landed record with one of these ids, in order; others may be among them.
    func reader(ofIDs ids: Set<Int64>) throws -> any ChunkSource<R>
}

/// The outputs of a stage, written side by side.
public protocol BatchOutputs<R, Summary>: Actor {
    associatedtype R: Record
    associatedtype Summary: Sendable
    /// Opens every part at its mark. False when a part is missing or damaged: then all are to be written again.
    func open(at marks: [FileCheckpoint]) async throws -> Bool
    /// Empties every part.
    func startOver() async throws
    /// Writes the records from index `first` of the chunk on.
    func write(_ checked: Checked<R>, from first: Int) async throws
    /// Makes every part durable.
    func checkpoint() async throws -> [FileCheckpoint]
    /// Adds what only the whole batch gives, and verifies every file by reading it back.
    func seal(_ summary: Summary) async throws -> StageResult
}
