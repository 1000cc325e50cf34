internal import GantryEngine
internal import GantryFiles
internal import GantryKit
internal import GantryModel
internal import GantryPages
internal import GantryRuns
internal import GantryTerminal

/// What ran in the last days, what starts next, and how much room there is.
struct JobsPage {
    let asked: Asked
    let board: StatusBoard
    let runs: [RunRecord]

    private static let days = 30

    private var t: PageText { asked.t }

    static func answer(_ asked: Asked) async throws -> DeskAnswer {
        let board = try await StatusBoard.read(
            asked.workspace, asked.desk.session, isFileNamed: asked.desk.isFileNamed, maxAge: nil,
            isPayAsked: false)
        let page = JobsPage(asked: asked, board: board, runs: try await Gantry.runs(in: asked.workspace))
        let t = asked.t
        let content =
            DeskFrame.head(
                t("Jobs", "Opgaver"), "\(t("The last 30 days, today first", "De seneste 30 dage, i dag først"))")
            + page.matrix + page.pipelines + (try page.schedules) + page.disk
        return DeskFrame(title: t("Jobs", "Opgaver"), content: content).answer(asked)
    }

    /// Pipelines by days.
    private var matrix: HTML {
        let today = t.zone.day(at: .now)
        let days = (0..<JobsPage.days).map { today + -$0 }
        var byDay: [String: [CivilDate: RunRecord]] = [:]
        for run in runs.sorted(by: { $0.startedAt < $1.startedAt }) {
            byDay[run.id.pipeline, default: [:]][t.zone.day(at: run.startedAt)] = run
        }
        let title = t("Every run", "Hver kørsel")
        guard !byDay.isEmpty else {
            return Blocks.card("matrix", title, "<p>\(t("There are no runs yet.", "Der er ingen kørsler endnu."))</p>")
        }
        let heads = each(days) { day in
            "<th scope=\"col\"><span aria-hidden=\"true\">\(String(day.components.day))</span><span class=\"hide\">\(t.day(day))</span></th>"
        }
        let rows = each(byDay.keys.sorted()) { pipeline -> HTML in
            let cells = each(days) { day -> HTML in
                guard let run = byDay[pipeline]?[day] else { return "<td></td>" }
                let state = RunState(run, board)
                return
                    "<td><span aria-hidden=\"true\">\(state.sign)</span><span class=\"hide\">\(state.words(t))</span></td>"
            }
            return "<tr><th scope=\"row\">\(pipeline)</th>\(cells)</tr>\n"
        }
        return Blocks.card(
            "matrix", title,
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
                    let link: HTML =
                        run.paysPeople && run.identity.part == nil
                        ? "<a href=\"\(DeskAddress.run(run.id).path)\">\(name)</a>" : "\(name)"
                    return "\(link) \(RunState(run, board).words(t))"
                } ?? "\(t("none", "ingen"))"
            let problem: HTML =
                line.stuck.map { run in
                    Blocks.state(t("stopped", "stoppet"), .stop) + " \(run.lastError)"
                } ?? ""
            return """
                <tr><th scope="row">\(line.pipeline)</th><td>\(line.connection)</td><td>\(last)</td>\
                <td>\((line.published?.finishedAt).map(t.time) ?? "–")</td><td>\(problem)</td></tr>

                """
        }
        return Blocks.card(
            "pipelines", t("Pipelines", "Pipelines"),
            (board.lines.isEmpty ? "" : Blocks.scrolled("pipelines", Blocks.table(heads, rows)))
                + DeskFrame.same(asked.desk.command("status"), t))
    }

    private var schedules: HTML {
        get throws {
            let home = SchedulePlace.standard(asked.workspace.path)
            let entries = try Schedules.entries(in: nil, asked.desk.session.environment).filter {
                SchedulePlace.standard($0.workspace) == home
            }
            let title = t("Schedules", "Tidsplaner")
            let same = DeskFrame.same(ShellCommand(["gantry", "schedule", "list"]), t)
            guard !entries.isEmpty else {
                return Blocks.card(
                    "schedules", title,
                    "<p>\(t("Nothing is scheduled in this workspace.", "Intet er planlagt i denne arbejdsmappe."))</p>\n\(same)"
                )
            }
            let timers = Schedules.timers()
            let heads: [Blocks.Column] = [
                .text(t("Pipeline", "Pipeline")), .text(t("Runs", "Kører")), .text(t("Next", "Næste")),
            ]
            let rows = each(entries) { entry in
                """
                <tr><th scope="row">\(entry.pipeline)</th><td>\(entry.words)</td>\
                <td>\(NextText.words(timers.next(of: entry.name), t))</td></tr>

                """
            }
            return Blocks.card("schedules", title, Blocks.scrolled("schedules", Blocks.table(heads, rows)) + same)
        }
    }

    private var disk: HTML {
        // A disk that can't be looked at is no reason to show nothing.
        let free = (try? LocalDisk.freeBytes(at: asked.workspace.path)).map(t.bytes) ?? t("unknown", "ukendt")
        return Blocks.card(
            "disk", t("Disk", "Disk"),
            """
            <dl class="facts"><dt>\(t("Free", "Ledig"))</dt><dd>\(free)</dd>\
            <dt>\(t("Workspace", "Arbejdsmappe"))</dt><dd><code>\(asked.workspace.path)</code></dd></dl>
            """)
    }
}
