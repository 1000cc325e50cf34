internal import ArgumentParser

/// The help of `gantry desk`. ``ServerProgram`` starts the desk.
struct Desk: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "desk",
        abstract: "Work on a month of pay in the browser, on this machine alone.",
        discussion: "Starts gantry-server, a part of gantry that takes the same options.")

    @Argument(parsing: .captureForPassthrough, help: "As 'gantry desk --help' lists them.")
    var options: [String] = []
}
