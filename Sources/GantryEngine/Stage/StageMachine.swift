/// The order of a stage's steps, as a plain value: an event comes in, the next step comes out. It does no work itself.
///
/// ```
/// opened ─ fetch ─ fetched ─┬─────────────── seal
///                           └ rewrite ─ rewritten ┘
/// ```
/// A stage that was stopped enters at the step its checkpoint names.
public struct StageMachine: Sendable {
    /// What the stage has to do next.
    public enum Step: Equatable, Sendable {
        /// Get the pages from the cursor on; write outputs along the way when `writing`.
        case fetch(writing: Bool)
        /// Write every output from the landing, from this record on.
        case rewrite(from: Int)
        case seal
    }

    /// The phase to commit with the next checkpoint. A damaged part takes it from `seal` back to `rewrite`.
    public private(set) var phase: StagePhase
    /// Whether the parts on disk hold all that was written so far; a damaged part makes it false.
    private var partsUsable = true

    /// A machine for a stage that is new or resumed at `phase`. Call ``opened(partsUsable:written:)`` first.
    public init(phase: StagePhase) { self.phase = phase }

    /// The stage's files were opened. Parts that don't match their marks are unusable and are written again at the end.
    public mutating func opened(partsUsable: Bool, written: Int) -> Step {
        self.partsUsable = partsUsable
        switch phase {
        case .fetch: return .fetch(writing: partsUsable)
        case .rewrite: return .rewrite(from: partsUsable ? written : 0)
        case .seal:
            if partsUsable { return .seal }
            phase = .rewrite
            return .rewrite(from: 0)
        }
    }

    /// The last page is landed. A late verdict holds records that outputs may already contain.
    public mutating func fetched(hasWholeBatchFindings: Bool) -> Step {
        if hasWholeBatchFindings || !partsUsable {
            phase = .rewrite
            return .rewrite(from: 0)
        }
        phase = .seal
        return .seal
    }

    /// Every output is written again from the landing.
    public mutating func rewritten() -> Step {
        phase = .seal
        return .seal
    }
}
