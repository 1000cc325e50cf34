internal import GantryEngine
internal import GantryKit
internal import GantryPages
internal import GantrySignOff
internal import GantryTerminal

/// What a person decides, why, and as who.
extension ReviewPage {
    func panel() throws -> HTML {
        let people = try asked.desk.people()
        let own = form.by.isEmpty ? asked.desk.person(among: people)?.id ?? "" : form.by
        let command = asked.desk.command(
            "review", pay.id.description, "ID", "--accept", "--by", "NAME", "--because", "TEXT")
        return """
            <section class="card" aria-labelledby="decide">
            <h2 id="decide">\(t("Decide about what is ticked", "Afgør det, der er sat kryds ved"))</h2>
            <p class="num" id="ticked" data-one="\(t("1 finding ticked", "1 fund markeret"))" \
            data-many="\(t("findings ticked", "fund markeret"))" hidden></p>
            <p id="copy" hidden><button type="button" data-done="\(t("Copied", "Kopieret"))">\(t(
                "Copy as text, without amounts", "Kopiér som tekst, uden beløb"))</button></p>
            <fieldset id="verb"\(described("verb"))>
            <legend>\(t("Decision", "Afgørelse"))</legend>
            \(mistake("verb"))\(choice(
                "accept", named: t("Accept", "Godtag"),
                hint: t("Only for warnings: they are all right.", "Kun for advarsler: de er i orden.")))\
            \(choice(
                "hold", named: t("Keep on hold", "Hold tilbage"),
                hint: t(
                    "Not paid, whatever the rules find later, until it is taken back.",
                    "Udbetales ikke, uanset hvad reglerne finder senere, før det fortrydes.")))\
            \(choice(
                "waive", named: t("Pay anyway", "Udbetal alligevel"),
                hint: t(
                    "Although a rule holds it. The files are then written again, without asking the server.",
                    "Selv om en regel holder det tilbage. Filerne skrives så igen uden at spørge serveren.")))\
            \(choice(
                "withdraw", named: t("Take back", "Fortryd"),
                hint: t(
                    "The newest decision about it counts no more.",
                    "Den nyeste afgørelse om det gælder ikke mere.")))</fieldset>
            <div class="field">
            <label for="by">\(t("Decided by", "Afgjort af"))</label>\(mistake("by"))\
            \(PersonField.markup(people, own: own, isInvalid: problems.contains { $0.field == "by" }, t))
            </div>
            <div class="field">
            <label for="why">\(t("Reason", "Begrundelse"))</label><span class="hint" id="whyh">\
            \(t(
                "One line, at least ten characters. Whoever approves reads it.",
                "Én linje, mindst ti tegn. Den, der godkender, læser den."))</span>\(mistake("why"))
            \(reason)
            </div>
            <div class="buttons"><button class="b1" data-busy="\(t("Recording …", "Gemmer …"))">\
            \(t("Record", "Gem"))</button></div>
            <p class="same">\(t("Same as", "Det samme som")) <code>\(command.shellText)</code></p>
            <p><small>\(t(
                "A decision is kept for ever with the name, and can be taken back until the month is signed.",
                "En afgørelse gemmes for altid med navnet og kan fortrydes, til måneden er underskrevet."))</small></p>
            </section>

            """
    }

    private var reason: HTML {
        let known = report.findings.compactMap(\.decision?.because)
        var seen: Set<String> = []
        let offered = known.filter { seen.insert($0).inserted }.prefix(10)
        let list: HTML =
            offered.isEmpty
            ? "" : "<datalist id=\"reasons\">\(each(offered) { "<option value=\"\($0)\"></option>" })</datalist>"
        let listed: HTML = offered.isEmpty ? "" : " list=\"reasons\""
        return """
            <input type="text" id="why" name="because" pattern=".{10,500}" maxlength="500" \
            required value="\(form.because)" \
            aria-describedby="whyh"\(invalid("why"))\(listed)>\(list)
            """
    }

    private func choice(_ verb: String, named name: String, hint: String) -> HTML {
        // What is possible about nothing here isn't offered.
        guard form.verb == verb || report.findings.contains(where: { DecisionForm.possible($0).contains(verb) })
        else { return "" }
        let isChosen: HTML = form.verb == verb ? " checked" : ""
        return """
            <label class="pick"><input type="radio" name="verb" value="\(verb)" required\(isChosen)>\
            <span>\(name)<span class="hint">\(hint)</span></span></label>

            """
    }

    private func described(_ field: String) -> HTML {
        problems.contains { $0.field == field } ? " aria-describedby=\"\(field)e\"" : ""
    }

    private func invalid(_ field: String) -> HTML {
        problems.contains { $0.field == field } ? " aria-invalid=\"true\"" : ""
    }

    private func mistake(_ field: String) -> HTML {
        problems.first { $0.field == field }.map { "<span class=\"error\" id=\"\(field)e\">\($0.text)</span>" } ?? ""
    }
}
