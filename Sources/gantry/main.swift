ProcessSetup.apply()
await Program.run()
