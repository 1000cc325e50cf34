internal import GantryEngine
internal import GantryFiles
internal import GantryKit
internal import GantryPages
internal import GantryRuns

/// How far a run is, or where its records are from.
enum RunPage {
    static func answer(_ pay: PayRun, _ asked: Asked) async throws -> DeskAnswer {
        let t = asked.t
        let overview = try await Gantry.show(pay.id, in: asked.workspace)
        let frame = RunFrame(pay: pay, step: .run, t: t)
        guard pay.isPublished else {
            return frame.answer(unfinished(overview, asked), asked, isReloaded: overview.holder != nil)
        }
        var facts: [(String, HTML)] = []
        if let source = overview.run.source { facts.append((t("Source", "Kilde"), "\(source.words)")) }
        facts.append((t("Records as of", "Registreringer opgjort"), t.time(overview.run.snapshot)))
        if let time = overview.run.finishedAt { facts.append((t("Published", "Færdig"), t.time(time))) }
        if let folder = overview.folder { facts.append((t("Folder", "Mappe"), "<code>\(folder)</code>")) }
        var content = Blocks.card(
            "made", titled: t("How it was made", "Hvordan den er lavet"),
            "<dl class=\"facts\">\n\(each(facts) { "<dt>\($0.0)</dt><dd>\($0.1)</dd>\n" })</dl>")
        if !overview.changedFiles.isEmpty {
            content += """
                <div class="note note-stop"><p>\(t(
                    "Files changed after they were published:",
                    "Filer er ændret, efter de blev færdige:")) \
                \(overview.changedFiles.joined(separator: ", "))</p></div>

                """
        }
        let correction = overview.totals?.correction
        if let correction {
            let changes = t.correction(correction, overview.totals?.currency)
            content =
                Blocks.card(
                    "correction", titled: t("A correction", "En rettelse"),
                    "<dl class=\"facts\">\n\(each(changes) { "<dt>\($0.head)</dt><dd>\($0.figure)</dd>\n" })</dl>")
                + content
        }
        if let counts = overview.totals?.counts {
            content =
                Blocks.figures(
                    t("Records", "Registreringer"),
                    [
                        (t("Fetched", "Hentet"), t.count(counts.fetched), t("from the server", "fra serveren")),
                        (
                            t("Exported", "Eksporteret"), t.count(counts.exported),
                            correction == nil
                                ? t("in the pay files", "i lønfilerne")
                                : t("of the whole month, not in the pay files", "af hele måneden, ikke i lønfilerne")
                        ),
                        (t("On hold", "Tilbageholdt"), t.count(counts.held), t("in no pay file", "i ingen lønfil")),
                        (
                            t("Unreadable", "Ulæselige"), t.count(counts.rejected),
                            t("listed with reasons", "nævnt med årsag")
                        ),
                    ]) + content
        }
        return frame.answer(content + DeskFrame.same(asked.desk.command("show", pay.id.description), t), asked)
    }

    private static func unfinished(_ overview: RunOverview, _ asked: Asked) -> HTML {
        let t = asked.t
        let run = overview.run.id
        guard let holder = overview.holder else {
            let why: HTML = overview.run.lastError.isEmpty ? "" : "<br>\(t.said(overview.run.lastError))"
            let putAway = PutAway(
                run: run, isPublished: false, canBeWithdrawn: false, page: .step(run, .run), to: .start(run),
                asked: asked)
            guard !StartForm.mustFetchAnew(overview.run.head, asked) else {
                let anew = asked.desk.command("run", run.pipeline, "--period", run.period, "--start-over")
                return Blocks.card(
                    "stopped", titled: t("Stopped", "Stoppet"),
                    """
                    <div class="note note-stop"><p>\(t("It stopped before its end. Nothing of it is published, and it can't go on with what it has fetched.", "Den stoppede før slutningen. Intet af den er færdigt, og den kan ikke fortsætte med det hentede."))\(why)</p></div>
                    \(StartForm.fetchingAnew(run, to: .start(run), asked))\(DeskFrame.same(anew, t))
                    """) + putAway.markup
            }
            return Blocks.card(
                "stopped", titled: t("Stopped", "Stoppet"),
                """
                <div class="note note-wait"><p>\(t("It stopped before its end. Nothing of it is published, and it goes on where it stopped.", "Den stoppede før slutningen. Intet af den er færdigt, og den fortsætter, hvor den stoppede."))\(why)</p></div>
                \(StartForm.markup(.run, to: .start(run), verb: t("Continue", "Fortsæt"), asked))\
                \(DeskFrame.same(asked.desk.command("run", run.pipeline, "--period", run.period), t))
                """) + putAway.markup
        }
        let progress = ProgressFolder(asked.workspace).read(run, by: holder.pid)
        return Blocks.card(
            "now", titled: t("Running now", "Kører nu"),
            """
            <p>\(t(
                "You can close this page: what is fetched is saved, and the run goes on without it.",
                "Du kan lukke siden: det hentede er gemt, og kørslen fortsætter uden den."))</p>
            <div id="live" data-live>
            \(ProgressText.markup(progress, named: run.description, t))</div>
            \(stop(holder, of: run, asked))
            """)
    }
}

extension RunPage {
    /// Asks a process of this machine for its end.
    private static func stop(_ holder: LockHolder, of run: RunID, _ asked: Asked) -> HTML {
        guard asked.canWrite, holder.isOnThisMachine else { return "" }
        return """
            \(asked.form(.start(run)))<input type="hidden" name="what" value="stop">
            <div class="buttons"><button data-busy="\(asked.t("Stopping …", "Stopper …"))">\
            \(asked.t("Stop", "Stop"))</button></div>
            </form>
            <p><small>\(asked.t(
                "It stops at the next safe place, and can go on from there.",
                "Den stopper ved det næste sikre sted og kan fortsætte derfra."))</small></p>
            """
    }
}

/// How far a process is.
enum ProgressText {
    static func markup(_ progress: RunProgress?, named name: String, _ t: PageText) -> HTML {
        guard let progress else { return "<p class=\"soft\">\(t("It has just begun.", "Den er lige begyndt."))</p>\n" }
        let of = progress.total.map { t(" of \(t.count($0))", " af \(t.count($0))") } ?? ""
        let bar: HTML =
            progress.total.map {
                "<progress max=\"\(String($0))\" value=\"\(String(min(progress.records, $0)))\" aria-label=\"\(name)\"></progress>"
            } ?? "<progress aria-label=\"\(name)\"></progress>"
        let left =
            progress.secondsLeft.map { t(" · about \(t.count($0)) s left", " · ca. \(t.count($0)) s tilbage") } ?? ""
        return """
            \(bar)
            <p><small>\(CommandText.stage(progress.stage, t)) · \(t.count(progress.records))\(of)\(left)</small></p>

            """
    }
}
