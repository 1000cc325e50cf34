internal import GantryEngine
internal import GantryKit
internal import GantryPages
internal import GantryRuns
internal import GantrySignOff
internal import GantryTerminal

/// Whether a run is delivered, what is missing, and the forms that deliver it and say what became of it.
struct DeliverPage {
    let pay: PayRun
    let asked: Asked
    /// Who may do it, as gantry.yaml names them.
    let people: [Person]
    /// Which receipt is kept; `nil` for none.
    var kept: BookLine?

    private var t: PageText { asked.t }
    private var start: DeskAddress { .start(pay.id) }
    private var page: DeskAddress { .step(pay.id, .deliver) }

    static func answer(_ pay: PayRun, _ asked: Asked) async throws -> DeskAnswer {
        var page = DeliverPage(pay: pay, asked: asked, people: (try? asked.desk.people()) ?? [])
        if pay.standing?.delivered != nil {
            let state = try await Gantry.signOffState(of: pay.id, in: asked.workspace)
            page.kept = state.phase == .received ? state.last : nil
        }
        return RunFrame(pay: pay, step: .deliver, t: asked.t).answer(page.content, asked)
    }

    private var content: HTML {
        if case .answer? = pay.need { return asksWhether }
        if case .finishing(let to, let isSigned)? = pay.standing?.need { return unfinished(to, isSigned) }
        if let delivered = pay.standing?.delivered { return done(delivered) }
        switch pay.need {
        case .delivery(let isSigned): return asked.query["sure"] == nil ? ready(isSigned) : sure(isSigned)
        case .typing(let isSigned): return typing(isSigned)
        case .remaking(let isSigned, let usesNewSettings): return remaking(isSigned, usesNewSettings)
        case let need?: return notYet(need)
        case nil:
            return Blocks.card(
                "none", titled: t("This run is not delivered", "Denne kørsel afleveres ikke"),
                """
                <p>\(t(
                    "It was withdrawn, or a newer revision is used in its place.",
                    "Den er trukket tilbage, eller en nyere udgave bruges i stedet."))</p>
                """
            )
        }
    }

    private func notYet(_ need: PayStanding.Need) -> HTML {
        let command = MonthText.command(
            need, of: pay.id, pipeline: pay.id.pipeline, by: own, to: "PLACE", place: asked.desk.place)
        let same: HTML =
            command.map {
                "<p class=\"same\">\(t("Comes first:", "Kommer først:")) <code>\($0.shellText)</code></p>\n"
            } ?? ""
        return Blocks.card(
            "next", titled: t("It can't be delivered yet", "Den kan ikke afleveres endnu"),
            """
            <p>\(NeedText.sentence(need, t))</p>
            <p><a class="b b1" href="\(DeskAddress.step(pay.id, pay.step).path)">\(t("Go there", "Gå dertil"))</a></p>
            \(same)
            """)
    }

    /// Both answers are commands: what they say is asked of whoever pays, and can't be taken back here.
    private var asksWhether: HTML {
        guard let need = pay.need else { return "" }
        let to = files.isEmpty ? "PLACE" : nil
        let commands = [
            MonthText.command(
                need, of: pay.id, pipeline: pay.id.pipeline, by: own, to: to, place: asked.desk.place),
            MonthText.otherwise(
                need, of: pay.id, pipeline: pay.id.pipeline, by: own, to: to, place: asked.desk.place),
        ].compactMap(\.self)
        return Blocks.card(
            "next", titled: t("Was it delivered?", "Er den afleveret?"),
            """
            <p>\(NeedText.sentence(need, t))</p>
            <p>\(t("Say it with one of these:", "Sig det med en af disse:"))</p>
            \(each(commands) { DeskFrame.same($0, t) })
            """)
    }

    // MARK: Delivering

    /// Where the files go and who says so; the next page asks once more.
    private func ready(_ isSigned: Bool) -> HTML {
        let form: HTML =
            asked.canWrite
            ? """
            <form method="get" action="\(page.path)"><input type="hidden" name="sure" value="1">
            \(PlaceField.markup(pay.id.pipeline, asked))\(by("by", isSigned))\
            <div class="buttons"><button class="b1">\(t("Go on", "Gå videre"))</button></div>
            </form>

            """ : ""
        return Blocks.card(
            "next", titled: t("Ready to be delivered", "Klar til at blive afleveret"),
            "<p>\(NeedText.sentence(.delivery(isSigned: isSigned), t))</p>\n\(form)\(same(isSigned))")
    }

