public import GantryAccounts
public import GantryEngine
public import GantryModel
public import GantryRuns
internal import GantrySignOff

/// Deliveries of a run that nobody signs, one place after the other.
public struct DeliveryJob: Sendable {
    /// The run.
    public let run: RunID
    /// The places, in order.
    public let steps: [Step]
    /// The destinations and their secrets.
    public let places: DeliveryPlaces
    /// Where the run was published.
    public let workspace: Workspace
    /// What another process is told when it wants the same delivery; no secrets.
    public let command: String
    /// Why pay is delivered again; `nil`, the default, where it isn't.
    public var again: String?
    /// The destinations that the pipeline file names. The default is none.
    public var listed: Set<String> = []
    /// What a person says of files that may have arrived. The default is nothing.
    public var answer: DeliveryAnswer?

    /// One place, and what goes there.
    public struct Step: Sendable {
        /// A failure where gantry.yaml doesn't have it: the other places get theirs.
        public let to: Result<DeliveryRequest.Target, any Error>
        /// What of the run goes there.
        public let form: Pipeline.Deliver.Form

        /// A place that is known.
        public init(to target: DeliveryRequest.Target, form: Pipeline.Deliver.Form) {
            to = .success(target)
            self.form = form
        }

        /// A destination of gantry.yaml.
        public init(to name: String, in configuration: Configuration, form: Pipeline.Deliver.Form) {
            self.form = form
            do {
                to = .success(.destination(try configuration.destination(named: name)))
            } catch {
                to = .failure(error)
            }
        }
    }

    /// What came of all places.
    public struct Outcome: Sendable {
        /// One for each place that has what it should have.
        public let results: [DeliveryResult]
        /// Why the others don't.
        public let failures: [any Error]
        /// Whether anything was delivered now.
        public var isNew: Bool { results.contains { $0.new > 0 } }
    }

    /// Deliveries with the given values.
    public init(
        run: RunID, steps: [Step], places: DeliveryPlaces, workspace: Workspace, command: String
    ) {
        self.run = run
        self.steps = steps
        self.places = places
        self.workspace = workspace
        self.command = command
    }

    /// Tries each place, whatever becomes of the others.
    ///
    /// - Parameter observe: Told of every failure but the one that is thrown, too.
    /// - Throws: The first failure where no place has anything.
    public func perform(
        stop: StopRequest, observe: @escaping @Sendable (JobEvent) -> Void
    ) async throws -> Outcome {
        let tried = await Tried.each(
            steps,
            endsAll: {
                // What is wrong with the run is so for every place.
                $0 is RunError || $0 is SignOffRefusal || stop.isRequested
            }
        ) { try await perform($0, stop: stop, observe: observe) }
        let outcome = Outcome(results: tried.compactMap(\.value), failures: tried.compactMap(\.error))
        for failure in outcome.failures.dropFirst(outcome.results.isEmpty ? 1 : 0) { observe(.notDelivered(failure)) }
        if outcome.results.isEmpty, let first = outcome.failures.first { throw first }
        return outcome
    }

    private func perform(
        _ step: Step, stop: StopRequest, observe: @escaping @Sendable (JobEvent) -> Void
    ) async throws -> DeliveryResult {
        var request = DeliveryRequest(
            run: run, to: try step.to.get(), places: places, workspace: workspace, command: command)
        request.form = step.form
        request.again = again
        request.listed = listed
        request.answer = answer
        return try await Gantry.deliver(request, stop: stop) { observe(.export($0)) }
    }
}
