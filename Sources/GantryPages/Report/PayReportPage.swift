internal import GantryEngine
internal import GantryModel
internal import GantryRuns

/// The report of a run of pay: on its first sheet of paper what two people sign, then everything that they may want to look at.
package struct PayReportPage {
    let report: PayReport
    let t: PageText
    /// Whether employees are named, and not only numbered.
    let isNamed: Bool

    /// Above so many employees the list of them leaves out those without a finding and without a big change.
    static let mostListed = 2_000
    /// So many findings fit the first sheet.
    static let mostOnSheet = 7

    package init(_ report: PayReport, _ text: PageText, isNamed: Bool = true) {
        self.report = report
        t = text
        self.isNamed = isNamed
    }

    /// The file, in UTF-8.
    package func bytes() -> [UInt8] {
        let sheet: HTML = """
            <div class="sheet">
            \(head)\(facts)\(figures)\(paid)\(records)\(needs)\(signatures)</div>

            """
        let rest = byDay + changes + employees + findings + corrections + rules + files
        return ReportFrame(
            title: "\(title) · r\(report.run.revision)", bands: bands, content: sheet + rest,
            foot: t(
                "Made by Gantry \(programVersion) from the published files of the run. Every figure stands in one of them; none was computed for this page.",
                "Lavet af Gantry \(programVersion) ud fra kørslens færdige filer. Hvert tal står i en af dem; intet er beregnet til denne side."
            )
        ).bytes(t)
    }

    var totals: ExportTotals { report.totals }
    var title: String { t("Pay", "Løn") + " " + t.period(report.period) }
    /// The period before in words; the run's own where there is none, which nothing then shows.
    var beforeName: String { t.period(report.before?.period ?? report.period) }

    private var bands: HTML {
        var bands = HTML()
        if report.source.isThisMachine {
            bands += Blocks.band(
                .stop, t("Sandbox.", "Øvelse."),
                t(
                    "The records come from a server on this machine, not from production, unless it is a tunnel.",
                    "Registreringerne kommer fra en server på denne maskine, ikke fra produktionen, medmindre den er en tunnel."
                ))
        }
        if let withdrawn = report.standing.withdrawn {
            bands += Blocks.band(
                .stop, t("Withdrawn.", "Trukket tilbage."),
                t(
                    "\(withdrawn.by) withdrew this run: \(withdrawn.because) Nothing of it is paid.",
                    "\(withdrawn.by) har trukket kørslen tilbage: \(withdrawn.because) Intet af den udbetales."))
        }
        return bands
    }

    private var head: HTML {
        let days = "\(t.longDay(report.period.first)) – \(t.longDay(report.period.last))"
        let system = report.source.system
        return """
            <header class="head">
            <div><h1>\(title)</h1><p>\(system) · \(days)</p></div>
            <p>\(state) \(Blocks.state("r\(report.run.revision)", .plain))</p>
            </header>

            """
    }

    private var state: HTML {
        let standing = report.standing
        if standing.withdrawn != nil { return Blocks.state(t("Withdrawn", "Trukket tilbage"), .stop) }
        if standing.delivered != nil { return Blocks.state(t("Delivered", "Afleveret"), .good) }
        if standing.approved != nil { return Blocks.state(t("Signed", "Underskrevet"), .good) }
        if standing.prepared != nil {
            return Blocks.state(t("Prepared, not approved", "Udarbejdet, ikke godkendt"), .wait)
        }
        return standing.isSigned
            ? Blocks.state(t("Not signed", "Ikke underskrevet"), .stop)
            : Blocks.state(t("Not delivered", "Ikke afleveret"), .wait)
    }

    private var facts: HTML {
        let source = report.source
        var facts: [(String, HTML)] = [
            (t("Source", "Kilde"), "\(source.address)"),
            (t("Account", "Konto"), "\(source.account ?? t("not known", "kendes ikke"))"),
        ]
        if let snapshot = report.snapshot { facts.append((t("As of", "Opgjort"), t.time(snapshot))) }
        facts.append((t("Run", "Kørsel"), "<code>\(report.run.description)</code>"))
        let none =
            report.standing.isSigned
            ? t("none until it is signed", "intet, før den er underskrevet")
            : t("nobody signs these runs", "ingen underskriver disse kørsler")
        facts.append((t("Seal", "Segl"), report.standing.seal.map { "<code>\($0)</code>" } ?? "\(none)"))
        return Blocks.facts(facts)
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
            t("\(t.count($0.new)) new, \(t.count($0.gone)) left", "\(t.count($0.new)) ny, \(t.count($0.gone)) væk")
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
                    before == nil
                        ? compared(nil, nil)
                        : compared(before?.hours.before.map(t.units), before?.hours.difference.map(t.change))
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
            "people", t("Signatures", "Underskrifter"),
            """
            <div class="sign">\(line(t("Prepared by", "Udarbejdet af"), report.standing.prepared))\
            \(line(t("Approved by (another person)", "Godkendt af (en anden person)"), report.standing.approved))</div>
            """)
    }
}
