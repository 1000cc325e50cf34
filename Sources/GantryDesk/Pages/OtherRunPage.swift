internal import GantryEngine
internal import GantryKit
internal import GantryPages
internal import GantryRuns

/// A run of a dataset or a sheet: what of it there is, its files and its report.
struct OtherRunPage {
    let record: RunHead
    let overview: RunOverview
    let withdrawn: Withdrawal?
    /// The page of the dropped sheet that it sends.
    let sheet: DeskAddress?
    let asked: Asked

    private var t: PageText { asked.t }
    private var run: RunID { record.id }
    private var address: DeskAddress { .other(run) }
    private var isPublished: Bool { record.phase == .complete }

    static func answer(_ run: RunID, _ asked: Asked) async throws -> DeskAnswer {
        guard
            let record = try await Gantry.runs(in: asked.workspace, .revisions(of: run)).first(where: { $0.id == run })
        else { return RefusalPage.notFound(asked) }
        return OtherRunPage(
            record: record, overview: try await Gantry.show(run, in: asked.workspace),
            withdrawn: try await Gantry.withdrawals(in: asked.workspace)[run],
            sheet: try await DroppedSheet.pages(of: [record], asked)[run], asked: asked
        ).answer
    }

    private var answer: DeskAnswer {
        let state =
            withdrawn != nil
            ? t("withdrawn", "trukket tilbage")
            : isPublished ? t("published", "færdig") : t("not published", "ikke færdig")
        let head =
            DeskFrame.head(run.description, "\(state)") + about
            + DeskFrame.same(asked.desk.command("show", run.description), t)
        let putAway = PutAway(
            run: run, isPublished: isPublished, canBeWithdrawn: isPublished && withdrawn == nil && !record.isOfSheet,
            page: address,
            to: address, asked: asked)
        let content =
            asked.query["sure"] == "deliver" && isPublished
            ? sure : (isPublished ? files + delivery : "") + (overview.holder == nil ? putAway.markup : "")
        let bands = record.source?.isThisMachine ?? false ? DeskFrame.sandbox(t) : ""
        return DeskFrame(title: run.description, bands: bands, content: head + content).answer(asked)
    }

    private var about: HTML {
        var facts: [(String, HTML)] = []
        if let source = record.source { facts.append((t("Server", "Server"), "\(source.words)")) }
        facts.append((t("Started", "Startet"), t.time(record.startedAt)))
        if let time = record.finishedAt { facts.append((t("Published", "Færdig"), t.time(time))) }
        if !record.lastError.isEmpty { facts.append((t("Stopped", "Stoppet"), "\(t.said(record.lastError))")) }
        if let withdrawn {
            facts.append((t("Withdrawn", "Trukket tilbage"), "\(withdrawn.by): \(withdrawn.because)"))
        }
        if let folder = overview.folder { facts.append((t("Folder", "Mappe"), "<code>\(folder)</code>")) }
        let report: HTML =
            isPublished
            ? "<p><a class=\"b b1\" href=\"\(DeskAddress.otherReport(run).path)\">\(t("The report", "Rapporten"))</a></p>\n"
            : overview.holder == nil ? JobsPage.goOn(record, asked) : ""
        let toSheet: HTML =
            sheet.map {
                """
                <p><a class="b\(isPublished ? "" : " b1")" href="\($0.path)">\(t(
                    "The sheet, with what was sent of it", "Arket, og hvad der er sendt af det"))</a></p>

                """
            } ?? ""
        let next = report + toSheet
        return Blocks.card(
            "facts", titled: t("About it", "Om den"),
            "<dl class=\"facts\">\n\(each(facts) { "<dt>\($0.0)</dt><dd>\($0.1)</dd>\n" })</dl>\n\(next)")
    }

    private var files: HTML {
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
            "files", titled: t("Files", "Filer"),
            Blocks.scrolled(
                "files",
                Blocks.table(
                    [.text(t("File", "Fil")), .number(t("Rows", "Rækker")), .number(t("Size", "Størrelse"))], items))
                + StartForm.markup(
                    .verify, to: address, verb: t("Check every file", "Kontrollér alle filer"), asked, isFirst: false)
                + DeskFrame.same(asked.desk.command("verify", run.description), t))
    }

    private var delivery: HTML {
        guard asked.canWrite, withdrawn == nil, !record.isOfSheet else { return "" }
        return Blocks.card(
            "deliver", titled: t("Deliver it", "Aflever den"),
            """
            <form method="get" action="\(address.path)"><input type="hidden" name="sure" value="deliver">
            \(PlaceField.markup(run.pipeline, asked))\
            <div class="buttons"><button>\(t("Go on", "Gå videre"))</button></div>
            </form>
            \(DeskFrame.same(asked.desk.command("deliver", run.description, "--to", "PLACE"), t))
            """)
    }

    private var sure: HTML {
        let to = asked.query["to"] ?? ""
        let places = to.isEmpty ? PlaceField.files(of: run.pipeline, asked).map(\.to) : [to]
        return SureCard(
            kind: .deliver, title: t("Deliver \(run)?", "Aflever \(run)?"),
            facts: [
                (t("Run", "Kørsel"), "\(run.description)"),
                (t("To", "Til"), "\(places.joined(separator: t(" and ", " og ")))"),
                (t("Files", "Filer"), "\(t.count(overview.delivered.count))"),
            ],
            note: t("Each file is delivered once.", "Hver fil afleveres én gang."),
            verb: t("Deliver \(run)", "Aflever \(run)"),
            fields: "<input type=\"hidden\" name=\"to\" value=\"\(to)\">"
        ).markup(to: address, back: address, asked)
    }

    /// Does what a form says.
    static func change(_ run: RunID, form: FormFields, _ asked: Asked) async throws -> DeskAnswer {
        guard
            let record = try await Gantry.runs(in: asked.workspace, .revisions(of: run)).first(where: { $0.id == run }),
            !record.paysPeople
        else { return RefusalPage.notFound(asked) }
        guard let kind = form["what"].flatMap(StartedCommand.Kind.init),
            [.verify, .deliver, .withdraw, .forget].contains(kind),
            let words = try StartForm.words(kind, run: run, form: form, asked.t)
        else { return RefusalPage.answer(.noForm, asked) }
        return try StartForm.start(
            kind, about: run.description, words: words, next: kind == .forget ? .jobs : .other(run), form: form, asked)
    }
}
