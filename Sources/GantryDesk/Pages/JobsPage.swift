internal import GantryEngine
internal import GantryKit
internal import GantryModel
internal import GantryPages
internal import GantryRuns
internal import GantryTerminal

/// What ran in the last days, what starts next, and how much room there is.
struct JobsPage {
    let asked: Asked
    let board: StatusBoard
    /// The runs of the last days.
    let runs: [RunHead]

    private static let days = 30

    var t: PageText { asked.t }

    static func answer(_ asked: Asked) async throws -> DeskAnswer {
        let board = try await StatusBoard.read(
            asked.workspace, asked.desk.session, isFileNamed: asked.desk.isFileNamed, maxAge: nil,
            isPayAsked: false)
        // A day more than is shown, since days begin by the clock of the office.
        let since = Instant.now.adding(nanoseconds: -Int64(days + 1) * 86_400 * 1_000_000_000)
        let page = JobsPage(asked: asked, board: board, runs: try await Gantry.runs(in: asked.workspace, .since(since)))
        let t = asked.t
        let content =
            DeskFrame.head(
                t("Jobs", "Opgaver"), "\(t("The last 30 days, today first", "De seneste 30 dage, i dag først"))")
            + page.run + page.matrix + page.pipelines + (try page.schedules) + page.connections + page.disk
        return DeskFrame(title: t("Jobs", "Opgaver"), content: content).answer(asked)
    }

    /// Pipelines by days.
    private var matrix: HTML {
        let today = t.zone.day(at: .now)
        let days = (0..<JobsPage.days).map { today + -$0 }
        var byDay: [String: [CivilDate: RunHead]] = [:]
        for run in runs.sorted(by: { $0.startedAt < $1.startedAt }) {
            byDay[run.id.pipeline, default: [:]][t.zone.day(at: run.startedAt)] = run
        }
        let title = t("Every run", "Hver kørsel")
        guard !board.pipelines.isEmpty else {
            return Blocks.card(
                "matrix", titled: title, "<p>\(t("There are no runs yet.", "Der er ingen kørsler endnu."))</p>")
        }
        let heads = each(days) { day in
            "<th scope=\"col\"><span aria-hidden=\"true\">\(String(day.components.day))</span><span class=\"hide\">\(t.day(day))</span></th>"
        }
        let rows = each(board.pipelines.sorted()) { pipeline -> HTML in
            let cells = each(days) { day -> HTML in
                guard let run = byDay[pipeline]?[day] else { return "<td></td>" }
                let state = RunState(run, board)
                return
                    "<td><span aria-hidden=\"true\">\(state.sign)</span><span class=\"hide\">\(state.words(t))</span></td>"
            }
            return "<tr><th scope=\"row\">\(pipeline)</th>\(cells)</tr>\n"
        }
        return Blocks.card(
            "matrix", titled: title,
            Blocks.scrolled(
                "matrix",
                """
                <table class="matrix">
                <thead><tr><th scope="col">\(t("Pipeline", "Pipeline"))</th>\(heads)</tr></thead>
                <tbody>
                \(rows)</tbody>
                </table>
                """)
                + Blocks.small(
                    t(
                        "✓ published · ▸ running · × stopped, or its folder is missing · – withdrawn. The last run of a day is shown.",
                        "✓ færdig · ▸ kører · × stoppet, eller mappen mangler · – trukket tilbage. Dagens seneste kørsel vises."
                    )))
    }

    private var pipelines: HTML {
        let heads: [Blocks.Column] = [
            .text(t("Pipeline", "Pipeline")), .text(t("Connection", "Forbindelse")),
            .text(t("Last run", "Seneste kørsel")),
            .text(t("Published", "Færdig")), .text(t("Look at", "Se på")),
        ]
        let rows = each(board.lines) { line -> HTML in
            let last: HTML =
                line.last.map { run in
                    let name = "\(run.id.period)/r\(run.id.revision)"
                    let link: HTML = "<a href=\"\(DeskAddress(of: run).path)\">\(name)</a>"
                    return "\(link) \(RunState(run, board).words(t))"
                } ?? "\(t("none", "ingen"))"
            let problem: HTML =
                line.stuck.map { run in
                    Blocks.state(t("stopped", "stoppet"), .stop)
                        + " \(t.said(run.lastError))\n\(JobsPage.goOn(run, asked))"
                } ?? ""
            let published: HTML =
                line.published.map { run in
                    "\(run.id == line.last?.id ? "" : "\(run.id.period)/r\(run.id.revision) ")\(run.finishedAt.map(t.time) ?? "–")"
                } ?? "–"
            return """
                <tr><th scope="row">\(line.pipeline)</th><td>\(line.connection)</td><td>\(last)</td>\
                <td>\(published)</td><td>\(problem)</td></tr>

                """
        }
        return Blocks.card(
            "pipelines", titled: t("Pipelines", "Pipelines"),
            (board.lines.isEmpty ? "" : Blocks.scrolled("pipelines", Blocks.table(heads, rows)))
                + DeskFrame.same(asked.desk.command("status"), t))
    }

