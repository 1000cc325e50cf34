internal import ArgumentParser

/// The help of `gantry sandbox`. ``ServerProgram`` starts the sandbox.
struct Sandbox: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sandbox",
        abstract: "Serve sample back ends on this machine and inject faults on demand.",
        discussion: "Starts gantry-server, a part of gantry that takes the same options.",
        shouldDisplay: false)

    @Argument(parsing: .captureForPassthrough, help: "As 'gantry sandbox --help' lists them.")
    var options: [String] = []
}
