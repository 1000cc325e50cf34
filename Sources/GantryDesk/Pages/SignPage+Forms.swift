internal import GantryEngine
internal import GantryFiles
internal import GantryKit
internal import GantryModel
internal import GantryPages
internal import GantryRuns
internal import GantrySignOff
internal import GantryTerminal

/// What comes next, and the forms that sign and take a signature back.
extension SignPage {
    /// What a form was shown: the findings, and how far the signatures were.
    var digest: String {
        (pay.review.map(DecisionForm.digest) ?? "") + "-" + state.phase.rawValue
    }

    var next: HTML {
        let t = asked.t
        guard let need = pay.need else { return "" }
        switch need {
        case .preparation(let may), .approval(let may): return sign(need, may)
        case .look, .decisions, .mending, .files, .remaking:
            let verb = pay.step == .review ? t("Review", "Gennemgå") : t("Go there", "Gå dertil")
            return Blocks.card(
                "next", titled: t("It can't be signed yet", "Den kan ikke underskrives endnu"),
                """
                <p>\(NeedText.sentence(need, t))</p>
                <p><a class="b b1" href="\(DeskAddress.step(pay.id, pay.step).path)">\(verb)</a></p>
                """)
        case .answer:
            return Blocks.card(
                "next", titled: t("It can't be signed yet", "Den kan ikke underskrives endnu"),
                """
                <p>\(NeedText.sentence(need, t))</p>
                <p><a class="b b1" href="\(DeskAddress.step(pay.id, .deliver).path)">\(t("Go there", "Gå dertil"))</a></p>
                """)
        case .delivery, .typing, .finishing, .nothing:
            return Blocks.card(
                "next", titled: t("Signed", "Underskrevet"),
                """
                <p>\(NeedText.sentence(need, t))</p>
                <p><a class="b" href="\(DeskAddress.step(pay.id, .deliver).path)">\(t("Deliver", "Aflever"))</a></p>
                """)
        }
    }

    /// What doesn't count in what is signed, and how it would.
    var changes: HTML {
        guard let other else { return "" }
        let t = asked.t
        let command = MonthText.again(other, of: pay.id, pipeline: pay.id.pipeline, place: asked.desk.place)
        let how: HTML =
            command.map { DeskFrame.same($0, t) }
                ?? """
                <p>\(t(
                "Settings of today can't take back what was paid: put them back, and change them from the next period on.",
                "Indstillingerne i dag kan ikke tage det udbetalte tilbage: sæt dem tilbage, og ændr dem fra næste periode."))</p>
                """
        let form: HTML =
            other.isCorrection || other.needsReason
            ? ""
            : StartForm.markup(
                .rewrite, to: .start(pay.id), verb: t("Write the files again", "Skriv filerne igen"), asked)
        let asItIs =
            pay.step == .sign ? t(" It can be signed as it is.", " Den kan underskrives, som den er.") : ""
        return """
            <div class="note note-wait"><p><b>\(t(
                "It was made before these changes, which don't count in it.",
                "Den er lavet før disse ændringer, som ikke tæller med i den."))</b>\(asItIs)</p>
            <ul>\(each(other.differences) { "<li>\(t.said($0))</li>\n" })</ul>
            \(form)\(how)</div>

            """
    }

    private func sign(_ need: PayStanding.Need, _ may: [String]) -> HTML {
        let t = asked.t
        let own = typed["by"] ?? asked.desk.person(among: people)?.id ?? ""
        let command = MonthText.command(
            need, of: pay.id, pipeline: pay.id.pipeline, by: own.isEmpty ? nil : own, to: nil, place: asked.desk.place)
        let isApproval = if case .approval = need { true } else { false }
        let same: HTML = command.map { DeskFrame.same($0, t) } ?? ""
        let key = byKey(may, own)
        guard canWrite, let rules, !isApproval || rules.proof == .declared else {
            return Blocks.card(
                "next", titled: t("What is missing", "Hvad der mangler"),
                """
                <p>\(NeedText.sentence(need, t))</p>
                \(canWrite && rules?.proof == .key ? key : HTML())\(same)
                """)
        }
        let able = people.filter { may.contains($0.id) }
        let verb = isApproval ? t("Approve", "Godkend") : t("Prepare", "Udarbejd")
        return Blocks.card(
            "next", titled: t("What is missing", "Hvad der mangler"),
            """
            <p>\(NeedText.sentence(need, t))</p>
            <p>\(t(
                "Who signs has looked at these figures and says that they may be paid.",
                "Den, der skriver under, har set på tallene og siger, at de må udbetales."))</p>
            \(opening("sign"))
            <div class="field"><label for="by">\(t("Signed by", "Underskrevet af"))</label>\
            \(PersonField.markup(able.isEmpty ? people : able, own: own, isInvalid: false, t))</div>
            <div class="buttons"><button class="b1" data-busy="\(t("Recording …", "Gemmer …"))">\(verb)</button></div>
            </form>
            \(same)
            <p><small>\(t("Two people at one desk are not four eyes: without a key a signature is called declared, here and on paper.", "To personer ved ét skrivebord er ikke fire øjne: uden nøgle kaldes en underskrift erklæret, her og på papir."))</small></p>
            """)
    }