    /// It is delivered once, so the period, the sum and the place are named before.
    private func sure(_ isSigned: Bool) -> HTML {
        let to = asked.query["to"] ?? ""
        let who = asked.query["by"] ?? ""
        let totals = pay.review?.totals
        let sum =
            totals.flatMap { totals in totals.knownAmount.map { t.heading(t.money($0), totals.currency) } }
            ?? t("an unknown amount", "et ukendt beløb")
        let employees = totals.map { t.count($0.employees, ("employee", "medarbejder"), ("employees", "medarbejdere")) }
        let places = (to.isEmpty ? files.map(\.to) : [to]).map { PlaceField.words($0, asked) }
            .joined(separator: t(" and ", " og "))
        let fields: HTML = """
            <input type="hidden" name="to" value="\(to)"><input type="hidden" name="by" value="\(who)">
            """
        let period = t.period(pay.period)
        var facts: [(String, HTML)] = [(t("Run", "Kørsel"), "\(pay.id.description)")]
        if let total = totals?.correction {
            facts += t.correction(total, totals?.currency).map { ($0.head, "\($0.figure)") }
        } else {
            facts += [(t("Known amount", "Kendt beløb"), "\(sum)"), (t("Paid", "Betales"), "\(employees ?? "–")")]
        }
        facts.append((t("To", "Til"), "\(places)"))
        if !who.isEmpty { facts.append((t("By", "Af"), "\(who)")) }
        return SureCard(
            kind: .deliver, title: t("Deliver \(period)?", "Aflever \(period)?"), facts: facts,
            note: t(
                "It is delivered once. After this the period can only be corrected.",
                "Den afleveres én gang. Derefter kan perioden kun rettes."),
            verb: t("Deliver \(period)", "Aflever \(period)"), fields: fields
        ).markup(to: start, back: page, asked) + same(isSigned, to: to, by: who)
    }

    private func typing(_ isSigned: Bool) -> HTML {
        Blocks.card(
            "next", titled: t("To be typed", "Skal tastes"),
            """
            <p>\(NeedText.sentence(.typing(isSigned: isSigned), t))</p>
            <p><a href="\(DeskAddress.step(pay.id, .report).path)">\(t(
                "What to type stands in the report",
                "Hvad der skal tastes, står i rapporten"))</a></p>
            \(StartForm.markup(
                .typed, to: start, verb: t("It is typed", "Det er tastet"), asked,
                fields: StartForm.reason("why", for: .typed, asked) + by("by", isSigned)))\
            \(DeskFrame.same(asked.desk.command("deliver", pay.id.description, "--typed", "--because", "TEXT"), t))
            """)
    }

    /// A new revision, made from what was delivered last.
    private func remaking(_ isSigned: Bool, _ usesNewSettings: Bool) -> HTML {
        let need = PayStanding.Need.remaking(isSigned: isSigned, usesNewSettings: usesNewSettings)
        let command = MonthText.command(
            need, of: pay.id, pipeline: pay.id.pipeline, by: own, to: nil, place: asked.desk.place)
        return Blocks.card(
            "next", titled: t("To be made again", "Skal laves igen"),
            """
            <p>\(NeedText.sentence(need, t))</p>
            \(StartForm.markup(
                .correct, to: start, verb: t("Make it again", "Lav den igen"), asked,
                fields: StartForm.correcting("why", usesNewSettings: usesNewSettings, asked)))\
            \(command.map { DeskFrame.same($0, t) } ?? "")
            """)
    }

    /// The same delivery again, to the same place, ends it.
    private func unfinished(_ to: String?, _ isSigned: Bool) -> HTML {
        let need = PayStanding.Need.finishing(to: to, isSigned: isSigned)
        let place: HTML =
            to.map { "<input type=\"hidden\" name=\"to\" value=\"\($0)\">" }
            ?? PlaceField.markup(pay.id.pipeline, asked)
        let command = MonthText.command(
            need, of: pay.id, pipeline: pay.id.pipeline, by: own, to: "PLACE", place: asked.desk.place)
        return Blocks.card(
            "next", titled: t("The delivery isn't finished", "Afleveringen er ikke færdig"),
            """
            <p>\(t.said("\(pay.id.description) \(pay.standing?.delivered ?? "")."))</p>
            <p>\(NeedText.sentence(need, t))</p>
            \(StartForm.markup(
                .deliver, to: start, verb: t("Finish the delivery", "Gør afleveringen færdig"), asked,
                fields: place + by("by", isSigned)))\
            \(command.map { DeskFrame.same($0, t) } ?? "")
            """) + failed(isSigned)
    }

    // MARK: Afterwards

