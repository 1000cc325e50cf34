internal import GantryTerminal

ProcessSetup.apply()
await Program.run(GantryServerCommand.self)
