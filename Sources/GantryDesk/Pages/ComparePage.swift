internal import GantryEngine
internal import GantryKit
internal import GantryModel
internal import GantryPages
internal import GantryRuns

/// What a run pays otherwise than the period before, or a correction than what it corrects: the lines that differ, and the parts of its report that say so.
enum ComparePage {
    /// So many lines are shown, those that differ most.
    private static let most = 100

    static func answer(_ pay: PayRun, _ asked: Asked) async throws -> DeskAnswer {
        let t = asked.t
        if let problem = pay.reviewProblem { throw problem }
        guard let reviewed = pay.reviewed else { return RefusalPage.notFound(asked) }
        let page = PayReportPage(reviewed.report, t)
        let frame = RunFrame(pay: pay, step: .compare, t: t)
        let others = try await others(pay, asked)
        let chosen = asked.query["with"].flatMap { name in others.first { $0.description == name } }
        let choice = choice(others, chosen: chosen, for: pay, t)
        // Of a correction the month is what it comes to.
        let head = page.correction + page.paid + choice
        guard let base = chosen ?? base(pay) else {
            return frame.answer(nothing(pay, t) + head + page.employees, asked)
        }
        let same = DeskFrame.same(asked.desk.command("diff", base.description, pay.id.description), t)
        if chosen == nil, let correction = pay.review?.correction {
            let changed = lines(
                correction.lines, from: base, amount: correction.total.amount, pay.review?.currency, t)
            return frame.answer(head + changed + same + page.employees, asked)
        }
        let difference = try await Gantry.diff(base, reviewed, in: asked.workspace)
        let changed = lines(
            difference.lines, from: difference.from, amount: difference.amount, difference.currency, t)
        return frame.answer(
            head + (chosen == nil ? page.changes : "") + changed + same + page.employees, asked)
    }

    /// What it is compared with where nobody chooses.
    private static func base(_ pay: PayRun) -> RunID? { pay.review?.correction?.total.base ?? pay.review?.base }

    /// The runs that it can be compared with, the newest first.
    private static func others(_ pay: PayRun, _ asked: Asked) async throws -> [RunID] {
        let withdrawn = try await Gantry.withdrawals(in: asked.workspace)
        return try await Gantry.runs(in: asked.workspace, .of(pipeline: pay.id.pipeline))
            .filter { $0.phase == .complete && $0.id != pay.id && $0.part == nil && withdrawn[$0.id] == nil }
            .sorted { $0.startedAt > $1.startedAt }.map(\.id)
    }

    private static func choice(_ others: [RunID], chosen: RunID?, for pay: PayRun, _ t: PageText) -> HTML {
        guard !others.isEmpty else { return "" }
        let options = each(others) { run -> HTML in
            let isChosen: HTML = run == (chosen ?? base(pay)) ? " selected" : ""
            return "<option value=\"\(run.description)\"\(isChosen)>\(run.description)</option>\n"
        }
        return """
            <form method="get" action="\(DeskAddress.step(pay.id, .compare).path)" class="fields"><div class="field">\
            <label for="with">\(t("Compare with", "Sammenlign med"))</label><select id="with" name="with">
            \(options)</select></div><div class="buttons"><button>\(t("Compare", "Sammenlign"))</button></div></form>

            """
    }

    private static func nothing(_ pay: PayRun, _ t: PageText) -> HTML {
        let lost = pay.review?.lostBase.map {
            t(
                "It isn't compared with \($0): that run is withdrawn, or its folder is missing or changed.",
                "Den er ikke sammenlignet med \($0): kørslen er trukket tilbage, eller dens mappe mangler eller er ændret."
            )
        }
        let none = t(
            "There is no period before it from the same source in this workspace.",
            "Der er ingen periode før den fra samme kilde i denne arbejdsmappe.")
        return Blocks.card(
            "none", titled: t("Nothing to compare with", "Intet at sammenligne med"), "<p>\(lost ?? none)</p>")
    }

    /// The pay lines that differ, the most units first.
    private static func lines(
        _ all: [PayDifference.Line], from base: RunID, amount: Money?, _ currency: String?, _ t: PageText
    ) -> HTML {
        let sorted = all.sorted {
            $0.unitsDifference.nano.magnitude > $1.unitsDifference.nano.magnitude
        }
        let title = t("Pay lines that differ from \(base)", "Lønlinjer, der afviger fra \(base)")
        guard !sorted.isEmpty else {
            return Blocks.card("lines", titled: title, "<p>\(t("None.", "Ingen."))</p>")
        }
        let heads: [Blocks.Column] = [
            .text(t.word("employee")), .text(t.word("pay-code")), .number(t("Before", "Før")), .number(t("Now", "Nu")),
            .number(t("Change", "Ændring")), .number(t.heading(t("Amount", "Beløb"), currency)),
        ]
        let rows = each(sorted.prefix(most)) { line in
            """
            <tr><th scope="row">\(t.person(line.payrollNumber, line.name, isNamed: true))</th><td>\(line.payCode)</td>\
            \(Blocks.number(t.hours(HoursSum(line.units.old))))\(Blocks.number(t.hours(HoursSum(line.units.new))))\
            \(Blocks.number(t.change(line.unitsDifference.nano)))\
            \(Blocks.number(line.amountDifference.map { t.change($0.nano) } ?? "–"))</tr>

            """
        }
        let rest = sorted.count - min(sorted.count, most)
        let sum = amount.map {
            t("All lines together: ", "Alle linjer tilsammen: ") + t.heading(t.change($0.nano), currency)
                + ". "
        }
        let more =
            rest == 0
            ? ""
            : t.sentence(
                rest,
                one: (
                    "The other line differs less; the command shows it.",
                    "Den sidste linje afviger mindre; kommandoen viser den."
                ),
                many: (
                    "The other # lines differ less; the command shows them.",
                    "De øvrige # linjer afviger mindre; kommandoen viser dem."
                ))
        return Blocks.card(
            "lines", titled: title, isLong: true,
            Blocks.scrolled("lines", Blocks.table(heads, rows)) + Blocks.small((sum ?? "") + more))
    }
}
