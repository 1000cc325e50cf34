internal import ArgumentParser
internal import GantryAccounts
internal import GantryJSON
internal import GantryKit
internal import GantryTerminal

struct Logout: Action {
    static let configuration = CommandConfiguration(
        commandName: "logout",
        abstract: "Delete the saved session of a connection.",
        discussion: """
            Deletes the token file from the workspace. The server isn't notified: a copy of the token stays valid \
            until it expires. The device key is kept, because the server identifies this device by it.

            Example:
              gantry logout lms
            """)
    static let canBeRepeated = false

    @Argument(help: "The connection, as gantry.yaml names it.", completion: Completions.connections)
    var connection: String

    @OptionGroup var workspace: WorkspaceOptions
    @OptionGroup var output: OutputOptions

    func perform(_ session: Session) async throws -> Outcome {
        let connection = try workspace.configuration(session).connection(named: connection)
        let wasThere = try await Gantry.signOut(connection, in: workspace.workspace(session.environment))
        return Outcome(
            status: .complete,
            lines: [
                wasThere
                    ? "Deleted the session of \(connection.name)." : "There is no saved session of \(connection.name)."
            ],
            result: .object(["connection": .string(connection.name), "wasSignedIn": .bool(wasThere)]))
    }
}
