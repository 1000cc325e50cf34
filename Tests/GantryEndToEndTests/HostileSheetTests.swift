import FoundationEssentials
import Glibc
import Testing

/// Sheets and folders as they should not be: every bad row is told, and the others are sent.
@Suite("A hostile sheet") struct HostileSheetTests {
    private func quoted(_ cell: String) -> String { "\"" + cell.replacing("\"", with: "\"\"") + "\"" }

    @Test("has its good rows sent, and each bad one told") func everyRow() async throws {
        let upload = try await Upload()
        let leaves = try await Upload.leaves.value
        let scans = upload.folder.file("scans")
        // Names that must arrive as they are.
        let names = [
            "plain.pdf", "with space.pdf", "quote\"inside.pdf", "single'quote.pdf", "line\nbreak.pdf", "æøå ñ.pdf",
            "অনুমতি.pdf", "📄.pdf", "semi;colon.pdf",
            "comma,comma.pdf", "100%.pdf", "back\\slash.pdf", "=formula.pdf", "tab\tinside.pdf",
        ]
        for (number, name) in names.enumerated() { try write(Upload.certificate(number), to: upload.scan(name)) }
        try write(Upload.certificate(90), to: upload.folder.file("outside.pdf"))
        try FileManager.default.createDirectory(atPath: scans + "/inner", withIntermediateDirectories: false)
        try write(Upload.certificate(91), to: scans + "/inner/deep.pdf")
        try FileManager.default.createDirectory(atPath: scans + "/folder.pdf", withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(atPath: scans + "/loop", withDestinationPath: ".")
        try FileManager.default.createSymbolicLink(
            atPath: scans + "/out.pdf", withDestinationPath: upload.folder.file("outside.pdf"))
        try #require(unsafe mkfifo(scans + "/pipe.pdf", 0o600) == 0)
        try write("hello", to: scans + "/text.pdf")
        try write([UInt8](), to: scans + "/empty.pdf")
        try write(Upload.certificate(92), to: scans + "/wrong.png")

        var lines: [String] = []
        var expected: [String] = []
        func add(_ file: String, _ status: String, leave: String? = nil, type: String = "medical") {
            lines.append([file, leave ?? leaves[lines.count], type].map(quoted).joined(separator: ","))
            expected.append(status)
        }
        for name in names { add(name, "done") }
        add("inner/deep.pdf", "done")
        for bad in [
            "../outside.pdf", upload.folder.file("outside.pdf"), "folder.pdf", "loop/plain.pdf", "loop/loop/plain.pdf",
            "out.pdf", "pipe.pdf",
            "text.pdf", "empty.pdf", "wrong.png", "missing.pdf", "inner/../plain.pdf", "/dev/zero", "", ".", "inner",
        ] { add(bad, "refused") }
        add("plain.pdf", "refused", leave: "=HYPERLINK(\"http://example.test\")")
        add("plain.pdf", "refused", type: "@SUM(1)")
        add("plain.pdf", "refused", leave: String(repeating: "x", count: 10_000_000))
        lines.append("plain.pdf,\(leaves[70])")
        expected.append("refused")
        lines.append("plain.pdf,\(leaves[71]),medical,more")
        expected.append("refused")
        lines.append("\"plain.pdf\"x,\(leaves[72]),medical")
        expected.append("refused")
        add("plain.pdf", "done", leave: leaves[73])
        try write(
            "file,leave,type\r\n" + lines.joined(separator: "\r\n") + "\r\n", to: upload.folder.file("october.csv"))

        let plan = try await upload.command(verb: "plan").run()
        plan.expect(exit: 2)
        #expect(try upload.effects().isEmpty)
        let ending = try await upload.command().run()
        ending.expect(exit: 2)
        let rows = try await upload.results()
        #expect(rows.map(\.status) == expected, "\(rows.map { "\($0.status) \($0.error.prefix(90))" })")
        for row in rows where row.status == "refused" { #expect(!row.error.isEmpty) }
        for row in rows {
            for (column, cell) in row.cells where column.hasPrefix("gantry_") {
                #expect(!["=", "+", "-", "@", "\t", "\r"].contains { cell.hasPrefix($0) }, "a formula in \(column)")
            }
        }
        let effects = try upload.effects()
        #expect(effects.map(\.fileName).sorted() == (names + ["deep.pdf", "plain.pdf"]).sorted())
        let digests = try await upload.digests(names)
        for effect in effects where digests[effect.fileName] != nil {
            #expect(effect.sha256 == digests[effect.fileName], "\(effect.fileName)")
        }
        // The sheet of refused rows has each of them, and reads as a sheet again.
        let refused = try await Upload.rows(upload.published() + "/data/refused.csv")
        #expect(refused.count == expected.count { $0 == "refused" })
        #expect(refused.allSatisfy { $0.cells["gantry_error"]?.isEmpty == false })
        try FileManager.default.copyItem(
            atPath: upload.published() + "/data/refused.csv", toPath: upload.folder.file("again.csv"))
        let again = try await upload.command(sheet: "again.csv").run()
        again.expect(exit: 2)
        #expect(try upload.effects().count == effects.count, "nothing of it is sent as it stands")
        let verified = try await Command([Product.binary, "verify", upload.published()]).run()
        verified.expect(exit: 0)
    }

    @Test("in the encoding of an old office program is read when that is named, and its results are written in it")
    func encoding()
        async throws
    {
        let upload = try await Upload()
        let leaves = try await Upload.leaves.value
        let names = ["Lægeerklæring.pdf", "Müller.pdf", "år.pdf"]
        for (number, name) in names.enumerated() { try write(Upload.certificate(number), to: upload.scan(name)) }
        let text = "file;leave;type\r\n" + names.enumerated().map { "\($1);\(leaves[$0]);medical\r\n" }.joined()
        try write(text.unicodeScalars.map { UInt8($0.value) }, to: upload.folder.file("october.csv"))
        #expect(try await upload.command().run().status == .exited(64))
        let ending = try await upload.command(["--set", "sheet.encoding=windows-1252"]).run()
        ending.expect(exit: 0)
        #expect(try upload.effects().map(\.fileName).sorted() == names.sorted())
        let result = try read(upload.published() + "/data/result.csv")
        #expect(String(result.map { Character(Unicode.Scalar($0)) }).contains("Müller.pdf;"))
    }

    @Test("with bytes that are no text in a cell has that row refused, and the others sent") func brokenText()
        async throws
    {
        let upload = try await Upload()
        try await upload.fill(3)
        var bytes = try read(upload.folder.file("october.csv"))
        let leaves = try await Upload.leaves.value
        bytes += Array("æ-\(leaves[20]).pdf,".utf8) + [0xFF, 0xFE] + Array(",medical\r\n".utf8)
        bytes += Array("scan-0.pdf,\(leaves[21]),medical\r\n".utf8)
        try write(bytes, to: upload.folder.file("october.csv"))
        let ending = try await upload.command(["--set", "sheet.encoding=utf-8"]).run()
        ending.expect(exit: 2)
        let rows = try await upload.results()
        #expect(rows.map(\.status) == ["done", "done", "done", "refused", "done"])
        #expect(try upload.effects().count == 4)
    }
}
