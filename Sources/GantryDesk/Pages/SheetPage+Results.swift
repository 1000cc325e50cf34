internal import GantryConnectors
internal import GantryEngine
internal import GantryFiles
internal import GantryFormats
internal import GantryImports
internal import GantryJSON
internal import GantryPages
internal import GantryRuns
internal import GantryTerminal

/// What was sent of a sheet, what of it needs a person, and its end.
extension SheetPage {
    /// So many refused rows are shown.
    private static let most = 50

    /// Whether its last sending stopped, and goes on with the same command.
    var canGoOn: Bool {
        guard let last = sent.last, !last.events.isRunning else { return false }
        return last.events.ending.map { $0.status.handling == .again } ?? true || isOpen && !needsDecision
    }

    /// Whether rows were sent by a run that isn't at its end: no other page can finish it.
    var isOpen: Bool {
        guard let run, run.run.phase != .complete, let counts = run.sent?.counts else { return false }
        return counts.sent + counts.answered + counts.unknown + counts.done > counts.doneBefore
    }

    /// Rows as the journal has them, or as the last command told them that was killed or says nothing at its end.
    private var counts: SheetCounts? {
        if let counts = run?.sent?.counts { return SheetCounts(counts, isAtWork: run?.holder != nil) }
        return sent.last { $0.events.rows != nil || $0.events.ending?.result["rows"] != nil }.flatMap {
            ($0.events.ending?.result["rows"] ?? $0.events.rows).map(SheetCounts.init)
        }
    }

    /// Rows of the last sending in a state, as far as they are listed.
    private func rows(_ state: LedgerEntry.State) -> [LedgerEntry] {
        (run?.sent?.rows ?? []).filter { $0.state == state }
    }

    /// Whether the outcome of rows that were sent couldn't be looked up: those are for a person too.
    private var isLookupLost: Bool {
        guard let sent = run?.sent, sent.counts.sent > 0, run?.holder == nil else { return false }
        return rows(.sent).contains { $0.problem != nil } || sent.problemRows > sent.rows.count
    }

    private var needsDecision: Bool {
        guard let sent = run?.sent else { return (counts?.unknown ?? 0) > 0 }
        return sent.counts.unknown > 0 || isLookupLost
    }

    var results: HTML {
        guard let last = sent.last else { return "" }
        if last.events.isRunning { return sending(last) }
        let ends = last.events.ending.map { ended($0, .send) } ?? ""
        let counted: HTML =
            counts.map {
                SheetText.rows($0, leftOut: leftOut, rounds: Set(sent.compactMap(\.events.run)).count, t)
            } ?? ""
        return Blocks.card(
            "result", titled: t("What was sent", "Hvad der blev sendt"),
            ends + goOn(last.events) + counted + unclear + notTaken + links + DeskFrame.same(last.command.command, t))
    }

