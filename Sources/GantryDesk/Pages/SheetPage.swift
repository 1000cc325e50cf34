internal import GantryFiles
internal import GantryImports
internal import GantryJSON
internal import GantryKit
internal import GantryModel
internal import GantryPages
internal import GantryRuns
internal import GantryTerminal

/// A sheet that was dropped: its files, its columns, what a check says, and what was sent of it.
struct SheetPage {
    var sheet: DroppedSheet
    let kind: SentKind
    let files: [FolderEntry]
    let asked: Asked
    /// Its columns as they are read now; `nil` without a sheet.
    var found: Result<SheetColumns, any Error>?
    /// The run that sent it last, as the journal has it; `nil` while it is sent, and before.
    var run: RunOverview?
    /// Whether files came, went or changed since the check.
    var isStale = false
    /// How many cells were mended in a sheet that was dropped before this one; they count no more.
    var setAside = 0
    /// The newest check, where it is of the columns as they are now.
    var check: (command: StartedCommand, events: CommandEvents)?
    /// The commands that sent it, the newest last.
    var sent: [(command: StartedCommand, events: CommandEvents)] = []

    var t: PageText { asked.t }
    var address: DeskAddress { .sheet(pipeline: sheet.pipeline, id: sheet.id) }
    var file: FolderEntry? { DroppedSheet.file(among: files) }
    /// What it is called.
    var name: String { file?.path ?? t("A new sheet", "Et nyt ark") }
    /// Files that rows can name.
    var attached: [FolderEntry] { files.filter { $0.path != file?.path } }

    static func read(_ pipeline: String, id: String, _ asked: Asked) throws -> SheetPage? {
        guard let sheet = try DroppedSheet.read(id, in: asked.workspace), sheet.pipeline == pipeline else { return nil }
        var page = SheetPage(
            sheet: sheet, kind: try SentKind(pipeline, asked),
            files: try DroppedFiles(workspace: asked.workspace).list(id), asked: asked)
        if let file = page.file, !sheet.changes.isEmpty, try page.digest(of: file) != sheet.mended {
            page.setAside = sheet.changes.count
            page.sheet.changes = []
            page.sheet.check = nil
        }
        if page.sheet.check != nil, page.sheet.checked != DroppedSheet.fingerprint(of: page.files) {
            page.isStale = true
            page.sheet.check = nil
        }
        page.check = try page.sheet.check.flatMap { try asked.desk.commands.read($0) }
        page.sent = try sheet.sent.compactMap { try asked.desk.commands.read($0) }
        // A check from before the last sending says what was, and not what is.
        if let sent = page.sent.last, let check = page.check, check.command.started < sent.command.started {
            page.check = nil
        }
        return page
    }

    static func answer(_ pipeline: String, id: String, _ asked: Asked) async throws -> DeskAnswer {
        guard var page = try read(pipeline, id: id, asked) else { return RefusalPage.notFound(asked) }
        await page.look()
        if let file = page.file {
            page.found = Result { try SheetColumns(of: page.path(file), page.work, for: page.kind.description) }
        }
        return page.answer
    }

    /// Asks the journal about the run that sent it last.
    mutating func look() async {
        guard let last = sent.last, !last.events.isRunning,
            let id = last.events.run ?? sent.last(where: { $0.events.run != nil })?.events.run
        else { return }
        run = try? await Gantry.show(id, in: asked.workspace)
    }

    private var answer: DeskAnswer {
        let to = kind.source
        let crumbs: HTML = """
            <p class="crumbs"><a href="\(DeskAddress.send.path)">\(t("Send", "Send"))</a> › \
            <a href="\(DeskAddress.sending(pipeline: sheet.pipeline).path)">\(sheet.pipeline)</a></p>

            """
        let (words, tone) = state
        let content =
            crumbs + DeskFrame.head(name, "\(t("to", "til")) \(to)", state: Blocks.state(words, tone)) + steps
            + dropped
            + columns + checked + results + removal
        let isLive = (check?.events.isRunning ?? false) || (sent.last?.events.isRunning ?? false)
        return DeskFrame(title: name, content: content, isReloaded: isLive).answer(asked)
    }

