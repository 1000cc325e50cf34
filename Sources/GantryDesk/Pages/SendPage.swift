internal import GantryAccounts
internal import GantryConnectors
internal import GantryEngine
internal import GantryFiles
internal import GantryJSON
internal import GantryModel
internal import GantryPages
internal import GantryRuns
internal import GantryTerminal

/// What can be sent from here, and the sheets that were dropped.
enum SendPage {
    static func answer(_ asked: Asked) async throws -> DeskAnswer {
        let t = asked.t
        let names = PipelineFiles.sending(asked.workspace, asked.desk.session)
        // A pipeline without its connection can't send; the program's own are offered once theirs is set up.
        let kinds = names.compactMap { name in (try? SentKind(name, asked)).map { (name, $0) } }
        let items = each(kinds) { name, kind in
            """
            <li><a href="\(DeskAddress.sending(pipeline: name).path)"><b>\(name)</b></a>\
            <br><small>\(t.help(kind.description.kind.help))</small></li>

            """
        }
        let list: HTML =
            kinds.isEmpty
            ? """
            <p>\(t(
                "No pipeline here sends anything to a connection of gantry.yaml. To set one up:",
                "Ingen pipeline her sender noget til en forbindelse i gantry.yaml. Sådan oprettes en:")) \
            <code>\(asked.desk.command("init").shellText)</code></p>
            """
            : "<ul class=\"list\">\n\(items)</ul>"
        let content =
            DeskFrame.head(
                t("Send", "Send"),
                "\(t("Sheets with rows, and the files that they name", "Ark med rækker og de filer, de nævner"))")
            + Blocks.card("kinds", titled: t("What can be sent", "Hvad der kan sendes"), list)
            + (try sheets(asked))
        return DeskFrame(title: t("Send", "Send"), content: content).answer(asked)
    }

    private static func sheets(_ asked: Asked) throws -> HTML {
        let t = asked.t
        let all = try DroppedSheet.all(in: asked.workspace)
        guard !all.isEmpty else { return "" }
        let items = each(all) { sheet -> HTML in
            let files = (try? DroppedFiles(workspace: asked.workspace).list(sheet.id)) ?? []
            let name = DroppedSheet.file(among: files)?.path ?? t("no sheet yet", "intet ark endnu")
            return """
                <li><a href="\(DeskAddress.sheet(pipeline: sheet.pipeline, id: sheet.id).path)"><b>\(name)</b></a> \
                <small>\(sheet.pipeline) · \(t.count(
                    files.count, ("file", "fil"), ("files", "filer"))) · \(state(of: sheet, asked))</small>\
                <span class="right">\(t.time(sheet.dropped))</span></li>

                """
        }
        return Blocks.card("sheets", titled: t("Sheets", "Ark"), "<ul class=\"list\">\n\(items)</ul>")
    }

    /// How far a sheet is, as the command told it that sent it last.
    private static func state(of sheet: DroppedSheet, _ asked: Asked) -> String {
        let t = asked.t
        guard let last = sheet.sent.last else { return t("not sent", "ikke sendt") }
        // What a command said is kept for some days.
        guard let events = try? asked.desk.commands.read(last)?.events else { return t("sent", "sendt") }
        guard !events.isRunning else { return t("is sent now", "sendes nu") }
        let rows = (events.ending?.result["rows"] ?? events.rows).map(SheetCounts.init)
        let isAtEnd = [.complete, .completeWithRejects, .alreadyPublished].contains(events.ending?.status)
        let parts = [
            isAtEnd ? t("sent", "sendt") : t("begun, not at its end", "begyndt, ikke slut"),
            rows.flatMap {
                $0.refused > 0 ? t("\(t.count($0.refused)) refused", "\(t.count($0.refused)) afvist") : nil
            },
            rows.flatMap {
                $0.unknown > 0
                    ? t("\(t.count($0.unknown)) without a clear answer", "\(t.count($0.unknown)) med uklart svar") : nil
            },
        ]
        return parts.compactMap(\.self).joined(separator: ", ")
    }
}

/// A pipeline that sends, and what it takes.
struct SentKind {
    let work: Pipeline.Import
    let connection: Connection
    let description: any SubmissionDescription
    /// The server and the account.
    let source: String

    /// - Throws: `ConfigurationError` and others where a file can't be read; `UsageError` for a pipeline that sends
    ///   nothing.
    init(_ pipeline: String, _ asked: Asked) throws {
        var files = asked.desk.files()
        let file = try files.file(of: pipeline).0
        guard case .imports(let work) = file.work else {
            throw UsageError("\(pipeline) sends nothing.")
        }
        self.work = work
        connection = try PipelineFiles.connection(of: file, workspace: asked.workspace, session: asked.desk.session)
        guard let description = connection.system.submission(named: work.kind) else {
            throw UsageError("\(connection.name) takes no \(work.kind).")
        }
        self.description = description
        source = RunSource(connection, in: asked.workspace, environment: asked.desk.session.environment).words
    }
}

