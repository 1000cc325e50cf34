internal import GantryEngine
internal import GantryKit
internal import GantryModel
internal import GantryPages
internal import GantryPayroll
internal import GantryRuns
internal import GantryTerminal

/// The findings of a run in three groups, the dearest first, and the form by which a person decides about them.
struct ReviewPage {
    let pay: PayRun
    let report: ReviewReport
    let asked: Asked
    /// What a person typed; what comes back with a refusal.
    var form = DecisionForm()
    /// Why the form was refused.
    var problems: [DecisionForm.Problem] = []
    /// Whether findings changed since the form was shown.
    var isOutdated = false
    /// What was changed since the run was made, and the form by which it counts.
    var changes = HTML()

    var t: PageText { asked.t }

    /// So many of a group are shown at first; sums are of everything.
    private static let most = 50

    static func answer(_ pay: PayRun, _ asked: Asked) async throws -> DeskAnswer {
        guard let report = pay.review else {
            if let problem = pay.reviewProblem { throw problem }
            return NotYetPage.answer(pay, step: .review, asked)
        }
        let done = await asked.query["form"].asyncFlatMap { await asked.forms[$0] }
        var page = ReviewPage(pay: pay, report: report, asked: asked)
        if pay.step == .review { page.changes = try await SignPage.read(pay, asked).changes }
        return try page.answer(done)
    }

    func answer(_ done: SentForms.Done? = nil, status: Int = 200) throws -> DeskAnswer {
        let open = report.open
        let held = report.findings.filter { $0.state == .held }
        let rest = report.findings.filter { finding in
            ![.held, .open, .waitsForSecond].contains(finding.state)
        }
        let canDecide =
            pay.withdrawn == nil && pay.supersededBy == nil && pay.standing?.delivered == nil
            && asked.canWrite
        let list: HTML =
            group(
                "open", titled: t("Must be decided", "Skal afgøres"), findings: open,
                nothing: t("Nothing waits for a decision.", "Intet venter på en afgørelse."), canDecide: canDecide)
            + group(
                "hold", titled: t("On hold", "Spærret"), findings: held,
                nothing: t("Nothing is on hold.", "Intet er spærret."),
                note: HeldFindings(report).unpaid.count == held.count
                    ? t("Undecided is fine: they stay unpaid.", "Uafgjort er i orden: de forbliver ubetalte.")
                    : t(
                        "Undecided is fine: what wasn't paid before stays unpaid.",
                        "Uafgjort er i orden: det, der ikke er betalt før, forbliver ubetalt."),
                canDecide: canDecide
            )
            + group(
                "noted", titled: t("Decided, or only noted", "Afgjort eller kun bemærket"), findings: rest,
                nothing: t("Nothing else was found.", "Intet andet er fundet."), canDecide: canDecide)
        let content: HTML
        if canDecide {
            content = """
                \(asked.form(.decide(pay.id)))<input type="hidden" name="seen" value="\(DecisionForm.digest(report))">\
                <input type="hidden" name="form" value="\(RandomKey(bytes: 16).text)">
                <button hidden>\(t("Record", "Gem"))</button>
                <div class="cols"><div>
                \(list)<a class="b b1 jump" href="#decide">\(t("Decide", "Afgør"))</a>
                </div>
                <div class="stick">
                \(try panel())</div></div>
                </form>

                """
        } else {
            content = list
        }
        return RunFrame(pay: pay, step: .review, t: t).answer(
            notes(done) + figures(open) + content, asked, status: status)
    }

    // MARK: Above the list

