internal import GantryTerminal

ProcessSetup.apply()
await Program.run(GantryDeskCommand.self)
