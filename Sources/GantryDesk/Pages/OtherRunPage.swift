internal import GantryEngine
internal import GantryKit
internal import GantryPages
internal import GantryRuns

/// A run of a dataset or a sheet: what of it there is, its files and its report.
enum OtherRunPage {
    static func answer(_ run: RunID, _ asked: Asked) async throws -> DeskAnswer {
        let t = asked.t
        guard
            let record = try await Gantry.runs(in: asked.workspace, .revisions(of: run)).first(where: { $0.id == run })
        else { return RefusalPage.notFound(asked) }
        let overview = try await Gantry.show(run, in: asked.workspace)
        var facts: [(String, HTML)] = []
        if let source = record.source { facts.append((t("Server", "Server"), "\(source.words)")) }
        facts.append((t("Started", "Startet"), t.time(record.startedAt)))
        if let time = record.finishedAt { facts.append((t("Published", "Færdig"), t.time(time))) }
        if !record.lastError.isEmpty { facts.append((t("Stopped", "Stoppet"), "\(record.lastError)")) }
        if let folder = overview.folder { facts.append((t("Folder", "Mappe"), "<code>\(folder)</code>")) }
        let isPublished = record.phase == .complete
        let report: HTML =
            isPublished
            ? "<p><a class=\"b b1\" href=\"\(DeskAddress.otherReport(run).path)\">\(t("The report", "Rapporten"))</a></p>\n"
            : ""
        let content =
            DeskFrame.head(
                run.description, isPublished ? "\(t("published", "færdig"))" : "\(t("not published", "ikke færdig"))")
            + Blocks.card(
                "facts", t("About it", "Om den"),
                "<dl class=\"facts\">\n\(each(facts) { "<dt>\($0.0)</dt><dd>\($0.1)</dd>\n" })</dl>\n\(report)")
            + (isPublished ? files(overview, run, t) : "")
            + DeskFrame.same(asked.desk.command("show", run.description), t)
        return DeskFrame(title: run.description, content: content).answer(asked)
    }

    private static func files(_ overview: RunOverview, _ run: RunID, _ t: PageText) -> HTML {
        let items = each(overview.files.prefix(200)) { file -> HTML in
            let name = file.path.replacing(/^data\//, with: "")
            let link: HTML =
                file.sha256.isEmpty
                ? "\(name)"
                : "<a href=\"\(DeskAddress.otherFile(run, name: file.path).path)\" download>\(name)</a>"
            return
                "<tr><th scope=\"row\">\(link)</th>\(Blocks.number(file.rows.map { t.count($0) } ?? "–"))\(Blocks.number(t.bytes(file.bytes)))</tr>\n"
        }
        return Blocks.card(
            "files", t("Files", "Filer"),
            Blocks.scrolled(
                "files",
                Blocks.table(
                    [.text(t("File", "Fil")), .number(t("Rows", "Rækker")), .number(t("Size", "Størrelse"))], items)))
    }
}
