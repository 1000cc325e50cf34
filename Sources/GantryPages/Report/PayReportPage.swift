internal import GantryEngine
internal import GantryModel
internal import GantryRuns

/// The report of a run of pay: on its first sheet of paper what two people sign, then everything that they may want to
/// look at.
package struct PayReportPage {
    let report: PayReport
    let t: PageText
    /// Whether employees are named, and not only numbered.
    let isNamed: Bool

    /// Above so many employees the list of them leaves out those without a finding and without a big change.
    static let mostListed = 2_000
    /// So many findings are listed.
    static let mostFindings = 200
    /// So many lines of a correction are listed.
    static let mostChangedLines = 500
    /// So many rows fit the first sheet: pay codes, and findings, of which it has at most seven.
    private static let rowsOnSheet = 11

    /// The pay codes that anybody has lines of, now or before.
    var paidCodes: [ExportTotals.PayCodeTotal] {
        totals.payCodes.filter { $0.lines > 0 || (report.before?.units[$0.code]?.before ?? 0) != 0 }
    }

    /// How many findings the first sheet has.
    var findingsOnSheet: Int { min(7, max(2, PayReportPage.rowsOnSheet - paidCodes.count)) }

    package init(_ report: PayReport, _ text: PageText, isNamed: Bool = true) {
        self.report = report
        t = text
        self.isNamed = isNamed
    }

    /// The file, in UTF-8.
    package func bytes() -> [UInt8] {
        let sheet: HTML = """
            <div class="sheet">
            \(head)\(facts)\(correction)\(figures)\(paid)\(records)\(needs)\(signatures)</div>

            """
        let rest =
            byDay + changes + heat + employees + projects + findings + corrections + rules + report.facts.fileList(t)
        return ReportFrame(
            title: "\(title) · r\(report.facts.run.revision)", bands: bands, content: sheet + rest,
            foot: t(
                "Made by Gantry \(programVersion) from the published files of the run. Its figures stand in them; hours of different kinds are added up, and an amount after About is hours at the plain rate, to show how much is at stake.",
                "Lavet af Gantry \(programVersion) ud fra kørslens færdige filer. Tallene står i dem; timer af forskellig slags er lagt sammen, og et beløb efter Cirka er timer til den almindelige sats og viser, hvor meget der er på spil."
            )
        ).bytes(t)
    }

    var totals: ExportTotals { report.totals }
    var title: String { t("Pay", "Løn") + " " + t.period(report.period) }
    /// The period before in words; the run's own where there is none, which nothing then shows.
    var beforeName: String { t.period(report.before?.period ?? report.period) }

    private var bands: HTML {
        report.facts.bands(
            t,
            practice: t(
                "The records come from a server on this machine, not from production, unless it is a tunnel.",
                "Registreringerne kommer fra en server på denne maskine, ikke fra produktionen, medmindre den er en tunnel."
            ))
    }

    private var head: HTML {
        let days = "\(t.longDay(report.period.first)) – \(t.longDay(report.period.last))"
        return report.facts.head(title, about: "\(report.facts.source.system) · \(days)", state: state)
    }

    private var state: HTML {
        let standing = report.standing
        if report.facts.withdrawn != nil { return Blocks.state(t("Withdrawn", "Trukket tilbage"), .stop) }
        if standing.isUnfinished {
            return Blocks.state(t("Delivery not finished", "Aflevering ikke færdig"), .stop)
        }
        if standing.delivered != nil {
            return standing.approved != nil
                ? Blocks.state(t("Delivered", "Afleveret"), .good)
                : Blocks.state(
                    t("Delivered, not signed", "Afleveret, ikke underskrevet"), .wait)
        }
        if standing.approved != nil { return Blocks.state(t("Signed", "Underskrevet"), .good) }
        if standing.prepared != nil {
            return Blocks.state(t("Prepared, not approved", "Udarbejdet, ikke godkendt"), .wait)
        }
        return Blocks.state(t("Not signed", "Ikke underskrevet"), .stop)
    }

    private var facts: HTML {
        let none = t("none until it is signed", "intet, før den er underskrevet")
        let seal: HTML = report.standing.seal.map { "<code>\($0)</code>" } ?? "\(none)"
        var more: [(name: String, value: HTML)] = [(t("Seal", "Segl"), seal)]
        if let delivered = report.standing.delivered {
            more.append((t("Delivery", "Aflevering"), "\(t.said(delivered))"))
        }
        return report.facts.line(t, source: t("Source", "Kilde"), more)
    }

    /// Of a correction, what two people sign is what it changes.
    package var correction: HTML {
        guard let total = totals.correction else { return "" }
        let rows = each(t.correction(total, totals.currency)) {
            "<tr><th scope=\"row\">\($0.head)</th>\(Blocks.number($0.figure))</tr>\n"
        }
        return Blocks.card(
            "correction", titled: t("A correction", "En rettelse"),
            """
            <table><tbody>
            \(rows)</tbody></table>
            <p>\(t.monthAfterCorrection)</p>
            """)
    }

    private var figures: HTML {
        let before = report.before
        func compared(_ was: String?, _ change: String?) -> String {
            guard let was else {
                return before == nil
                    ? t("compared with nothing", "ikke sammenlignet")
                    : t("\(beforeName): unknown", "\(beforeName): ukendt")
            }
            return ["\(beforeName) \(was)", change].compactMap(\.self).joined(separator: " · ")
        }
        let people = before.map {
            t(
                "\(t.count($0.new)) new, \(t.count($0.gone)) left",
                "\(t.count($0.new)) \($0.new == 1 ? "ny" : "nye"), \(t.count($0.gone)) væk")
        }
        let held = totals.heldHours
        return Blocks.figures(
            title,
            [
                (
                    t("Employees", "Medarbejdere"), t.count(totals.employees),
                    compared(before.map { t.count($0.employees) }, people)
                ),
                (
                    t("Hours exported", "Timer eksporteret"), t.hours(exportedHours),
                    before?.hours.before.map {
                        t("Paid: ", "Udbetalt: ") + compared(t.units($0), before?.hours.difference.map(t.change))
                    } ?? compared(nil, nil)
                ),
                (
                    t.heading(unpriced == 0 ? t("Amount", "Beløb") : t("Known amount", "Kendt beløb"), totals.currency),
                    totals.amount.map(t.money) ?? t("unknown", "ukendt"),
                    compared(before?.amount.before.map(t.units), before?.amount.difference.map(t.change))
                ),
                (
                    t("On hold", "Tilbageholdt"), t("\(t.hours(held)) h", "\(t.hours(held)) t"),
                    t.count(totals.counts.held, ("entry", "registrering"), ("entries", "registreringer"))
                        + t(" not paid", " udbetales ikke")
                ),
            ])
    }

    /// Hours of the exported entries.
    var exportedHours: HoursSum { totals.hours.reduce(.zero) { $0 + $1.exported } }
    /// Lines without an amount.
    var unpriced: Int { totals.linesWithoutRate + totals.linesMissingRate }

    private var signatures: HTML {
        func line(_ role: String, _ signer: PayReport.Signer?) -> HTML {
            guard let signer else {
                return
                    "<div>\(role) <span class=\"soft\">· \(t("Name, date, signature", "Navn, dato, underskrift"))</span></div>"
            }
            let proof =
                signer.hasKey
                ? t("signed with a key", "underskrevet med nøgle")
                : t("declared, without a key", "erklæret, uden nøgle")
            return
                "<div>\(role) <b>\(signer.name)</b>, \(t.time(signer.time)) <span class=\"soft\">· \(proof)</span></div>"
        }
        return Blocks.card(
            "people", titled: t("Signatures", "Underskrifter"),
            """
            <div class="sign">\(line(t("Prepared by", "Udarbejdet af"), report.standing.prepared))\
            \(line(t("Approved by (another person)", "Godkendt af (en anden person)"), report.standing.approved))</div>
            """)
    }
}
