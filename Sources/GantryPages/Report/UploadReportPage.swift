internal import GantryEngine

/// What the report of a run that sends the rows of a sheet shows. Every figure was published in a file of the run.
package struct UploadReport: Sendable {
    package let facts: RunFacts
    /// What is sent, such as `ksr.certificate-uploads`.
    package let kind: String
    /// Rows of the sheet, and what became of them.
    package var rows = 0
    package var done = 0
    /// There already, by an earlier run.
    package var doneBefore = 0
    package var refused = 0
    /// The columns of the sheet.
    package var columns: [String] = []
    /// Rows that are still open, and the first ones that were sent, each with its cells in the order of the columns.
    package var open: [Row] = []
    package var sent: [Row] = []

    package init(_ facts: RunFacts, kind: String) {
        self.facts = facts
        self.kind = kind
    }

    /// A row of the sheet.
    package struct Row: Sendable {
        /// Its number in the office's sheet.
        package let number: String
        package let cells: [String]
        /// What is wrong, or what the server calls what it has now.
        package let note: String

        package init(number: String, cells: [String], note: String) {
            self.number = number
            self.cells = cells
            self.note = note
        }
    }
}

/// The report of a run that sends the rows of a sheet.
package struct UploadReportPage {
    let report: UploadReport
    let t: PageText

    package init(_ report: UploadReport, _ text: PageText) {
        self.report = report
        t = text
    }

    /// The file, in UTF-8.
    package func bytes() -> [UInt8] {
        let facts = report.facts
        let title = "\(facts.run.pipeline), \(facts.run.period)"
        let state =
            report.refused == 0
            ? Blocks.state(t("All rows are sent", "Alle rækker er sendt"), .good)
            : Blocks.state(
                t.count(
                    report.refused, ("row still open", "række mangler"), ("rows still open", "rækker mangler")), .wait)
        let body = [
            facts.head(title, "\(facts.source.system) · \(report.kind)", state, t),
            facts.line(t, source: t("To", "Til")),
            figures(title), rows, open, sent, facts.fileList(t),
        ]
        return ReportFrame(
            title: "\(title) · r\(facts.run.revision)",
            bands: facts.bands(
                t,
                practice: t(
                    "The rows were sent to a server on this machine, not to production, unless it is a tunnel.",
                    "Rækkerne er sendt til en server på denne maskine, ikke til produktionen, medmindre den er en tunnel."
                )),
            content: each(body) { $0 }, foot: ReportFrame.foot(t)
        ).bytes(t)
    }

    private func figures(_ title: String) -> HTML {
        Blocks.figures(
            title,
            [
                (
                    t("Rows in the sheet", "Rækker i arket"), t.count(report.rows),
                    t.count(report.columns.count, ("column", "kolonne"), ("columns", "kolonner"))
                ),
                (t("Sent", "Sendt"), t.count(report.done), t("each once", "hver én gang")),
                (
                    t("Already there", "Allerede på plads"), t.count(report.doneBefore),
                    t("nothing was changed", "intet blev ændret")
                ),
                (
                    t("Still open", "Mangler"), t.count(report.refused),
                    report.refused == 0
                        ? t("nothing was refused", "intet blev afvist") : t("refused, see below", "afvist, se nedenfor")
                ),
            ])
    }

    private var rows: HTML {
        let parts: [ShareBar.Part] = [
            .init(title: t("Sent", "Sendt"), count: report.done, fill: .plain),
            .init(title: t("Already there", "Allerede på plads"), count: report.doneBefore, fill: .dots),
            .init(title: t("Refused", "Afvist"), count: report.refused, fill: .hatch),
        ]
        let sentence =
            t("\(t.count(report.rows)) rows = ", "\(t.count(report.rows)) rækker = ")
            + parts.map { "\(t.count($0.count)) \($0.title.lowercased())" }.joined(separator: " + ")
        return Blocks.card(
            "where", t("Where every row went", "Hvor hver række blev af"),
            "\(ShareBar(title: sentence, parts: parts).markup(t))<p>\(sentence).</p>")
    }

    private var open: HTML {
        let title = t("Still open", "Mangler")
        guard report.refused > 0 else {
            return Blocks.card(
                "open", title, "<p>\(t("Nothing: every row has arrived.", "Intet: alle rækker er nået frem."))</p>")
        }
        return Blocks.card(
            "open", title, isLong: true, table("open", report.open, report.refused, t("What is wrong", "Hvad er galt")))
    }

    private var sent: HTML {
        guard report.done > 0 else { return "" }
        return Blocks.card(
            "sent", t("What was sent", "Hvad der blev sendt"), isLong: true,
            table("sent", report.sent, report.done, t("At the server", "På serveren")))
    }

    private func table(_ id: String, _ rows: [UploadReport.Row], _ all: Int, _ note: String) -> HTML {
        let heads: [Blocks.Column] = [.number(t("Row", "Række"))] + report.columns.map { .text($0) } + [.text(note)]
        let lines = each(rows) { row in
            """
            <tr><th scope="row" class="n">\(row.number)</th>\(each(row.cells) { "<td>\($0)</td>" })<td>\(row.note)</td></tr>

            """
        }
        let rest = all - rows.count
        return Blocks.scrolled(id, Blocks.table(heads, lines))
            + (rest <= 0
                ? ""
                : Blocks.small(
                    t("\(t.count(rest)) more are in result.csv.", "\(t.count(rest)) flere står i result.csv.")))
    }
}