    private var state: (String, Blocks.Tone) {
        guard let last = sent.last else { return (t("Nothing is sent yet", "Intet er sendt endnu"), .plain) }
        if last.events.isRunning { return (t("Sending", "Sender"), .live) }
        guard let ending = last.events.ending else { return (t("stopped, can go on", "stoppet, kan fortsætte"), .wait) }
        return CommandText.ending(ending, of: .send, t)
    }

    private typealias Step = (place: String, name: String, words: String, isDone: Bool)

    private var steps: HTML {
        let count = t.count(attached.count, ("file", "fil"), ("files", "filer"))
        let (columns, isChosen) = stateOfColumns
        let (check, isClean) = stateOfCheck
        let (sending, isSent) = stateOfSending
        let all: [Step] = [
            (
                "files-card", t("Drop", "Læg"),
                file == nil ? t("no sheet yet", "intet ark endnu") : t("a sheet, \(count)", "et ark, \(count)"),
                file != nil
            ),
            ("columns", t("Columns", "Kolonner"), columns, isChosen), ("check", t("Check", "Kontrol"), check, isClean),
            (sent.isEmpty ? "check" : "result", t("Send", "Send"), sending, isSent),
            ("result", t("Result", "Resultat"), state.0, sent.last?.events.ending?.status == .complete),
        ]
        let items = each(all.enumerated()) { place, step -> HTML in
            let kind: HTML = step.isDone ? " class=\"done\"" : ""
            return
                "<li\(kind)><a href=\"#\(step.place)\"><b>\(String(place + 1)) \(step.name)</b>\(step.words)</a></li>\n"
        }
        return "<ol class=\"steps\" aria-label=\"\(t("Of this sheet", "Om dette ark"))\">\n\(items)</ol>\n"
    }

    private var stateOfColumns: (String, Bool) {
        switch found {
        case nil: (t("after the sheet", "efter arket"), false)
        case .failure: (t("can't be read", "kan ikke læses"), false)
        case .success(let found) where !found.missing.isEmpty:
            (t("\(t.count(found.missing.count)) to choose", "\(t.count(found.missing.count)) skal vælges"), false)
        default:
            check != nil || !sent.isEmpty
                ? (t("chosen", "valgt"), true) : (t("to look at", "skal ses efter"), false)
        }
    }

    private var stateOfCheck: (String, Bool) {
        guard let check else {
            return sent.isEmpty
                ? (t("after the columns", "efter kolonnerne"), false)
                : (t("before it was sent", "før den blev sendt"), true)
        }
        guard !check.events.isRunning else { return (t("under way", "i gang"), false) }
        guard let refused = check.events.ending?.result["rows"]?["refused"]?.int else {
            return (t("not done", "ikke udført"), false)
        }
        return refused == 0
            ? (t("nothing refused", "intet afvist"), true)
            : (t("\(t.count(refused)) refused", "\(t.count(refused)) afvist"), false)
    }

    private var stateOfSending: (String, Bool) {
        if let last = sent.last, last.events.isRunning { return (t("under way", "i gang"), false) }
        if let going = check?.events.ending?.result["rows"]?["left"]?.int, going > 0 {
            return (t("\(t.count(going)) to send", "\(t.count(going)) skal sendes"), false)
        }
        guard !sent.isEmpty else { return (t("nothing sent", "intet sendt"), false) }
        return canGoOn || isOpen ? (t("begun", "begyndt"), false) : (t("sent", "sendt"), true)
    }

    // MARK: Files

