internal import GantryAccounts
internal import GantryConnectors
internal import GantryEngine
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
    /// Rows of the last sending that have no clear answer, as far as they are listed.
    var unclear: [LedgerEntry] = []
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
        if let last = page.sent.last, !last.events.isRunning, let run = last.events.run,
            let overview = try? await Gantry.show(run, in: asked.workspace)
        {
            page.unclear = (overview.sent?.rows ?? []).filter { $0.state == .unknown }
        }
        return page.answer
    }

    private var answer: DeskAnswer {
        let title = file?.path ?? t("A new sheet", "Et nyt ark")
        let to = kind.source
        let crumbs: HTML = """
            <p class="crumbs"><a href="\(DeskAddress.send.path)">\(t("Send", "Send"))</a> › \
            <a href="\(DeskAddress.sending(pipeline: sheet.pipeline).path)">\(sheet.pipeline)</a></p>

            """
        let (words, tone) = state
        let content =
            crumbs + DeskFrame.head(title, "\(t("to", "til")) \(to)", state: Blocks.state(words, tone)) + steps
            + dropped
            + columns + checked + results + removal
        let isLive = (check?.events.isRunning ?? false) || (sent.last?.events.isRunning ?? false)
        return DeskFrame(title: title, content: content, isReloaded: isLive).answer(asked)
    }

    private var state: (String, Blocks.Tone) {
        guard let last = sent.last else { return (t("Nothing is sent yet", "Intet er sendt endnu"), .plain) }
        if last.events.isRunning { return (t("Sending", "Sender"), .live) }
        guard let ending = last.events.ending else { return (t("stopped, can go on", "stoppet, kan fortsætte"), .wait) }
        return CommandText.ending(ending.status, of: .send, t)
    }

    private var steps: HTML {
        let count = t.count(attached.count, ("file", "fil"), ("files", "filer"))
        let refused = check?.events.ending?.result["rows"]?["refused"]?.int
        let isChecked = check != nil || !sent.isEmpty
        let going = check?.events.ending?.result["rows"]?["left"]?.int
        let all: [(String, String, String, Bool)] = [
            (
                "files-card", t("Drop", "Læg"),
                file == nil ? t("no sheet yet", "intet ark endnu") : t("a sheet, \(count)", "et ark, \(count)"),
                file != nil
            ),
            (
                "columns", t("Columns", "Kolonner"),
                isChecked ? t("chosen", "valgt") : t("to look at", "skal ses efter"), isChecked
            ),
            (
                "check", t("Check", "Kontrol"),
                refused.map {
                    $0 == 0
                        ? t("nothing refused", "intet afvist") : t("\(t.count($0)) refused", "\(t.count($0)) afvist")
                }
                    ?? (isChecked
                        ? t("before it was sent", "før den blev sendt") : t("after the columns", "efter kolonnerne")),
                refused.map { $0 == 0 } ?? isChecked
            ),
            (
                "check", t("Send", "Send"),
                going.map { t("\(t.count($0)) to send", "\(t.count($0)) skal sendes") }
                    ?? (sent.isEmpty ? t("nothing sent", "intet sendt") : t("sent", "sendt")),
                !sent.isEmpty
            ),
            ("result", t("Result", "Resultat"), state.0, sent.last?.events.ending?.status == .complete),
        ]
        let items = each(all.enumerated()) { place, step -> HTML in
            let kind: HTML = step.3 ? " class=\"done\"" : ""
            return "<li\(kind)><a href=\"#\(step.0)\"><b>\(String(place + 1)) \(step.1)</b>\(step.2)</a></li>\n"
        }
        return "<ol class=\"steps\" aria-label=\"\(t("Of this sheet", "Om dette ark"))\">\n\(items)</ol>\n"
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
            \(problem)\(note)\(stale)\(own)\(list)
            \(drop)\
            <p><small>\(t("The files lie in", "Filerne ligger i")) <code>\(folder)</code>. \(t(
                "Files that you put there count too.",
                "Filer, du lægger dér, tæller også med."))</small></p>
            """)
    }

    private func remove(_ path: String) -> HTML {
        """
        \(asked.form(address))<input type="hidden" name="what" value="remove">\
        <input type="hidden" name="path" value="\(path)">
        <div class="buttons"><button>\(t("Remove \(path)", "Fjern \(path)"))</button></div></form>

        """
    }

    // MARK: Results

    private var results: HTML {
        guard let last = sent.last else { return "" }
        if last.events.isRunning {
            return Blocks.card(
                "result", titled: t("Sending", "Sender"),
                """
                <div id="live" data-live>
                \(CommandText.progress(last.events, named: file?.path ?? sheet.pipeline, t))</div>
                <p class="note note-good">\(t("Each row is written down before it is sent and after it is answered. You can close this page or stop; nothing is sent twice.", "Hver række noteres, før den sendes, og efter den er besvaret. Du kan lukke siden eller stoppe; intet sendes to gange."))</p>
                \(asked.form(.command(id: last.command.id)))<input type="hidden" name="what" value="stop">
                <div class="buttons"><button data-busy="\(t("Stopping …", "Stopper …"))">\
                \(t("Stop", "Stop"))</button></div></form>
                <p><small>\(t(
                    "To change the pace, stop, and go on at another one.",
                    "For at ændre farten: stop, og fortsæt med en anden."))</small></p>
                \(DeskFrame.same(last.command.command, t))
                """)
        }
        let run: HTML =
            last.events.run.map { run in
                """
                <p><a class="b b1" href="\(DeskAddress.otherReport(run).path)">\(t("The report", "Rapporten"))</a> \
                <a class="b" href="\(DeskAddress.other(run).path)">\(t("Its files", "Filerne"))</a></p>

                """
            } ?? ""
        // One that was killed, or that ends with rows of which it isn't known, has told its rows before.
        let rounds = sent.compactMap { $0.events.ending?.result["rows"] ?? $0.events.rows }
        let status = last.events.ending?.status
        let canGoOn = status == nil || status?.handling == .again
        let goOn: HTML =
            !canGoOn
            ? ""
            : """
            <p>\(t(
                "It stopped before its end. What was sent is noted, and nothing is sent twice.",
                "Det stoppede før slutningen. Det sendte er noteret, og intet sendes to gange."))</p>
            \(form("send", verb: t("Go on sending", "Fortsæt med at sende"), pace))
            """
        return Blocks.card(
            "result", titled: t("What was sent", "Hvad der blev sendt"),
            (last.events.ending.map { ending in ended(ending, .send) } ?? "") + goOn
                + (rounds.last.map { SheetText.rows($0, rounds: rounds.count, t) } ?? "") + run
                + unknown(rounds.last) + DeskFrame.same(last.command.command, t))
    }

    /// How a check or a sending ended.
    func ended(_ ending: CommandEvents.Ending, _ kind: StartedCommand.Kind) -> HTML {
        // Which folder a command is given is nothing that a person of the desk chooses.
        let isOfFiles = ending.explanation.map(DroppedNames.isAbout) ?? false
        return CommandText.ended(ending, of: kind, t, advice: isOfFiles ? "<p>\(dropping)</p>\n" : nil)
    }

    /// The way to where files are dropped.
    var dropping: HTML {
        """
        <a href="#files-card">\(t(
            "Drop what is missing under Sheet and files",
            "Læg det, der mangler, under Ark og filer"))</a>\
        \(t(", or correct the name.", ", eller ret navnet."))
        """
    }

    /// Rows of which it isn't known whether they arrived are for a person to decide about.
    private func unknown(_ rows: JSONTree?) -> HTML {
        guard let count = rows?["unknown"]?.int, count > 0 else { return "" }
        return """
            <h3>\(t.count(
                count, ("row has no clear answer", "række har uklart svar"),
                ("rows have no clear answer", "rækker har uklart svar")))</h3>
            <p>\(t(
                "Look at the server first: sending a row again may make it twice there.",
                "Se efter på serveren først: sendes en række igen, kan den stå der to gange."))</p>
            \(unclear.isEmpty ? "" : oneByOne)\
            \(form("accept-unknown", verb: t("The server has all of them", "Serveren har dem alle"), isFirst: false))\
            \(form("resend-unknown", verb: t("Send all of them again", "Send dem alle igen"), isFirst: false))
            """
    }

    /// Some of them, which a person ticks.
    private var oneByOne: HTML {
        guard asked.canWrite else { return "" }
        let rows = each(unclear) { entry -> HTML in
            let number = t.count(entry.row)
            return """
                <tr><td><input type="checkbox" name="row" value="\(String(entry.row))" \
                aria-label="\(t("Row \(number)", "Række \(number)"))"></td>\
                <th scope="row" class="n">\(number)</th><td>\(t.problem(entry.problem?.sentence ?? ""))</td></tr>

                """
        }
        let table = Blocks.scrolled(
            "unclear",
            Blocks.table(
                [.text(t("Tick", "Markér")), .number(t("Row", "Række")), .text(t("What happened", "Hvad der skete"))],
                rows))
        return """
            \(asked.form(address))<input type="hidden" name="form" value="\(RandomKey(bytes: 16).text)">
            \(table)<div class="buttons"><button name="what" value="accept-unknown">\(t(
                "The server has those that are ticked", "Serveren har de markerede"))</button> \
            <button name="what" value="resend-unknown">\(t(
                "Send those that are ticked again", "Send de markerede igen"))</button></div>
            <input type="hidden" name="some" value="1"></form>

            """
    }

    /// How fast it is sent at most, so that the office's line serves others too.
    var pace: HTML {
        """
        <div class="field"><label for="pace">\(t(
            "At most so many kB a second", "Højst så mange kB i sekundet"))</label>\
        <span class="hint" id="pace-hint">\(t("Empty for as fast as can be.", "Tom for så hurtigt som muligt."))</span>
        <input type="number" id="pace" name="pace" min="1" max="1000000" value="\(sheet.pace.map(String.init) ?? "")" \
        aria-describedby="pace-hint"></div>

        """
    }

    private var removal: HTML {
        guard asked.canWrite, !(sent.last?.events.isRunning ?? false) else { return "" }
        return Blocks.card(
            "removal", titled: t("When you are done", "Når du er færdig"),
            """
            <p>\(t("The sheet and its files are removed from this workspace. What was sent stays sent, and the runs keep their results. A sheet that nobody works on is removed after 30 days, after 7 where all of it is sent.", "Arket og filerne fjernes fra arbejdsmappen. Det, der er sendt, forbliver sendt, og kørslerne beholder deres resultater. Et ark, som ingen arbejder på, fjernes efter 30 dage, efter 7, hvis alt er sendt."))</p>
            \(form("forget", verb: t("Remove the sheet", "Fjern arket"), isFirst: false))
            """)
    }

    /// A form with one button about this sheet.
    func form(_ what: String, verb: String, _ fields: HTML = "", isFirst: Bool = true) -> HTML {
        StartForm.markup(what: what, to: address, verb: verb, asked, fields: fields, isFirst: isFirst)
    }
}
