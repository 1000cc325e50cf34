internal import GantryEngine
internal import GantryKit
internal import GantryPages
internal import GantryRuns
internal import GantrySignOff
internal import GantryTerminal

/// Who has signed a run, what is signed, and what is missing.
struct SignPage {
    let pay: PayRun
    let state: SignOffState
    /// Who signs; `nil` where nobody does, or the pipeline file can't be read.
    let rules: SignOffRules?
    let people: [Person]
    let asked: Asked
    /// What was changed since the run was made and doesn't count in its files, where it is reviewed or a signature is
    /// asked for.
    var other: OtherSettings?
    /// Why a form was refused.
    var problem: String?
    /// What was typed in a form that was refused.
    var typed = FormFields()

    private var t: PageText { asked.t }

    static func read(_ pay: PayRun, _ asked: Asked) async throws -> SignPage {
        var files = asked.desk.files()
        var page = SignPage(
            pay: pay, state: try await Gantry.signOffState(of: pay.id, in: asked.workspace),
            rules: files.signOff(of: pay.id.pipeline), people: try asked.desk.people(), asked: asked)
        if pay.need != nil, [.review, .sign].contains(pay.step), let report = pay.review {
            page.other = try await asked.desk.session.otherSettings(than: report, in: asked.workspace)
        }
        return page
    }

    static func answer(_ pay: PayRun, _ asked: Asked) async throws -> DeskAnswer {
        let done: SentForms.Done? = if let number = asked.query["form"] { await asked.forms[number] } else { nil }
        return try await read(pay, asked).answer(done)
    }

    func answer(_ done: SentForms.Done? = nil, status: Int = 200) -> DeskAnswer {
        let frame = RunFrame(pay: pay, step: .sign, t: t)
        guard pay.standing?.waits != nil || state.last != nil else {
            return frame.answer(
                Blocks.card(
                    "none", titled: t("Nobody signs these runs", "Ingen underskriver disse kørsler"),
                    """
                    <p>\(t(
                        "The pipeline file asks for no signatures, so the files can be delivered as they are.",
                        "Pipelinefilen kræver ingen underskrifter, så filerne kan afleveres, som de er."))</p>
                    """
                ), asked)
        }
        let signers: HTML = """
            <ol class="signers" aria-label="\(t("Signatures", "Underskrifter"))">
            \(SignPage.signer(
                1, role: t("Prepared", "Udarbejdet"), line: state.prepared, isNext: state.prepared == nil, t))\
            \(SignPage.signer(
                2, role: t("Approved by another person", "Godkendt af en anden person"), line: state.approved,
                isNext: state.prepared != nil && state.approved == nil, t))</ol>

            """
        return frame.answer(
            """
            \(notes(done))\(changes)<div class="cols"><div>
            \(signers)\(next)\(takeBack)</div>
            <div>
            \(SignPage.seal(state, t))\(SignPage.signed(pay, t))</div></div>

            """, asked, status: status)
    }

    private func notes(_ done: SentForms.Done?) -> HTML {
        if let problem {
            return """
                <div class="summary" role="alert" aria-labelledby="mistakes"><h2 id="mistakes">\
                \(t("Nothing is recorded", "Intet er gemt"))</h2><p>\(problem)</p></div>

                """
        }
        guard let done else { return "" }
        let text =
            done.added == 0
            ? t("Nothing new: this was signed before.", "Intet nyt: dette var allerede underskrevet.")
            : t("Recorded in the book.", "Gemt i bogen.")
        return """
            <div class="note note-good" role="status"><p>\(text)</p>
            \(DeskFrame.same(done.command, t))</div>

            """
    }

    private static func signer(_ place: Int, role: String, line: BookLine?, isNext: Bool, _ t: PageText) -> HTML {
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
            <li class="has"><b>\(String(place)) \(role) ✓</b>\
            <br>\(line.person.name) \(proof)<br><small>\(t.time(line.time))</small></li>

            """
    }

    private static func seal(_ state: SignOffState, _ t: PageText) -> HTML {
        guard let statement = state.statement else { return "" }
        return Blocks.card(
            "seal", titled: t("Seal", "Segl"),
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
                totals.knownAmount.map(t.money) ?? t("unknown", "ukendt")
            ))
        rows.append((t("On hold, hours", "Tilbageholdt, timer"), t.hours(totals.heldHours)))
        func table(_ rows: [(String, String)]) -> HTML {
            """
            <table><tbody>
            \(each(rows) { "<tr><th scope=\"row\">\($0.0)</th>\(Blocks.number($0.1))</tr>\n" })</tbody></table>

            """
        }
        let correction = totals.correction.map { total -> HTML in
            """
            \(table(t.correction(total, totals.currency)))<p>\(t.monthAfterCorrection)</p>

            """
        }
        return Blocks.card(
            "what",
            titled: correction == nil
                ? t("What is signed", "Hvad der underskrives")
                : t("What is signed: a correction", "Hvad der underskrives: en rettelse"),
            """
            \(correction ?? "")\(table(rows))\
            <p><a href="\(DeskAddress.step(pay.id, .report).path)">\(t("The report", "Rapporten"))</a> · \
            <a href="\(DeskAddress.step(pay.id, .files).path)">\(t("The files", "Filerne"))</a></p>
            """)
    }
}