    /// The statement to sign at another machine, and where the signature comes back.
    private func byKey(_ may: [String], _ own: String) -> HTML {
        let t = asked.t
        let id = RandomKey(bytes: 16).text
        let able = people.filter { may.contains($0.id) }
        let field = DropForm.field(
            id, named: "signature", label: t("The signature", "Underskriften"),
            hint: t(
                "The file that ssh-keygen made beside the statement: it ends in .sig.",
                "Filen, som ssh-keygen lavede ved siden af erklæringen: den ender på .sig."),
            isOne: true, asked)
        let who: HTML = """
            <div class="field"><label for="by-key">\(t("Signed by", "Underskrevet af"))</label>\
            \(PersonField.markup(able.isEmpty ? people : able, own: own, id: "by-key", isInvalid: false, t))</div>

            """
        let name = "r\(pay.id.revision).statement"
        return """
            <p>\(t(
                "This signature is made with the key of who gives it, at their own machine.",
                "Denne underskrift laves med nøglen hos den, der giver den, på deres egen maskine."))</p>
            <ol><li><a href="\(DeskAddress.statement(pay.id).path)" download>\(t(
                "Take the statement along", "Tag erklæringen med"))</a></li>
            <li>\(t("Sign it there:", "Underskriv den dér:")) <code>\(ShellCommand(["ssh-keygen", "-Y", "sign", "-n", "gantry-sign-off", "-f", "KEY", name]).shellText)</code></li>
            <li>\(t("Give the signature here", "Giv underskriften her"))</li></ol>
            \(StartForm.markup(
                .sign, to: .start(pay.id), verb: t("Add the signature", "Tilføj underskriften"), asked,
                fields: field + who, number: id))
            """
    }

    /// The file that is signed with a key.
    static func statement(_ run: RunID, _ asked: Asked) async throws -> DeskAnswer {
        let place = SignOffPlace(run: run, workspace: asked.workspace)
        guard try await PayRun.read(run, asked) != nil, try ReadFile.exists(place.statement) else {
            return RefusalPage.notFound(asked)
        }
        return try .download(
            "signoff/\(run.pipeline)/\(run.period)/\(place.statementName)", in: asked.workspace.path,
            type: "text/plain; charset=utf-8")
    }

    var takeBack: HTML {
        let t = asked.t
        guard canWrite, [.prepared, .signed].contains(state.phase), pay.standing?.delivered == nil else { return "" }
        let own = typed["by"] ?? asked.desk.person(among: people)?.id ?? ""
        return Blocks.card(
            "back", titled: t("Take the signatures back", "Fortryd underskrifterne"),
            """
            \(opening("withdraw"))
            <div class="field"><label for="bywhom">\(t("Taken back by", "Fortrudt af"))</label>\
            \(PersonField.markup(people, own: own, id: "bywhom", isInvalid: false, t))</div>
            <div class="field"><label for="why">\(t("Reason", "Begrundelse"))</label><span class="hint" id="whyh">\
            \(t("One line, at least ten characters.", "Én linje, mindst ti tegn."))</span>
            <input type="text" id="why" name="because" pattern=".{10,500}" maxlength="500" required \
            value="\(typed["because"] ?? "")" aria-describedby="whyh"></div>
            <div class="buttons"><button data-busy="\(t("Recording …", "Gemmer …"))">\
            \(t("Take back", "Fortryd"))</button></div>
            </form>
            <p><small>\(t(
                "Possible until the month is delivered. The book keeps every line.",
                "Muligt, til måneden er afleveret. Bogen beholder alle linjer."))</small></p>
            """)
    }

    private func opening(_ act: HTML) -> HTML {
        """
        \(asked.form(.step(pay.id, .sign)))<input type="hidden" name="act" value="\(act)">\
        <input type="hidden" name="seen" value="\(digest)">\
        <input type="hidden" name="form" value="\(RandomKey(bytes: 16).text)">
        """
    }

    private var canWrite: Bool {
        pay.withdrawn == nil && pay.supersededBy == nil && asked.canWrite
    }

    // MARK: What a form does

    static func change(_ run: RunID, form fields: FormFields, _ asked: Asked) async throws -> DeskAnswer {
        guard let pay = try await PayRun.read(run, asked), pay.isPublished else { return RefusalPage.notFound(asked) }
        guard let number = fields["form"], !number.isEmpty else { return RefusalPage.answer(.noForm, asked) }
        let there = DeskAnswer.seeOther(.step(run, .sign), query: "form=\(number.filter { $0.isHexDigit })")
        guard await asked.forms.begin(number) else { return there }
        var page = try await SignPage.read(pay, asked)
        page.typed = fields
        do {
            await asked.forms.end(number, try await page.sign(fields))
            return there
        } catch let error as any ExplainedError {
            await asked.forms.undo(number)
            let report = ErrorReport(error, command: nil, place: asked.desk.place)
            page.problem = [report.explanation, report.advice].compactMap(\.self).map { asked.t.said($0) }.joined(
                separator: " ")
            return page.answer(status: 422)
        } catch {
            await asked.forms.undo(number)
            throw error
        }
    }

    private func sign(_ fields: FormFields) async throws -> SentForms.Done {
        guard fields["seen"] == digest else {
            throw UsageError(
                asked.t(
                    "It changed while you looked. Look at it again, and sign then.",
                    "Det ændrede sig, mens du så på det. Se på det igen, og skriv så under."))
        }
        let by = fields["by"] ?? ""
        let words = ["sign", pay.id.description, "--by", by]
        let because = fields["because"] ?? ""
        let isTakingBack = fields["act"] == "withdraw"
        let command = ShellCommand(
            ["gantry"] + words + (isTakingBack ? ["--withdraw", "--because", because] : []) + asked.desk.place)
        let result = try await asked.desk.session.signOff(
            isTakingBack ? .withdraw(because: because) : .sign(signature: nil), of: pay.id, by: by, pipeline: nil,
            in: asked.workspace, shown: asked.desk.workspaceShown, command: command)
        return SentForms.Done(added: result.wasDone ? 0 : 1, command: command)
    }
}
