internal import GantryConnectors
internal import GantryFiles
internal import GantryFormats
internal import GantryImports
internal import GantryJSON
internal import GantryModel
internal import GantryPages
internal import GantryRuns
internal import GantryTerminal

/// What the columns of a sheet are, and what a check found.
extension SheetPage {
    /// How the sheet is read, with what a person said about it.
    var work: Pipeline.Import {
        var work = kind.work
        for column in sheet.columns {
            work.sheet.columns.removeAll { $0.field == column.field }
            work.sheet.columns.append(column)
        }
        work.sheet.columns.removeAll { sheet.ignored.contains($0.heading) }
        work.sheet.ignored += sheet.ignored
        for (field, words) in sheet.values {
            work.sheet.values[field, default: [:]].merge(words) { _, chosen in chosen }
        }
        work.sheet.changes = sheet.changes
        work.creates = work.creates || sheet.creates
        return work
    }

    func path(_ file: FolderEntry) -> String {
        "\(DroppedFiles(workspace: asked.workspace).folder(sheet.id))/\(file.path)"
    }

    var columns: HTML {
        guard let file, let read = found else { return "" }
        let title = t("Which column is what", "Hvilken kolonne er hvad")
        let found: SheetColumns
        do {
            found = try read.get()
        } catch {
            let report = ErrorReport(error, command: nil, place: asked.desk.place)
            return Blocks.card("columns", titled: title, CommandText.failure(report, t))
        }
        let rows = each(found.columns.enumerated()) { index, column in row(index, column: column, in: found) }
        let missing: HTML =
            found.missing.isEmpty
            ? ""
            : """
            <div class="note note-wait"><p>\(t("Every row needs", "Hver række kræver")) \
            \(found.missing.joined(separator: ", ")). \
            \(t("Choose the column that holds it.", "Vælg den kolonne, der indeholder det."))</p></div>

            """
        let period: HTML =
            kind.description.kind.delivery.isBatch
            ? """
            <div class="field"><label for="period">\(t("Period", "Periode"))</label>\
            <input type="text" id="period" name="period" \
            value="\(asked.filled["period"] ?? sheet.period ?? "")" maxlength="40" required></div>

            """ : ""
        let table: HTML = """
            <table class="edit">
            <thead><tr><th scope="col">\(t("In your sheet", "I dit ark"))</th>\
            <th scope="col">\(t("Examples", "Eksempler"))</th>\
            <th scope="col">\(t("Read as", "Læses som"))</th></tr></thead>
            <tbody>
            \(rows)</tbody></table>
            """
        return Blocks.card(
            "columns", titled: title,
            missing
                + form(
                    "check", verb: t("Check every row", "Kontrollér alle rækker"),
                    Blocks.scrolled("columns", table) + words(found) + newRecords + period)
                + DeskFrame.same(
                    ShellCommand(["gantry", "plan", sheet.pipeline] + given(file) + asked.desk.place),
                    t)
                + Blocks.small(
                    t(
                        "A check asks the server, and sends and changes nothing. Your sheet stays as it is.",
                        "En kontrol spørger serveren og sender og ændrer intet. Dit ark forbliver, som det er.")))
    }

    private func row(_ index: Int, column: SheetColumns.Column, in found: SheetColumns) -> HTML {
        let heading = column.heading.isEmpty ? t("no heading", "ingen overskrift") : column.heading
        // What was chosen on a form that came back.
        let isTyped = asked.filled["heading.\(index)"] == column.heading
        let meant = isTyped ? asked.filled["column.\(index)"] : column.field
        let options = each(found.fields) { field -> HTML in
            let isOwn: HTML = field.name == meant ? " selected" : ""
            return "<option value=\"\(field.name)\"\(isOwn)>\(field.name)</option>\n"
        }
        let none: HTML = "<option value=\"\">\(t("not read", "læses ikke"))</option>\n"
        let chosen: HTML =
            column.heading.isEmpty || kind.work.sheet.ignored.contains(column.heading)
            ? "\(t("not read", "læses ikke"))"
            : """
            <label class="hide" for="c\(String(index))">\(t("Field for \(heading)", "Felt for \(heading)"))</label>\
            <select id="c\(String(index))" name="column.\(String(index))">
            \(none)\(options)</select>\
            <input type="hidden" name="heading.\(String(index))" value="\(column.heading)">
            """
        return """
            <tr><th scope="row">\(heading)</th>\
            <td class="soft">\(column.samples.joined(separator: " · "))</td><td>\(chosen)</td></tr>

            """
    }

    /// Whether a person says here that rows make new records.
    private var asksForNewRecords: Bool { kind.description.kind.record != nil && !kind.work.creates }

    private var newRecords: HTML {
        guard asksForNewRecords else { return "" }
        let isTicked: HTML = sheet.creates ? " checked" : ""
        return """
            <p><label><input type="checkbox" id="creates" name="creates" value="yes"\(isTicked)> \(t(
                "Rows without a number make new records", "Rækker uden nummer opretter nye poster"))</label></p>

            """
    }