    /// The form that goes on with a run that stopped; a sheet's goes on from its own page.
    static func goOn(_ run: RunHead, _ asked: Asked) -> HTML {
        guard !run.isOfSheet, run.part == nil else { return "" }
        if StartForm.mustFetchAnew(run, asked) {
            let address: DeskAddress = run.paysPeople ? .start(run.id) : .jobs
            return StartForm.fetchingAnew(run.id, to: address, asked)
        }
        return StartForm.markup(
            .run, to: .jobs, verb: asked.t("Continue", "Fortsæt"), asked,
            fields:
                "<input type=\"hidden\" name=\"pipeline\" value=\"\(run.id.pipeline)\"><input type=\"hidden\" name=\"period\" value=\"\(run.id.period)\">",
            isFirst: false)
    }

    /// What can be run from here: the pipelines of the office that neither pay people nor send sheets, which have
    /// pages of their own.
    ///
    /// - Parameter withPay: whether those that pay people are named too.
    static func names(_ asked: Asked, withPay: Bool = false) -> [String] {
        PipelineFiles.own(asked.workspace, asked.desk.session) { file in
            if case .imports = file.work { false } else { withPay || !file.paysPeople }
        }.names
    }

    private var run: HTML {
        let names = JobsPage.names(asked)
        guard asked.canWrite, !names.isEmpty else { return "" }
        let options = each(names) { name in
            let isTyped: HTML = name == asked.filled["pipeline"] ? " selected" : ""
            return "<option value=\"\(name)\"\(isTyped)>\(name)</option>\n"
        }
        return Blocks.card(
            "run", titled: t("Run now", "Kør nu"),
            StartForm.markup(
                .run, to: .jobs, verb: t("Run", "Kør"), asked,
                fields: """
                    <div class="field"><label for="pipeline">\(t("Pipeline", "Pipeline"))</label>\
                    <select id="pipeline" name="pipeline" required>
                    \(options)</select></div>
                    <div class="field"><label for="period">\(t("Period", "Periode"))</label>\
                    <span class="hint" id="period-hint">\
                    \(t(
                        "Such as 2026-10 or last-month; empty where the pipeline needs none.",
                        "F.eks. 2026-10 eller last-month; tom, hvis pipelinen ikke kræver nogen."))</span>
                    <input type="text" id="period" name="period" maxlength="40" \
                    value="\(asked.filled["period"] ?? "")" aria-describedby="period-hint"></div>

                    """) + DeskFrame.same(asked.desk.command("run", names[0]), t))
    }

    /// Runs a pipeline, or goes on with a run.
    static func change(_ form: FormFields, _ asked: Asked) async throws -> DeskAnswer {
        func start(_ kind: StartedCommand.Kind, about subject: String, words: [String]?) throws -> DeskAnswer {
            guard let words else { return RefusalPage.answer(.noForm, asked) }
            return try StartForm.start(kind, about: subject, words: words, next: .jobs, form: form, asked)
        }
        switch form["what"] {
        case "schedule":
            return try start(
                .schedule, about: form["remove"] ?? form["pipeline"] ?? "", words: scheduleWords(form, asked))
        case "prune": return try start(.prune, about: asked.workspace.path, words: try pruneWords(form, asked.t))
        default: break
        }
        guard form["what"] == "run", let pipeline = form["pipeline"] else { return RefusalPage.answer(.noForm, asked) }
        let runs = try await Gantry.runs(in: asked.workspace, .of(pipeline: pipeline))
        guard names(asked).contains(pipeline) || !runs.isEmpty else { return RefusalPage.answer(.noForm, asked) }
        let period = DecisionForm.trimmed(form["period"] ?? "")
        return try start(
            .run, about: period.isEmpty ? pipeline : "\(pipeline)/\(period)",
            words: ["run", pipeline] + (period.isEmpty ? [] : ["--period=\(period)"]) + StartForm.startOver(form))
    }
}
