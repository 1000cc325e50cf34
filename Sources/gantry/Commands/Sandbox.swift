internal import ArgumentParser

/// What `gantry help` says of the sandbox. ``SandboxProgram`` is what `gantry sandbox` starts.
struct Sandbox: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Serve sample back ends on this machine and inject faults on demand.",
        discussion: "Starts gantry-sandbox, a program next to gantry that takes the same options.")

    @Argument(parsing: .captureForPassthrough, help: "As 'gantry sandbox --help' lists them.")
    var options: [String] = []
}
