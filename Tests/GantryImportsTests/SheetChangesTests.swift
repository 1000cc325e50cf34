import FoundationEssentials
import GantryEngine
import GantryFormats
import GantryImports
import GantryTestSupport
import Testing

@Suite("Changes of a sheet") struct SheetChangesTests {
    private func read(_ text: String) throws -> [SheetChange] {
        let folder = try TemporaryFolder()
        try Data(text.utf8).write(to: URL(filePath: folder.path + "/changes.csv"))
        return try SheetChanges.read(folder.path + "/changes.csv")
    }

    @Test("are read under headings in any spelling, with what guards them") func headings() throws {
        let change = SheetChange(row: 2, heading: "amount", value: "9", was: "7,5", label: "A")
        #expect(try read("row;column;value;was;label\n2;amount;9;7,5;A\n") == [change])
        #expect(try read("Row;Column;VALUE;Was;Label\n2;amount;9;7,5;A\n") == [change])
        #expect(
            try read("row;column;value\n2;amount;9\n3;;left-out\n") == [
                SheetChange(row: 2, heading: "amount", value: "9"), .leavingOut(3),
            ])
    }

    @Test("with a column that isn't known, or twice, are refused", arguments: ["wass", "was_", "old"])
    func unknown(heading: String) {
        let text = "row;column;value;was;\(heading)\n2;amount;9;7,5;7,5\n"
        #expect { try read(text) } throws: { ($0 as? RunError)?.code == .unsupported }
    }
}
