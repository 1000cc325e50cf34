internal import ArgumentParser
internal import GantryTerminal

/// What a command came to.
struct Outcome: Sendable {
    var status: ExitStatus
    /// For people, on standard output.
    var lines: [String]
    /// For programs, in the last event.
    var result: JSONValue
}

/// A command of Gantry. It does its work and says what came of it; showing that and ending is up to the program.
protocol Action: ParsableCommand {
    var output: OutputOptions { get }
    /// Whether a failure shows the command that goes on.
    static var canBeRepeated: Bool { get }
    func perform(_ session: Session) async throws -> Outcome
}

extension Action {
    static var canBeRepeated: Bool { true }
}
