package import GantryEngine
public import GantryKit
internal import GantryModel
package import GantryRuns

/// Where the pay of a period stands, for people.
public enum MonthText {
    /// Where it stands, in one sentence; where nobody can say it, also what to do.
    public static func standing(_ month: PayMonth) -> String {
        let whose = "\(month.period.name) of \(month.pipeline)"
        switch month.step {
        case .wait(let last): return "\(whose) isn't over before the end of \(last)."
        case .make: return "\(whose) has no run yet."
        case .makeNext: return "\(whose) has no run that counts: what was made of it was withdrawn."
        case .resume(let run): return "\(run) was interrupted, or is being made."
        case .need(let run, _):
            let words = month.standing.map { PayStandingText.words($0, supersededBy: nil) }
            if words == nil, let problem = month.problem { return "\(run) can't be looked at. \(problem)" }
            return "\(run) \(words ?? "can't be looked at: gantry verify says why")."
        }
    }

    /// The command that comes next; `nil` where nothing does.
    ///
    /// - Parameters:
    ///   - pipeline: its name or the path of its file, as it was given.
    ///   - person: who is here; a signature is theirs where they may give it.
    ///   - to: where it is delivered; `nil` where the pipeline file says it.
    ///   - place: further words of every command: `--workspace` and `--config`.
    public static func command(
        _ month: PayMonth, pipeline: String, by person: String?, to: String?, place: [String]
    ) -> ShellCommand? {
        switch month.step {
        case .wait: return nil
        case .make, .resume:
            return ShellCommand(["gantry", "run", pipeline, "--period", month.period.name] + place)
        case .makeNext:
            return ShellCommand(
                ["gantry"] + next(of: month.period.name, pipeline: pipeline, usesNewSettings: false) + place)
        case .need(let run, let need):
            return command(need, of: run, pipeline: pipeline, by: person, to: to, place: place)
        }
    }

    /// The command of what a published run needs; `nil` where it needs nothing.
    ///
    /// - Parameter pipeline: as in ``command(_:pipeline:by:to:place:)``.
    package static func command(
        _ need: PayStanding.Need, of run: RunID, pipeline: String, by person: String?, to: String?, place: [String]
    ) -> ShellCommand? {
        func gantry(_ words: [String]) -> ShellCommand { ShellCommand(["gantry"] + words + place) }
        func by(_ people: [String]) -> [String] {
            let own = person.flatMap { people.isEmpty || people.contains($0) ? $0 : nil }
            return ["--by", own ?? people.first ?? "PERSON"]
        }
        let name = run.description
        let file = pipeline == run.pipeline ? [] : ["--pipeline", pipeline]
        switch need {
        case .nothing: return nil
        case .look, .decisions: return gantry(["review", name])
        case .files, .mending(isCorrection: false, _, _): return gantry(["run", pipeline, "--from", name])
        case .preparation(let people), .approval(let people): return gantry(["sign", name] + by(people) + file)
        case .delivery(let isSigned):
            return gantry(["deliver", name] + (to.map { ["--to", $0] } ?? []) + (isSigned ? by([]) : []) + file)
        case .typing(let isSigned):
            return gantry(["deliver", name, "--typed", "--because", "TEXT"] + (isSigned ? by([]) : []) + file)
        case .remaking(let isSigned, let usesNewSettings),
            .mending(isCorrection: true, let isSigned, let usesNewSettings):
            return gantry(
                next(of: run.period, pipeline: pipeline, usesNewSettings: usesNewSettings)
                    + (isSigned ? ["--because", "TEXT"] : []))
        case .finishing(let begun, let isSigned):
            return gantry(["deliver", name, "--to", begun ?? to ?? "PLACE"] + (isSigned ? by([]) : []) + file)
        case .answer(let doubt, let isSigned):
            // Of a run that is new here, it is the rare answer that exactly what it pays was delivered before.
            let (was, never) = answers(doubt, of: run, by: isSigned ? by([]) : [], file, to: to, place: place)
            return doubt.run == nil ? never : was
        }
    }

    /// What makes a next revision of a period, after `gantry` and without a reason.
    package static func next(of period: String, pipeline: String, usesNewSettings: Bool) -> [String] {
        ["run", pipeline, "--period", period, "--revision", "next"] + (usesNewSettings ? ["--settings", "now"] : [])
    }

    /// The command of the other answer, where a published run needs one of two; `nil` elsewhere.
    ///
    /// - Parameter pipeline: as in ``command(_:pipeline:by:to:place:)``.
    package static func otherwise(
        _ need: PayStanding.Need, of run: RunID, pipeline: String, by person: String?, to: String?, place: [String]
    ) -> ShellCommand? {
        guard case .answer(let doubt, let isSigned) = need else { return nil }
        let file = pipeline == run.pipeline ? [] : ["--pipeline", pipeline]
        let by = isSigned ? ["--by", person ?? "PERSON"] : []
        let (was, never) = answers(doubt, of: run, by: by, file, to: to, place: place)
        return doubt.run == nil ? was : never
    }

    /// That what a run pays was delivered, and that nothing else of its period was, or that a place doesn't have it.
    private static func answers(
        _ doubt: PayDoubt, of run: RunID, by person: [String], _ file: [String], to: String?, place: [String]
    ) -> (was: ShellCommand, never: ShellCommand) {
        let deliver = ["gantry", "deliver", (doubt.run ?? run).description]
        let to = doubt.place ?? to
        let there = to.map { ["--to", $0] } ?? []
        let said = (doubt.isTyped ? ["--typed"] : there) + ["--was-taken", "--because", "TEXT"]
        let never =
            doubt.place == nil
            ? ["gantry", "adopt", doubt.folder, "--never-delivered"] : deliver + there + ["--never-delivered"] + file
        return (ShellCommand(deliver + said + person + file + place), ShellCommand(never + place))
    }