    private func sending(_ last: (command: StartedCommand, events: CommandEvents)) -> HTML {
        Blocks.card(
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

    private func goOn(_ events: CommandEvents) -> HTML {
        // What is on the page is other than what the run began with: it is sent from its start, but for what was sent.
        if events.ending?.needsNewStart ?? false {
            return form(
                "send-anew", verb: t("Send the sheet as it is now", "Send arket, som det er nu"),
                """
                \(pace)<p>\(t(
                    "Rows that were sent are not sent again.",
                    "Rækker, der er sendt, sendes ikke igen."))</p>

                """)
        }
        guard canGoOn else { return "" }
        return """
            <p>\(t(
                "It stopped before its end. What was sent is noted, and nothing is sent twice.",
                "Det stoppede før slutningen. Det sendte er noteret, og intet sendes to gange."))</p>
            \(form("send", verb: t("Go on sending", "Fortsæt med at sende"), pace))
            """
    }

    /// How many rows were left out of what was sent.
    private var leftOut: Int {
        let skipped = sent.last?.events.ending?.result["read"]?["skipped"]?.list
        return skipped?.count { $0["kind"]?.text == "left-out" } ?? sheet.changes.count(where: \.leavesOut)
    }

    private var links: HTML {
        guard let run, run.run.phase == .complete else { return "" }
        let look: HTML = (counts?.refused ?? 0) == 0 ? "b b1" : "b"
        return """
            <p><a class="\(look)" href="\(DeskAddress.otherReport(run.run.id).path)">\(t(
                "The report", "Rapporten"))</a> \
            <a class="b" href="\(DeskAddress.other(run.run.id).path)">\(t("Its files", "Filerne"))</a></p>

            """
    }

    // MARK: Rows that need a person

    /// Those that weren't taken, with why.
    private var notTaken: HTML {
        guard let count = counts?.refused, count > 0 else { return "" }
        let shown = rows(.refused).prefix(SheetPage.most)
        let lines = each(labelled(Array(shown))) { line -> HTML in
            """
            <tr><th scope="row" class="n">\(line.name)</th><td class="soft">\(line.cells)</td>\
            <td>\(t.problem(line.entry.problem?.sentence ?? ""))</td></tr>

            """
        }
        let more = count - shown.count
        let rest =
            more > 0
            ? Blocks.small(
                t.count(
                    more, ("more row; the report has it.", "række mere; rapporten har den."),
                    ("more rows; the report has them.", "rækker mere; rapporten har dem."))) : ""
        return "<h3 id=\"not-taken\">"
            + "\(t.count(count, ("row was refused", "række blev afvist"), ("rows were refused", "rækker blev afvist")))"
            + "</h3>\n"
            + Blocks.scrolled(
                "not-taken",
                Blocks.table(
                    [
                        .number(t("Row", "Række")), .text(t("In your sheet", "I dit ark")),
                        .text(t("Why", "Hvorfor")),
                    ], lines)) + rest + """
                <p>\(t(
                    "To send them again, mend what is wrong, and",
                    "For at sende dem igen: ret det, der er galt, og")) \
                <a href="#columns">\(t("check every row", "kontrollér alle rækker"))</a>.</p>

                """
    }

    /// Rows with their names in lists, and what the sheet says in the cells that are read: of several files of a row the
    /// one that it is about.
    private func labelled(_ entries: [LedgerEntry]) -> [(entry: LedgerEntry, name: String, cells: String)] {
        let columns = (try? found?.get().columns)?.map(\.field) ?? []
        let files = Set(kind.description.fileColumns)
        let cells =
            file.flatMap {
                try? SheetColumns.cells(of: Set(entries.map(\.row)), in: path($0), work, for: kind.description)
            } ?? [:]
        return zip(entries, entries.rowNames).map { entry, name in
            let read = zip(cells[entry.row] ?? [], columns).compactMap { cell, field -> String? in
                guard let field, !cell.isEmpty else { return nil }
                guard name.contains("."), files.contains(field) else { return cell }
                return NamedFiles.paths(in: cell).dropFirst(entry.part + 1).first ?? cell
            }
            return (entry, name, read.joined(separator: " · "))
        }
    }

    /// Rows of which it isn't known whether they arrived are for a person to decide about.
    private var unclear: HTML {
        guard needsDecision, let count = counts?.unknown else { return "" }
        let again: HTML =
            isLookupLost
            ? """
            <p>\(t(
                "What was sent is looked up once more first. Where that fails again, decide here once more.",
                "Det sendte slås først op en gang til. Mislykkes det igen, så afgør det her en gang til."))</p>

            """ : ""
        return """
            <h3 id="unclear">\(t.count(
                count, ("row has no clear answer", "række har uklart svar"),
                ("rows have no clear answer", "rækker har uklart svar")))</h3>
            <p>\(t(
                "Look at the server first: sending a row again may make it twice there.",
                "Se efter på serveren først: sendes en række igen, kan den stå der to gange."))</p>
            \(again)\(rows(.unknown).isEmpty ? "" : oneByOne)\
            \(form("accept-unknown", verb: t("The server has all of them", "Serveren har dem alle"), isFirst: false))\
            \(form("resend-unknown", verb: t("Send all of them again", "Send dem alle igen"), isFirst: false))
            """
    }

    /// Some of them, which a person ticks.
    private var oneByOne: HTML {
        guard asked.canWrite else { return "" }
        let rows = each(labelled(rows(.unknown))) { line -> HTML in
            let row = UnknownDecision.Row(line.entry.row, file: line.entry.part + 1)
            return """
                <tr><td><input type="checkbox" name="row" value="\(row.description)" \
                aria-label="\(t("Row \(line.name)", "Række \(line.name)"))"></td>\
                <th scope="row" class="n">\(line.name)</th><td class="soft">\(line.cells)</td>\
                <td>\(t.problem(line.entry.problem?.sentence ?? ""))</td></tr>

                """
        }
        let table = Blocks.scrolled(
            "unclear",
            Blocks.table(
                [
                    .text(t("Tick", "Markér")), .number(t("Row", "Række")), .text(t("In your sheet", "I dit ark")),
                    .text(t("What happened", "Hvad der skete")),
                ], rows))
        return """
            \(asked.form(address))<input type="hidden" name="form" value="\(RandomKey(bytes: 16).text)">
            \(table)<div class="buttons"><button name="what" value="accept-unknown">\(t(
                "The server has those that are ticked", "Serveren har de markerede"))</button> \
            <button name="what" value="resend-unknown">\(t(
                "Send those that are ticked again", "Send de markerede igen"))</button></div>
            <input type="hidden" name="some" value="1"></form>

            """
    }

    // MARK: How a command ended

    /// How a check or a sending ended, with the page's own way out.
    func ended(_ ending: CommandEvents.Ending, _ kind: StartedCommand.Kind) -> HTML {
        CommandText.ended(ending, of: kind, t, advice: way(out: ending))
    }

    /// What to do on this page, where it has what a command is told by options and the pipeline file; `nil` elsewhere.
    private func way(out ending: CommandEvents.Ending) -> HTML? {
        let advice = ending.advice ?? ""
        // Which folder a command is given is nothing that a person of the desk chooses.
        if ending.explanation.map(DroppedNames.isAbout) ?? false { return "<p>\(dropping)</p>\n" }
        if advice.contains("sheet: { columns:") || advice.contains("sheet: columns:") {
            return """
                <p><a href="#columns">\(t("Say which column is what", "Sig, hvilken kolonne er hvad"))</a>\
                \(t(", or rename the column in the sheet.", ", eller omdøb kolonnen i arket."))</p>

                """
        }
        if advice.contains("--accept-unknown"), needsDecision {
            return """
                <p><a href="#unclear">\(t(
                    "Decide about the rows without a clear answer", "Afgør rækkerne med uklart svar"))</a>.</p>

                """
        }
        return ending.needsNewStart ? "" : nil
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

    // MARK: The end

    var removal: HTML {
        guard asked.canWrite, !(sent.last?.events.isRunning ?? false) else { return "" }
        let title = t("When you are done", "Når du er færdig")
        if isOpen {
            return Blocks.card("removal", titled: title, "<p>\(SheetPage.keeping(t))</p>")
        }
        if asked.query["sure"] == "forget" {
            return Blocks.card(
                "sure", titled: t("Remove \(name)?", "Fjern \(name)?"),
                """
                <p>\(t(
                    "It is removed from this workspace with its files, for good.",
                    "Det fjernes fra arbejdsmappen med filerne, for altid."))</p>
                \(form("forget", verb: t("Remove the sheet", "Fjern arket")))\
                <p><a href="\(address.path)">\(t("Not yet", "Ikke endnu"))</a></p>
                """)
        }
        return Blocks.card(
            "removal", titled: title,
            """
            <p>\(t("The sheet and its files are removed from this workspace. What was sent stays sent, and the runs keep their results. A sheet that nobody works on is removed after 30 days, after 7 where all of it is sent.", "Arket og filerne fjernes fra arbejdsmappen. Det, der er sendt, forbliver sendt, og kørslerne beholder deres resultater. Et ark, som ingen arbejder på, fjernes efter 30 dage, efter 7, hvis alt er sendt."))</p>
            <form method="get" action="\(address.path)#sure"><input type="hidden" name="sure" value="forget">
            <div class="buttons"><button>\(t("Remove the sheet", "Fjern arket"))</button></div>
            </form>
            """)
    }

    /// Why it can't be removed.
    static func keeping(_ t: PageText) -> String {
        t(
            "Rows of this sheet were sent, and its run isn't at its end: only this page can finish it. The sheet can be removed then.",
            "Rækker fra arket er sendt, og kørslen er ikke slut: kun denne side kan gøre den færdig. Derefter kan arket fjernes."
        )
    }
}
