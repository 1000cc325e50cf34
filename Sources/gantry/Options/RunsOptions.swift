internal import ArgumentParser
internal import GantryModel
internal import GantryRuns
internal import GantryTerminal

/// Which runs a list shows.
struct RunsOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Only runs of this pipeline.", valueName: "name"), completion: Completions.pipelines)
    var pipeline: String?

    @Option(
        help: ArgumentHelp(
            "Only runs in this state: published, running, unfinished, withdrawn, missing or damaged. Can be repeated.",
            valueName: "state"),
        transform: runState)
    var state: [RunSelection.State] = []

    @Option(
        help: ArgumentHelp(
            "Only runs that started or finished since then: a day (2026-11-01), a time (2026-11-01T06:00:00Z), or how long ago (12h, 30d).",
            valueName: "time"),
        transform: pastTime)
    var since: Instant?

    @Option(help: ArgumentHelp("At most so many runs.", valueName: "number"))
    var limit: Int?

    @Option(
        help: ArgumentHelp("The order: started (newest first), finished (newest first) or name.", valueName: "order"),
        transform: runOrder)
    var sort = RunSelection.Order.started

    mutating func validate() throws {
        if let limit, limit < 1 { throw ValidationError("--limit takes a number from 1.") }
    }

    var selection: RunSelection {
        var selection = RunSelection()
        selection.pipeline = pipeline
        selection.states = Set(state)
        selection.since = since
        selection.limit = limit
        selection.order = sort
        return selection
    }
}

@Sendable private func runState(_ text: String) throws -> RunSelection.State {
    guard let state = RunSelection.State(rawValue: text) else {
        throw ValidationError("Expected \(RunSelection.State.allCases.map(\.rawValue).joined(separator: ", ")).")
    }
    return state
}

@Sendable private func runOrder(_ text: String) throws -> RunSelection.Order {
    guard let order = RunSelection.Order(rawValue: text) else {
        throw ValidationError("Expected \(RunSelection.Order.allCases.map(\.rawValue).joined(separator: ", ")).")
    }
    return order
}

/// Reads a day, a time or how long ago: `2026-11-01`, `2026-11-01T06:00:00Z`, `12h`, `30d`.
@Sendable func pastTime(_ text: String) throws -> Instant {
    if let instant = Instant(text) { return instant }
    let days = text.hasSuffix("d") ? Int(text.dropLast()).map { Duration.seconds($0 * 86_400) } : nil
    guard let ago = days ?? NumberText.duration(from: text), ago > .zero, ago < .seconds(86_400 * 36_500) else {
        throw ValidationError("Expected a day such as 2026-11-01, a time such as 2026-11-01T06:00:00Z, or 12h or 30d.")
    }
    return Instant.now.adding(nanoseconds: -ago.components.seconds * 1_000_000_000)
}
