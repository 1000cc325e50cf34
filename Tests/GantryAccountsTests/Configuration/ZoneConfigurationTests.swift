import Foundation
import GantryAccounts
import GantryModel
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

    /// A workspace with this gantry.yaml.
    private func workspace(_ text: String, _ environment: [String: String] = [:]) throws -> (Workspace, String) {
        let folder = FileManager.default.temporaryDirectory.path + "/gantry-zone-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let path = folder + "/gantry.yaml"
        try Data(text.utf8).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        return (Workspace(path: folder, configuration: path, environment: environment), folder)
    }

    @Test("is that of gantry.yaml, whatever TZ says")
    func configured() throws {
        let (workspace, folder) = try workspace(
            Self.connection + "office: { zone: Europe/Copenhagen }\n", ["TZ": "Pacific/Kiritimati"])
        defer { try? FileManager.default.removeItem(atPath: folder) }
        #expect(try workspace.zone().name == "Europe/Copenhagen")
        #expect(
            try ConfigurationTests.read(Self.connection + "office: { zone: Asia/Kolkata }\n").office.zone?.name
                == "Asia/Kolkata")
        #expect(try ConfigurationTests.read(Self.connection).office.zone == nil)
        // Other mistakes of the file are others' business.
        let (broken, other) = try self.workspace("office: { zone: America/New_York }\nconnections: 5\nnonsense: 1\n")
        defer { try? FileManager.default.removeItem(atPath: other) }
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
            let (workspace, folder) = try workspace(text)
            defer { try? FileManager.default.removeItem(atPath: folder) }
            #expect(throws: ConfigurationError.self) { try workspace.zone() }
        }
        let error = #expect(throws: ConfigurationError.self) {
            try Workspace(path: "w", environment: ["TZ": "Mars/Olympus"]).zone()
        }
        #expect(error?.explanation.contains("TZ") == true)
    }
}
