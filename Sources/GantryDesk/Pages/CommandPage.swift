internal import GantryEngine
internal import GantryJSON
internal import GantryKit
internal import GantryPages
internal import GantryTerminal

/// A command that the desk started: how far it is, or how it ended and what comes next.
struct CommandPage {
    let command: StartedCommand
    let events: CommandEvents
    /// Where it leads: the run that it made, or where the form came from.
    let next: DeskAddress
    /// Of employees, by payroll number, for what a command says of them.
    var names: [String: String] = [:]
    let asked: Asked

    private var t: PageText { asked.t }

    static func answer(_ id: String, _ asked: Asked) async throws -> DeskAnswer {
        guard let (command, events) = try asked.desk.commands.read(id) else { return RefusalPage.notFound(asked) }
        return CommandPage(
            command: command, events: events, next: try await next(after: command, events, asked),
            names: await names(for: command, asked), asked: asked
        ).answer
    }

    /// Those of the run whose changes were asked for; none where its files can't be read.
    private static func names(for command: StartedCommand, _ asked: Asked) async -> [String: String] {
        guard command.kind == .changes, let run = RunID(command.subject),
            let pay = try? await Gantry.reviewedPay(run, in: asked.workspace)
        else { return [:] }
        return Dictionary((pay.report.employees ?? []).map { ($0.number, $0.name) }) { first, _ in first }
    }

    /// A run that had no records, or was removed, has no page: its pipeline has.
    private static func next(
        after command: StartedCommand, _ events: CommandEvents, _ asked: Asked
    ) async throws -> DeskAddress {
        let from = DeskAddress(path: command.next) ?? .home
        var next = from
        // A run of a dataset was started among the jobs.
        if command.kind.makesRun, let run = events.run { next = from == .jobs ? .other(run) : .run(run) }
        switch next {
        case .run(let run), .step(let run, _):
            return try await isThere(run, asked) ? next : .payroll(pipeline: run.pipeline)
        case .other(let run): return try await isThere(run, asked) ? next : .jobs
        default: return next
        }
    }

    private static func isThere(_ run: RunID, _ asked: Asked) async throws -> Bool {
        try await Gantry.runs(in: asked.workspace, .revisions(of: run)).contains { $0.id == run }
    }

    /// Stops it, or does it again.
    static func change(_ id: String, form: FormFields, _ asked: Asked) throws -> DeskAnswer {
        guard let (command, _) = try asked.desk.commands.read(id) else { return RefusalPage.notFound(asked) }
        guard form["what"] == "again" else {
            try asked.desk.commands.stop(id)
            return .seeOther(.command(id: id))
        }
        guard command.kind.canBeRepeated, let new = form["form"], FormFields.isNumber(new),
            let next = DeskAddress(path: command.next)
        else {
            return RefusalPage.answer(.noForm, asked)
        }
        try asked.desk.commands.start(
            command.kind, about: command.subject, command.command, id: new, next: next, filled: command.filled)
        return .seeOther(.command(id: new))
    }

    private var answer: DeskAnswer {
        let title = "\(CommandText.title(command.kind, t)): \(command.subject)"
        let content: HTML = """
            \(DeskFrame.head(
                CommandText.title(command.kind, t),
                "\(command.subject) · \(t("started", "startet")) \(t.time(command.started))"))\
            \(events.isRunning ? running : ended)\(DeskFrame.same(command.command, t))
            """
        return DeskFrame(title: title, content: content, isReloaded: events.isRunning).answer(asked)
    }

    private var running: HTML {
        Blocks.card(
            "now", titled: t("Under way", "I gang"),
            """
            <div id="live" data-live>
            \(CommandText.progress(events, named: command.subject, t))</div>
            <p>\(t("You can close this page and the desk: the command goes on without them, and what is done is saved.", "Du kan lukke siden og skrivebordet: kommandoen fortsætter uden dem, og det, der er gjort, er gemt."))</p>
            \(asked.form(.command(id: command.id)))<input type="hidden" name="what" value="stop">
            <div class="buttons"><button data-busy="\(t("Stopping …", "Stopper …"))">\(t("Stop", "Stop"))</button></div>
            </form>
            <p><small>\(t(
                "It stops at the next safe place, and can go on from there.",
                "Den stopper ved det næste sikre sted og kan fortsætte derfra."))</small></p>
            """)
    }

