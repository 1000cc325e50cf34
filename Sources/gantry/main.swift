internal import GantryTerminal

ProcessSetup.apply()
if let arguments = SandboxProgram.arguments(of: Array(CommandLine.arguments.dropFirst())) {
    Program.replaceProcess { try SandboxProgram.replaceProcess(arguments) }
}
await Program.run(GantryCommand.self)
