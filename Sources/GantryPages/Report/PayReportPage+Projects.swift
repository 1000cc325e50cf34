internal import GantryRuns

/// What each project comes to.
extension PayReportPage {
    private static let mostProjects = 200

    /// Projects with most hours first; empty where lines aren't split by projects.
    var projects: HTML {
        guard !report.projects.isEmpty else { return "" }
        let shown = report.projects.sorted { $0.hours > $1.hours }.prefix(PayReportPage.mostProjects)
        let most = shown.first?.hours ?? 0
        let heads: [Blocks.Column] = [
            .text(t.word("project")), .number(t.word("lines")), .number(t.word("hours")),
            .number(t.heading(t.word("amount"), totals.currency)), .hidden(t("Chart", "Diagram")),
        ]
        let rows = each(shown) { project in
            """
            <tr><th scope="row">\(project.name ?? t("none", "intet"))</th>\(Blocks.number(t.count(project.lines)))\
            \(Blocks.number(units(project.hours)))\
            \(Blocks.number(project.amount.map(t.units) ?? t("no rate", "ingen sats")))\
            <td><svg viewBox="0 0 220 12" height="12" aria-hidden="true">\
            <rect class="s1" y="1" width="\(Length(220).share(project.hours, of: most).text)" \
            height="10"/></svg></td></tr>

            """
        }
        let rest = report.projects.count - shown.count
        let note =
            rest == 0
            ? ""
            : Blocks.small(
                t.sentence(
                    rest,
                    one: (
                        "The other one has fewer hours; it is in totals.json.",
                        "Det sidste har færre timer; det står i totals.json."
                    ),
                    many: (
                        "The other # have fewer hours; they are in totals.json.",
                        "De øvrige # har færre timer; de står i totals.json."
                    )))
        return Blocks.card(
            "proj", titled: t("Per project", "Pr. projekt"), isLong: true,
            Blocks.scrolled("proj", Blocks.table(heads, rows)) + note)
    }
}
