internal import GantryEngine
internal import GantryModel
internal import GantryRuns

/// What stands on the first sheet.
extension PayReportPage {
    /// What each pay code comes to.
    package var paid: HTML {
        let before = report.before
        var heads: [Blocks.Column] = [
            .text(t.word("pay-code")), .text(t("Title", "Betegnelse")), .number(t.word("lines")),
            .number(t.word("units")),
        ]
        if before != nil { heads += [.number(beforeName), .number(t("Change", "Ændring"))] }
        heads.append(.number(t.heading(t.word("amount"), totals.currency)))
        let rows = each(paidCodes) { code -> HTML in
            let was = before?.units[code.code]
            let compared: HTML =
                before == nil
                ? ""
                : Blocks.number(was?.before.map(units) ?? "–") + Blocks.number(was?.difference.map(change) ?? "–")
            let amount = code.amount.map(t.money) ?? t("no rate", "ingen sats")
            return """
                <tr><th scope="row">\(code.code)</th><td>\(code.title)</td>\(Blocks.number(t.count(code.lines)))\
                \(Blocks.number(units(code.units.nano)))\(compared)\(Blocks.number(amount))</tr>

                """
        }
        // Units of different codes are hours, days and pieces, which nothing adds up.
        let lines = totals.payCodes.reduce(0) { $0 + $1.lines }
        let blanks: HTML = before == nil ? "<td></td>" : "<td></td><td></td><td></td>"
        let foot: HTML = """
            <tr><th scope="row">\(t.word("total"))</th><td></td>\(Blocks.number(t.count(lines)))\(blanks)\
            \(Blocks.number(totals.amount.map(t.money) ?? t("unknown", "ukendt")))</tr>
            """
        return Blocks.card(
            "paid", titled: t("What is paid", "Hvad der udbetales"),
            Blocks.scrolled("paid", Blocks.table(heads, rows, foot: foot)) + unpricedNote)
    }

    /// Units of pay lines, with all the decimals that they have in its files.
    func units(_ nano: Int128) -> String { t.units(nano, places: report.unitsDecimals) }
    func change(_ nano: Int128) -> String { t.change(nano, places: report.unitsDecimals) }

    private var unpricedNote: HTML {
        guard unpriced > 0 else { return "" }
        var parts: [String] = []
        if totals.linesWithoutRate > 0 {
            parts.append(
                t.count(totals.linesWithoutRate, ("line has", "linje har"), ("lines have", "linjer har"))
                    + t(" a pay code without a rate", " en lønart uden sats"))
        }
        if totals.employeesMissingRate > 0 {
            parts.append(
                t.count(
                    totals.employeesMissingRate, ("employee has", "medarbejder har"),
                    ("employees have", "medarbejdere har"))
                    + t(" no rate", " ingen sats"))
        }
        return Blocks.small(
            t("The amount counts only lines with a rate: ", "Beløbet tæller kun linjer med en sats: ")
                + parts.joined(separator: t(", and ", ", og ")) + ".")
    }

