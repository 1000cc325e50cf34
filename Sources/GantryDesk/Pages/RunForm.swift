internal import GantryAccounts
internal import GantryEngine
internal import GantryKit
internal import GantryModel
internal import GantryPages
internal import GantryRuns
internal import GantryTerminal

/// The form that exports a period.
enum RunForm {
    static func card(_ pipeline: String, runs: [RunHead], _ asked: Asked) throws -> HTML {
        let t = asked.t
        var files = asked.desk.files()
        // One whose file can't be read is shown with its mistake by the command.
        guard let file = try? files.file(of: pipeline).0 else { return "" }
        let known = Set(runs.map(\.id.period))
        let periods = PeriodsDue.over(on: try asked.workspace.today(), by: file.countedPeriods).filter {
            !known.contains($0.name)
        }
        // One before those that there are is not what a person means who runs the next.
        let newest = runs.compactMap { try? PayPeriod($0.id.period).last }.max()
        let first = periods.first { period in newest.map { period.first > $0 } ?? true }?.name ?? ""
        let typed = asked.filled["period"] ?? first
        let options = each(periods) { period in
            "<option value=\"\(period.name)\">\(t.period(period))</option>\n"
        }
        let fields: HTML = """
            <div class="field"><label for="period">\(t("Period", "Periode"))</label>\
            <span class="hint" id="period-hint">\
            \(t(
                "A month such as 2026-10, weeks such as 2026-W41-W42, or days such as 2026-10-05..2026-10-18.",
                "En måned som 2026-10, uger som 2026-W41-W42 eller dage som 2026-10-05..2026-10-18."))</span>
            <input type="text" id="period" name="period" list="periods" value="\(typed)" maxlength="40" required \
            aria-describedby="period-hint"><datalist id="periods">
            \(options)</datalist></div>

            """
        let form = StartForm.markup(
            .run, to: .payroll(pipeline: pipeline), verb: t("Run", "Kør"), asked, fields: fields)
        guard !form.isEmpty else { return "" }
        return Blocks.card(
            "run", titled: t("Run a period", "Kør en periode"),
            form + DeskFrame.same(asked.desk.command("run", pipeline, "--period", first.isEmpty ? "PERIOD" : first), t))
    }
}
