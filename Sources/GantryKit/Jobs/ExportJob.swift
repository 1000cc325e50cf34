public import GantryAccounts
public import GantryEngine
public import GantryModel
public import GantryRuns

/// An export of a pipeline with what comes before and after it: deliveries that earlier runs still have to make, runs
/// of earlier periods that were interrupted, the run, its deliveries, what it pays differently, and a look at signed
/// periods. Nothing around the run keeps it from being made, and nothing after it from being published.
public struct ExportJob: Sendable {
    /// The run.
    public var request: ExportRequest
    /// How its period is counted from today, so that earlier ones count too; `nil`, the default, where somebody names
    /// it.
    public var rule: (any CountedPeriods)?
    /// Whether earlier runs deliver first what they still have to. Default false.
    public var deliversFirst = false
    /// Whether the outcome says what the new revision pays differently from the one before. Default false.
    public var showsDifference = false
    /// Whether signed periods are looked at again, as many as the pipeline file says. Default false.
    public var looksBack = false
    /// gantry.yaml, which is read where the pipeline delivers.
    public var configuration: @Sendable () throws -> Configuration
    /// The command for another period, which other processes are told.
    public var command: @Sendable (_ period: String) -> String
    /// What makes the run. The default is `Gantry.export`.
    public var make: Make = { request, stop, observe in
        try await Gantry.export(request, stop: stop, observe: observe)
    }

    /// Makes a run of a request.
    public typealias Make =
        @Sendable (
            ExportRequest, StopRequest, @escaping @Sendable (ExportEvent) -> Void
        ) async throws -> ExportResult

    /// A delivery that an earlier run still had to make.
    public typealias DeliveredFirst = Tried<OpenDelivery, DeliveryJob.Outcome>
    /// A run of an earlier period that was interrupted.
    public typealias FinishedFirst = Tried<RunID, Delivered>

    /// A job of one run alone.
    public init(
        _ request: ExportRequest, configuration: @escaping @Sendable () throws -> Configuration,
        command: @escaping @Sendable (_ period: String) -> String
    ) {
        self.request = request
        self.configuration = configuration
        self.command = command
    }

    /// Does all of it.
    ///
    /// - Parameter observe: Must be quick.
    /// - Throws: What keeps the run itself from being published; a request to end.
    public func perform(
        stop: StopRequest, observe: @escaping @Sendable (JobEvent) -> Void
    ) async throws -> Outcome {
        let before = deliversFirst ? try await deliverFirst(stop, observe) : []
        var finished: [FinishedFirst] = []
        var earlier = EarlierPeriods()
        if let rule {
            earlier = try await Gantry.earlierPeriods(before: request, by: rule)
            finished = try await finish(earlier.unfinished, stop: stop, observe: observe)
            // Before the run, so that it is said also where that fails.
            if !earlier.missed.isEmpty { observe(.missed(earlier.missed)) }
        }
        let run = try await run(request, stop: stop, observe: observe)
        if rule != nil {
            try await Gantry.noteMissed(earlier.missed, by: run.result.id, in: request.workspace)
        }
        var outcome = Outcome(
            deliveredFirst: before, finishedFirst: finished, missed: earlier.missed, newlyMissed: earlier.newlyMissed,
            run: run)
        guard !outcome.run.result.wasPublished else { return outcome }
        if showsDifference { outcome.difference = await difference() }
        if looksBack { outcome.lookBack = await lookBack(stop, observe) }
        return outcome
    }

