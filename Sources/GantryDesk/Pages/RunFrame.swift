internal import GantryEngine
internal import GantryKit
internal import GantryModel
internal import GantryPages
internal import GantryRuns
internal import GantryTerminal

/// What is around every page of a run of pay: the period, and the steps on its way to being paid.
struct RunFrame {
    let pay: PayRun
    let step: DeskAddress.Step
    let t: PageText

    func answer(_ content: HTML, _ asked: Asked, status: Int = 200, isReloaded: Bool = false) -> DeskAnswer {
        DeskFrame(
            title: "\(title) · \(t.period(pay.period))", bands: bands(asked), content: head + steps + content,
            isReloaded: isReloaded
        ).answer(asked, status: status)
    }

    private var title: String {
        switch step {
        case .run: t("Run", "Kørsel")
        case .review: t("Review", "Gennemgang")
        case .compare: t("Compare", "Sammenligning")
        case .sign: t("Sign", "Underskrift")
        case .deliver: t("Deliver", "Aflevering")
        case .files: t("Files", "Filer")
        case .report: t("Report", "Rapport")
        }
    }

    private func bands(_ asked: Asked) -> HTML {
        var bands = HTML()
        if let damage = pay.damage {
            let report = ErrorReport(damage, command: nil, place: asked.desk.place)
            bands += Blocks.band(
                .stop, headed: t("Not as it was published.", "Ikke, som den blev udgivet."),
                [report.explanation, report.advice].compactMap(\.self).map { t.said($0) }.joined(separator: " "))
        }
        if pay.record.source?.isThisMachine ?? false {
            bands += DeskFrame.sandbox(t)
        }
        if let withdrawn = pay.withdrawn {
            bands += Blocks.band(
                .stop, headed: t("Withdrawn.", "Trukket tilbage."),
                t(
                    "\(withdrawn.by) withdrew this run: \(withdrawn.because) Nothing of it is paid.",
                    "\(withdrawn.by) har trukket kørslen tilbage: \(withdrawn.because) Intet af den udbetales."))
        } else if let newer = pay.supersededBy, pay.standing?.delivered != nil {
            bands += Blocks.band(
                .wait, headed: t("Delivered and corrected.", "Afleveret og rettet."),
                t(
                    "This revision was delivered; revision \(newer) corrects it.",
                    "Denne udgave er afleveret; udgave \(newer) retter den."))
        } else if let newer = pay.supersededBy {
            bands += Blocks.band(
                .wait, headed: t("Superseded.", "Afløst."),
                t("Revision \(newer) is used in its place.", "Udgave \(newer) bruges i stedet."))
        }
        return bands
    }

    private var head: HTML {
        let id = pay.id
        let (words, tone) =
            pay.withdrawn != nil
            ? (t("Withdrawn", "Trukket tilbage"), Blocks.Tone.stop)
            : pay.damage != nil
                ? (t("Not as published", "Ikke som udgivet"), .stop)
                : pay.isPublished
                    ? (pay.standing?.delivered == nil && pay.supersededBy != nil
                        ? (t("Not used", "Bruges ikke"), .plain) : NeedText.state(pay.standing?.need, t))
                    : (t("Not published", "Ikke færdig"), .wait)
        let asOf: HTML = "\(t("as of", "opgjort")) \(t.time(pay.record.snapshot))"
        return """
            <p class="crumbs"><a href="\(DeskAddress.home.path)">\(t("Home", "Hjem"))</a> › \
            <a href="\(DeskAddress.payroll(pipeline: id.pipeline).path)">\(id.pipeline)</a></p>
            \(DeskFrame.head(
                "\(t("Pay", "Løn")) \(t.period(pay.period))",
                "\(t.day(pay.period.first)) – \(t.day(pay.period.last)) · \(asOf) · \(t("revision", "udgave")) \(String(id.revision))",
                state: Blocks.state(words, tone)))
            """
    }

