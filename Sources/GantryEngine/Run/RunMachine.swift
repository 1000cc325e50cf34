/// The order of a run's steps, as a plain value. It does no work itself.
///
/// ```
/// begin ─ begun ─ work ─ sealed ─ publish ─ published ─ done
/// ```
/// A run that was stopped enters at the step its phase in the journal names.
public struct RunMachine: Sendable {
    /// What the run has to do next.
    public enum Step: Equatable, Sendable {
        /// Enter the run in the journal.
        case begin
        /// Run the stages that have not finished, and bag what they leave.
        case work
        /// Give the bag its name.
        case publish
        case done
    }

    /// The next step; it only moves forward.
    public private(set) var step: Step

    /// - Parameter phase: The run's phase in the journal; `nil` for a new run.
    public init(_ phase: Phase?) {
        step =
            switch phase {
            case nil: .begin
            case .fetch, .rewrite, .seal: .work
            case .publish: .publish
            case .complete: .done
            }
    }

    /// The run is entered in the journal.
    ///
    /// - Returns: The phase that it is entered with.
    public mutating func begun() -> Phase {
        step = .work
        return .fetch
    }

    /// The bag is complete.
    public mutating func sealed() { step = .publish }

    /// The bag has its name.
    public mutating func published() { step = .done }
}
