package import ArgumentParser
package import GantryJSON
package import GantryKit

/// The result of a command.
package struct Outcome: Sendable {
    package var status: ExitStatus
    /// For people, on standard output.
    package var lines: [String]
    /// What the person can do next, below that; left out where another command goes on by itself.
    package var next: [String]
    /// For programs, in the last event.
    package var result: JSONTree
    /// The run that it is about, for metrics and for those who are told; `nil` where it is about none.
    package var ending: RunEnding?

    package init(
        status: ExitStatus, lines: [String], next: [String] = [], result: JSONTree, ending: RunEnding? = nil
    ) {
        self.ending = ending
        self.status = status
        self.lines = lines
        self.next = next
        self.result = result
    }
}

/// A command. It does its work and returns the result; the program shows it and ends.
package protocol Action: ParsableCommand {
    var output: OutputOptions { get }
    /// Whether a failure shows the command that resumes the work.
    static var canBeRepeated: Bool { get }
    func perform(_ session: Session) async throws -> Outcome
}

extension Action {
    package static var canBeRepeated: Bool { true }
}