    private func notes(_ done: SentForms.Done?) -> HTML {
        var notes = HTML()
        if let done {
            let text =
                done.added == 0
                ? t("Nothing new: this was decided before.", "Intet nyt: dette var allerede afgjort.")
                : t.count(done.added, ("decision", "afgørelse"), ("decisions", "afgørelser"))
                    + t(" recorded.", " gemt.")
            notes += """
                <div class="note note-good" role="status"><p>\(text)</p>
                \(DeskFrame.same(done.command, t))</div>

                """
        }
        if isOutdated {
            notes += """
                <div class="note note-stop" role="alert"><p><b>\(t(
                    "It changed while you looked.", "Det ændrede sig, mens du så på det."))</b> \
                \(t("Nothing is recorded. What you typed and ticked is below; look at the findings again and send it once more.", "Intet er gemt. Det, du skrev og satte kryds ved, står herunder; se på fundene igen, og send det en gang til."))</p></div>

                """
        }
        if !problems.isEmpty {
            notes += """
                <div class="summary" role="alert" aria-labelledby="mistakes"><h2 id="mistakes">\
                \(t("Nothing is recorded", "Intet er gemt"))</h2><ul>
                \(each(problems) { "<li><a href=\"#\($0.field)\">\($0.text)</a></li>\n" })</ul></div>

                """
        }
        // What an older revision fetched would take back what was delivered later.
        let rewritten = report.laterDelivered ?? pay.id
        if report.needsRewrite,
            let command = MonthText.command(
                .files, of: rewritten, pipeline: pay.id.pipeline, by: nil, to: nil, place: asked.desk.place)
        {
            notes += """
                <div class="note note-wait"><p>\(report.lacksDecisions ? t(
                    "The files don't show the newest decisions yet. They are written again without asking the server.",
                    "Filerne viser endnu ikke de nyeste afgørelser. De skrives igen uden at spørge serveren.") : t(
                    "The files compare pay with a run that nothing proves any more. Restore its folder from a copy, or have the files written again, which asks no server.",
                    "Filerne sammenligner lønnen med en kørsel, som intet beviser mere. Gendan dens mappe fra en kopi, eller få filerne skrevet igen, hvilket ikke spørger nogen server."))</p>
                \(StartForm.markup(
                    .rewrite, to: .start(rewritten), verb: t("Write the files again", "Skriv filerne igen"),
                    asked))\(DeskFrame.same(command, t))</div>

                """
        }
        if !report.needsRewrite, !report.misfits.isEmpty,
            case let need = ReviewText.mending(report),
            let command = MonthText.command(
                need, of: rewritten, pipeline: pay.id.pipeline, by: nil, to: nil, place: asked.desk.place)
        {
            let form: HTML =
                report.correction == nil
                ? StartForm.markup(
                    .rewrite, to: .start(rewritten), verb: t("Write the files again", "Skriv filerne igen"), asked)
                : ""
            notes += """
                <div class="note note-wait"><p>\(NeedText.sentence(need, t))</p>
                \(form)\(DeskFrame.same(command, t))</div>

                """
        }
        return notes + changes
    }

    private func figures(_ open: [ReviewReport.Finding]) -> HTML {
        let held = HeldFindings(report)
        func figure(
            _ findings: [ReviewReport.Finding], _ title: String, _ hours: HoursSum? = nil
        ) -> (String, String, String) {
            let hours = t.hours(hours ?? HeldFindings.hours(findings))
            return (
                t.heading(title, report.currency), FindingSum(findings).shown(t),
                t("\(hours) h", "\(hours) t") + " · "
                    + t.count(findings.count, ("finding", "fund"), ("findings", "fund"))
            )
        }
        let isAllUnpaid = held.paidBefore.isEmpty && held.takenBack.isEmpty
        var figures = [
            figure(
                held.unpaid, t("On hold, not paid", "Spærret, ikke betalt"),
                isAllUnpaid ? report.heldHours : nil)
        ]
        if !held.paidBefore.isEmpty {
            figures.append(
                figure(held.paidBefore, t("On hold, paid by another run", "Spærret, betalt af en anden kørsel")))
        }
        if !held.takenBack.isEmpty {
            figures.append(
                figure(held.takenBack, t("On hold, paid and taken back", "Spærret, betalt og trækkes tilbage")))
        }
        let decided = report.findings.count { $0.decision != nil }
        let critical = open.count { $0.severity == .critical }
        return Blocks.figures(
            t("What waits", "Hvad der venter"),
            figures + [
                (
                    t("Must be decided", "Skal afgøres"), t.count(open.count),
                    t("before anyone signs", "før nogen skriver under")
                ),
                (
                    t("Stops everything", "Stopper alt"), t.count(critical),
                    report.missingFiles.isEmpty
                        ? critical > 0
                            ? t("nobody can sign before", "ingen kan skrive under før")
                            : t("no file is missing", "ingen fil mangler")
                        : t("missing: ", "mangler: ") + report.missingFiles.joined(separator: ", ")
                ),
                (
                    t("Decided", "Afgjort"), t.count(decided),
                    t("kept with name and reason", "gemt med navn og begrundelse")
                ),
            ])
    }

    // MARK: The list

    private func group(
        _ id: String, titled title: String, findings: [ReviewReport.Finding], nothing: String, note: String = "",
        canDecide: Bool
    ) -> HTML {
        // A finding that is ticked is never hidden.
        let showsAll =
            asked.query["all"] == id || form.shownWhole.contains(id)
            || findings.dropFirst(ReviewPage.most).contains { form.ids.contains($0.id) }
        let shown = showsAll ? findings[...] : findings.prefix(ReviewPage.most)
        let more = findings.count - shown.count
        let words = t("Show \(t.count(more)) more", "Vis \(t.count(more)) til")
        let link: HTML =
            more == 0
            ? (showsAll && canDecide ? "<input type=\"hidden\" name=\"whole\" value=\"\(id)\">" : "")
            : canDecide
                ? "<p><button class=\"quiet\" name=\"more\" value=\"\(id)\" formnovalidate>\(words)</button></p>"
                : "<p><a href=\"?all=\(id)#\(id)\">\(words)</a></p>"
        let soft: HTML = note.isEmpty || findings.isEmpty ? "" : "<small>\(note)</small>"
        let list: HTML =
            findings.isEmpty
            ? "<p>\(nothing)</p>" : "<ol class=\"list\">\n\(each(shown) { row($0, canDecide) })</ol>"
        return """
            <section class="card" aria-labelledby="\(id)">
            <div class="row"><h2 id="\(id)">\(title) <span class="soft">\
            \(t.count(findings.count))</span></h2>\(soft)</div>
            \(list)
            \(link)</section>

            """
    }

