internal import GantryEngine
internal import GantryModel
internal import GantryRuns

/// Findings, what the run corrects, and how it was made.
extension PayReportPage {
    var findings: HTML {
        let title = t("Findings and decisions", "Fund og afgørelser")
        let all = report.findings.filter { $0.state != .noted }
        let shown = all.prefix(PayReportPage.mostFindings)
        let noted = totals.exceptions.filter { $0.severity == .info }
            .map { "\(t.count($0.count)) × \(t.word($0.rule))" }
        let note =
            noted.isEmpty
            ? "" : t("Only noted: ", "Kun bemærket: ") + noted.joined(separator: ", ") + "."
        guard !shown.isEmpty else {
            return Blocks.card(
                "find", titled: title,
                "<p>\(t("No warning, and nothing on hold.", "Ingen advarsler, og intet er spærret."))</p>\(note.isEmpty ? "" : Blocks.small(note))"
            )
        }
        let heads: [Blocks.Column] = [
            .text(t.word("id")), .text(t("State", "Status")), .text(t.word("employee")), .text(t.word("work_date")),
            .text(t.word("rule")), .number(t.word("hours")), .number(t.heading(t("About", "Cirka"), totals.currency)),
        ]
        let rows = each(shown) { finding -> HTML in
            let why: HTML =
                if let decision = finding.decision {
                    "\(t.finding(finding.found)) · \(t("by", "af")) \(decision.by): “\(decision.because)”"
                } else { "\(t.finding(finding.found))" }
            return """
                <tr><td class="nowrap mono">\(finding.id)</td><td>\(shownState(finding.state))</td>\
                <th scope="row">\(t.person(finding.employee, finding.name, isNamed: isNamed))</th>\
                <td class="nowrap">\(finding.day.map(t.day) ?? "")</td>\
                <td>\(t.word(finding.rule))<span class="why">\(why)</span></td>\
                \(Blocks.number(finding.hours.map { t.hours(HoursSum($0)) } ?? ""))\
                \(Blocks.number(finding.amount.map(t.roughly) ?? ""))</tr>

                """
        }
        return Blocks.card(
            "find", titled: title, isLong: true,
            (note.isEmpty ? "" : Blocks.small(note)) + Blocks.scrolled("find", Blocks.table(heads, rows))
                + (all.count == shown.count
                    ? ""
                    : Blocks.small(
                        t.sentence(
                            all.count - shown.count,
                            one: (
                                "The other one is in the list of exceptions.",
                                "Det sidste står på listen over afvigelser."
                            ),
                            many: (
                                "The other # are in the list of exceptions.",
                                "De øvrige # står på listen over afvigelser."
                            )))))
    }

    var corrections: HTML {
        let title = t("Corrections of this period", "Rettelser af denne periode")
        let revision = report.facts.run.revision
        let text: String =
            if let base = totals.correction?.base {
                t(
                    "This run corrects r\(base.revision): these pay lines differ from it, as changes.csv has them.",
                    "Denne kørsel retter r\(base.revision): disse lønlinjer afviger fra den, som de står i changes.csv."
                )
            } else if revision > 1 {
                t(
                    "This revision replaces r\(revision - 1), and corrects nothing that was delivered.",
                    "Denne udgave afløser r\(revision - 1) og retter intet, der er afleveret.")
            } else if report.standing.later.isEmpty {
                t("None: this is the first revision.", "Ingen: dette er den første udgave.")
            } else { t("This is the first revision.", "Dette er den første udgave.") }
        return Blocks.card(
            "corr", titled: title, isLong: !report.changedLines.isEmpty, "<p>\(text)</p>\(changedLines)\(later)")
    }

    /// The lines that a correction changes.
    private var changedLines: HTML {
        let all = report.changedLines
        guard !all.isEmpty else { return "" }
        let isByProject = all.contains { $0.project != nil }
        let project: [Blocks.Column] = isByProject ? [.text(t.word("project"))] : []
        let heads: [Blocks.Column] =
            [.text(t.word("employee")), .text(t.word("pay-code"))] + project + [
                .number(t("Before", "Før")), .number(t("Now", "Nu")), .number(t("Change", "Ændring")),
                .number(t.heading(t("Amount", "Beløb"), totals.currency)),
            ]
        let rows = each(all.prefix(PayReportPage.mostChangedLines)) { line -> HTML in
            let project: HTML = isByProject ? "<td>\(line.project ?? "")</td>" : ""
            return """
                <tr><th scope="row">\(t.person(line.number, line.name, isNamed: isNamed))</th>\
                <td>\(line.code)</td>\(project)\
                \(Blocks.number(units(line.units.old)))\(Blocks.number(units(line.units.new)))\
                \(Blocks.number(change(line.units.new - line.units.old)))\
                \(Blocks.number(line.amount.map { t.change($0) } ?? "–"))</tr>

                """
        }
        let rest = all.count - PayReportPage.mostChangedLines
        return Blocks.scrolled("corr", Blocks.table(heads, rows))
            + (rest <= 0
                ? ""
                : Blocks.small(
                    t.sentence(
                        rest, one: ("The other one is in changes.csv.", "Den sidste står i changes.csv."),
                        many: ("The other # are in changes.csv.", "De øvrige # står i changes.csv."))))
    }

    /// What was delivered of the period since.
    private var later: HTML {
        guard !report.standing.later.isEmpty else { return "" }
        return """
            <p>\(t("Delivered later of this period:", "Afleveret senere af denne periode:"))</p>
            <ul>\(each(report.standing.later) { "<li>\("r\($0.revision)") \(t.said($0.delivered))</li>\n" })</ul>

            """
    }

    var rules: HTML {
        let codes = totals.payCodes.map { code -> String in
            let rate =
                code.rates.isEmpty
                ? t("no rate", "ingen sats")
                : t("rate \(listed(code.rates, "or"))", "sats \(listed(code.rates, "eller"))")
            return [code.code, code.title, rate].joined(separator: " ")
        }
        func list(_ severity: Severity) -> String {
            let rules = totals.exceptions.filter { $0.severity == severity }
                .map { "\(t.word($0.rule)) (\(t.count($0.count)))" }
            return rules.isEmpty ? t("nothing", "intet") : rules.joined(separator: " · ")
        }
        return Blocks.card(
            "rules", titled: t("Rules and settings", "Regler og indstillinger"),
            """
            <dl class="facts">
            <dt>\(t("Pay codes", "Lønarter"))</dt><dd>\(codes.joined(separator: " · "))</dd>
            <dt>\(t("Rounding", "Afrunding"))</dt><dd>\(report.rounding)</dd>
            <dt>\(t("Held", "Spærret"))</dt><dd>\(list(.blocker))</dd>
            <dt>\(t("Warned", "Advaret"))</dt><dd>\(list(.warning))</dd>
            <dt>\(t("All settings", "Alle indstillinger"))</dt><dd><code>pipeline.yaml</code></dd>
            </dl>
            """)
    }
}