    private var ended: HTML {
        guard let ending = events.ending else {
            return Blocks.card(
                "end", titled: t("It ended without a word", "Den sluttede uden et ord"),
                """
                <div class="note note-wait"><p>\(t("It was killed, or the machine was switched off. What was done is saved, and nothing is done twice.", "Den blev dræbt, eller maskinen blev slukket. Det, der var gjort, er gemt, og intet gøres to gange."))</p></div>
                \(again(t("Go on", "Fortsæt")))\(command.kind.canBeRepeated ? "" : goOn(isNext: true))
                """)
        }
        let status = ending.status
        let details: HTML =
            ending.details.isEmpty
            ? ""
            : """
            <details><summary>\(t("Details for whoever helps you", "Detaljer til den, der hjælper dig"))</summary>
            \(each(ending.details) { "<p class=\"mono\">\($0)</p>\n" })</details>

            """
        // The page that it leads to asks for what is missing.
        let isWell = isWell(status) || command.kind == .connect && ending.lacksSignIn
        let goOn = goOn(isNext: isWell)
        // What was typed wrong is mended where it was typed.
        let form: HTML = """
            <p><a class="b" href="\(command.next)?again=\(command.id)">\(t(
                "Back to the form, as it was filled in", "Tilbage til formularen, som den blev udfyldt"))</a></p>

            """
        let back = command.filled.all.isEmpty || next.path != command.next ? goOn : form
        return Blocks.card(
            "end", titled: t("Result", "Resultat"),
            """
            \(CommandText.ended(ending, of: command.kind, t))\(CommandText.result(ending.result, of: command.kind, names: names, t))\
            \(pruned(ending.result))\(isWell ? goOn : (anew ?? again(t("Do it again", "Gør det igen"))) + back)\(details)
            """)
    }

    /// What would go, and the form that removes it; or what is gone.
    private func pruned(_ result: JSONTree) -> HTML {
        guard command.kind == .prune, let items = result["removed"]?.list else { return "" }
        let isDryRun = result["isDryRun"] == .bool(true)
        let bytes = t.bytes(Int64(result["bytes"]?.int ?? 0))
        guard !items.isEmpty else {
            return "<p>\(t("Nothing can be removed by this rule.", "Intet kan fjernes efter denne regel."))</p>\n"
        }
        let rows = each(items.prefix(200)) { item in
            """
            <tr><th scope="row">\(item["name"]?.text ?? "")</th>\
            \(Blocks.number(t.bytes(Int64(item["bytes"]?.int ?? 0))))\
            <td>\(t.said(item["because"]?.text ?? ""))</td></tr>

            """
        }
        let table = Blocks.scrolled(
            "end",
            Blocks.table(
                [
                    .text(isDryRun ? t("Would be removed", "Ville blive fjernet") : t("Removed", "Fjernet")),
                    .number(t("Size", "Størrelse")), .text(t("Why", "Hvorfor")),
                ], rows))
        let things = t.count(items.count, ("thing", "ting"), ("things", "ting"))
        guard isDryRun else { return table + "<p>\(things), \(bytes).</p>\n" }
        let fields = each(["keep-last", "keep-monthly", "keep-yearly"]) { name -> HTML in
            let value = command.command.words.first { $0.hasPrefix("--\(name)=") }?.dropFirst(name.count + 3) ?? "0"
            return "<input type=\"hidden\" name=\"\(name)\" value=\"\(String(value))\">"
        }
        return table
            + StartForm.markup(
                .prune, to: .jobs, verb: t("Remove \(things), \(bytes)", "Fjern \(things), \(bytes)"), asked,
                fields: fields + "<input type=\"hidden\" name=\"sure\" value=\"yes\">")
    }

    /// - Parameter isNext: whether that is what comes next.
    private func goOn(isNext: Bool) -> HTML {
        """
        <p><a class="b\(isNext ? " b1" : "")" href="\(next.path)">\(t("Go on", "Gå videre"))</a></p>

        """
    }

    private func isWell(_ status: ExitStatus) -> Bool {
        switch status {
        case .complete, .completeWithRejects, .alreadyPublished: true
        case .waits: command.kind.makesRun || command.kind == .changes
        case .differs: command.kind == .changes
        default: false
        }
    }

    /// The form that fetches everything anew, where the same command would fail again; `nil` elsewhere.
    private var anew: HTML? {
        guard command.kind.makesRun, let ending = events.ending, ending.needsNewStart else { return nil }
        switch next {
        case .run(let run): return StartForm.fetchingAnew(run, to: .start(run), asked)
        case .other(let run): return StartForm.fetchingAnew(run, to: .jobs, asked)
        default: return nil
        }
    }

    private func again(_ verb: String) -> HTML {
        guard asked.canWrite, command.kind.canBeRepeated else { return "" }
        return """
            \(asked.form(.command(id: command.id)))<input type="hidden" name="what" value="again">\
            <input type="hidden" name="form" value="\(RandomKey(bytes: 16).text)">
            <div class="buttons"><button class="b1" data-busy="\(t("Starting …", "Starter …"))">\(verb)</button></div>
            </form>

            """
    }
}
