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

    @Option(
        help: ArgumentHelp(
            "The file that names the people (default: gantry.yaml in the workspace).", valueName: "file"))
    var config: String?

    /// Where gantry.yaml names people, only they do it. The file need not exist, unless it is named.
    func requireKnown(_ place: Workspace, _ session: Session) throws {
        let path = Configuration.path(given: config, workspace: place.path)
        guard config != nil || Session.isFile(path) else { return }
        let people = try Configuration.load(path: path, systems: Gantry.systems, environment: session.environment)
            .people.map(\.id)
        guard people.isEmpty || people.contains(by) else {
            throw UsageError(
                "\(by) isn't among people in \(path).", advice: "It names these: \(people.joined(separator: ", ")).")
        }
    }
}
