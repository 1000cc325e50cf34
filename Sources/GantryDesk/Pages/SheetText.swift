internal import GantryJSON
internal import GantryPages

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
                        : t("\(t.count(converted)) photos converted", "\(t.count(converted)) fotos konverteret")
                ),
            ])
    }

    /// What of the sheet is read otherwise than it stands there.
    static func read(_ result: JSONTree, _ t: PageText) -> HTML {
        guard let ignored = result["read"]?["ignoredColumns"]?.list?.compactMap(\.text), !ignored.isEmpty else {
            return ""
        }
        return Blocks.small(
            t("Columns that are not read: ", "Kolonner, der ikke læses: ") + ignored.joined(separator: ", ") + ".")
    }

    /// One count over all rounds.
    static func rows(_ rows: JSONTree, rounds: Int, _ t: PageText) -> HTML {
        let names: [(String, String)] = [
            (t("Sent", "Sendt"), "done"), (t("Refused", "Afvist"), "refused"),
            (t("Without a clear answer", "Med uklart svar"), "unknown"), (t("Waiting", "Venter"), "left"),
        ]
        let items = each(names) { name, key in
            "<tr><th scope=\"row\">\(name)</th>\(Blocks.number(t.count(rows[key]?.int ?? 0)))</tr>\n"
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
            <tfoot><tr><th scope="row">\(t("In the sheet", "I arket"))</th>\(Blocks.number(t.count(rows["all"]?.int ?? 0)))</tr></tfoot>
            </table>

            """
    }
}
