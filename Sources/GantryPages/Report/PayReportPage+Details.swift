internal import GantryModel
internal import GantryRuns

/// What follows the first sheet.
extension PayReportPage {
    /// The hours of each day.
    var byDay: HTML {
        guard !report.days.isEmpty else { return "" }
        let kinds = totals.hours.map { t.quantity($0.name) }
        let title = t("Hours by day", "Timer pr. dag")
        let bars = DayBars(
            id: "byday", title: "\(title), \(t.period(report.period))",
            days: report.days.map { day in
                DayBars.Day(
                    day: day.day, layers: day.hours.map(\.exported.nano),
                    held: day.hours.reduce(0) { $0 + $1.held.nano })
            }, kinds: kinds)
        let heads =
            [Blocks.Column.text(t.word("work_date"))] + kinds.map { .number($0) } + [
                .number(t.word("on-hold"))
            ]
        let rows = each(report.days) { day -> HTML in
            let held = day.hours.reduce(HoursSum.zero) { $0 + $1.held }
            return """
                <tr><th scope="row">\(t.day(day.day))</th>\(each(day.hours) { Blocks.number(t.hours($0.exported)) })\
                \(Blocks.number(t.hours(held)))</tr>

                """
        }
        return Blocks.card(
            "byday", titled: title,
            Blocks.small(
                t(
                    "Weekends are shaded. The dashed part is on hold and not paid.",
                    "Weekender er skraveret. Den stiplede del er tilbageholdt og udbetales ikke."))
                + bars.keys(t) + bars.markup(t)
                    + """
                    <details><summary>\(t("Show as a table", "Vis som tabel"))</summary>
                    <div class="scroll" role="group" aria-label="\(title)" tabindex="0">
                    \(Blocks.table(heads, rows))
                    </div></details>
                    """)
    }

    /// Who has most more or less than in the period before; empty where it is compared with none.
    package var changes: HTML {
        guard report.before != nil, !report.changes.isEmpty else { return "" }
        let sorted = report.changes.sorted { $0.difference.magnitude > $1.difference.magnitude }
        let most = sorted.prefix(14)
        let values = most.flatMap { [$0.before, $0.now].compactMap(\.self) }
        let range = (least: values.min() ?? 0, most: values.max() ?? 0)
        let heads: [Blocks.Column] = [
            .text(t.word("employee")), .number(beforeName), .number(t.period(report.period)),
            .number(t("Change", "Ændring")),
            .hidden(t("Chart", "Diagram")),
        ]
        let rows = each(most) { change -> HTML in
            let flag: HTML? = change.flag.map { " " + Blocks.state(flagWord($0), .plain) }
            let way = change.difference < 0 ? "down" : "up"
            return """
                <tr><th scope="row">\(t.person(change.number, change.name, isNamed: isNamed))\(flag)</th>\
                \(Blocks.number(change.before.map(units) ?? "–"))\(Blocks.number(change.now.map(units) ?? "–"))\
                <td class="n"><span class="\(way)">\(self.change(change.difference))</span></td>\
                <td>\(Dumbbell(before: change.before, now: change.now, range: range).markup)</td></tr>

                """
        }
        let rest = sorted.count - most.count
        return Blocks.card(
            "change", titled: t("Who changed most since \(beforeName)", "Hvem har ændret sig mest siden \(beforeName)"),
            isLong: true,
            Blocks.small(
                t(
                    "Hours of the period. A ring is \(beforeName), a dot is this period.",
                    "Periodens timer. En ring er \(beforeName), en prik er denne periode.") + scaled)
                + Blocks.scrolled("change", Blocks.table(heads, rows))
                + (rest == 0
                    ? ""
                    : Blocks.small(
                        t.sentence(
                            rest,
                            one: (
                                "The other employee changed less; that is in variance-employees.csv.",
                                "Den sidste medarbejder ændrede sig mindre; det står i variance-employees.csv."
                            ),
                            many: (
                                "The other # employees changed less; they are in variance-employees.csv.",
                                "De øvrige # medarbejdere ændrede sig mindre; de står i variance-employees.csv."
                            )))))
    }

