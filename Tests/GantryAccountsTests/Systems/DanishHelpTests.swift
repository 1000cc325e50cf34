import FoundationEssentials
import GantryAccounts
import GantryConnectors
import GantryModel
import GantryPages
import Testing

/// What Danish pages say of the systems that come with the program.
@Suite("The help of a system") struct DanishHelpTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")

    /// The compiled ones and those that a file describes.
    private static func systems() throws -> [System] {
        let folder = root.appending(path: "Systems")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".yaml") }
        return try Systems.builtIn.all
            + files.map { name in
                try SystemFile.read(Array(Data(contentsOf: folder.appending(path: name))), named: "Systems/\(name)")
            }
    }

    @Test("is Danish for every kind, field and credential") func all() throws {
        let systems = try Self.systems()
        #expect(systems.count > 4)
        let t = PageText(.danish, zone: .utc)
        for system in systems {
            let fields = system.submissions.flatMap { submission in
                [(submission.kind.name, submission.kind.help)] + submission.columns.map { ($0.name, $0.help) }
            }
            for (name, help) in fields + system.signIn.credentials.map({ ($0.name, $0.help) }) {
                #expect(t.help(help) != help, "\(system.name), \(name): \(help)")
            }
        }
    }

    @Test("is that of the system on other pages and for other systems") func own() {
        #expect(PageText(.english, zone: .utc).help("Bookings of services.") == "Bookings of services.")
        #expect(PageText(.danish, zone: .utc).help("The number of the crane.") == "The number of the crane.")
    }
}
