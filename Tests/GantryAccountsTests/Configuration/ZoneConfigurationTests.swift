import GantryAccounts
import GantryModel
import GantryTestSupport
import Testing

@Suite("The zone of an office")
struct ZoneConfigurationTests {
    private static let connection = """
        connections:
          ksr:
            system: ksr-cranes
            environment: production
            credentials: { email: a@example.test, password: { env: P } }

        """

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// The workspace with this gantry.yaml.
    private func workspace(_ text: String, _ environment: [String: String] = [:]) throws -> Workspace {
        let path = try folder.write(text, to: "gantry.yaml")
        return Workspace(path: folder.path, configuration: path, environment: environment)
    }

    @Test("is that of gantry.yaml, whatever TZ says")
    func configured() throws {
        let workspace = try workspace(
            Self.connection + "office: { zone: Europe/Copenhagen }\n", ["TZ": "Pacific/Kiritimati"])
        #expect(try workspace.zone().name == "Europe/Copenhagen")
        #expect(
            try ConfigurationTests.read(Self.connection + "office: { zone: Asia/Kolkata }\n").office.zone?.name
                == "Asia/Kolkata")
        #expect(try ConfigurationTests.read(Self.connection).office.zone == nil)
        // Other mistakes of the file are others' business.
        let broken = try self.workspace("office: { zone: America/New_York }\nconnections: 5\nnonsense: 1\n")
        #expect(try broken.zone().name == "America/New_York")
    }

    @Test(
        "is that of TZ without one",
        arguments: [
            ("Europe/Copenhagen", "Europe/Copenhagen"), (":America/New_York", "America/New_York"),
            ("/usr/share/zoneinfo/Asia/Kolkata", "Asia/Kolkata"), ("", "UTC"), ("UTC", "UTC"), ("Etc/UTC", "UTC"),
            ("UTC0", "UTC"), ("CET-1CEST,M3.5.0,M10.5.0/3", "CET-1CEST,M3.5.0,M10.5.0/3"),
        ])
    func ofMachine(variable: String, name: String) throws {
        #expect(try Workspace(path: "w", environment: ["TZ": variable]).zone().name == name)
    }

    @Test("that doesn't exist is an error that names the key or the variable")
    func unknown() throws {
        for name in ["Europe/Kopenhagen", "../../etc/passwd", "Europe", "CET-1CEST,M3.5.0,M10.5.0/3", "''", "5"] {
            let text = Self.connection + "office: { zone: \"\(name)\" }\n"
            let message = try ConfigurationTests.message(text)
            #expect(message.contains("zone"), "\(message)")
            let workspace = try workspace(text)
            #expect(throws: ConfigurationError.self) { try workspace.zone() }
        }
        let error = #expect(throws: ConfigurationError.self) {
            try Workspace(path: "w", environment: ["TZ": "Mars/Olympus"]).zone()
        }
        #expect(error?.explanation.contains("TZ") == true)
    }
}
