import GantryAccounts
import GantryConnectors
import GantryModel
import GantryTestSupport
import Testing

/// Datasets that files add to a system that is built in.
@Suite("A dataset that a file adds to a built-in system") struct AddedDatasetTests {
    static let text = """
        extends: ksr-cranes
        datasets:
          crews:
            help: Who works together.
            get: /api/app/crews
            records: ""
            key: id
            paging: none
            total: none
            fields:
              id: { type: integer, required: true }
              leader.name: {}

        """

    /// The systems of a workspace whose folder has these files.
    private func systems(_ files: [String: String]) throws -> Systems {
        let folder = try TemporaryFolder()
        for (name, text) in files { try folder.write(text, to: "Systems/" + name) }
        return withExtendedLifetime(folder) { Systems(in: Workspace(path: folder.path)) }
    }

    @Test("is one of the system's, with its connections, and changes nothing of the others") func added() throws {
        let systems = try systems(["ksr-office.yaml": Self.text])
        let cranes = try #require(systems.named("ksr-cranes"))
        let own = KSRCranes.system.datasets.map(\.name)
        #expect(cranes.datasets.map(\.name) == own + ["crews"] && cranes.digest == nil && systems.faults.isEmpty)
        let crews = try #require(systems.dataset(named: "ksr.crews"))
        #expect(crews.system == cranes && crews.dataset.fields.map(\.name) == ["id", "leader.name"])
        #expect(crews.dataset.fileDigest != nil && cranes.dataset(named: "ksr.tasks")?.fileDigest == nil)
    }

    @Test("has another digest after a change of the file, but not of its words") func digest() throws {
        let digest = try digest(of: Self.text)
        #expect(try self.digest(of: Self.text.replacing("Who works together.", with: "Crews.")) == digest)
        #expect(try self.digest(of: Self.text.replacing("leader.name", with: "leader.title")) != digest)
    }

    private func digest(of text: String) throws -> String? {
        try SystemFile.read(Array(text.utf8), named: "ksr-office.yaml").datasets.first?.fileDigest
    }

    @Test("loses the keys that never leave the system") func withheld() throws {
        let system = try SystemFile.read(Array(Self.text.utf8), named: "ksr-office.yaml")
        func landed<R>(_ description: some DatasetDescription<R>) -> Bool {
            let shape = description.dataset.shape
            return KSRCranes.sensitiveKeys.allSatisfy(shape.sensitiveKeys.contains)
        }
        let crews = try #require(system.datasets.first)
        let isWithheld = landed(crews)
        #expect(isWithheld)
    }

    @Test("that two files add is there once, and the second file is told of") func twice() throws {
        let systems = try systems(["a.yaml": Self.text, "b.yaml": Self.text])
        #expect(systems.named("ksr-cranes")?.datasets.filter { $0.name == "crews" }.count == 1)
        let fault = try #require(systems.faults["ksr"])
        #expect(fault.explanation.contains("b.yaml adds ksr.crews, which another file adds too."))
    }

    @Test("stops nothing else where its file has mistakes") func mistaken() throws {
        let systems = try systems(["ksr-office.yaml": Self.text.replacing("key: id", with: "key: ident")])
        #expect(systems.dataset(named: "ksr.crews") == nil && systems.dataset(named: "ksr.tasks") != nil)
        #expect(systems.faults["ksr"]?.explanation.contains("ksr-office.yaml") ?? false)
    }

    @Test("of one record needs no key") func single() throws {
        let text = """
            extends: ksr-cranes
            datasets:
              office:
                help: The office.
                get: /api/app/office
                record: ""
                paging: none
                total: none
                fields: { name: { required: true } }

            """
        let system = try SystemFile.read(Array(text.utf8), named: "ksr-office.yaml")
        func key<R>(_ description: some DatasetDescription<R>) -> RecordKey { description.dataset.shape.blank.key }
        let office = try #require(system.datasets.first)
        let only = key(office)
        #expect(only == .single)
    }
}
