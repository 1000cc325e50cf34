internal import ArgumentParser
internal import GantryKit
internal import GantryModel
internal import GantryRuns
internal import GantryTerminal

struct ListDatasets: Action {
    static let configuration = CommandConfiguration(
        commandName: "datasets",
        abstract: "List what can be exported and what can be sent, or show the fields of one.",
        discussion: """
            Lists the datasets that a pipeline file can name, with their fields, nested lists and filters, and what \
            can be submitted or uploaded, with the columns of its sheet. No server is contacted.

            Examples:
              gantry list datasets
              gantry list datasets cdbl.leaves
              gantry list datasets cdbl.certificates
            """)
    static let canBeRepeated = false

    @Argument(
        help:
            "A dataset, such as cdbl.leaves, something to send, such as cdbl.certificates, or a system's prefix, such as cdbl."
    )
    var dataset: String?

    @OptionGroup var workspace: WorkspaceOptions
    @OptionGroup var output: OutputOptions

    func perform(_ session: Session) async throws -> Outcome {
        let catalog = Gantry.catalog(in: workspace.workspace(session.environment))
        let all = catalog.datasets
        let sendable = catalog.submissions
        let style = session.console.outStyle
        guard let dataset else {
            return Outcome(
                status: .complete, lines: DatasetReport.lines(all, sendable, style: style),
                result: DatasetReport.value(all, sendable))
        }
        if let one = catalog.dataset(named: dataset) {
            // What is exported can have the name of what is sent.
            let other = sendable.first { $0.name == dataset }
            return Outcome(
                status: .complete,
                lines: DatasetReport.lines(one, style: style)
                    + (other.map { [""] + DatasetReport.lines($0, style: style) } ?? []),
                result: DatasetReport.value([one], other.map { [$0] } ?? []))
        }
        if let one = sendable.first(where: { $0.name == dataset }) {
            return Outcome(
                status: .complete, lines: DatasetReport.lines(one, style: style), result: DatasetReport.value([], [one])
            )
        }
        let some = all.filter { $0.name.hasPrefix(dataset + ".") }
        let others = sendable.filter { $0.name.hasPrefix(dataset + ".") }
        guard !some.isEmpty || !others.isEmpty else {
            throw UsageError(
                "There is no dataset called \(dataset)." + (catalog.fault(of: dataset).map { " \($0)" } ?? ""),
                advice: "'gantry list datasets' lists them.")
        }
        return Outcome(
            status: .complete, lines: DatasetReport.lines(some, others, style: style),
            result: DatasetReport.value(some, others))
    }
}
