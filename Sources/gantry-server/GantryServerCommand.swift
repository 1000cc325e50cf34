internal import ArgumentParser

/// What serves. `gantry` puts this program in its own place, so people read what they typed.
struct GantryServerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gantry", abstract: "The part of gantry that serves, which gantry starts.",
        subcommands: [DeskCommand.self, SandboxCommand.self])
}
