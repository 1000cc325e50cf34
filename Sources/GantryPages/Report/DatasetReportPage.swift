internal import GantryEngine
package import GantryRuns

/// The report of an export of datasets: what was fetched of each, what a person should see, and the files.
package struct DatasetReportPage {
    let facts: RunFacts
    let totals: ExportTotals
    let exceptions: [ListedExceptions]
    let t: PageText

    /// - Parameter exceptions: the first rows of its lists of findings.
    package init(_ facts: RunFacts, totals: ExportTotals, exceptions: [ListedExceptions], in text: PageText) {
        self.facts = facts
        self.totals = totals
        self.exceptions = exceptions
        t = text
    }

    /// The file, in UTF-8.
    package func bytes() -> [UInt8] {
        let title = "\(facts.run.pipeline) \(facts.run.period)"
        let state =
            totals.unproven.isEmpty
            ? Blocks.state(t("Published", "Færdig"), .good)
            : Blocks.state(t("Not proven to be whole", "Ikke bevist hel"), .wait)
        let counts = totals.counts
        let figures = Blocks.figures(
            title,
            [
                (
                    t("Records fetched", "Poster hentet"), t.count(counts.fetched),
                    t.count(totals.datasets.count, ("dataset", "datasæt"), ("datasets", "datasæt"))
                ),
                (t("Exported", "Eksporteret"), t.count(counts.exported), t("in the files below", "i filerne nedenfor")),
                (
                    t("On hold", "Tilbageholdt"), t.count(counts.held),
                    t("in the list of findings", "på listen over fund")
                ),
                (
                    t("Unreadable", "Ulæselige"), t.count(counts.rejected),
                    t("listed with the reason", "med begrundelse")
                ),
            ])
        let body = [
            facts.head(title, about: facts.source.system, state: state), facts.line(t, source: t("Source", "Kilde")),
            figures,
            datasets, months, findings, facts.fileList(t),
        ]
        return ReportFrame(
            title: "\(title) · r\(facts.run.revision)",
            bands: facts.bands(
                t,
                practice: t(
                    "The records come from a server on this machine, not from production, unless it is a tunnel.",
                    "Posterne kommer fra en server på denne maskine, ikke fra produktionen, medmindre den er en tunnel."
                )),
            content: each(body) { $0 }, foot: ReportFrame.foot(t)
        ).bytes(t)
    }

    private var datasets: HTML {
        let heads: [Blocks.Column] =
            [.text(t("Dataset", "Datasæt"))]
            + [
                t("Fetched", "Hentet"), t("Exported", "Eksporteret"), t("On hold", "Tilbageholdt"),
                t("Repeated", "Gentaget"),
                t("Unreadable", "Ulæselige"), t("Left out", "Udeladt"),
            ].map { .number($0) }
        func cells(_ counts: BatchCounts) -> HTML {
            each(BatchCounts.named) { Blocks.number(t.count(counts[keyPath: $0.path])) }
        }
        let rows = each(totals.datasets) { "<tr><th scope=\"row\">\($0.name)</th>\(cells($0.counts))</tr>\n" }
        let foot: HTML = "<tr><th scope=\"row\">\(t.word("total"))</th>\(cells(totals.counts))</tr>"
        let unproven: HTML =
            totals.unproven.isEmpty
            ? ""
            : """
            <p class="note note-wait">\(t(
                "Nothing shows that these lists are whole, since the server says no count: \(totals.unproven.joined(separator: ", ")).",
                "Intet viser, at disse lister er hele, da serveren ikke oplyser et antal: \(totals.unproven.joined(separator: ", "))."))</p>
            """
        return Blocks.card(
            "where", titled: t("Where every record went", "Hvor hver post blev af"),
            Blocks.scrolled("where", Blocks.table(heads, rows, foot: foot)) + unproven)
    }

    private var months: HTML {
        let dated = totals.datasets.enumerated().filter { !$0.element.months.isEmpty }
        guard !dated.isEmpty else { return "" }
        let tables = each(dated) { index, dataset -> HTML in
            let bars = MonthBars(months: dataset.months, field: dataset.monthsField)
            guard dated.count > 1 else { return bars.markup("months", t) }
            let id = "months-\(index + 1)"
            return "<h3 id=\"\(id)\">\(dataset.name)</h3>\n\(bars.markup(id, t))"
        }
        return Blocks.card(
            "months", titled: t("Records by month", "Poster pr. måned"), isLong: true, tables)
    }

    private var findings: HTML {
        let title = t("Findings", "Fund")
        let lists = exceptions.filter { !$0.rows.isEmpty || $0.problem != nil }
        guard !lists.isEmpty else { return Blocks.card("find", titled: title, "<p>\(t("None.", "Ingen."))</p>") }
        let all = totals.exceptions.reduce(0) { $0 + $1.count }
        let shown = lists.reduce(0) { $0 + $1.rows.count }
        let tables = each(lists) { list -> HTML in
            if let problem = list.problem { return "<p class=\"note note-stop\">\(list.path): \(problem)</p>\n" }
            let named = ["severity", "rule"].compactMap { list.headings.firstIndex(of: $0) }
            let rows = each(list.rows) { row in
                "<tr>\(each(row.enumerated()) { "<td>\(named.contains($0.offset) ? t.word($0.element) : $0.element)</td>" })</tr>\n"
            }
            return Blocks.scrolled("find", Blocks.table(list.headings.map { .text(t.word($0)) }, rows))
        }
        let rest = all - shown
        let note =
            rest > 0
            ? Blocks.small(
                t.count(
                    rest, ("more is in the lists.", "mere står på listerne."),
                    ("more are in the lists.", "flere står på listerne.")))
            : ""
        return Blocks.card("find", titled: title, isLong: true, tables + note)
    }
}
