internal import GantryProgram

ProcessSetup.apply()
if let arguments = SandboxProgram.arguments(of: Array(CommandLine.arguments.dropFirst())) {
    Program.become { try SandboxProgram.become(arguments) }
}
await Program.run(GantryCommand.self)
