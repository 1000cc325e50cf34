internal import GantryEngine

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
        let body = [
            facts.head(title, about: "\(facts.source.system) · \(report.kind)", state: state),
            facts.line(t, source: t("To", "Til")),
            figures(title), rows, notRead, open, noted, rounds, sent, facts.fileList(t),
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

    var counts: LedgerCounts { report.counts }

    private var state: HTML {
        let stillOpen = (report.together ?? counts).refused
        guard stillOpen == 0 else {
            return Blocks.state(
                t.count(stillOpen, ("row still open", "række mangler"), ("rows still open", "rækker mangler")), .wait)
        }
        guard report.together != nil || report.rounds.count < 2 else {
            return Blocks.state(t("All rows of this round are sent", "Alle rækker i denne runde er sendt"), .plain)
        }
        let notRead = report.notReadTogether ?? report.notRead
        guard notRead == UploadReport.NotRead() else {
            return Blocks.state(
                t("All rows that were read are sent; ", "Alle læste rækker er sendt; ") + words(notRead), .plain)
        }
        return Blocks.state(t("All rows are sent", "Alle rækker er sendt"), .good)
    }

    /// `2 hidden, 1 skipped`
    private func words(_ notRead: UploadReport.NotRead) -> String {
        [
            notRead.hidden == 0 ? nil : t.count(notRead.hidden, ("hidden", "skjult"), ("hidden", "skjulte")),
            notRead.skipped == 0
                ? nil : t.count(notRead.skipped, ("skipped", "sprunget over"), ("skipped", "sprunget over")),
        ].compactMap(\.self).joined(separator: ", ")
    }

    private var notRead: HTML {
        guard report.notRead != UploadReport.NotRead() else { return "" }
        let items = each(report.skipped) { row -> HTML in
            "<li>\(t("Row", "Række")) \(t.count(row.row)), \(t.skipped(row.kind)): \(row.text)</li>\n"
        }
        let more = report.notRead.skipped - report.skipped.count
        let rest: HTML = more > 0 ? "<li>\(t("and \(t.count(more)) more", "og \(t.count(more)) mere"))</li>\n" : ""
        let list: HTML = report.notRead.skipped > 0 ? "<ul class=\"list\">\n\(items)\(rest)</ul>\n" : ""
        return Blocks.card(
            "not-read",
            titled: t("Not read, so this run didn't send it", "Ikke læst og derfor ikke sendt af denne kørsel"),
            isLong: true,
            "<p>\(words(report.notRead)).</p>\n\(list)")
    }

    private func figures(_ title: String) -> HTML {
        Blocks.figures(
            title,
            [
                (
                    t("Rows in the sheet", "Rækker i arket"), t.count(counts.rows),
                    t.count(report.columns.count, ("column", "kolonne"), ("columns", "kolonner"))
                ),
                (
                    t("Sent", "Sendt"), t.count(counts.done),
                    report.notes == 0
                        ? t("each once", "hver én gang")
                        : t.count(
                            report.notes, ("to look at, see below", "at se på, se nedenfor"),
                            ("to look at, see below", "at se på, se nedenfor"))
                ),
                (
                    t("Of them sent before", "Heraf sendt før"), t.count(counts.doneBefore),
                    t("by an earlier run", "af en tidligere kørsel")
                ),
                (
                    t("Refused", "Afvist"), t.count(counts.refused),
                    counts.refused == 0
                        ? t("nothing was refused", "intet blev afvist") : t("see below", "se nedenfor")
                ),
            ])
    }

    private var rows: HTML {
        let parts: [ShareBar.Part] = [
            .init(title: t("Sent", "Sendt"), count: counts.done, fill: .plain),
            .init(title: t("Refused", "Afvist"), count: counts.refused, fill: .hatch),
        ]
        let sentence =
            t.count(counts.rows, ("row = ", "række = "), ("rows = ", "rækker = "))
            + parts.map { "\(t.count($0.count)) \($0.title.lowercased())" }.joined(separator: " + ")
        return Blocks.card(
            "where", titled: t("Where every row went", "Hvor hver række blev af"),
            "\(ShareBar(title: sentence, parts: parts).markup(t))<p>\(sentence).</p>")
    }

    private var open: HTML {
        let isAlone = report.rounds.count < 2
        // Rows of another round can be open that aren't listed here.
        let isWhole = isAlone || counts.refused == report.together?.refused
        let isLast = isAlone || report.rounds.last?.run == report.facts.run
        let title =
            isLast && isWhole ? t("Still open", "Mangler") : t("Refused in this round", "Afvist i denne runde")
        guard counts.refused > 0 else {
            let nothing =
                isWhole
                ? report.notRead == UploadReport.NotRead()
                    ? t("Nothing: every row has arrived.", "Intet: alle rækker er nået frem.")
                    : t(
                        "Nothing: every row that was read has arrived.", "Intet: alle læste rækker er nået frem.")
                : t("Nothing was refused in this round.", "Intet blev afvist i denne runde.")
            return Blocks.card("open", titled: title, "<p>\(nothing)</p>")
        }
        return Blocks.card(
            "open", titled: title, isLong: true,
            table("open", rows: report.open, of: counts.refused, note: t("What is wrong", "Hvad er galt")))
    }

    private var noted: HTML {
        guard report.notes > 0 else { return "" }
        return Blocks.card(
            "noted", titled: t("Sent, but look at these", "Sendt, men se på disse"), isLong: true,
            table("noted", rows: report.noted, of: report.notes, note: t("What to know", "Hvad du skal vide")))
    }

    private var sent: HTML {
        guard counts.done > 0 else { return "" }
        return Blocks.card(
            "sent", titled: t("What was sent", "Hvad der blev sendt"), isLong: true,
            gallery + table("sent", rows: report.sent, of: counts.done, note: t("At the server", "På serveren")))
    }

    private var gallery: HTML {
        let items = report.pictures
        let missing = items.count { $0.picture == nil }
        guard missing < items.count else {
            return items.isEmpty
                ? ""
                : Blocks.small(
                    t(
                        "Its files have no pictures: they are no longer where they were sent from, have changed since, or can't be drawn.",
                        "Filerne har ingen billeder: de er ikke længere der, hvor de blev sendt fra, er ændret siden eller kan ikke vises."
                    ))
        }
        let isPart = counts.done > items.count && items.count > 1
        let about =
            (isPart ? t("The first ", "De første ") : "")
            + t.count(
                items.count,
                (
                    "file beside its row, so that a wrong match is seen.",
                    "fil ved sin række, så en forveksling kan ses."
                ),
                (
                    "files beside their rows, so that a wrong match is seen.",
                    "filer ved deres rækker, så en forveksling kan ses."
                ))
        let gone =
            missing == 0
            ? ""
            : " "
                + t.count(
                    missing,
                    (
                        "has no picture: it is no longer where it was sent from, has changed since, or can't be drawn.",
                        "har intet billede: den er ikke længere der, hvor den blev sendt fra, er ændret siden eller kan ikke vises."
                    ),
                    (
                        "have no picture: they are no longer where they were sent from, have changed since, or can't be drawn.",
                        "har intet billede: de er ikke længere der, hvor de blev sendt fra, er ændret siden eller kan ikke vises."
                    ))
        return Blocks.small(about + gone) + Gallery(items).markup(t)
    }

    private func table(_ id: String, rows: [UploadReport.Row], of all: Int, note: String) -> HTML {
        let heads: [Blocks.Column] = [.number(t("Row", "Række"))] + report.columns.map { .text($0) } + [.text(note)]
        let lines = each(rows) { row in
            """
            <tr><th scope="row" class="n">\(row.number)</th>\
            \(each(row.cells) { "<td>\($0)</td>" })<td>\(t.problem(row.note))</td></tr>

            """
        }
        let rest = all - rows.count
        return Blocks.scrolled(id, Blocks.table(heads, lines))
            + (rest <= 0
                ? ""
                : Blocks.small(
                    t.count(
                        rest, ("more is in result.csv.", "mere står i result.csv."),
                        ("more are in result.csv.", "flere står i result.csv."))))
    }
}
