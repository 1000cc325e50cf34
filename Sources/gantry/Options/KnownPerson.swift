internal import GantryAccounts
internal import GantryKit
internal import GantryModel
internal import GantryProgram
internal import GantrySignOff
internal import GantryTerminal

/// Who decides or withdraws.
enum KnownPerson {
    /// Where gantry.yaml names people, only they do.
    ///
    /// - Parameter config: the file that names them; `nil` for gantry.yaml in the workspace, which need not exist.
    static func require(_ person: String, config: String?, _ place: Workspace, _ session: Session) throws {
        let path = Configuration.path(given: config, workspace: place.path)
        guard config != nil || Session.isFile(path) else { return }
        let people = try Configuration.load(path: path, systems: Gantry.systems, environment: session.environment)
            .people.map(\.id)
        guard people.isEmpty || people.contains(person) else {
            throw UsageError(
                "\(person) isn't among people in \(path).",
                advice: "It names these: \(people.joined(separator: ", ")).")
        }
    }
}