    /// Makes a run, and brings its files where the pipeline file says.
    private func run(
        _ request: ExportRequest, stop: StopRequest, observe: @escaping @Sendable (JobEvent) -> Void
    ) async throws -> Delivered {
        let result = try await make(request, stop) { observe(.export($0)) }
        let deliver = request.pipeline.deliver
        guard !deliver.isEmpty, request.pipeline.signOff == nil else { return Delivered(result: result) }
        do {
            if try await Gantry.isDeliveredElsewhere(result.id, to: deliver, in: request.workspace) {
                return Delivered(result: result)
            }
            let configuration = try configuration()
            try await Gantry.noteDeliveries(of: result.id, to: deliver, in: request.workspace)
            let steps = deliver.map { DeliveryJob.Step(to: $0.to, in: configuration, form: $0.form) }
            let delivered = try await delivery(of: result.id, steps, configuration).perform(
                stop: stop, observe: observe)
            return Delivered(result: result, deliveries: delivered, deliveryError: delivered.failures.first)
        } catch {
            observe(.notDelivered(error))
            return Delivered(result: result, deliveryError: error)
        }
    }

    private func delivery(
        of run: RunID, _ steps: [DeliveryJob.Step], _ configuration: Configuration
    ) -> DeliveryJob {
        var job = DeliveryJob(
            run: run, steps: steps,
            places: DeliveryPlaces(configuration.destinations, environment: request.environment),
            workspace: request.workspace, command: request.command)
        job.listed = Set(request.pipeline.fileDestinations)
        return job
    }

    /// Delivers what earlier runs of the pipeline were to bring somewhere and didn't, oldest first.
    ///
    /// - Throws: A request to end.
    private func deliverFirst(
        _ stop: StopRequest, _ observe: @escaping @Sendable (JobEvent) -> Void
    ) async throws -> [DeliveredFirst] {
        let names = Set(request.pipeline.deliver.map(\.to))
        guard !names.isEmpty, request.pipeline.signOff == nil else { return [] }
        let open = try await Gantry.openDeliveries(
            of: request.pipeline.name, besides: request.period.name, to: names, in: request.workspace)
        var here: [OpenDelivery] = []
        for delivery in open {
            do {
                let isElsewhere = try await Gantry.isDeliveredElsewhere(
                    delivery.run, to: delivery.deliver, in: request.workspace)
                if !isElsewhere { here.append(delivery) }
            } catch let error as RunError where error.code == .unusableRun {
                // What another workspace owes is said, and doesn't fail this one's run.
                observe(.notDelivered(error))
            }
        }
        let all = await DeliveredFirst.each(
            here, endsAll: { _ in stop.isRequested },
            tell: { if $0.error == nil || !stop.isRequested { observe(.deliveredFirst($0)) } }
        ) { delivery in
            observe(.deliversFirst(delivery))
            let configuration = try configuration()
            let steps = delivery.deliver.map { DeliveryJob.Step(to: $0.to, in: configuration, form: $0.form) }
            return try await self.delivery(of: delivery.run, steps, configuration).perform(stop: stop, observe: observe)
        }
        if stop.isRequested, let error = all.last?.error { throw error }
        return all
    }

    /// Finishes runs of earlier periods, oldest first.
    ///
    /// - Throws: A request to end.
    private func finish(
        _ runs: [RunID], stop: StopRequest, observe: @escaping @Sendable (JobEvent) -> Void
    ) async throws -> [FinishedFirst] {
        let finished = await FinishedFirst.each(
            runs, endsAll: { _ in stop.isRequested },
            tell: { if $0.error == nil || !stop.isRequested { observe(.finishedFirst($0)) } }
        ) { id in
            var earlier = request
            earlier.period = try PayPeriod(id.period)
            let head = try await request.workspace.existingJournal()?.run(id)?.head
            let beginsAnew = try head?.showsOnlyPast(
                of: earlier.period, in: request.workspace.zone(), now: .now)
            observe(.finishesFirst(id, beginsAnew: beginsAnew ?? false))
            earlier.startsOver = false
            earlier.usesNewSettings = false
            earlier.snapshot = nil
            earlier.command = command(id.period)
            return try await run(earlier, stop: stop, observe: observe)
        }
        if stop.isRequested, let error = finished.last?.error { throw error }
        return finished
    }
}
