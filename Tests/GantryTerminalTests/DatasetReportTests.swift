import GantryKit
import GantryModel
import GantryRuns
import GantryTerminal
import Testing

@Suite("What can be exported, for people") struct DatasetReportTests {
    private func dataset(_ name: String) throws -> DatasetDescriptor {
        try #require(Gantry.catalog.dataset(named: name))
    }

    @Test("lists every dataset once, under the prefix of its system") func all() {
        let lines = DatasetReport.lines(Gantry.catalog.datasets, [], style: .plain)
        #expect(lines.count == Gantry.catalog.datasets.count + 1)
        for prefix in ["ksr.", "cdbl.", "autodetail.", "vynqtalk."] {
            #expect(lines.contains { $0.contains("  \(prefix)") }, "\(prefix)")
        }
    }

    @Test("shows fields, filters and the fields of a list, no sentence cut short") func one() throws {
        let text = DatasetReport.lines(try dataset("cdbl.leaves"), style: .plain).joined(separator: "\n")
        for word in ["workingDays", "status", "List approvals", "leaveId", "remarks", "PENDING"] {
            #expect(text.contains(word), "\(word)")
        }
        #expect(!text.contains("…"))
    }

    @Test("never offers what must not leave a system") func withheld() throws {
        for dataset in Gantry.catalog.datasets {
            for field in dataset.fields + dataset.lists.flatMap(\.fields) {
                let name = field.name.lowercased()
                #expect(
                    !name.contains("password") && !name.contains("token") && !name.contains("cpr"),
                    "\(dataset.name) \(field.name)")
            }
        }
    }

    @Test("says where keys come from for a dataset that is asked for record by record") func keyed() throws {
        #expect(DatasetReport.lines(try dataset("vynqtalk.messages"), style: .plain)[1].contains("for-each"))
        #expect(!DatasetReport.lines(try dataset("vynqtalk.users"), style: .plain).joined().contains("for-each"))
    }
}
