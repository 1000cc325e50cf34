internal import ArgumentParser
internal import FoundationEssentials
internal import GantryAccounts
internal import GantryEngine
internal import GantryKit
internal import GantryModel
internal import GantryRuns
internal import GantryTerminal

/// What a shell offers for an argument: names from the files that the command itself would use. Where a file can't be
/// read, it offers nothing: the command says why.
struct Completions {
    /// Pipelines by name.
    static let pipelines = kind { words in
        PipelineFolders(
            workingDirectory: ".", workspace: words.workspace.path, installed: words.installed("Pipelines")
        ).names()
    }

    /// Layouts of payroll programs by name.
    static let profiles = kind { words in
        ProfileFolders(
            workingDirectory: ".", workspace: words.workspace.path, installed: words.installed("Profiles")
        ).names()
    }

    /// Runs that are published or under way.
    static let runs = kind { words in
        Set(["exports", "parts"].flatMap { words.runs(in: $0) }).sorted()
    }

    /// Connections that gantry.yaml names.
    static let connections = kind { words in words.configuration?.connections.map(\.name) ?? [] }

    /// Connections and destinations that gantry.yaml names.
    static let places = kind { words in
        guard let configuration = words.configuration else { return [] }
        return configuration.connections.map(\.name) + configuration.destinations.map(\.name)
            + configuration.hooks.map(\.name)
    }

    private let words: [String]
    private let environment: [String: String]

    private static func kind(_ names: @escaping @Sendable (Completions) -> [String]) -> CompletionKind {
        .custom { words, _, _ in
            names(Completions(words: words, environment: ProcessInfo.processInfo.environment))
        }
    }

    private var workspace: Workspace {
        WorkspaceOptions.workspace(value(of: "--workspace"), environment, config: value(of: "--config"))
    }

    private var configuration: Configuration? {
        try? Configuration.load(
            path: workspace.configurationPath, systems: Gantry.systems(in: workspace), environment: environment)
    }

    private func installed(_ name: String) -> String? { Session.installed(name, environment: environment) }

    /// What the command line gives an option, as `--option value` or `--option=value`.
    private func value(of option: String) -> String? {
        for (position, word) in words.enumerated() {
            if word == option, position + 1 < words.count { return words[position + 1] }
            if word.hasPrefix(option + "=") { return String(word.dropFirst(option.count + 1)) }
        }
        return nil
    }

    /// `PIPELINE/PERIOD/rN` for each folder three levels below one of the workspace.
    private func runs(in folder: String) -> [String] {
        var names = [""]
        for _ in 0..<3 {
            names = names.flatMap { name in
                let path = "\(workspace.path)/\(folder)/\(name)"
                let entries = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
                return entries.map { name.isEmpty ? $0 : "\(name)/\($0)" }
            }
        }
        return names.filter { RunID($0) != nil }
    }
}