    /// Words of the sheet that a field doesn't know, each with the word that is meant.
    private func words(_ found: SheetColumns) -> HTML {
        let rows = each(found.columns.enumerated()) { index, column -> HTML in
            guard let field = found.fields.first(where: { $0.name == column.field }),
                case .choice(let known) = field.kind
            else { return "" }
            return each(column.words.enumerated()) { place, word -> HTML in
                let id = "w\(index)-\(place)"
                let options = each(known) { value -> HTML in
                    let isOwn: HTML = value == word.meaning ? " selected" : ""
                    return "<option value=\"\(value)\"\(isOwn)>\(value)</option>\n"
                }
                return """
                    <tr><th scope="row">\(word.text)</th><td class="soft">\(column.heading)</td><td>\
                    <label class="hide" for="\(id)">\(t(
                        "What \(word.text) means", "Hvad \(word.text) betyder"))</label>\
                    <select id="\(id)" name="value.\(String(index)).\(String(place))">
                    <option value="">\(t("not known", "kendes ikke"))</option>
                    \(options)</select>\
                    <input type="hidden" name="word.\(String(index)).\(String(place))" value="\(word.text)"></td></tr>

                    """
            }
        }
        guard !rows.isEmpty else { return "" }
        let table: HTML = """
            <table class="edit">
            <thead><tr><th scope="col">\(t("Word in your sheet", "Ord i dit ark"))</th>\
            <th scope="col">\(t("Column", "Kolonne"))</th>\
            <th scope="col">\(t("Means", "Betyder"))</th></tr></thead>
            <tbody>
            \(rows)</tbody></table>
            """
        return "<h3 id=\"words\">\(t("Words that are not known", "Ord, der ikke kendes"))</h3>\n"
            + Blocks.scrolled("words", table)
    }

    // MARK: The check

    var checked: HTML {
        guard let check else { return "" }
        let title = t("What a check says", "Hvad en kontrol siger")
        guard !check.events.isRunning else {
            return Blocks.card(
                "check", titled: title,
                "<div id=\"live\" data-live>\n\(CommandText.progress(check.events, named: title, t))</div>")
        }
        guard let ending = check.events.ending else {
            return Blocks.card(
                "check", titled: title,
                """
                <p>\(t(
                    "It was stopped. Check the rows once more.",
                    "Den blev stoppet. Kontrollér rækkerne en gang til."))</p>
                """
            )
        }
        guard let rows = ending.result["rows"] else {
            return Blocks.card("check", titled: title, ended(ending, .check))
        }
        let going = rows["left"]?.int ?? 0
        let refused = rows["refused"]?.int ?? 0
        let send: HTML =
            going == 0 || sent.last?.events.isRunning ?? false
            ? ""
            : form(
                "send",
                verb: t(
                    "Send \(t.count(going, ("row", ""), ("rows", "")))",
                    "Send \(t.count(going, ("", "række"), ("", "rækker")))"),
                """
                \(pace)<p>\(t("to", "til")) <b>\(kind.source)</b>. \
                \(refused == 0 ? "" : t(
                    "Rows that are refused stay behind; mend them and check again, or send them later.",
                    "Afviste rækker bliver tilbage; ret dem og kontrollér igen, eller send dem senere."))</p>

                """)
        return Blocks.card(
            "check", titled: title, isLong: true,
            SheetText.figures(ending.result, t) + self.refused(ending.result) + changed + gallery(ending.result)
                + SheetText.read(ending.result, t) + unnamed(ending.result) + send)
    }

    // MARK: What a form does

    static func change(
        _ pipeline: String, id: String, form: FormFields, _ asked: Asked
    ) async throws -> DeskAnswer {
        guard var page = try read(pipeline, id: id, asked) else { return RefusalPage.notFound(asked) }
        let what = form["what"] ?? ""
        switch what {
        case "dropped":
            // What a check said is of the files as they were.
            page.sheet.check = nil
            try await page.remember()
            try page.sheet.write(in: asked.workspace)
        case "forget":
            guard !(page.sent.last?.events.isRunning ?? false) else { break }
            await page.look()
            guard !page.isOpen else { throw UsageError(keeping(asked.t)) }
            try page.sheet.remove(in: asked.workspace)
            return .seeOther(.send)
        case "remove":
            try DroppedFiles(workspace: asked.workspace).remove(id, form["path"] ?? "")
            page.sheet.check = nil
            try page.sheet.write(in: asked.workspace)
        case "undo":
            page.sheet.changes.removeAll { "\($0.row) \($0.heading)" == form["cell"] }
            page.sheet.check = nil
            try page.sheet.write(in: asked.workspace)
        case "mend", "check", "send", "send-anew", "accept-unknown", "resend-unknown":
            guard let file = page.file, let number = form["form"], FormFields.isNumber(number) else {
                return RefusalPage.answer(.noForm, asked)
            }
            try page.start(what, file: file, number: number, form: form)
        default: return RefusalPage.answer(.noForm, asked)
        }
        return .seeOther(page.address)
    }

