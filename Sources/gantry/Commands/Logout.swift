internal import ArgumentParser
internal import GantryAccounts
internal import GantryKit
internal import GantryProgram
internal import GantryTerminal

struct Logout: Action {
    static let configuration = CommandConfiguration(
        abstract: "Forget the kept session of a connection.",
        discussion: """
            Removes the file with the tokens from the workspace. The server is not told: a token that somebody has copied stays \
            good until its end. The key of this device stays, because a server knows the device by it.

            Example:
              gantry logout lms
            """)
    static let canBeRepeated = false

    @Argument(help: "The connection, as gantry.yaml names it.")
    var connection: String

    @OptionGroup var options: ConnectionOptions
    @OptionGroup var output: OutputOptions

    func perform(_ session: Session) async throws -> Outcome {
        let connection = try options.configuration(session).connection(named: connection)
        let wasThere = try await Gantry.signOut(connection, in: options.workspace.workspace(session.environment))
        return Outcome(
            status: .complete,
            lines: [
                wasThere
                    ? "The session of \(connection.name) is forgotten." : "No session of \(connection.name) was kept."
            ],
            result: JSONValue(members: ["connection": .text(connection.name), "wasSignedIn": .boolean(wasThere)]))
    }
}
