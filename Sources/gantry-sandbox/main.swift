internal import GantryTerminal

ProcessSetup.apply()
await Program.run(GantrySandboxCommand.self)
