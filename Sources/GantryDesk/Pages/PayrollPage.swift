internal import GantryEngine
internal import GantryKit
internal import GantryModel
internal import GantryPages
internal import GantryRuns
internal import GantryTerminal

extension PayMonths {
    /// The periods of a pipeline with their states.
    func card(_ pipeline: String, _ t: PageText) -> HTML {
        let months = (months[pipeline] ?? []).reversed()
        let items = each(months) { month -> HTML in
            let (words, tone) =
                month.record.phase == .complete
                ? NeedText.state(month.standing?.need, t) : (t("not published", "ikke færdig"), Blocks.Tone.wait)
            var amount: HTML = month.amount.map { "<br><span class=\"num\">\(t.money($0))</span>" } ?? ""
            if let change = month.correction?.amount {
                amount +=
                    "<br><small>\(t("correction", "rettelse")) <span class=\"num\">\(t.change(change.nano))</span></small>"
            }
            // What is decided about it counts for a correction only.
            if month.standing?.delivered != nil, let hours = month.heldHours, hours != .zero {
                amount += "<br><small>\(t("\(t.hours(hours)) h on hold", "\(t.hours(hours)) t tilbageholdt"))</small>"
            }
            return """
                <li><a href="\(DeskAddress.run(month.record.id).path)"><b>\(t.period(month.period))</b>\
                \(Blocks.state(words, tone))\(amount)</a></li>

                """
        }
        let id = "periods-" + pipeline.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
        let currency = months.compactMap(\.currency).last.map {
            t("Amounts are known amounts in \($0). ", "Beløb er kendte beløb i \($0). ")
        }
        return Blocks.card(
            id, titled: t("Periods of \(pipeline)", "Perioder af \(pipeline)"),
            """
            <ol class="year">
            \(items)</ol>
            <p><small>\(currency ?? "")<a href="\(DeskAddress.payroll(pipeline: pipeline).path)">\
            \(t("All revisions", "Alle udgaver"))</a></small></p>
            """)
    }
}

/// The periods of a pipeline, and all revisions of each.
enum PayrollPage {
    static func answer(_ pipeline: String, _ asked: Asked) async throws -> DeskAnswer {
        let t = asked.t
        let board = try await StatusBoard.read(
            asked.workspace, asked.desk.session, isFileNamed: asked.desk.isFileNamed, maxAge: nil,
            isPayAsked: false)
        let runs = try await Gantry.runs(in: asked.workspace, .of(pipeline: pipeline)).filter {
            $0.paysPeople && $0.part == nil
        }
        if runs.isEmpty, try await !asked.desk.canRun(pipeline) { return RefusalPage.notFound(asked) }
        let months = try await PayMonths.read(runs, marks: board.marks, asked, pipeline: pipeline)
        let heads: [Blocks.Column] = [
            .text(t("Run", "Kørsel")), .text(t("State", "Status")), .text(t("Published", "Færdig")),
        ]
        let states = RunStates(
            board, standings: try await PayRun.standings(of: runs, asked), among: runs, months)
        let rows = each(runs.sorted { ($0.id.period, $0.id.revision) > ($1.id.period, $1.id.revision) }) { run in
            """
            <tr><th scope="row"><a href="\(DeskAddress.run(run.id).path)">\
            \(run.id.period)/r\(String(run.id.revision))</a></th>\
            <td>\(states[run].words(t))</td><td>\(run.finishedAt.map(t.time) ?? "–")</td></tr>

            """
        }
        let content =
            DeskFrame.head(pipeline, "\(t.count(runs.count, ("run", "kørsel"), ("runs", "kørsler")))")
            + (try RunForm.card(pipeline, runs: runs, asked)) + (runs.isEmpty ? "" : months.card(pipeline, t))
            + Blocks.card(
                "runs", titled: t("All revisions", "Alle udgaver"),
                (runs.isEmpty
                    ? "<p>\(t("There are no runs yet.", "Der er ingen kørsler endnu."))</p>\n"
                    : Blocks.scrolled("runs", Blocks.table(heads, rows)))
                    + DeskFrame.same(asked.desk.command("runs", "--pipeline", pipeline), t))
        return DeskFrame(title: pipeline, content: content).answer(asked)
    }
}