/// What a pipeline sends: its columns, and where a sheet is dropped.
enum SendingPage {
    static func answer(_ pipeline: String, _ asked: Asked) async throws -> DeskAnswer {
        let t = asked.t
        guard PipelineFiles.sending(asked.workspace, asked.desk.session).contains(pipeline) else {
            return RefusalPage.notFound(asked)
        }
        let kind = try SentKind(pipeline, asked)
        let id = RandomKey(bytes: 16).text
        let drop = DropForm.markup(
            id, to: .sending(pipeline: pipeline),
            label: t("Drop a sheet and its files here", "Læg et ark og dets filer her"),
            verb: t("Make a folder for the files", "Lav en mappe til filerne"), asked)
        let content =
            DeskFrame.head(pipeline, "\(t.help(kind.description.kind.help))")
            + (drop.isEmpty
                ? ""
                : Blocks.card("drop", titled: t("A new sheet", "Et nyt ark"), drop))
            + columns(kind, t)
        return DeskFrame(title: pipeline, content: content).answer(asked)
    }

    /// Notes a sheet whose files were dropped, or will be.
    static func change(_ pipeline: String, form: FormFields, _ asked: Asked) async throws -> DeskAnswer {
        guard PipelineFiles.sending(asked.workspace, asked.desk.session).contains(pipeline) else {
            return RefusalPage.notFound(asked)
        }
        guard let id = form["form"], FormFields.isNumber(id) else { return RefusalPage.answer(.noForm, asked) }
        DroppedSheet.removeOld(in: asked.workspace) { sheet in
            guard let last = sheet.sent.last, let events = try? asked.desk.commands.read(last)?.events else {
                return false
            }
            return !events.isRunning && events.ending?.status == .complete
        }
        if try DroppedSheet.read(id, in: asked.workspace) == nil {
            try DroppedSheet(id: id, pipeline: pipeline, dropped: .now).write(in: asked.workspace)
        }
        return try await SheetPage.change(pipeline, id: id, form: form, asked)
    }

    private static func columns(_ kind: SentKind, _ t: PageText) -> HTML {
        let rows = each(kind.description.columns) { field in
            """
            <tr><th scope="row"><code>\(field.name)</code></th>\
            <td>\(field.isRequired ? t("needed", "kræves") : "")</td><td>\(t.help(field.help))</td></tr>

            """
        }
        return Blocks.card(
            "columns", titled: t("Columns of a sheet", "Kolonner i et ark"),
            Blocks.scrolled(
                "columns",
                Blocks.table(
                    [
                        .text(t("Column", "Kolonne")), .text(t("Needed", "Kræves")),
                        .text(t("What it holds", "Hvad den indeholder")),
                    ], rows))
                + Blocks.small(
                    t(
                        "Other headings are matched on the next page.",
                        "Andre overskrifter vælges på næste side.")))
    }
}

/// Where files are dropped. The script sends each one by itself; without it the form makes a folder to put them in.
enum DropForm {
    static func markup(_ id: String, to address: DeskAddress, label: String, verb: String, _ asked: Asked) -> HTML {
        guard asked.canWrite else { return "" }
        let hint = asked.t(
            "CSV or Excel, with the PDF files and photos that its rows name.",
            "CSV eller Excel med de PDF-filer og fotos, rækkerne nævner.")
        return """
            \(asked.form(address))<input type="hidden" name="what" value="dropped">\
            <input type="hidden" name="form" value="\(id)">
            \(field(id, named: "files", label: label, hint: hint, isOne: false, asked))\
            <div class="buttons"><button>\(verb)</button></div>
            </form>

            """
    }

    /// Where files of a form are dropped or chosen.
    /// - Parameters:
    ///   - id: the number of the form.
    ///   - isOne: whether it is one file, and the form has more to fill in; else the form is sent once all are there.
    static func field(
        _ id: String, named name: String, label: String, hint: String, isOne: Bool, _ asked: Asked
    ) -> HTML {
        let t = asked.t
        let upload = DeskAddress.upload(id: id, path: "")
        let later: HTML = isOne ? " data-later" : ""
        let many: HTML = isOne ? "" : " multiple"
        return """
            <div class="drop" data-put="\(upload.path)" data-token="\(asked.token(upload))" \
            data-sending="\(t("Sending", "Sender"))" data-failed="\(t("Not kept:", "Ikke gemt:"))" \
            data-chosen="\(t("Chosen:", "Valgt:"))"\(later)>
            <label for="\(name)">\(label)</label>
            <span class="hint">\(hint)</span>
            <input type="file" id="\(name)"\(many) hidden><p role="status"></p>\
            <noscript><p>\(t("Choosing files needs scripts in the browser.", "Scripts skal være slået til i browseren for at vælge filer."))</p></noscript></div>

            """
    }
}
