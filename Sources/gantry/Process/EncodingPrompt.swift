internal import GantryImports
internal import GantryModel
internal import GantryRuns
internal import GantryTerminal
internal import Glibc

extension ImportRequest {
    /// Asks at a terminal which encoding the sheet has, where nothing in it proves one. Elsewhere the run ends with the
    /// question.
    mutating func askEncoding(_ session: Session) throws {
        let prompts = Prompts(session.console)
        guard prompts.isTerminal, isatty(STDERR_FILENO) == 1, let question = encodingQuestion() else { return }
        session.console.log([question.explanation] + question.cells.map { "  \($0)" })
        let choices = question.choices.joined(separator: ", ")
        let answer = try prompts.answer(
            "encoding", "Which one is right (\(choices))? ", isSecret: false, all: ["the encoding"])
        guard question.choices.contains(answer) else {
            throw UsageError(
                "\(answer.isEmpty ? "Nothing" : answer) isn't one of \(choices).",
                advice: "If none is right, save the sheet as \"CSV UTF-8\".")
        }
        work.sheet.encoding = answer
    }
}