    /// Takes what a person said of such headings the last time.
    private mutating func remember() async throws {
        guard sheet.columns.isEmpty, sheet.ignored.isEmpty, let file,
            let found = try? SheetColumns(of: path(file), work, for: kind.description)
        else { return }
        let earlier = try await EarlierMappings(sheet.pipeline, in: try asked.workspace.existingJournal())
        let named = earlier.named(in: found)
        sheet.columns = named.columns
        sheet.ignored = named.ignored.filter { !kind.work.sheet.ignored.contains($0) }
        // Those that this sheet has, by its columns as they are named now.
        let all = earlier.words()
        for column in (try? SheetColumns(of: path(file), work, for: kind.description))?.columns ?? [] {
            guard let field = column.field else { continue }
            for word in column.words where word.meaning == nil {
                if let meant = all[field]?[word.text] { sheet.values[field, default: [:]][word.text] = meant }
            }
        }
    }

    private mutating func start(_ what: String, file: FolderEntry, number: String, form: FormFields) throws {
        if what == "check" {
            let found = try? SheetColumns(of: path(file), work, for: kind.description)
            let (columns, ignored) = chosen(form)
            try requireOne(of: columns)
            if let found { choose(form, among: found) }
            sheet.columns = columns
            sheet.ignored = ignored
            sheet.creates = asksForNewRecords && form["creates"] == "yes"
            sheet.period = form["period"].flatMap { $0.isEmpty ? nil : $0 }
        }
        if what == "mend" {
            try mend(file, form)
            try sheet.write(in: asked.workspace)
        }
        let words = given(file)
        let isCheck = what == "check" || what == "mend"
        if let pace = form["pace"] { sheet.pace = Int(pace).flatMap { $0 > 0 ? $0 : nil } }
        let limit = isCheck ? [] : sheet.pace.map { ["--limit-rate", "\($0)k"] } ?? []
        let decided =
            what == "send-anew" ? ["--start-over"] : what.hasSuffix("-unknown") ? ["--" + what] + (try rows(form)) : []
        let command = ShellCommand(
            ["gantry", isCheck ? "plan" : "run", sheet.pipeline] + words + limit + decided + asked.desk.place)
        try asked.desk.commands.start(
            isCheck ? .check : .send, about: file.path, command, id: number, next: address, filled: FormFields())
        if isCheck {
            sheet.check = number
            sheet.checked = DroppedSheet.fingerprint(of: files)
        } else if !sheet.sent.contains(number) {
            sheet.sent.append(number)
        }
        try sheet.write(in: asked.workspace)
    }

    /// - Throws: `UsageError` where a person chose several columns for one field.
    private func requireOne(of columns: [Pipeline.Import.Column]) throws {
        for column in columns {
            let headings = columns.filter { $0.field == column.field }.map { "\"\($0.heading)\"" }
            guard headings.count > 1 else { continue }
            throw UsageError(
                t(
                    "\(headings.joined(separator: " and ")) are both read as \(column.field). Choose one of them.",
                    "\(headings.joined(separator: " og ")) læses begge som \(column.field). Vælg én af dem."))
        }
    }

    /// Which rows a decision is about: those that are ticked, where a person ticks them.
    private func rows(_ form: FormFields) throws -> [String] {
        guard form["some"] != nil else { return [] }
        let rows = form.all("row").compactMap(UnknownDecision.Row.init)
        guard !rows.isEmpty else {
            throw UsageError(
                t("No row is ticked, so nothing was decided.", "Ingen række er markeret, så intet blev afgjort."))
        }
        return ["--rows=" + rows.map(\.description).joined(separator: ",")]
    }

    /// Takes the meanings of words that a person chose.
    private mutating func choose(_ form: FormFields, among found: SheetColumns) {
        for (index, column) in found.columns.enumerated() {
            guard let field = column.field, form["heading.\(index)"] == column.heading,
                case .choice(let known)? = found.fields.first(where: { $0.name == field })?.kind
            else { continue }
            for place in column.words.indices {
                guard let word = form["word.\(index).\(place)"], let value = form["value.\(index).\(place)"] else {
                    continue
                }
                sheet.values[field, default: [:]][word] = known.contains(value) ? value : nil
            }
        }
    }

    /// The columns that a person chose otherwise than they are recognised, and those that are recognised and not read.
    private func chosen(_ form: FormFields) -> (columns: [Pipeline.Import.Column], ignored: [String]) {
        let found = file.flatMap { try? SheetColumns(of: path($0), kind.work, for: kind.description) }
        let fields = Set(kind.description.columns.map(\.name))
        var columns: [Pipeline.Import.Column] = []
        var ignored: [String] = []
        for (index, column) in (found?.columns ?? []).enumerated() {
            guard let field = form["column.\(index)"], form["heading.\(index)"] == column.heading else { continue }
            if field.isEmpty, column.field != nil {
                ignored.append(column.heading)
            } else if fields.contains(field), field != column.field {
                columns.append(.init(field: field, heading: column.heading))
            }
        }
        return (columns, ignored)
    }

    /// The words of a command about it, after the pipeline.
    private func given(_ file: FolderEntry) -> [String] {
        sheet.words(file, in: asked.workspace, ignoring: kind.work.sheet.ignored.count)
    }
}
