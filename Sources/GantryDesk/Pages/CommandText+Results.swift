internal import GantryJSON
internal import GantryModel
internal import GantryPages

/// What a command found, as its page shows it.
extension CommandText {
    /// What a command found, where its page shows it.
    /// - Parameter names: of employees, by the numbers that the result has.
    static func result(
        _ result: JSONTree, of kind: StartedCommand.Kind, names: [String: String] = [:], _ t: PageText
    ) -> HTML {
        switch kind {
        case .changes: each(result["periods"]?.list ?? []) { changes($0, names, t) }
        case .run, .rewrite, .correct: overlaps(result, t) + lookBack(result, names, t)
        case .connect, .connections: checks(result, t)
        case .schedule: schedule(result, t)
        default: ""
        }
    }

    /// Published periods that hold days of the run, whose hours would be paid twice.
    private static func overlaps(_ result: JSONTree, _ t: PageText) -> HTML {
        let notes = (result["overlaps"]?.list ?? []).map { overlap -> HTML in
            let run = overlap["run"]?.text ?? ""
            let days = ["first", "last"].compactMap { overlap[$0]?.text.flatMap { CivilDate($0) }.map(t.day) }
            let shared = days.first == days.last ? days.first ?? "" : days.joined(separator: " – ")
            let entries = overlap["entries"]?.int.map {
                t.count(
                    $0, ("entry is in both.", "registrering er i begge."),
                    ("entries are in both.", "registreringer er i begge."))
            }
            let paid = overlap["delivered"]?.text.map { t.said($0 + ".") }
            let words = [
                t("\(run) has days of it, too: \(shared).", "\(run) har også dage af den: \(shared)."), entries, paid,
                paid == nil
                    ? t("Paying both pays the same hours twice.", "Udbetales begge, udbetales de samme timer to gange.")
                    : t(
                        "Paying this too pays the same hours twice.",
                        "Udbetales denne også, udbetales de samme timer to gange."),
            ]
            return "<p>\(words.compactMap(\.self).joined(separator: " "))</p>\n"
        }
        return notes.isEmpty ? "" : "<div class=\"note note-wait\">\(each(notes) { $0 })</div>\n"
    }

    /// What the server shows otherwise of periods that were paid.
    private static func lookBack(_ result: JSONTree, _ names: [String: String], _ t: PageText) -> HTML {
        each((result["lookBack"]?.list ?? []).filter { !($0["entries"]?.list ?? []).isEmpty }) { period in
            """
            <p>\(t(
                "\(period["base"]?.text ?? "") was paid, and the server shows something else now. A correction pays the difference.",
                "\(period["base"]?.text ?? "") er udbetalt, og serveren viser noget andet nu. En rettelse udbetaler forskellen."))</p>
            \(changes(period, names, t))
            """
        }
    }

    /// What a check of connections found, those that failed first.
    private static func checks(_ result: JSONTree, _ t: PageText) -> HTML {
        let places = ["connections", "destinations"].flatMap { result[$0]?.list ?? [] }
        let rows = each(places) { place -> HTML in
            let name = place["connection"]?.text ?? place["destination"]?.text ?? ""
            return each(place["checks"]?.list ?? []) { check in
                let state = check["state"]?.text ?? ""
                let advice = check["advice"]?.text.map { " " + t.said($0) } ?? ""
                return """
                    <tr><th scope="row">\(name)</th><td>\(t.said(check["check"]?.text ?? ""))</td>\
                    <td>\(Blocks.state(
                        t(t.word(state), t.said(state)),
                        state == "ok" ? .good : state == "failed" ? .stop : .plain))</td>\
                    <td>\(t.said(check["found"]?.text ?? "") + advice)</td></tr>

                    """
            }
        }
        guard !rows.isEmpty else { return "" }
        return Blocks.scrolled(
            "end",
            Blocks.table(
                [
                    .text(t("Connection", "Forbindelse")), .text(t("Check", "Kontrol")), .text(t("State", "Status")),
                    .text(t("Found", "Fundet")),
                ], rows))
    }

