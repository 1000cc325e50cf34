internal import GantryEngine
internal import GantryKit
internal import GantryModel
internal import GantryPages
internal import GantryRuns
internal import GantryTerminal

/// What needs a person, the most money first, and how everything stands.
struct HomePage {
    let asked: Asked
    let board: StatusBoard
    let months: PayMonths
    /// The runs that ended last.
    let latest: [RunHead]
    let states: RunStates
    let todo: [Todo]
    /// What the desk started last, the newest first.
    let commands: [(command: StartedCommand, events: CommandEvents)]

    var t: PageText { asked.t }

    static func answer(_ asked: Asked) async throws -> DeskAnswer {
        let workspace = asked.workspace
        let board = try await StatusBoard.read(
            workspace, asked.desk.session, isFileNamed: asked.desk.isFileNamed, maxAge: nil,
            isPayAsked: false)
        let pay = try await Gantry.runs(in: workspace, .kind(.payroll))
        let months = try await PayMonths.read(pay, marks: board.marks, asked)
        let todo = try await Todo.all(months, board: board, asked)
        let latest = try await Gantry.runs(in: workspace, .ended(8))
        let states = RunStates(
            board, standings: try await PayRun.standings(of: latest, asked), among: pay, months)
        return HomePage(
            asked: asked, board: board, months: months, latest: latest, states: states, todo: todo,
            commands: try asked.desk.commands.newest(5)
        ).answer()
    }

    private func answer() -> DeskAnswer {
        let title =
            todo.isEmpty
            ? t("Nothing needs you", "Intet kræver dig")
            : t.count(todo.count, ("thing needs you", "ting kræver dig"), ("things need you", "ting kræver dig"))
        let today = t.zone.day(at: .now)
        let content: HTML = """
            \(DeskFrame.head(title, "\(t.longDay(today))"))<div class="cols">
            <div>
            \(needs)\(each(months.pipelines) { months.card($0, t) })</div>
            <div>
            <div id="live"\(isLive ? " data-live" : "")>
            \(running)\(started)</div>
            \(last)\(next)</div>
            </div>

            """
        let isPractice = months.all.contains { $0.record.source?.isThisMachine ?? false }
        let bands: HTML =
            isPractice
            ? Blocks.band(
                .stop, headed: t("Sandbox.", "Øvelse."),
                t(
                    "Some of these records come from a server on this machine, not from production, unless it is a tunnel.",
                    "Nogle af disse registreringer kommer fra en server på denne maskine, ikke fra produktionen, medmindre den er en tunnel."
                )) : ""
        return DeskFrame(title: t("Home", "Hjem"), bands: bands, content: content).answer(asked)
    }

    private var needs: HTML {
        guard !todo.isEmpty else {
            let empty: HTML =
                latest.isEmpty
                ? """
                <p>\(t("This workspace has no runs yet.", "Arbejdsmappen har ingen kørsler endnu.")) \
                <a href="\(DeskAddress.setup.path)">\(t(
                    "Say where the hours are and how the office pays",
                    "Sig, hvor timerne er, og hvordan kontoret betaler")).</a></p>
                \(DeskFrame.same(asked.desk.command("init"), t))
                """
                : """
                <p class="note note-good">\(t(
                    "Every period is decided, signed and delivered as far as it can be.",
                    "Hver periode er afgjort, underskrevet og afleveret, så langt det kan lade sig gøre."))</p>
                """
            return Blocks.card("todo", titled: t("What needs you", "Hvad der kræver dig"), empty)
        }
        let items = each(todo) { item -> HTML in
            let money: HTML =
                item.sum.map { "<span class=\"money\">\($0.shown(t, item.currency))</span>" } ?? ""
            let command: HTML = item.command.map { DeskFrame.same($0, t) } ?? ""
            return """
                <li>
                <div class="row"><h3><a href="\(item.link.path)">\(item.title)</a></h3>\(money)</div>
                <p>\(item.text)</p>
                \(command)</li>

                """
        }
        return Blocks.card(
            "todo", titled: t("What needs you", "Hvad der kræver dig"), "<ol class=\"list\">\n\(items)</ol>")
    }

    private var running: HTML {
        let lines = board.lines.compactMap(\.running)
        let title = t("Running now", "Kører nu")
        guard !lines.isEmpty else {
            return Blocks.card("now", titled: title, "<p class=\"soft\">\(t("Nothing.", "Intet."))</p>")
        }
        return Blocks.card(
            "now", titled: title,
            each(lines) { line in
                "<p><b>\(line.run.description)</b></p>\n\(ProgressText.markup(line.progress, named: line.run.description, t))"
            })
    }

    /// Whether something is under way.
    private var isLive: Bool {
        board.lines.contains { $0.running != nil } || commands.contains { $0.events.isRunning }
    }

    private var started: HTML {
        guard !commands.isEmpty else { return "" }
        let items = each(commands) { command, events -> HTML in
            let (sign, words) = CommandText.state(events, of: command.kind, t)
            return """
                <li><span class="sym" aria-hidden="true">\(sign)</span><span>\
                <a href="\(DeskAddress.command(id: command.id).path)">\
                \(CommandText.title(command.kind, t)): \(command.subject)</a>\
                <br><small>\(words)</small></span><span class="right">\(t.time(command.started))</span></li>

                """
        }
        return Blocks.card("started", titled: t("Started here", "Startet her"), "<ul class=\"stages\">\n\(items)</ul>")
    }

    private var last: HTML {
        let items = each(latest) { run -> HTML in
            let state = states[run]
            let name: HTML = "<a href=\"\(DeskAddress(of: run).path)\">\(run.id.description)</a>"
            return """
                <li><span class="sym" aria-hidden="true">\(state.sign)</span>\
                <span>\(name)<br><small>\(state.words(t))</small></span>\
                <span class="right">\(t.time(run.finishedAt ?? run.startedAt))</span></li>

                """
        }
        let list: HTML =
            latest.isEmpty
            ? "<p class=\"soft\">\(t("None yet.", "Ingen endnu."))</p>" : "<ul class=\"stages\">\n\(items)</ul>"
        return Blocks.card(
            "last", titled: t("Last runs", "Seneste kørsler"),
            "\(list)\n<p><a href=\"\(DeskAddress.jobs.path)\">\(t("All jobs", "Alle opgaver"))</a></p>")
    }

    private var next: HTML {
        let lines = board.lines.filter { $0.next != nil }
        guard !lines.isEmpty else { return "" }
        return Blocks.card(
            "next", titled: t("Next", "Næste"),
            "<dl class=\"facts\">\n\(each(lines) { "<dt>\($0.next.map { NextText.words($0, t) } ?? "")</dt><dd>\($0.pipeline)</dd>\n" })</dl>"
        )
    }
}

/// When a timer starts next.
enum NextText {
    static func words(_ next: NextStart, _ t: PageText) -> HTML {
        switch next {
        case .at(let time): t.time(time)
        case .stopped: "\(t("not started", "ikke startet"))"
        case .unknown: "\(t("unknown", "ukendt"))"
        }
    }
}