    private func done(_ delivered: String) -> HTML {
        let isSigned = pay.standing?.waits != nil
        let name = pay.id.description
        return Blocks.card(
            "done", titled: t("Delivered", "Afleveret"),
            """
            <div class="note note-good"><p>\(t.said("\(name) \(delivered)."))</p></div>
            <p>\(t(
                "The period can now only be corrected, not paid again.",
                "Perioden kan nu kun rettes, ikke udbetales igen."))</p>
            """)
            + receipt(isSigned)
            + Blocks.card(
                "changes", titled: t("What has changed since", "Hvad der har ændret sig siden"),
                """
                <p>\(t(
                    "The server is asked what it shows otherwise than was paid. Nothing is changed by that.",
                    "Serveren bliver spurgt, hvad den viser anderledes end det betalte. Det ændrer intet."))</p>
                \(StartForm.markup(.changes, to: start, verb: t("Ask the server", "Spørg serveren"), asked))\
                \(DeskFrame.same(asked.desk.command("diff", "\(pay.id.pipeline)/\(pay.id.period)", "server"), t))
                <h3>\(t("Make a correction", "Lav en rettelse"))</h3>
                <p>\(t(
                    "A new revision, whose files hold only what changed.",
                    "En ny udgave, hvis filer kun indeholder det, der er ændret."))</p>
                \(StartForm.markup(
                    .correct, to: start, verb: t("Make a correction", "Lav en rettelse"), asked,
                    fields: StartForm.reason("why", for: .correct, asked), isFirst: false))\
                \(DeskFrame.same(asked.desk.command("run", pay.id.pipeline, "--period", pay.id.period, "--revision", "next", "--because", "TEXT"), t))
                """)
            // A receipt says that it arrived.
            + (kept != nil ? "" : failed(isSigned))
    }

    private func failed(_ isSigned: Bool) -> HTML {
        let reason = StartForm.reason("why-failed", for: .failed, asked) + by("by-failed", isSigned)
        let isTyped = pay.review?.correction?.total.isTyped ?? false
        let verb =
            isTyped ? t("It wasn't typed", "Det blev ikke tastet") : t("It never arrived", "Det nåede aldrig frem")
        let what: HTML =
            isTyped
            ? "\(t("Say it only where the payroll program has none of the changes: they then wait to be typed again.", "Sig det kun, hvis lønprogrammet ikke har nogen af ændringerne: de skal så tastes igen."))"
            : "\(t("Say it only where the receiver has none of the files, or refused them: they then count as not delivered and can be delivered again.", "Sig det kun, hvis modtageren ikke har nogen af filerne eller har afvist dem: de regnes så som ikke afleveret og kan afleveres igen."))"
        return Blocks.card(
            "failed", titled: verb,
            """
            <p>\(what)</p>
            \(StartForm.markup(.failed, to: start, verb: verb, asked, fields: reason, isFirst: false))\
            \(DeskFrame.same(asked.desk.command(["deliver", pay.id.description, "--failed", "--because", "TEXT"] + said(isSigned)), t))
            """)
    }

    /// What the payroll program answered is kept with the signatures.
    private func receipt(_ isSigned: Bool) -> HTML {
        let title = t("The answer of the payroll program", "Lønprogrammets svar")
        if let kept {
            let name = kept.files.first?.name ?? ""
            return Blocks.card(
                "receipt-card", titled: title,
                """
                <p>\(t("Kept:", "Gemt:")) \(name), \(t.time(kept.time)), \(kept.person.name).</p>
                """)
        }
        guard isSigned, asked.canWrite else { return "" }
        let id = RandomKey(bytes: 16).text
        let field = DropForm.field(
            id, named: "receipt", label: t("Its answer, as a file", "Svaret, som en fil"),
            hint: t(
                "A PDF, a picture of the screen, or what it sent.", "En PDF, et skærmbillede eller det, det sendte."),
            isOne: true, asked)
        return Blocks.card(
            "receipt-card", titled: title,
            """
            \(StartForm.markup(
                .receipt, to: start, verb: t("Keep it", "Gem det"), asked, fields: field + by("by-receipt", true),
                isFirst: false, number: id))\
            \(DeskFrame.same(asked.desk.command(["deliver", pay.id.description, "--receipt", "FILE"] + said(true)), t))
            """)
    }

    // MARK: Fields

    /// Who does it, in a command.
    private func said(_ isSigned: Bool) -> [String] { isSigned ? ["--by", own ?? "NAME"] : [] }

    private var own: String? { asked.desk.person(among: people)?.id }

    private var files: [Pipeline.Deliver] { PlaceField.files(of: pay.id.pipeline, asked) }

    /// Who does it, where the run is signed.
    private func by(_ id: String, _ isSigned: Bool) -> HTML {
        guard isSigned else { return "" }
        return PersonField.labelled(
            people, own: asked.filled["by"] ?? own ?? "", id: id, label: t("Done by", "Udført af"), t)
    }

    private func same(_ isSigned: Bool, to: String = "PLACE", by: String? = nil) -> HTML {
        let command = MonthText.command(
            .delivery(isSigned: isSigned), of: pay.id, pipeline: pay.id.pipeline, by: by ?? own,
            to: files.isEmpty ? to : nil, place: asked.desk.place)
        return command.map { DeskFrame.same($0, t) } ?? ""
    }
}
