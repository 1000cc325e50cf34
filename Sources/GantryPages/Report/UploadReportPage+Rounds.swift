internal import GantryEngine

/// Every round of the same sheet, and what they come to together.
extension UploadReportPage {
    var rounds: HTML {
        guard report.rounds.count > 1 else { return "" }
        let heads: [Blocks.Column] = [
            .text(t("Round", "Runde")), .text(t("When", "Hvornår")), .number(t("Rows", "Rækker")),
            .number(t("Sent", "Sendt")), .number(t("Of them sent before", "Heraf sendt før")),
            .number(t("Refused", "Afvist")),
        ]
        let rows = each(report.rounds.enumerated()) { index, round -> HTML in
            let this: HTML =
                round.run == report.facts.run ? " \(Blocks.state(t("this page", "denne side"), .plain))" : ""
            let counts = round.counts
            return """
                <tr><th scope="row">\(t.count(index + 1)) · <code>\
                \(round.run.period)/r\(t.count(round.run.revision))</code>\(this)</th>\
                <td class="nowrap">\(t.time(round.time))</td>\(Blocks.number(t.count(counts.rows)))\
                \(Blocks.number(t.count(counts.done)))\(Blocks.number(t.count(counts.doneBefore)))\
                \(Blocks.number(t.count(counts.refused)))</tr>

                """
        }
        let foot: HTML? = report.together.map { together in
            """
            <tr><th scope="row">\(t("All rounds", "Alle runder"))</th><td></td>\(Blocks.number(t.count(together.rows)))\
            \(Blocks.number(t.count(together.done)))<td></td>\(Blocks.number(t.count(together.refused)))</tr>
            """
        }
        let note =
            foot != nil
            ? ""
            : Blocks.small(
                t(
                    "There is no count over all rounds: it isn't known which of their rows are the same.",
                    "Der er ingen optælling over alle runder: det vides ikke, hvilke af deres rækker der er de samme."))
        return Blocks.card(
            "rounds", titled: t("Rounds", "Runder"),
            Blocks.scrolled("rounds", Blocks.table(heads, rows, foot: foot ?? "")) + note)
    }
}
