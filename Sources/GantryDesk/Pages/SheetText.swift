internal import GantryEngine
internal import GantryJSON
internal import GantryPages

/// How many rows of a sheet are in which state.
struct SheetCounts {
    let all: Int
    let done: Int
    let refused: Int
    /// Sent without a clear answer.
    let unknown: Int
    /// Not sent so far.
    let left: Int

    /// As an event or the result of a command has them.
    init(_ rows: JSONTree) {
        func count(_ key: String) -> Int { rows[key]?.int ?? 0 }
        (all, done, refused) = (count("all"), count("done"), count("refused"))
        (unknown, left) = (count("unknown"), count("left"))
    }

    /// As the journal has them: what nobody sends any more and has no answer has no clear one.
    init(_ counts: LedgerCounts, isAtWork: Bool) {
        (all, done, refused) = (counts.rows, counts.done, counts.refused)
        unknown = counts.unknown + (isAtWork ? 0 : counts.sent)
        left = counts.planned + counts.answered + (isAtWork ? counts.sent : 0)
    }
}

/// What a check or a run says about the rows of a sheet, as `--json` has it.
enum SheetText {
    static func figures(_ result: JSONTree, _ t: PageText) -> HTML {
        let rows = result["rows"]
        func count(_ tree: JSONTree?, _ key: String) -> String { t.count(tree?[key]?.int ?? 0) }
        let effects = result["effects"]
        let made =
            effects?["create"] == nil
            ? t("rows", "rækker")
            : t(
                "\(count(effects, "create")) new, \(count(effects, "change")) changed, \(count(effects, "nothing")) the same",
                "\(count(effects, "create")) nye, \(count(effects, "change")) ændret, \(count(effects, "nothing")) uændret"
            )
        let bytes = t.bytes(Int64(result["bytes"]?.int ?? 0))
        let converted = result["converted"]?.int ?? 0
        return Blocks.figures(
            t("What would be sent", "Hvad der ville blive sendt"),
            [
                (t("To send", "Skal sendes"), count(rows, "left"), made),
                (t("Refused", "Afvist"), count(rows, "refused"), t("stay behind", "bliver tilbage")),
                (t("Sent before", "Sendt før"), count(rows, "doneBefore"), t("not sent again", "sendes ikke igen")),
                (
                    t("Files", "Filer"), bytes,
                    converted == 0
                        ? t("as they are", "som de er")
                        : t.count(
                            converted, ("photo converted", "foto konverteret"),
                            ("photos converted", "fotos konverteret"))
                ),
            ])
    }

    /// What of the sheet is read otherwise than it stands there.
    static func read(_ result: JSONTree, _ t: PageText) -> HTML {
        let ignored = result["read"]?["ignoredColumns"]?.list?.compactMap(\.text) ?? []
        let columns: HTML =
            ignored.isEmpty
            ? ""
            : Blocks.small(
                t("Columns that are not read: ", "Kolonner, der ikke læses: ") + ignored.joined(separator: ", ") + ".")
        return columns + notes(result, t) + skipped(result, t)
            + found(
                result, "sentAndLeftOut",
                t.count(
                    result["read"]?["sentAndLeftOutCount"]?.int ?? 0,
                    (
                        "row that is left out was already sent, and stays so",
                        "række, der er udeladt, var allerede sendt og forbliver det"
                    ),
                    (
                        "rows that are left out were already sent, and stay so",
                        "rækker, der er udeladt, var allerede sendt og forbliver det"
                    )), t)
            + found(
                result, "numbersRead",
                t.count(
                    result["read"]?["numbersReadCount"]?.int ?? 0,
                    (
                        "number could be read as another one, with decimals or thousands",
                        "tal kunne læses som et andet, med decimaler eller tusinder"
                    ),
                    (
                        "numbers could be read as others, with decimals or thousands",
                        "tal kunne læses som andre, med decimaler eller tusinder"
                    )), t)
            + found(
                result, "filesFound",
                t.count(
                    result["read"]?["filesFoundCount"]?.int ?? 0,
                    ("file is found under another name", "fil er fundet under et andet navn"),
                    ("files are found under another name", "filer er fundet under et andet navn")), t)
            + found(
                result, "recordsFound",
                t.count(
                    result["read"]?["recordsFoundCount"]?.int ?? 0,
                    ("row names a record by something else than its id", "række nævner en post ved andet end dens id"),
                    ("rows name a record by something else than its id", "rækker nævner en post ved andet end dens id")
                ), t)
    }

