internal import ArgumentParser
internal import GantryAccounts
internal import GantryKit
internal import GantryModel
internal import GantryRuns
internal import GantryTerminal

struct Merge: RunsPipelines {
    static let configuration = CommandConfiguration(
        commandName: "merge",
        abstract: "Export a period from parts that were fetched apart.",
        discussion: """
            Runs with --part fetch the parts, on any machine and in any order. A merge takes their folders, proves \
            that all parts are there, unchanged and cut from the same list, and writes what one run would have \
            written. Payroll asks the server for workers, pay periods and leave; other records are not asked for \
            again.

            Examples:
              gantry run leave-history --period 2026 --part 1/2
              gantry run leave-history --period 2026 --part 2/2
              gantry merge leave-history --period 2026 gantry-data/exports/leave-history.part-*/2026/r1

            The same command resumes a merge that was stopped.

            Exit codes:
            \(ExitStatus.table)
            """,
        shouldDisplay: false)

    @OptionGroup var pipeline: PipelineOptions

    @Argument(
        help: ArgumentHelp("The export folders of all parts, in any order.", valueName: "folder"),
        completion: .directory)
    var parts: [String]

    @OptionGroup(title: "To correct what is published") var revising: RevisionOptions

    @Flag(help: "Discard what an unfinished run of the period has fetched or merged, and start over.")
    var startOver = false

    @Option(
        help: ArgumentHelp(
            "Write the result as metrics for Prometheus to this file (*.prom); others in it stay.", valueName: "file"),
        completion: .file(extensions: ["prom"]))
    var metrics: String?

    @OptionGroup var output: OutputOptions

    func perform(_ session: Session) async throws -> Outcome {
        let stop = session.stopRequest().stop
        guard case .export(let request) = try await notifiedRequest(session) else {
            throw UsageError(
                "\(pipeline.pipeline) can't be merged: parts are those of one export.",
                advice: "Name the pipeline that the parts were fetched with, and one connection: PIPELINE@CONNECTION.")
        }
        return try await measured(request.pipeline.name, connection: request.connection.name, session: session) {
            var job = try job(of: request, session, by: session.command)
            job.showsDifference = revising.revision == .next
            job.make = { [parts] request, stop, observe in
                try await Gantry.merge(parts, request: request, stop: stop, observe: observe)
            }
            let report = JobReport(
                command: session.command,
                again: "To replace it with what these parts hold, add --revision next.", style: session.console.outStyle
            )
            return try await session.perform(
                job, report, by: session.command, isQuiet: output.isQuiet || output.isJSON, stop: stop)
        }
    }

    func request(_ session: Session, named other: String?) throws -> PipelineRequest {
        guard case .export(var request) = try pipeline.request(session, named: other) else {
            return try pipeline.request(session, named: other)
        }
        revising.apply(to: &request)
        request.startsOver = startOver
        return .export(request)
    }
}
