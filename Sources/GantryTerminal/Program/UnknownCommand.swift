internal import ArgumentParser
internal import GantryModel

extension ParsableCommand {
    /// What is wrong with the first argument where it should name a command and doesn't.
    static func unknownCommand(in arguments: [String]) -> UsageError? {
        let names = configuration.subcommands.flatMap { [$0._commandName] + $0.configuration.aliases }
        guard let word = arguments.first, !word.hasPrefix("-"), !names.isEmpty, word != "help", !names.contains(word)
        else { return nil }
        let nearest = nearestWord(to: word, among: names).map { "Did you mean \($0)? " } ?? ""
        return UsageError(
            "There is no command called \(quoted(word)).",
            advice: "\(nearest)'\(_commandName) --help' lists the commands.")
    }
}
