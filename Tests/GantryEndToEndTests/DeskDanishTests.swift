import FoundationEssentials
import Testing

/// Why a sheet can't be read or checked, and why commands fail, on Danish pages.
@Suite("A Danish desk") struct DeskDanishTests {
    private static let page = "/send/documents-upload"

    /// Sheets that can't be read at all, each with a part of what is said of it.
    private static let sheets: [(name: String, bytes: [UInt8], says: String)] = [
        ("tom.csv", [], "er tomt."),
        ("blank.csv", Array(";;\n;;\n".utf8), "er tomme."),
        (
            "gammel.xlsx", [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1] + Array(repeating: 0, count: 600),
            "adgangskode"
        ),
        ("pdf.csv", Array("%PDF-1.7\n1 0 obj\n".utf8), "et PDF-dokument og ikke CSV"),
        ("zip.xlsx", [0x50, 0x4B, 0x03, 0x04] + Array(repeating: 0, count: 60), "en zip-fil"),
        ("skille.csv", Array("sep=#\nfile#worker\n".utf8), "skilletegn, der ikke kan bruges"),
        ("utf32.csv", [0xFF, 0xFE, 0, 0, 0x66, 0, 0, 0], "UTF-32"),
        ("dobbelt.csv", Array("file;worker;worker\na.pdf;1001;1002\n".utf8), "hedder kolonnerne B og C begge"),
        (
            "citat.csv", Array("file;worker;category\na.pdf;1001;\"contracts\nb.pdf;1002;x\n".utf8),
            "afsluttes anførselstegnet"
        ),
    ]

    /// The page of a dropped sheet that stops: as soon as it is dropped, or where its rows are checked.
    private func checked(_ name: String, _ bytes: [UInt8]) async throws -> DeskProgram.Answer {
        let office = try await DeskOffice("documents-upload")
        let desk = try await office.desk(language: "da")
        // The folder of the desk goes with its office.
        defer { withExtendedLifetime(office) { desk.child.end() } }
        let cookie = try await desk.enter()
        let first = try await desk.get(Self.page, cookie: cookie)
        let (put, token) = DeskProgram.upload(in: first.body)
        #expect(try await desk.put("\(put)/\(name)", bytes, token: token, cookie: cookie).status == 201)
        let dropped = try await desk.send("dropped", of: first, to: Self.page, cookie: cookie)
        guard !dropped.body.contains("note-stop") else { return dropped }
        let own = "\(Self.page)/\(put.split(separator: "/").last ?? "")"
        return try await desk.send("check", of: dropped, to: own, cookie: cookie)
    }

    @Test("says in Danish why a sheet can't be read", arguments: sheets.indices) func unreadable(
        index: Int
    ) async throws {
        let (name, bytes, says) = Self.sheets[index]
        let shown = try await checked(name, bytes)
        let notes = shown.texts(from: "<div class=\"note note-stop\"", to: "</section>")
        #expect(notes.contains { $0.contains(says) && $0.contains("&quot;\(name)&quot;") }, "\(shown)")
        for note in notes {
            let told = note.components(separatedBy: "<p class=\"same\"")[0]
            #expect(EnglishWords.of(told.replacing("<", with: " <")).isEmpty, "\(told)")
            #expect(!told.contains("desk/dropped"), "\(told)")
        }
    }

    @Test("says in Danish which columns a check lacks") func columns() async throws {
        let checked = try await checked("oktober.csv", Array("file;noget\na.pdf;1001\n".utf8))
        let notes = checked.texts(from: "<div class=\"note note-stop\"", to: "</section>")
        #expect(notes.contains { $0.contains("Der mangler kolonner: ") && $0.contains("Fundet: ") }, "\(checked)")
    }
}
