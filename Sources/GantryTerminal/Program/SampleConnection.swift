/// The connection that a sample back end is called through, under the name that the shipped pipeline files use.
package struct SampleConnection: Sendable {
    /// As gantry.yaml names it.
    package let system: String
    /// The connection's name.
    package let name: String
    /// What a person calls the system.
    package let title: String
    /// Each credential with the environment variable that holds it and its value, which guards invented records on
    /// loopback only.
    package let credentials: [(name: String, variable: String, value: String)]
    /// A command that shows the system's records.
    package let example: String

    package static let all = [
        SampleConnection(
            system: "ksr-cranes", name: "ksr", title: "KSR Cranes",
            credentials: [
                ("email", "KSR_EMAIL", "payroll@example.test"),
                ("password", "KSR_PASSWORD", "sandbox-password"),
            ], example: "gantry run payroll-monthly --period 2026-10"),
        SampleConnection(
            system: "cdbl-lms", name: "lms", title: "CDBL LMS",
            credentials: [("pair-token", "LMS_PAIR_TOKEN", "pair-sandbox-000001")],
            example: "gantry run leave-history --period 2026"),
        SampleConnection(
            system: "autodetail-hub", name: "hub", title: "AutoDetail Hub",
            credentials: [("api-key", "HUB_API_KEY", "org_1705671234_sandbox000001")],
            example: "gantry run appointments"),
        SampleConnection(
            system: "vynqtalk", name: "talk", title: "VynqTalk",
            credentials: [
                ("email", "TALK_EMAIL", "archive@example.test"),
                ("password", "TALK_PASSWORD", "sandbox-password"),
            ], example: "gantry run message-archive"),
    ]

    package static func of(_ system: String) -> SampleConnection? { all.first { $0.system == system } }

    /// The entry of gantry.yaml, below the line `connections:`.
    ///
    /// - Parameter contract: That of the server; `nil` for the default one.
    package func yaml(url: String, contract: String? = nil) -> String {
        let lines = credentials.map { "      \($0.name): { env: \($0.variable) }" }.joined(separator: "\n")
        return """
              \(name):
                system: \(system)
                environment: \(url)\(contract.map { "\n    contract: \($0)" } ?? "")
                credentials:
            \(lines)
            """
    }

    /// What sets the credentials in a shell.
    package var export: String { "export " + credentials.map { "\($0.variable)=\($0.value)" }.joined(separator: " ") }

    /// The process's environment with the accounts of the sample back ends, and without other addresses for them.
    package static func environment(_ environment: [String: String]) -> [String: String] {
        var environment = environment
        for connection in all {
            for credential in connection.credentials { environment[credential.variable] = credential.value }
            environment["GANTRY_\(connection.name.uppercased())_URL"] = nil
        }
        return environment
    }

    /// The address that one signs in with, if the system has such accounts.
    package var email: String? { credentials.first { $0.name == "email" }?.value }
}