    private func row(_ finding: ReviewReport.Finding, _ canDecide: Bool) -> HTML {
        // One about a whole run is headed by its rule.
        let isOfPerson = finding.employee != nil || finding.name != nil
        let rule = t.word(finding.rule)
        let who: HTML =
            isOfPerson ? t.person(finding.employee.map(\.keyText), finding.name, isNamed: true) : "\(rule)"
        let isTicked: HTML = form.ids.contains(finding.id) ? " checked" : ""
        let sum = FindingSum([finding])
        // For a telephone call or a message to a foreman: no amounts.
        let line = [
            finding.name ?? finding.employee?.keyText, finding.date.map(t.day),
            finding.hours.map { t.hours(HoursSum($0)) + " " + t("h", "t") },
            "\(t.word(finding.rule)): \(t.finding(finding.found))",
        ].compactMap(\.self).joined(separator: ", ")
        let tick: HTML =
            canDecide
            ? """
            <label class="pick"><input type="checkbox" name="id" \
            value="\(finding.id)"\(isTicked) data-nano="\(sum.data)" data-entry="\(finding.entry?.keyText ?? "")" \
            data-can="\(DecisionForm.possible(finding).joined(separator: " "))" \
            data-line="\(line)">\
            <span class="hide">\(finding.name ?? rule), \(finding.id)</span></label>

            """ : "<span aria-hidden=\"true\">·</span>"
        let day: HTML = finding.date.map { " · \(t.day($0))" } ?? ""
        let hours: HTML =
            finding.hours.map { "<small class=\"soft num\">\(t.hours(HoursSum($0))) \(t("h", "t"))</small>" } ?? ""
        return """
            <li class="finding">
            \(tick)<p><b>\(who)</b>\(day)<br>\(isOfPerson ? rule + ": " : "")\(t.finding(finding.found)) \(state(finding))</p>
            <p class="money">\(sum.shown(t))\(hours)</p>
            <details><summary>\(t("Entry and decision", "Registrering og afgørelse"))</summary>
            \(details(finding))</details>
            </li>

            """
    }

    private func details(_ finding: ReviewReport.Finding) -> HTML {
        var facts: [(String, HTML)] = [(t("Finding", "Fund"), "<code>\(finding.id)</code>")]
        if let entry = finding.entry { facts.append((t("Entry", "Registrering"), "\(entry.keyText)")) }
        facts.append((t("Severity", "Alvor"), "\(t.word(finding.severity.rawValue))"))
        facts.append((t("Expected", "Forventet"), "\(t.finding(finding.expected))"))
        let decisions = finding.waivers.isEmpty ? [finding.decision].compactMap(\.self) : finding.waivers
        for decision in decisions {
            facts.append((t.word(decision.verb), "\(decision.by): “\(decision.because)”"))
        }
        if let before = finding.outdated {
            facts.append(
                (
                    t("Decided about other values", "Afgjort om andre værdier"),
                    "\(before.by): “\(before.because)” (\(t.finding(before.found)))"
                ))
        }
        if !finding.canBeWaived, [.blocker, .critical].contains(finding.severity) {
            facts.append(
                (
                    t("Pay anyway", "Udbetal alligevel"),
                    "\(t("not possible: only another run mends it", "ikke muligt: kun en anden kørsel retter det"))"
                ))
        }
        return """
            <dl class="facts">
            \(each(facts) { "<dt>\($0.0)</dt><dd>\($0.1)</dd>\n" })</dl>
            \(meaning(of: finding.rule))
            """
    }

    /// What a rule means and what usually helps.
    private func meaning(of rule: String) -> HTML {
        guard let known = RuleExplanation.of(rule) else { return "" }
        return "<p>\(t(known.means, known.danish.means)) \(t(known.usually, known.danish.usually))</p>"
    }

    private func state(_ finding: ReviewReport.Finding) -> HTML {
        switch finding.state {
        case .open: Blocks.state(t("open", "åben"), .wait)
        case .waitsForSecond: Blocks.state(t("waits for a second person", "venter på en anden person"), .wait)
        case .held where finding.decision?.verb == "waive":
            Blocks.state(t("pay anyway, not written yet", "udbetal alligevel, ikke skrevet endnu"), .wait)
        case .held: Blocks.state(t("on hold", "spærret"), .plain)
        case .waived: Blocks.state(t("pay anyway", "udbetal alligevel"), .good)
        case .accepted: Blocks.state(t("accepted", "godtaget"), .good)
        case .noted: Blocks.state(t("only noted", "kun bemærket"), .plain)
        }
    }
}

extension Optional {
    fileprivate func asyncFlatMap<Result>(_ body: (Wrapped) async -> Result?) async -> Result? {
        guard let self else { return nil }
        return await body(self)
    }
}