    private var dropped: HTML {
        let folder = DroppedFiles(workspace: asked.workspace).folder(sheet.id)
        let sheets = files.filter { DroppedSheet.file(among: [$0]) != nil }
        let problem: HTML =
            sheets.count < 2
            ? ""
            : """
            <div class="note note-wait"><p>\(t(
                "There are several sheets, and one is sent at a time. Remove the others.",
                "Der er flere ark, og ét sendes ad gangen. Fjern de andre."))</p>
            \(each(sheets) { remove($0.path) })</div>

            """
        let other: HTML = sheets.isEmpty ? each(DroppedSheet.unreadable(among: files).prefix(3)) { noSheet($0) } : ""
        let names = each(attached.prefix(20)) {
            "<li>\($0.path)<span class=\"right num\">\(t.bytes(Int64($0.size)))</span></li>\n"
        }
        let rest = attached.count - min(attached.count, 20)
        let more: HTML =
            rest > 0 ? "<p><small>\(t("and \(t.count(rest)) more", "og \(t.count(rest)) mere"))</small></p>\n" : ""
        let note: HTML =
            setAside == 0
            ? ""
            : "<div class=\"note note-wait\"><p>\(t.sentence(setAside, one: ("This is another sheet than the one in which # cell was mended: its rows are others, so this change doesn't count.", "Dette er et andet ark end det, hvor # celle blev rettet: rækkerne er andre, så rettelsen gælder ikke."), many: ("This is another sheet than the one in which # cells were mended: its rows are others, so these changes don't count.", "Dette er et andet ark end det, hvor # celler blev rettet: rækkerne er andre, så rettelserne gælder ikke.")))</p></div>\n"
        let stale: HTML =
            isStale
            ? """
            <div class="note note-wait"><p>\(t(
                "Files came, went or changed since the check. Check every row again.",
                "Filer er kommet til, fjernet eller ændret siden kontrollen. Kontrollér alle rækker igen."))</p></div>

            """ : ""
        let list: HTML =
            attached.isEmpty
            ? ""
            : """
            <details><summary>\(t.count(attached.count, ("file", "fil"), ("files", "filer"))), \
            \(t.bytes(attached.reduce(0) { $0 + Int64($1.size) }))</summary><ul class="stages">
            \(names)</ul>\(more)</details>

            """
        let own: HTML = file.map { "<p><b>\($0.path)</b> <small>\(t.bytes(Int64($0.size)))</small></p>\n" } ?? ""
        let drop = DropForm.markup(
            sheet.id, to: address,
            label: t("Drop more files, or the sheet again, here", "Læg flere filer, eller arket igen, her"),
            verb: t("Look again", "Se efter igen"), asked)
        return Blocks.card(
            "files-card", titled: t("Sheet and files", "Ark og filer"),
            """
            \(problem)\(other)\(note)\(stale)\(own)\(list)
            \(drop)\
            <p><small>\(t("The files lie in", "Filerne ligger i")) <code>\(folder)</code>. \(t(
                "Files that you put there count too.",
                "Filer, du lægger dér, tæller også med."))</small></p>
            """)
    }

    /// What to do with a file that looks like a sheet to a person.
    private func noSheet(_ file: FolderEntry) -> HTML {
        let name = file.path
        let isOldExcel = name.lowercased().hasSuffix(".xls") || name.lowercased().hasSuffix(".xlsb")
        let way =
            isOldExcel
            ? t(
                "\(name) is a workbook of an older kind. Save it as .xlsx in Excel, and drop that.",
                "\(name) er en projektmappe af en ældre slags. Gem den som .xlsx i Excel, og læg den her.")
            : t(
                "\(name) is no sheet. Rows are read from .csv, .xlsx, .xlsm, .ods and .txt.",
                "\(name) er ikke et ark. Rækker læses fra .csv, .xlsx, .xlsm, .ods og .txt.")
        return "<div class=\"note note-wait\"><p>\(way)</p></div>\n"
    }

    private func remove(_ path: String) -> HTML {
        """
        \(asked.form(address))<input type="hidden" name="what" value="remove">\
        <input type="hidden" name="path" value="\(path)">
        <div class="buttons"><button>\(t("Remove \(path)", "Fjern \(path)"))</button></div></form>

        """
    }

    /// A form with one button about this sheet.
    func form(_ what: String, verb: String, _ fields: HTML = "", isFirst: Bool = true) -> HTML {
        StartForm.markup(what: what, to: address, verb: verb, asked, fields: fields, isFirst: isFirst)
    }
}
