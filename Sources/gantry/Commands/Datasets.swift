internal import ArgumentParser
internal import GantryKit
internal import GantryTerminal

struct Datasets: Action {
    static let configuration = CommandConfiguration(
        abstract: "List the datasets that can be exported, or the fields of one.",
        discussion: """
            What a pipeline file may name: datasets, their fields for columns, the lists inside their records, and the \
            filters that the server knows. No server is asked.

            Examples:
              gantry datasets
              gantry datasets cdbl.leaves
            """)
    static let canBeRepeated = false

    @Argument(help: "A dataset, such as cdbl.leaves, or a system's prefix, such as cdbl.")
    var dataset: String?

    @OptionGroup var output: OutputOptions

    func perform(_ session: Session) async throws -> Outcome {
        let all = Gantry.catalog.datasets
        let style = session.console.outStyle
        guard let dataset else {
            return Outcome(status: .complete, lines: DatasetReport.lines(all, style: style), result: DatasetReport.value(all))
        }
        if let one = Gantry.catalog.dataset(named: dataset) {
            return Outcome(status: .complete, lines: DatasetReport.lines(one, style: style), result: DatasetReport.value([one]))
        }
        let some = all.filter { $0.name.hasPrefix(dataset + ".") }
        guard !some.isEmpty else {
            throw UsageError("There is no dataset called \(dataset).", advice: "'gantry datasets' lists them.")
        }
        return Outcome(status: .complete, lines: DatasetReport.lines(some, style: style), result: DatasetReport.value(some))
    }
}