    /// Where every record went, and that hours add up.
    var records: HTML {
        let counts = totals.counts
        let unreadable = t("unreadable", "ulæselige")
        let sentence =
            t(
                "\(t.count(counts.fetched)) fetched = \(t.count(counts.exported)) exported + \(t.count(counts.held)) on hold + \(t.count(counts.repeats)) repeated + \(t.count(counts.rejected)) unreadable",
                "\(t.count(counts.fetched)) hentet = \(t.count(counts.exported)) eksporteret + \(t.count(counts.held)) tilbageholdt + \(t.count(counts.repeats)) gentaget + \(t.count(counts.rejected)) \(counts.rejected == 1 ? "ulæselig" : "ulæselige")"
            )
            + (counts.excluded == 0
                ? "" : t(" + \(t.count(counts.excluded)) left out", " + \(t.count(counts.excluded)) udeladt"))
        let bar = ShareBar(
            title: sentence,
            parts: [
                .init(title: t("Exported", "Eksporteret"), count: counts.exported, fill: .plain),
                .init(title: t.word("on-hold"), count: counts.held, fill: .hatch),
                .init(title: t("Repeated", "Gentaget"), count: counts.repeats, fill: .dots),
                .init(
                    title: unreadable.prefix(1).uppercased() + unreadable.dropFirst(), count: counts.rejected,
                    fill: .solid),
            ])
        let hours = each(totals.hours) { kind in
            """
            <li>\(t.quantity(kind.name)): <b class="num">\
            \(t.hours(kind.exported))</b> \(t("exported", "eksporteret")), \
            <b class="num">\(t.hours(kind.held))</b> \(t("on hold", "tilbageholdt"))</li>

            """
        }
        let unproven: HTML =
            totals.unproven.isEmpty
            ? ""
            : """
            <p class="note note-wait">\(t(
                    "Nothing shows that these lists are whole: \(totals.unproven.joined(separator: ", ")).",
                    "Intet viser, at disse lister er hele: \(totals.unproven.joined(separator: ", "))."))</p>
            """
        // Each pay line rounds its own.
        let exact = t("Hours before rounding:", "Timer før afrunding:")
        return Blocks.card(
            "where", titled: t("Where every record went", "Hvor hver registrering blev af"),
            "\(bar.markup(t))<p>\(sentence). \(exact)</p>\n<ul class=\"keys\">\(hours)</ul>\(unproven)")
    }

    /// What waits for somebody, the dearest first.
    var needs: HTML {
        // What is open stops the signing; of each kind what nobody knows the money of can be the dearest.
        let open = [PayReport.Finding.State.open, .held].flatMap { state in
            report.findings.filter { $0.state == state }.sorted { first, second in
                first.amount.map(\.nano) ?? .max > second.amount.map(\.nano) ?? .max
            }
        }
        let title = t("What needs a person", "Hvad der kræver en person")
        guard !open.isEmpty else {
            return Blocks.card(
                "needs", titled: title, "<p>\(t("Nothing waits for anybody.", "Intet venter på nogen."))</p>")
        }
        let heads: [Blocks.Column] = [
            .number(t.heading(t("About", "Cirka"), totals.currency)), .text(t.word("employee")),
            .text(t.word("work_date")),
            .text(t("Reason", "Årsag")), .number(t.word("hours")), .text(t("State", "Status")),
        ]
        let rows = open.prefix(findingsOnSheet).map { finding -> [Blocks.StackedCell] in
            [
                .init("\(finding.amount.map(t.roughly) ?? t("unknown", "ukendt"))"),
                .init(t.person(finding.employee, finding.name, isNamed: isNamed), isHead: true),
                .init("\(finding.day.map(t.day) ?? "")"), .init("\(t.word(finding.rule))"),
                .init("\(finding.hours.map { t.hours(HoursSum($0)) } ?? "")"), .init(shownState(finding.state)),
            ]
        }
        let rest = open.count - rows.count
        let note =
            rest == 0
            ? ""
            : t.sentence(
                rest,
                one: ("The other one is under Findings and decisions.", "Det sidste står under Fund og afgørelser."),
                many: (
                    "The other # are under Findings and decisions.", "De øvrige # står under Fund og afgørelser."
                ))
        return Blocks.card(
            "needs", titled: title, isLong: true,
            Blocks.small(
                t(
                    "Entries on hold are in no pay file.",
                    "Tilbageholdte registreringer er ikke med i nogen lønfil."))
                + Blocks.scrolled("needs", Blocks.stacked(heads, rows)) + (note.isEmpty ? "" : Blocks.small(note)))
    }

    /// Where a finding stands.
    func shownState(_ state: PayReport.Finding.State) -> HTML {
        switch state {
        case .open: Blocks.state(t("open", "åben"), .wait)
        case .held: Blocks.state(t("on hold", "spærret"), .plain)
        case .paid: Blocks.state(t("pay anyway", "udbetal alligevel"), .good)
        case .accepted: Blocks.state(t("accepted", "godtaget"), .good)
        case .noted: Blocks.state(t("only noted", "kun bemærket"), .plain)
        }
    }
}
