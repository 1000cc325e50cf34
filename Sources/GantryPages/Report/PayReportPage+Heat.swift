internal import GantryModel
internal import GantryRuns

/// The hours of employees day by day: a table whose cells are darker where there are more.
extension PayReportPage {
    /// More days have no room beside each other.
    private static let mostDays = 31

    var heat: HTML {
        let days = (0..<report.period.days).map { report.period.first + $0 }
        let title = t("Day by day", "Dag for dag")
        guard days.count <= PayReportPage.mostDays else { return "" }
        guard let all = report.dailyHours else {
            return Blocks.card(
                "heat", titled: title,
                "<p>\(t("No file of this run lists the hours of each employee and day; add an output of the format payroll-xml to the pipeline file to see them here.", "Ingen fil i kørslen viser timerne for hver medarbejder og dag; tilføj en fil i formatet payroll-xml i pipelinefilen for at se dem her."))</p>"
            )
        }
        let held = Dictionary(
            grouping: report.findings.filter { $0.state == .held && $0.employee != nil && $0.day != nil },
            by: { $0.employee ?? "" })
        // Who has nothing but what is on hold is in no pay file.
        let known = Set(all.map(\.number))
        let others = report.odd.filter { !known.contains($0) }.compactMap { number in
            held[number]?.first.map { PayReport.DailyHours(number: number, name: $0.name ?? "") }
        }
        let shown = (all + others).prefix(PayReport.mostDaily)
        let heads: [Blocks.Column] =
            [.text(t.word("employee"))]
            + days.map { .day("\(t.count($0.components.day))\n\(t.letter($0))", isWeekend: $0.isoWeekday > 5) }
            + [.number(t.word("total"))]
        let rows = each(shown) { person -> HTML in
            let onHold = Dictionary(grouping: held[person.number] ?? [], by: { $0.day ?? days[0] })
            let cells = each(days) { cell(person.days[$0], onHold[$0] ?? [], isWeekend: $0.isoWeekday > 5) }
            let sum = person.days.values.reduce(0, +)
            return """
                <tr><th scope="row">\(t.person(person.number, person.name, isNamed: isNamed))</th>\(cells)\
                <td><b>\(sum == 0 ? "–" : t.tenths(sum))</b></td></tr>

                """
        }
        return Blocks.card(
            "heat", titled: title, isLong: true,
            Blocks.small(heatNote(shown.count)) + Blocks.scrolled("heat", Blocks.table(heads, rows, isHeat: true)))
    }

    private func heatNote(_ shown: Int) -> String {
        let note = t(
            "Paid hours in tenths. Darker is more: up to 3, 6, 8 and 12 hours, and above. A dashed frame is on hold, with its hours where nothing is paid that day, or ! for several findings.",
            "Udbetalte timer i tiendedele. Mørkere er mere: op til 3, 6, 8 og 12 timer og derover. En stiplet ramme er tilbageholdt, med sine timer hvor intet udbetales den dag, eller ! ved flere fund."
        )
        guard totals.employees > PayReport.mostDaily else { return note }
        let all = t.count(totals.employees)
        let few = t.count(shown)
        let workbook = report.facts.files.first { $0.path.hasSuffix(".xlsx") }?.path.split(separator: "/").last
        let place = workbook.map(String.init) ?? t("the pay files", "lønfilerne")
        return note + " "
            + t(
                "\(few) with a finding or a big change; all \(all) are in \(place).",
                "\(few) med et fund eller en stor ændring; alle \(all) står i \(place).")
    }

    private func cell(_ hours: Int128?, _ held: [PayReport.Finding], isWeekend: Bool) -> HTML {
        let shade = hours.map(shade) ?? (isWeekend ? "we" : "")
        guard !held.isEmpty else {
            return shade.isEmpty ? "<td></td>" : "<td class=\"\(shade)\">\(hours.map(t.tenths) ?? "")</td>"
        }
        // Two findings can be about the same hours, so that only those of a single one are shown.
        let figure = hours ?? (held.count == 1 ? held[0].hours.map { Int128($0.nano) } : nil)
        return """
            <td class="\(shade) hold">\(figure.map(t.tenths) ?? "!")<span class="hide"> \(t.word("on-hold"))</span></td>
            """
    }

    private func shade(_ hours: Int128) -> HTML {
        switch hours {
        case ...3_000_000_000: "k1"
        case ...6_000_000_000: "k2"
        case ...8_000_000_000: "k3"
        case ...12_000_000_000: "k4"
        default: "k5"
        }
    }
}
