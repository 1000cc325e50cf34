internal import GantryEngine
internal import GantryKit
internal import GantryModel
internal import GantryPages
internal import GantryTerminal

/// What becomes of the form of a review.
enum DecidePage {
    static func change(_ run: RunID, form fields: FormFields, _ asked: Asked) async throws -> DeskAnswer {
        guard let pay = try await PayRun.read(run, asked) else { return RefusalPage.notFound(asked) }
        // What is ticked and typed stays, and nothing is recorded.
        if let group = fields["more"], let report = pay.review {
            var form = DecisionForm(fields)
            form.shownWhole.insert(group)
            return try ReviewPage(pay: pay, report: report, asked: asked, form: form).answer()
        }
        guard let number = fields["form"], !number.isEmpty else { return RefusalPage.answer(.noForm, asked) }
        let there = DeskAnswer.seeOther(.step(run, .review), query: "form=\(number.filter { $0.isHexDigit })")
        // The same form twice does it once.
        guard await asked.forms.begin(number) else { return there }
        do {
            if let refused = try await decide(pay, form: DecisionForm(fields), number: number, asked) {
                await asked.forms.undo(number)
                return refused
            }
            return there
        } catch {
            await asked.forms.undo(number)
            throw error
        }
    }

    /// - Returns: the page that says why nothing was recorded; `nil` where it was.
    private static func decide(
        _ pay: PayRun, form: DecisionForm, number: String, _ asked: Asked
    ) async throws -> DeskAnswer? {
        guard let report = pay.review else {
            if let problem = pay.reviewProblem { throw problem }
            return RefusalPage.notFound(asked)
        }
        var page = ReviewPage(pay: pay, report: report, asked: asked, form: form)
        page.problems = form.problems(asked.t)
        guard page.problems.isEmpty, let verb = form.decision else { return try page.answer(status: 422) }
        guard form.seen == DecisionForm.digest(report) else {
            page.isOutdated = true
            return try page.answer(status: 409)
        }
        page.problems = form.refusals(report.findings, asked.t)
        guard page.problems.isEmpty else { return try page.answer(status: 422) }
        let words = ["gantry", "review", pay.id.description] + form.ids + ["--" + form.verb, "--by", form.by]
        let command = ShellCommand(words + ["--because", form.because] + asked.desk.place)
        let request = DecisionRequest(
            verb, form.ids.map { .finding($0) }, by: form.by, because: form.because)
        do {
            try asked.workspace.requirePerson(form.by, isFileNamed: asked.desk.isFileNamed, asked.desk.session)
            let result = try await Gantry.decide(
                request, about: pay.id, in: asked.workspace, command: command.shellText)
            await asked.forms.end(number, SentForms.Done(added: result.added, command: command))
            return nil
        } catch let error as RunError where error.code == .refusedDecision {
            page.problems = [problem(error, at: "verb", about: report.findings, asked)]
        } catch let error as UsageError {
            page.problems = [problem(error, at: "by", asked)]
        }
        return try page.answer(status: 422)
    }

    /// What the program says of it, at a field of the form.
    /// - Parameter findings: which it calls by an id that the page shows only in details.
    private static func problem(
        _ error: any Error, at field: String, about findings: [ReviewReport.Finding] = [], _ asked: Asked
    ) -> DecisionForm.Problem {
        let report = ErrorReport(error, command: nil, place: asked.desk.place)
        let text = [report.explanation, report.advice].compactMap(\.self).map { asked.t.said($0) }
            .joined(separator: " ")
        let named = findings.first { text.hasPrefix("\($0.id) (\($0.rule))") }
        return DecisionForm.Problem(
            field: field,
            text: named.map {
                DecisionForm.name($0, asked.t) + ":" + text.dropFirst("\($0.id) (\($0.rule))".count)
            } ?? text)
    }
}
