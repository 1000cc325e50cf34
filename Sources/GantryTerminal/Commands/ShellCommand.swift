public import GantryEngine
internal import GantryKit
internal import GantryModel

/// A command as it was typed, so that it can be shown, shortened and repeated.
public struct ShellCommand: Sendable, Equatable {
    /// The program's name and its arguments, unquoted.
    public private(set) var words: [String]

    /// - Parameter words: the program's name and its arguments. Gantry takes no secret from an argument.
    public init(_ words: [String]) { self.words = words }

    /// The command for a POSIX shell, quoted where it must be.
    public var shellText: String { words.map(ShellWord.quoted).joined(separator: " ") }

    /// The command that resumes a run that this one began: the same, but without starting over, and with the name of
    /// the period, which without `--period` would be another one tomorrow.
    ///
    /// - Parameter isOfSheet: whether the run sends the rows of a sheet. The sheet names such a run, and its name holds
    ///   no period.
    public func continuing(_ run: RunID?, isOfSheet: Bool = false) -> ShellCommand {
        let command = ShellCommand(words.filter { $0 != "--start-over" })
        guard let run, !isOfSheet, words.count > 1, words[1] == "run" else { return command }
        return command.covering(run.period)
    }

    /// The command with a period's own name, where it names none or counts it from today.
    public func covering(_ period: String) -> ShellCommand {
        for (place, word) in words.enumerated() {
            if word == "--period", place + 1 < words.count {
                guard StandardPeriod.isCounted(words[place + 1]) else { return self }
                return ShellCommand(Array(words[...place]) + [period] + words[(place + 2)...])
            }
            if word.hasPrefix("--period=") {
                guard StandardPeriod.isCounted(String(word.dropFirst("--period=".count))) else { return self }
                return ShellCommand(Array(words[..<place]) + ["--period=\(period)"] + words[(place + 1)...])
            }
        }
        // A run that is written anew has its period.
        let namesRun = words.contains { $0 == "--from" || $0.hasPrefix("--from=") }
        return namesRun ? self : ShellCommand(words + ["--period", period])
    }

    /// The command that starts an unfinished run over.
    public func startingOver(_ run: RunID?, isOfSheet: Bool = false) -> ShellCommand {
        ShellCommand(continuing(run, isOfSheet: isOfSheet).words + ["--start-over"])
    }

    /// The command that sends another sheet in the place of this one's.
    ///
    /// - Parameter files: the folder of the files, where the rows have some.
    public func sending(_ sheet: String, files: String?) -> ShellCommand {
        let kept = words(without: ["--sheet", "--files", "--changes", "--rows"]).filter {
            !ShellCommand.onceOnly.contains($0)
        }
        return ShellCommand(kept + ["--sheet", sheet] + (files.map { ["--files", $0] } ?? []))
    }

    /// The words without some options and their values.
    public func words(without options: [String]) -> [String] {
        var kept: [String] = []
        var isValue = false
        for word in words {
            if isValue {
                isValue = false
            } else if options.contains(word) {
                isValue = true
            } else if !options.contains(where: { word.hasPrefix($0 + "=") }) {
                kept.append(word)
            }
        }
        return kept
    }

    /// The options that say where the command works, as words: `--workspace` and `--config` with their values.
    public var place: [String] { keeping(["--workspace", "--config"]) }

    /// The options with these names and their values, as words.
    public func keeping(_ names: [String]) -> [String] {
        var kept: [String] = []
        for (index, word) in words.enumerated() {
            if names.contains(word), index + 1 < words.count { kept += [word, words[index + 1]] }
            if names.contains(where: { word.hasPrefix($0 + "=") }) { kept.append(word) }
        }
        return kept
    }

    /// What a person decided about one run and not about the next.
    private static let onceOnly = ["--start-over", "--accept-unknown", "--resend-unknown"]

    /// The stored command that began a run, with a decision about rows whose outcome is unknown.
    static func deciding(_ choice: String, _ shellText: String) -> String {
        ShellCommand(shellText.split(separator: " ", omittingEmptySubsequences: false).map(String.init))
            .words(without: ["--rows"]).filter { !onceOnly.contains($0) }.joined(separator: " ")
            + (choice.isEmpty ? "" : " " + choice)
    }

    /// The command with another pipeline, for its own connection.
    public func naming(_ pipeline: String, insteadOf other: String) -> ShellCommand {
        var words = words(without: ["--connections"])
        guard let place = words.firstIndex(of: other) else { return self }
        words[place] = pipeline
        return ShellCommand(words)
    }

    /// The program with other arguments.
    public func other(_ arguments: String...) -> ShellCommand { ShellCommand([words.first ?? "gantry"] + arguments) }
}