    private static func notes(_ result: JSONTree, _ t: PageText) -> HTML {
        let read = result["read"]
        let cells = (read?["cleanedCells"]?["cells"]?.list ?? []).compactMap(\.text)
        let hidden = read?["hiddenRows"]?.int ?? 0
        let beside = read?["rowsWithCellsBeside"]?.int ?? 0
        let cleaned = read?["cleanedCells"]?["count"]?.int ?? 0
        let otherValues = result["otherValues"]?.int ?? 0
        let notes = [
            otherValues == 0
                ? nil
                : t.count(
                    otherValues,
                    (
                        "row was already sent with other values; its change isn't sent.",
                        "række er allerede sendt med andre værdier; dens ændring sendes ikke."
                    ),
                    (
                        "rows were already sent with other values; their changes aren't sent.",
                        "rækker er allerede sendt med andre værdier; deres ændringer sendes ikke."
                    )),
            hidden == 0
                ? nil
                : t.count(
                    hidden,
                    (
                        "row is hidden in the workbook, and isn't sent.",
                        "række er skjult i projektmappen og sendes ikke."
                    ),
                    (
                        "rows are hidden in the workbook, and aren't sent.",
                        "rækker er skjult i projektmappen og sendes ikke."
                    )),
            beside == 0
                ? nil
                : t.count(
                    beside,
                    (
                        "row has cells to the right of the last heading, which are not read.",
                        "række har celler til højre for den sidste overskrift, som ikke læses."
                    ),
                    (
                        "rows have cells to the right of the last heading, which are not read.",
                        "rækker har celler til højre for den sidste overskrift, som ikke læses."
                    )),
            cleaned == 0
                ? nil
                : t.count(
                    cleaned,
                    ("cell has invisible characters, which are left out.", "celle har usynlige tegn, som udelades."),
                    ("cells have invisible characters, which are left out.", "celler har usynlige tegn, som udelades.")
                ) + (cells.isEmpty ? "" : " " + cells.joined(separator: "; ") + (cleaned > cells.count ? " …" : "")),
        ].compactMap(\.self)
        return each(notes) { "<div class=\"note note-wait\"><p>\($0)</p></div>\n" }
    }

    /// What the sheet names by something else.
    private static func found(_ result: JSONTree, _ key: String, _ title: String, _ t: PageText) -> HTML {
        let first = result["read"]?[key]?.list ?? []
        let count = result["read"]?[key + "Count"]?.int ?? 0
        guard count > 0 else { return "" }
        let items = each(first.prefix(20)) { row in
            "<li>\(t("Row", "Række")) \(t.count(row["row"]?.int ?? 0)): \(row["written"]?.text ?? "") → "
                + "\(row["meant"]?.text ?? "")</li>\n"
        }
        let more = count - min(first.count, 20)
        let rest: HTML = more > 0 ? "<li>\(t("and \(t.count(more)) more", "og \(t.count(more)) mere"))</li>\n" : ""
        return "<h3>\(title)</h3>\n<ul class=\"list\">\n\(items)\(rest)</ul>\n"
    }

    /// Rows that are none of the records, or left out: they aren't sent.
    private static func skipped(_ result: JSONTree, _ t: PageText) -> HTML {
        let first = result["read"]?["skipped"]?.list ?? []
        let count = result["read"]?["skippedCount"]?.int ?? 0
        guard count > 0 else { return "" }
        let items = each(first.prefix(20)) { row in
            "<li>\(t("Row", "Række")) \(t.count(row["row"]?.int ?? 0)), \(t.skipped(row["kind"]?.text ?? "")): "
                + "\(row["text"]?.text ?? "")</li>\n"
        }
        let more = count - min(first.count, 20)
        let rest: HTML = more > 0 ? "<li>\(t("and \(t.count(more)) more", "og \(t.count(more)) mere"))</li>\n" : ""
        let title = t.count(
            count, ("row is skipped and not sent now", "række springes over og sendes ikke nu"),
            ("rows are skipped and not sent now", "rækker springes over og sendes ikke nu"))
        return "<h3>\(title)</h3>\n<ul class=\"list\">\n\(items)\(rest)</ul>\n"
    }

    /// One count over all rounds.
    ///
    /// - Parameter leftOut: how many rows of the sheet somebody left out, which aren't among the others.
    static func rows(_ rows: SheetCounts, leftOut: Int, rounds: Int, _ t: PageText) -> HTML {
        var states: [(String, Int)] = [
            (t("Sent", "Sendt"), rows.done), (t("Refused", "Afvist"), rows.refused),
            (t("Without a clear answer", "Med uklart svar"), rows.unknown), (t("Waiting", "Venter"), rows.left),
        ]
        if leftOut > 0 { states.append((t("Left out", "Udeladt"), leftOut)) }
        let items = each(states) { name, count in
            "<tr><th scope=\"row\">\(name)</th>\(Blocks.number(t.count(count)))</tr>\n"
        }
        let title =
            rounds > 1
            ? t("After \(t.count(rounds)) rounds", "Efter \(t.count(rounds)) runder")
            : t("After one round", "Efter én runde")
        return """
            <table>
            <thead><tr><th scope="col">\(title)</th><th scope="col" class="n">\(t("Rows", "Rækker"))</th></tr></thead>
            <tbody>
            \(items)</tbody>
            <tfoot><tr><th scope="row">\(t("In the sheet", "I arket"))</th>\
            \(Blocks.number(t.count(rows.all + leftOut)))</tr></tfoot>
            </table>

            """
    }
}
