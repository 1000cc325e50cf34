internal import ArgumentParser
internal import GantryAccounts
internal import GantryEngine
internal import GantryImports
internal import GantryKit
internal import GantryModel
internal import GantryRuns
internal import GantryTerminal

struct Run: RunsPipelines {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Export a period or send a sheet: start a run, or resume one that was stopped.",
        discussion: """
            An export fetches the records of the period, checks them and writes the files that the pipeline names. \
            They appear together in one folder, complete and verified, or not at all. If the period is already \
            published, nothing changes.

            Where the period is counted from today (last-month, last-period, or none given), runs of earlier periods \
            that were interrupted are finished first, and periods without a run are named.

            A pipeline that sends something checks every row of a sheet, sends each row once, and records the results. \
            Nothing is sent twice, however often the run is interrupted.

            Examples:
              gantry run payroll-monthly --period 2026-10
              gantry run payroll-monthly --period last-month
              gantry run payroll-fortnight --period last-period
              gantry run payroll-monthly --period 2026-W41-W42 --set rejects.max=5
              gantry run payroll-monthly --period 2026-10 --connections company1,company2
              gantry run leave-history --period 2026 --part 2/8
              gantry run payroll-monthly --period 2026-10 --revision next --because "Approvals after the closing"
              gantry run payroll-monthly --from payroll-monthly/2026-10/r1
              gantry run certificates-upload --sheet october.csv --files scans --until 07:00

            Ctrl-C stops at the next checkpoint; a second Ctrl-C stops immediately. Either way, the same command \
            resumes.

            Exit codes:
            \(ExitStatus.table)
            """)

    @OptionGroup var pipeline: PipelineOptions

    @OptionGroup(title: "To correct what is published") var revising: RevisionOptions

    @OptionGroup(title: "To correct what is published") var rewriting: RewritingOptions

    @Flag(help: "Discard what an unfinished run has fetched and start over.")
    var startOver = false

    @OptionGroup(title: "To send a sheet") var sending: SendingOptions

    @OptionGroup(title: "For jobs and large exports") var large: LargeOptions

    @OptionGroup var output: OutputOptions

    var metrics: String? { large.metrics }

    /// What jobs and exports of many parts need.
    struct LargeOptions: ParsableArguments {
        @Option(
            help: ArgumentHelp(
                "Fetch one of several parts, 1/8 to 8/8 for instance, which gantry merge joins to an export.",
                valueName: "number/count"),
            transform: partNumber)
        var part: PartNumber?

        @Option(
            help: ArgumentHelp(
                "The timestamp to record in a new run's files, such as 2026-11-02T07:30:00Z (default: now).",
                valueName: "time"),
            transform: instant)
        var snapshotTime: Instant?

        @Option(help: ArgumentHelp("Pages fetched ahead, 1 to 64.", valueName: "number"))
        var pagesAhead = 4

        @Option(
            help: ArgumentHelp(
                "Write the result as metrics for Prometheus to this file (*.prom); others in it stay.",
                valueName: "file"),
            completion: .file(extensions: ["prom"]))
        var metrics: String?
    }

    mutating func validate() throws {
        guard (1...64).contains(large.pagesAhead) else {
            throw ValidationError("--pages-ahead takes a number from 1 to 64.")
        }
        guard revising.because == nil || revising.revision == .next || rewriting.from != nil else {
            throw ValidationError("--because says why --revision next makes a new revision; add that too.")
        }
        if rewriting.from != nil { try requireNothingFetched() }
    }

    func perform(_ session: Session) async throws -> Outcome {
        let stop = session.stopRequest().stop
        if let from = rewriting.from { return try await rewrite(from, in: session, stop: stop) }
        let part = large.part
        switch try await notifiedRequest(session) {
        case .group(let name, let members):
            guard part == nil else {
                throw UsageError(
                    "--part is for one export, and \(name) is several runs.",
                    advice: "Name one pipeline and connection: PIPELINE@CONNECTION.")
            }
            return try await PipelineGroup(name: name, members: members, command: pipeline.pipeline)
                .perform(session, stop: stop) { try await member($0, in: session, stop: stop) }
        case .imports(let request):
            return try await measured(request.pipeline.name, connection: request.connection.name, session: session) {
                try await send(request, in: session, stop: stop)
            }
        case .export(let request):
            let name = part?.name(of: request.pipeline.name) ?? request.pipeline.name
            return try await measured(name, connection: request.connection.name, session: session) {
                if let part { return try await fetch(part, request, in: session, stop: stop) }
                return try await export(request, in: session, stop: stop)
            }
        }
    }

    private func send(_ request: ImportRequest, in session: Session, stop: StopRequest) async throws -> Outcome {
        let alarm = try sending.until?.next(after: .now, in: request.workspace.zone()).map { wait in
            Task {
                // Sleeping ends early only when the run has ended before.
                guard (try? await Task.sleep(for: wait)) != nil else { return }
                stop.request()
            }
        }
        defer { alarm?.cancel() }
        session.progress.publish(in: request.workspace)
        let result = try await session.progress.during {
            try await Gantry.send(request, stop: stop) { [progress = session.progress] in progress.note($0) }
        }
        let status: ExitStatus =
            result.wasPublished ? .alreadyPublished : result.counts.refused > 0 ? .completeWithRejects : .complete
        return Outcome(
            status: status,
            lines: ImportReport.lines(
                result, command: session.command, workspace: pipeline.workspace.given, style: session.console.outStyle),
            result: ResultValues.result(result), ending: RunEnding(result))
    }

    /// The request of the pipeline given, or of another with the same options.
    func request(_ session: Session, named other: String?) throws -> PipelineRequest {
        switch try pipeline.request(session, named: other) {
        case .export(var request):
            revising.apply(to: &request)
            request.part = large.part
            request.startsOver = startOver
            request.snapshot = large.snapshotTime
            request.pagesAhead = large.pagesAhead
            return .export(request)
        case .imports(var request):
            try revising.requireNone()
            guard large.part == nil else {
                throw UsageError(
                    "--part is for exports, and \(request.pipeline.name) sends data.",
                    advice: "gantry items --split rows:8 cuts a sheet into parts.")
            }
            request.startsOver = startOver
            request.snapshot = large.snapshotTime
            request.unknown = sending.unknown
            request.transfers = sending.transfers ?? request.work.transfers
            request.bytesPerSecond = sending.limitRate
            try request.askEncoding(session)
            return .imports(request)
        case let group: return group
        }
    }

    /// Runs a pipeline of a group.
    private func member(_ name: String, in session: Session, stop: StopRequest) async throws -> Outcome {
        switch try await notifiedRequest(session, named: name) {
        case .export(let request):
            return try await measured(
                request.pipeline.name, named: name, connection: request.connection.name, session: session
            ) {
                try await export(request, named: name, in: session, stop: stop)
            }
        case .imports(let request):
            throw UsageError(
                "\(request.pipeline.name) sends data, and a group can only export.", advice: "Run it by itself.")
        case .group(let group, _): throw UsageError.isInGroup(group)
        }
    }

}