    private var steps: HTML {
        let spine: [(DeskAddress.Step, String, State)] = [
            (.run, t("Run", "Kørsel"), run), (.review, t("Review", "Gennemgå"), review),
            (.compare, t("Compare", "Sammenlign"), compare), (.sign, t("Sign", "Skriv under"), sign),
            (.deliver, t("Deliver", "Aflever"), deliver),
        ]
        let items = each(spine.enumerated()) { place, item in
            let (step, name, state) = item
            let isHere = step == self.step
            let kind: HTML = isHere ? " class=\"now\"" : state.isDone ? " class=\"done\"" : ""
            let here: HTML = isHere ? " aria-current=\"step\"" : ""
            return """
                <li\(kind)><a href="\(DeskAddress.step(pay.id, step).path)"\(here)>\
                <b>\(String(place + 1)) \(name)</b>\(state.words)</a></li>

                """
        }
        let files: HTML = step == .files ? " aria-current=\"page\"" : ""
        let report: HTML =
            pay.isPublished
            ? "<li><a href=\"\(DeskAddress.step(pay.id, .report).path)\">\(t("Report", "Rapport"))</a></li>\n" : ""
        return """
            <ol class="steps" aria-label="\(t.period(pay.period)), \(t("revision", "udgave")) \(String(pay.id.revision))">
            \(items)</ol>
            <ul class="chips" aria-label="\(t("Of this run", "Om denne kørsel"))">
            <li><a href="\(DeskAddress.step(pay.id, .files).path)"\(files)>\(t("Files", "Filer"))</a></li>
            \(report)</ul>

            """
    }

    private struct State {
        let words: HTML
        var isDone = false
    }

    private var run: State {
        guard pay.isPublished else { return State(words: "\(t("not published", "ikke færdig"))") }
        if pay.damage != nil { return State(words: "\(t("not as published", "ikke som udgivet"))") }
        let day = pay.record.finishedAt.map { t.day(t.zone.day(at: $0)) }
        return State(words: "\(t("Published", "Færdig")) \(day ?? "")", isDone: true)
    }

    /// Of a step that reads the findings, where there are none.
    private var unread: State {
        State(
            words: pay.isPublished
                ? "\(t("can't be read", "kan ikke læses"))" : "\(t("after the run", "efter kørslen"))")
    }

    private var review: State {
        guard let report = pay.review else { return unread }
        let open = report.open.count
        let held = report.findings.count { $0.state == .held }
        if open == 0, report.needsRewrite { return State(words: "\(t("files to write again", "filer skrives igen"))") }
        let words = [
            open > 0 ? t.count(open, ("open", "åben"), ("open", "åbne")) : t("nothing open", "intet åbent"),
            held > 0 ? t("\(t.count(held)) on hold", "\(t.count(held)) \(held == 1 ? "spærret" : "spærrede")") : nil,
        ].compactMap(\.self)
        return State(words: "\(words.joined(separator: ", "))", isDone: open == 0)
    }

    private var compare: State {
        guard let report = pay.review else { return unread }
        if let base = report.totals.correction?.base {
            return State(words: "\(t("with", "med")) r\(String(base.revision))", isDone: report.open.isEmpty)
        }
        guard let base = report.base, let period = try? PayPeriod(base.period) else {
            return State(words: "\(t("nothing before", "intet før"))")
        }
        return State(words: "\(t("with", "med")) \(t.period(period))", isDone: report.open.isEmpty)
    }

    private var sign: State {
        guard let standing = pay.standing else { return State(words: "\(t("after the run", "efter kørslen"))") }
        guard let waits = standing.waits else {
            return State(words: "\(t("nobody signs", "ingen skriver under"))", isDone: standing.delivered != nil)
        }
        let signed = 2 - min(waits.count, 2)
        return State(
            words: "\(t("\(signed) of 2 signed", "\(signed) af 2 underskrevet"))", isDone: waits.count == 0)
    }

    private var deliver: State {
        guard let standing = pay.standing else { return State(words: "\(t("after the run", "efter kørslen"))") }
        if standing.unfinished != nil { return State(words: "\(t("not finished", "ikke færdig"))") }
        if standing.delivered != nil { return State(words: "\(t("delivered", "afleveret"))", isDone: true) }
        if let waits = standing.waits, waits.count > 0 {
            return State(words: "\(t("after signing", "efter underskrift"))")
        }
        return State(words: "\(t("not delivered", "ikke afleveret"))")
    }
}