    /// How what was before was made comparable.
    private var scaled: String {
        guard let days = report.before?.scaled else { return "" }
        return " "
            + t(
                "Here the hours of \(beforeName) are scaled from its \(t.count(days.from, ("workday", ""), ("workdays", ""))) to the \(t.count(days.to)) of this period.",
                "Her er timerne i \(beforeName) omregnet fra \(t.count(days.from, ("", "arbejdsdag"), ("", "arbejdsdage"))) til denne periodes \(t.count(days.to))."
            )
    }

    private func flagWord(_ flag: String) -> String {
        switch flag {
        case "new": t("new", "ny")
        case "gone": t("left", "væk")
        case "back": t("back", "tilbage")
        default: t("big", "stor")
        }
    }

    /// Each employee with what pay codes come to, those with a finding first.
    package var employees: HTML {
        let title = t("Per employee", "Pr. medarbejder")
        guard let all = report.employees else {
            return Blocks.card(
                "emp", titled: title,
                "<p>\(t("No file of this run lists its pay lines as payroll-csv; add such an output to the pipeline file to see them here.", "Ingen fil i kørslen viser lønlinjerne som payroll-csv; tilføj en sådan fil i pipelinefilen for at se dem her."))</p>"
            )
        }
        let codes = totals.payCodes.map(\.code)
        let found = Dictionary(
            grouping: report.findings.filter { $0.employee != nil && $0.state != .noted }, by: { $0.employee ?? "" })
        let changed = Dictionary(report.changes.map { ($0.number, $0) }) { first, _ in first }
        let odd = all.filter { found[$0.number] != nil }
        let rest = all.filter { found[$0.number] == nil }
        let isShort = all.count > PayReportPage.mostListed
        let shown = (odd + (isShort ? rest.filter { changed[$0.number]?.flag != nil } : rest))
            .prefix(PayReportPage.mostListed)
        var heads: [Blocks.Column] = [.text(t("No.", "Nr."))]
        if isNamed { heads.append(.text(t.word("name"))) }
        heads += codes.map { .number($0) } + [.number(t.heading(t.word("amount"), totals.currency))]
        if report.before != nil { heads.append(.number(t("Change h", "Ændring t"))) }
        heads.append(.text(t("Findings", "Fund")))
        let rows = each(shown) {
            row($0, codes: codes, findings: found[$0.number]?.count ?? 0, change: changed[$0.number])
        }
        let note: HTML =
            shown.count == all.count
            ? ""
            : Blocks.small(
                t(
                    "\(t.count(shown.count)) with a finding or a big change; all \(t.count(all.count)) are in the pay files.",
                    "\(t.count(shown.count)) med et fund eller en stor ændring; alle \(t.count(all.count)) står i lønfilerne."
                ))
        return Blocks.card("emp", titled: title, isLong: true, note + Blocks.scrolled("emp", Blocks.table(heads, rows)))
    }

    private func row(
        _ person: PayReport.Employee, codes: [String], findings: Int, change: PayReport.Change?
    ) -> HTML {
        let units = each(codes) { code -> HTML in
            let lines = person.lines.filter { $0.code == code }
            // Lines of several projects are shown one by one, since no file has their sum.
            return Blocks.number(lines.isEmpty ? "–" : lines.map { self.units($0.units) }.joined(separator: " + "))
        }
        let amounts = person.lines.compactMap(\.amount)
        let amount = amounts.isEmpty ? t("no rate", "ingen sats") : amounts.map(t.units).joined(separator: " + ")
        let compared: HTML =
            report.before == nil
            ? "" : Blocks.number(change.map { $0.flag == "new" ? t("new", "ny") : t.change($0.difference) } ?? "–")
        let name: HTML = isNamed ? "<th scope=\"row\">\(person.name)</th>" : ""
        let number: HTML =
            isNamed
            ? "<td class=\"num\">\(person.number)</td>" : "<th scope=\"row\" class=\"num\">\(person.number)</th>"
        return """
            <tr>\(number)\(name)\(units)\(Blocks.number(amount))\(compared)\
            <td>\(findings == 0 ? "" : t.count(findings))</td></tr>

            """
    }
}
