internal import GantryEngine
internal import GantryKit
internal import GantryPages
internal import GantryRuns

/// The files of a run with their digests, the workbook first.
enum FilesPage {
    static func answer(_ pay: PayRun, _ asked: Asked) async throws -> DeskAnswer {
        let t = asked.t
        let files = try await Gantry.show(pay.id, in: asked.workspace).files
        let sorted = files.filter { $0.path.hasSuffix(".xlsx") } + files.filter { !$0.path.hasSuffix(".xlsx") }
        let heads: [Blocks.Column] = [
            .text(t("File", "Fil")), .number(t("Rows", "Rækker")), .number(t("Size", "Størrelse")), .text("SHA-256"),
        ]
        let rows = sorted.map { file -> [Blocks.StackedCell] in
            let name = file.path.replacing(/^data\//, with: "")
            // A folder of downloads has no digest, and is many files.
            let link: HTML =
                file.sha256.isEmpty
                ? "\(name)"
                : "<a href=\"\(DeskAddress.file(pay.id, name: file.path).path)\" download>\(name)</a>"
            return [
                .init(link, isHead: true), .init("\(file.rows.map { t.count($0) } ?? "–")"),
                .init("\(t.bytes(file.bytes))"), .init("<code>\(file.sha256)</code>"),
            ]
        }
        let report = DeskAddress.step(pay.id, .report).path
        let content =
            Blocks.card(
                "report", titled: t("The report", "Rapporten"),
                """
                <p>\(t(
                    "One page to print and to sign; it opens without this desk.",
                    "Én side til at udskrive og underskrive; den åbnes uden dette skrivebord."))</p>
                <ul class="chips" aria-label="\(t("Language", "Sprog"))">
                <li><a href="\(report)?language=en" hreflang="en" lang="en">English</a></li>
                <li><a href="\(report)?language=da" hreflang="da" lang="da">Dansk</a></li>
                <li><a href="\(report)?language=en&amp;names=no" hreflang="en" lang="en">English, without names</a></li>
                <li><a href="\(report)?language=da&amp;names=no" hreflang="da" lang="da">Dansk, uden navne</a></li>
                </ul>
                \(DeskFrame.same(asked.desk.command("report", pay.id.description), t))
                """)
            + Blocks.card(
                "files", titled: t("Files", "Filer"),
                Blocks.scrolled("files", Blocks.stacked(heads, rows))
                    + StartForm.markup(
                        .verify, to: .start(pay.id), verb: t("Check every file", "Kontrollér alle filer"), asked,
                        isFirst: false) + DeskFrame.same(asked.desk.command("verify", pay.id.description), t))
        let putAway = PutAway(
            run: pay.id, isPublished: true, canBeWithdrawn: pay.withdrawn == nil && pay.standing?.delivered == nil,
            page: .step(pay.id, .files), to: .start(pay.id), asked: asked)
        return RunFrame(pay: pay, step: .files, t: t).answer(content + putAway.markup, asked)
    }

    /// A file by its name in the manifest.
    static func download(_ run: RunID, named name: String, _ asked: Asked) async throws -> DeskAnswer {
        guard try await Gantry.runs(in: asked.workspace, .revisions(of: run)).contains(where: { $0.id == run }) else {
            return RefusalPage.notFound(asked)
        }
        let overview = try await Gantry.show(run, in: asked.workspace)
        guard overview.run.phase == .complete, let folder = overview.folder,
            let file = overview.files.first(where: { $0.path == name && !$0.sha256.isEmpty })
        else { return RefusalPage.notFound(asked) }
        return try .download(file.path, in: folder, type: type(of: file))
    }

    private static func type(of file: ExportedFile) -> String {
        switch file.path.split(separator: ".").last {
        case "csv": "text/csv; charset=utf-8"
        case "json": "application/json"
        case "xml": "application/xml"
        case "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        default: "application/octet-stream"
        }
    }
}
