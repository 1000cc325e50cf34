internal import GantryProgram

ProcessSetup.apply()
await Program.run(GantrySandboxCommand.self)