    /// What was changed since a run was made and doesn't count in its files, with the command that makes it count.
    ///
    /// - Parameters: as in ``command(_:of:pipeline:by:to:place:)``.
    package static func otherSettings(
        _ other: OtherSettings, of run: RunID, pipeline: String, place: [String]
    ) -> [String] {
        let more = other.differences.count - 20
        return ["\(run) was made before these changes, which don't count in it:"]
            + other.differences.prefix(20).map { "  \(singleLine($0, limit: 400))" }
            + (more > 0 ? ["  and \(more) more"] : [])
            + [
                again(other, of: run, pipeline: pipeline, place: place).map {
                    "It can be signed as it is. So that they count: \($0.shellText)"
                }
                    ?? "It can be signed as it is. Settings of today can't take back what was paid: put them back, and change them from the next period on."
            ]
    }

    /// The command that makes the files of a run again by today's settings; `nil` where those can't take back what was
    /// paid.
    package static func again(
        _ other: OtherSettings, of run: RunID, pipeline: String, place: [String]
    ) -> ShellCommand? {
        guard !other.areForNextPeriod else { return nil }
        let how = other.isCorrection ? ["--period", run.period, "--revision", "next"] : ["--from", run.description]
        let settings = other.needsNewSettings ? ["--settings", "now"] : []
        let because = other.isCorrection || other.needsReason ? ["--because", "TEXT"] : []
        return ShellCommand(["gantry", "run", pipeline] + how + settings + because + place)
    }

    /// Runs of earlier periods that still wait, and earlier periods without a run.
    ///
    /// - Parameter onlyBegun: whether only those are meant that were delivered and must be corrected, whose delivery was
    ///   begun, or of which nobody knows whether they were delivered. The default is no.
    public static func earlier(_ month: PayMonth, onlyBegun: Bool = false) -> [String] {
        func line(_ title: String, _ periods: [String]) -> String? {
            guard let first = periods.first else { return nil }
            let names = periods.prefix(3) + (periods.count > 3 ? ["…"] : [])
            return "\(title): \(names.joined(separator: ", ")). "
                + ShellCommand(["gantry", "month", first, "--pipeline", month.pipeline]).shellText
        }
        func line(_ title: String, _ waits: (PayStanding.Need) -> Bool) -> String? {
            line(title, month.earlier.filter { waits($0.need) }.map(\.run.period))
        }
        return [
            line("Without a run", month.withoutRun.map(\.name)),
            line("Not delivered yet") { need in
                switch need {
                case .remaking: false
                case .finishing, .answer: true
                default: !onlyBegun
                }
            },
            line("To be corrected") { if case .remaking = $0 { true } else { false } },
        ].compactMap(\.self)
    }

    /// The figures that somebody signs for: what is paid, what was paid before, what is on hold, and who decided what.
    ///
    /// - Parameter workspace: as the command line names it, for the command that shows them as a page; `nil` for the
    ///   default.
    public static func figures(_ report: ReviewReport, workspace: String?, style: TextStyle) -> [String] {
        let page =
            ["gantry", "report", report.run.description, "--open"] + (workspace.map { ["--workspace", $0] } ?? [])
        return joined([
            report.correction.map { CorrectionText.lines($0, currency: report.currency, style: style) } ?? [],
            SummaryReport.lines(report.totals, style: style),
            (report.before.map { [before($0, report)] } ?? []) + decided(report)
                + ["As a page to look at and to print: \(ShellCommand(page).shellText)"],
        ])
    }

    private static func before(_ before: ReviewReport.Before, _ report: ReviewReport) -> String {
        let name = report.base.map { " (\($0))" } ?? ""
        func employees(_ count: Int) -> String { NumberText.count(count, one: "employee", many: "employees") }
        let more = report.totals.employees - before.employees
        var then = [employees(before.employees)]
        var now = more == 0 ? [] : [(more > 0 ? "+" : "-") + employees(abs(more))]
        if let amount = before.amount {
            let currency = report.currency.map { " \($0)" } ?? ""
            then.append(NumberText.money(amount) + currency)
            // What lacks a rate now would look like a difference.
            if report.totals.linesMissingRate == 0, let paid = report.totals.amount, paid != amount {
                now.append(
                    DifferenceText.signed(NumberText.money(Money(nano: paid.nano - amount.nano))) + currency)
            }
        }
        let change = now.isEmpty ? "no difference" : now.joined(separator: ", ")
        return "Before\(name): \(then.joined(separator: ", ")). Now: \(change)."
    }

    /// Who decided how many findings how; a record that is held counts once, whatever is found of it.
    private static func decided(_ report: ReviewReport) -> [String] {
        var counts: [String: Int] = [:]
        let held = report.findings.filter { $0.decision?.verb == "hold" }
        for finding in held.oncePerRecord + report.findings.filter({ $0.decision?.verb != "hold" }) {
            for decision in finding.waivers.isEmpty ? [finding.decision].compactMap(\.self) : finding.waivers {
                counts["\(ReviewText.past(decision.verb)) by \(decision.by)", default: 0] += 1
            }
        }
        guard !counts.isEmpty else { return [] }
        let parts = counts.sorted { $0.key < $1.key }.map { "\(NumberText.count($0.value)) \($0.key)" }
        return ["Decided: \(parts.joined(separator: ", "))."]
    }
}
