internal import ArgumentParser
internal import GantryAccounts
internal import GantryKit
internal import GantryModel
internal import GantrySignOff
internal import GantryTerminal

/// Who does something that is kept with their name, and why.
struct PersonOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Who does it: a name in people of gantry.yaml.", valueName: "name"))
    var by: String

    @Option(help: ArgumentHelp("Why, in one line of at least 10 characters.", valueName: "text"))
    var because: String

}

extension Workspace {
    /// Where gantry.yaml names people, only they sign and decide. The file need not exist, unless it is named.
    func requirePerson(_ person: String, isFileNamed: Bool, _ session: Session) throws {
        let path = configurationPath
        guard isFileNamed || Session.isFile(path) else { return }
        let people = try readConfiguration(session).people.map(\.id)
        guard people.isEmpty || people.contains(person) else {
            throw UsageError(
                "\(person) isn't among people in \(path).",
                advice: "It names these: \(people.joined(separator: ", ")).")
        }
    }
}