    /// What the server shows otherwise than was signed, entry by entry.
    private static func changes(_ period: JSONTree, _ names: [String: String], _ t: PageText) -> HTML {
        guard case .array(let entries)? = period["entries"], !entries.isEmpty else { return "" }
        let heads: [Blocks.Column] = [
            .text(t("Day", "Dag")), .text(t("Employee", "Medarbejder")), .text(t("What", "Hvad")),
            .text(t("Signed", "Underskrevet")), .text(t("Now", "Nu")), .text(t("Pay", "Løn")),
        ]
        func number(_ tree: JSONTree?) -> Int128? { tree?.text.flatMap { StatedNumber.nano($0) } }
        func effects(_ entry: JSONTree) -> String {
            (entry["effects"]?.list ?? []).map { effect in
                let units = number(effect["units"]).map { t.exactChange($0) }
                let amount = number(effect["amount"]).map { t.heading(t.change($0), period["currency"]?.text) }
                return [effect["payCode"]?.text, units, amount].compactMap(\.self).joined(separator: " · ")
            }.joined(separator: "; ")
        }
        func person(_ entry: JSONTree) -> HTML {
            let key = entry["employee"]?.text ?? entry["employee"]?.int.map(String.init)
            let paid = entry["effects"]?.list?.first?["payrollNumber"]?.text
            return t.person(paid ?? key, (paid ?? key).flatMap { names[$0] }, isNamed: true)
        }
        let rows = each(entries.prefix(100)) { entry in
            let field = entry["field"]?.text ?? ""
            let day = entry["date"]?.text.flatMap { CivilDate($0) }.map(t.day) ?? "–"
            return """
                <tr><td>\(day)</td><td>\(person(entry))</td>\
                <td>\(t.word(entry["rule"]?.text ?? ""))\(field.isEmpty ? "" : ": " + t.field(field))</td>\
                <td>\(t.value(entry["old"]?.text ?? "", of: field))</td>\
                <td>\(t.value(entry["new"]?.text ?? "", of: field))</td><td>\(effects(entry))</td></tr>

                """
        }
        let rest = entries.count - min(entries.count, 100)
        let more =
            rest > 0
            ? Blocks.small(
                t.count(
                    rest, ("more; the command lists it.", "mere; kommandoen viser den."),
                    ("more; the command lists them.", "flere; kommandoen viser dem.")))
            : ""
        let sum = number(period["amount"]).map { amount in
            Blocks.small(
                t("Known amounts together: ", "Kendte beløb tilsammen: ")
                    + t.heading(t.change(amount), period["currency"]?.text))
        }
        return Blocks.scrolled("end", Blocks.table(heads, rows)) + (sum ?? "") + more
    }

    /// What starts or stops the timer, which the machine's own program does.
    private static func schedule(_ result: JSONTree, _ t: PageText) -> HTML {
        let notes = each(result["notes"]?.list?.compactMap(\.text) ?? []) { "<p>\(t.said($0))</p>\n" }
        if let line = result["cron"]?.text {
            return """
                <p>\(t(
                    "systemd doesn't run on this machine, so cron has to start it: type crontab -e in a terminal, and add this line at its end. The desk doesn't see what cron starts, so it isn't listed under Jobs.",
                    "systemd kører ikke på denne maskine, så cron skal starte den: skriv crontab -e i en terminal, og tilføj denne linje til sidst. Skrivebordet kan ikke se, hvad cron starter, så det står ikke under Opgaver."))</p>
                <p class="mono">\(line)</p>
                \(notes)
                """
        }
        guard let control = result["control"]?.text else { return "" }
        return """
            <p>\(t(
                "To tell the machine, type this once in a terminal:",
                "Skriv dette én gang i en terminal, så maskinen ved det:"))</p>
            <p class="mono">\(control)</p>
            \(notes)
            """
    }
}
