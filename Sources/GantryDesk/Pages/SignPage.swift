internal import GantryEngine
internal import GantryFiles
internal import GantryKit
internal import GantryModel
internal import GantryPages
internal import GantryRuns
internal import GantrySignOff
internal import GantryTerminal

/// Who has signed a run, what is signed, and what is missing.
enum SignPage {
    static func answer(_ pay: PayRun, _ asked: Asked) async throws -> DeskAnswer {
        let t = asked.t
        let state = try await Gantry.signOffState(of: pay.id, in: asked.workspace)
        let frame = RunFrame(pay: pay, step: .sign, t: t)
        guard pay.standing?.waits != nil || state.last != nil else {
            return frame.answer(
                Blocks.card(
                    "none", t("Nobody signs these runs", "Ingen underskriver disse kørsler"),
                    "<p>\(t("The pipeline file asks for no signatures, so the files can be delivered as they are.", "Pipelinefilen kræver ingen underskrifter, så filerne kan afleveres, som de er."))</p>"
                ), asked)
        }
        let signers: HTML = """
            <ol class="signers" aria-label="\(t("Signatures", "Underskrifter"))">
            \(signer(1, t("Prepared", "Udarbejdet"), state.prepared, isNext: state.prepared == nil, t))\
            \(signer(2, t("Approved by another person", "Godkendt af en anden person"), state.approved, isNext: state.prepared != nil && state.approved == nil, t))</ol>

            """
        return frame.answer(
            """
            <div class="cols"><div>
            \(signers)\(next(pay, asked))</div>
            <div>
            \(seal(state, t))\(signed(pay, t))</div></div>

            """, asked)
    }

    private static func signer(_ place: Int, _ role: String, _ line: BookLine?, isNext: Bool, _ t: PageText) -> HTML {
        guard let line else {
            let kind: HTML = isNext ? " class=\"next\"" : ""
            return "<li\(kind)><b>\(String(place)) \(role)</b><br>\(t("not yet", "endnu ikke"))</li>\n"
        }
        let isDeclared = if case .key = line.proof { false } else { true }
        let proof: HTML =
            isDeclared
            ? Blocks.state(t("declared, without a key", "erklæret, uden nøgle"), .plain)
            : Blocks.state(t("signed with a key", "underskrevet med nøgle"), .good)
        return """
            <li class="has"><b>\(String(place)) \(role) ✓</b><br>\(line.person.name) \(proof)<br><small>\(t.time(line.time))</small></li>

            """
    }

    private static func next(_ pay: PayRun, _ asked: Asked) -> HTML {
        let t = asked.t
        guard let need = pay.need else { return "" }
        switch need {
        case .preparation, .approval:
            let people = (try? asked.desk.people()) ?? []
            let command = MonthText.command(
                need, of: pay.id, pipeline: pay.id.pipeline, by: asked.desk.person(among: people)?.id, to: nil,
                place: asked.desk.place)
            return Blocks.card(
                "next", t("What is missing", "Hvad der mangler"),
                """
                <p>\(NeedText.sentence(need, t))</p>
                <p class="same">\(t("Sign with", "Skriv under med")) <code>\(command?.shellText ?? "")</code></p>
                <p><small>\(t("Two people at one desk are not four eyes: without a key a signature is called declared, here and on paper.", "To personer ved ét skrivebord er ikke fire øjne: uden nøgle kaldes en underskrift erklæret, her og på papir."))</small></p>
                """)
        case .look, .decisions, .files:
            return Blocks.card(
                "next", t("It can't be signed yet", "Den kan ikke underskrives endnu"),
                """
                <p>\(NeedText.sentence(need, t))</p>
                <p><a class="b b1" href="\(DeskAddress.step(pay.id, .review).path)">\(t("Review", "Gennemgå"))</a></p>
                """)
        case .delivery, .typing, .nothing:
            return Blocks.card(
                "next", t("Signed", "Underskrevet"),
                """
                <p>\(NeedText.sentence(need, t))</p>
                <p><a class="b" href="\(DeskAddress.step(pay.id, .deliver).path)">\(t("Deliver", "Aflever"))</a></p>
                """)
        }
    }

    private static func seal(_ state: SignOffState, _ t: PageText) -> HTML {
        guard let statement = state.statement else { return "" }
        return Blocks.card(
            "seal", t("Seal", "Segl"),
            """
            <p class="seal">\(Seal(statement).description)</p>
            <p><small>\(t("Write it into the comment field of the payroll program. Years later it proves every figure of the month.", "Skriv det i lønprogrammets kommentarfelt. Om flere år beviser det hvert tal i måneden."))</small></p>
            """)
    }

    private static func signed(_ pay: PayRun, _ t: PageText) -> HTML {
        guard let totals = pay.review?.totals else { return "" }
        var rows: [(String, String)] = [(t("Employees", "Medarbejdere"), t.count(totals.employees))]
        for code in totals.payCodes { rows.append(("\(code.code) \(code.title)", t.hours(code.units))) }
        rows.append(
            (
                t.heading(t("Known amount", "Kendt beløb"), totals.currency),
                totals.amount.map(t.money) ?? t("unknown", "ukendt")
            ))
        rows.append((t("On hold, hours", "Tilbageholdt, timer"), t.hours(totals.heldHours)))
        return Blocks.card(
            "what", t("What is signed", "Hvad der underskrives"),
            """
            <table><tbody>
            \(each(rows) { "<tr><th scope=\"row\">\($0.0)</th>\(Blocks.number($0.1))</tr>\n" })</tbody></table>
            <p><a href="\(DeskAddress.step(pay.id, .report).path)">\(t("The report", "Rapporten"))</a> · \
            <a href="\(DeskAddress.step(pay.id, .files).path)">\(t("The files", "Filerne"))</a></p>
            """)
    }
}
