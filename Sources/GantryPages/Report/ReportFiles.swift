internal import GantryEngine
internal import GantryRuns

/// The files of a run with their digests, and how anybody checks them.
struct ReportFiles {
    let files: [ExportedFile]
    let run: RunID

    func card(_ t: PageText) -> HTML {
        let heads: [Blocks.Column] = [
            .text(t("File", "Fil")), .number(t("Rows", "Rækker")), .number("Bytes"), .text("SHA-256"),
        ]
        func name(_ file: ExportedFile) -> String { file.path.replacing(/^data\//, with: "") }
        let rows = each(files) { file in
            """
            <tr><th scope="row">\(name(file))</th>\(Blocks.number(file.rows.map { t.count($0) } ?? "–"))\
            \(Blocks.number(t.count(Int(file.bytes))))<td><code>\(file.sha256)</code></td></tr>

            """
        }
        return Blocks.card(
            "files", t("Files", "Filer"),
            """
            \(Blocks.scrolled("files", Blocks.table(heads, rows)))\
            <p>\(t("Gantry verifies them on any machine as", "Gantry kontrollerer dem på enhver maskine som")) \
            <code>\(run.description)</code>.</p>
            """)
    }
}
