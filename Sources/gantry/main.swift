internal import GantryTerminal

ProcessSetup.apply()
if let (program, arguments) = ServerProgram.asked(by: Array(CommandLine.arguments.dropFirst())) {
    Program.replaceProcess { try program.replaceProcess(arguments) }
}
await Program.run(GantryCommand.self)
