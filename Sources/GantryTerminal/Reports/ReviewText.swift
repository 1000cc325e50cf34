package import GantryEngine
public import GantryKit
internal import GantryModel
package import GantryRuns

/// What of a run waits for a person, for people.
public enum ReviewText {
    /// The findings, what was decided, and what is missing.
    ///
    /// - Parameters:
    ///   - workspace: as the command line names it, for the commands that come next; `nil` for the default.
    ///   - other: what was changed since the run was made, as `MonthText.otherSettings` says it. The default is nothing.
    public static func lines(
        _ report: ReviewReport, workspace: String?, other: [String] = [], style: TextStyle
    ) -> [String] {
        joined([
            report.withdrawn.map { [style.red(RunMarkText.sentence($0))] } ?? [],
            report.correction.map { CorrectionText.lines($0, currency: report.currency, style: style) } ?? [],
            group("To be decided", report.open, of: report, style: style)
                + misfits(report, style: style) + toDecide(report, workspace),
            group("On hold, and not paid", report.findings.filter { $0.state == .held }, of: report, style: style)
                + toPay(report, workspace),
            group("Noted", report.findings.filter { $0.state.isSettled }, of: report, style: style),
            decided(report, style: style), holds(report, style: style), idle(report, style: style), batch(report),
            summary(report, workspace, other),
        ])
    }

    /// Findings that stand alike, with how much they are about.
    private static func group(
        _ title: String, _ findings: [ReviewReport.Finding], of report: ReviewReport, style: TextStyle
    ) -> [String] {
        guard !findings.isEmpty else { return [] }
        var parts = [NumberText.count(findings.count, one: "finding", many: "findings")]
        let entries = findings.eachHourOnce
        let hours = entries.compactMap(\.hours).reduce(HoursSum.zero) { $0 + HoursSum($1) }
        if hours != .zero { parts.append("\(hours) hours") }
        let amounts = entries.compactMap(\.amount)
        if !amounts.isEmpty {
            let sum = Money(nano: amounts.reduce(0) { $0 + $1.nano })
            let isPartial = entries.contains { $0.amount == nil && $0.hours != .zero }
            let rest = isPartial ? ", as far as it is known" : ""
            parts.append("about \(NumberText.money(sum)) \(report.currency ?? "")\(rest)")
        }
        return [style.bold("\(title): \(parts.joined(separator: ", "))")]
            + table(findings, report.currency, style: style)
    }

    /// What is to do next, after a decision.
    ///
    /// - Parameter workspace: as in ``lines(_:workspace:style:)``.
    public static func next(_ report: ReviewReport, workspace: String?) -> [String] { summary(report, workspace) }

    /// Whom a decision is about.
    public static func meant(_ employee: DecisionResult.Employee) -> String {
        let number = employee.payrollNumber.map { ", payroll number \($0)" } ?? ""
        return "Employee \(employee.id.keyText) is \(employee.name ?? "nobody whose name is known")\(number)."
    }

    private static func table(
        _ findings: [ReviewReport.Finding], _ currency: String?, style: TextStyle
    ) -> [String] {
        var table = TextTable([
            .left("Id"), .left("Severity"), .left("Rule"), .left("Who"), .left("Day"), .left("Found"),
            .right("Hours"), .right(currency.map { "About \($0)" } ?? "About"), .left(""),
        ])
        for finding in findings {
            let who = [finding.employee?.keyText, finding.name].compactMap(\.self).joined(separator: " ")
            table.add([
                finding.id, finding.severity.rawValue, finding.rule, who, finding.date?.description ?? "",
                finding.found, finding.hours.map { NumberText.hours($0) } ?? "",
                finding.amount.map { NumberText.money($0) } ?? "",
                state(finding),
            ])
        }
        return table.foldedLines(style: style)
    }

    private static func state(_ finding: ReviewReport.Finding) -> String {
        let state =
            switch finding.state {
            case .waitsForSecond: "waits for a second person"
            case .held: "on hold"
            default: finding.state.rawValue
            }
        guard let before = finding.outdated else { return state }
        let value = before.hours.flatMap { $0 == finding.hours ? nil : "at \(NumberText.hours($0)) h" }
        let words = value ?? (before.found == finding.found ? "about other values" : "about \(before.found)")
        return "\(past(before.verb)) \(words) by \(before.by); now \(state)"
    }

    static func past(_ verb: String) -> String {
        switch verb {
        case "waive": "waived"
        case "accept": "accepted"
        case "hold": "held"
        case "again": "to be paid again, decided"
        default: verb
        }
    }

    /// What people keep out, and whether a rule still finds something about it.
    private static func holds(_ report: ReviewReport, style: TextStyle) -> [String] {
        var table = TextTable(
            [
                .left("On hold"), .left("Who"), .right("Hours"), .left("By"), .left("Because"), .left("The rules find"),
            ], limit: 200)
        for hold in report.holds {
            let what =
                hold.entry.map { "entry \($0.keyText)" } ?? hold.leave.map { "leave \($0)" }
                ?? hold.paidBy.map { "what \($0) has paid, id \(hold.id)" } ?? "everything"
            let who = [hold.employee?.keyText, hold.name].compactMap(\.self).joined(separator: " ")
            let rules =
                hold.rules.isEmpty
                ? hold.about.map { "\($0) no more: withdraw it or leave it" } ?? "nothing"
                : hold.rules.joined(separator: ", ")
            table.add([
                what, who, hold.hours == .zero ? "" : hold.hours.description, hold.decision.by,
                hold.decision.because, rules,
            ])
        }
        return table.foldedLines(style: style)
    }

    /// Decisions that meet nothing any more.
    private static func idle(_ report: ReviewReport, style: TextStyle) -> [String] {
        guard !report.idle.isEmpty else { return [] }
        var table = TextTable(
            [
                .left("Id"), .left("Rule"), .left("Who"), .left("Day"), .left("Decision"), .left("By"),
                .left("Because"),
            ], limit: 200)
        for decision in report.idle {
            let who = decision.entry.map { "entry \($0.keyText)" } ?? decision.employee?.keyText ?? ""
            let hours = decision.decision.hours.map { " at \(NumberText.hours($0)) h" } ?? ""
            table.add([
                decision.id, decision.rule, who, decision.date?.description ?? "",
                past(decision.decision.verb) + hours, decision.decision.by, decision.decision.because,
            ])
        }
        return ["Decisions that do nothing, because what they were about is no longer found:"]
            + table.foldedLines(style: style)
    }

    private static func decided(_ report: ReviewReport, style: TextStyle) -> [String] {
        var table = TextTable([.left("Id"), .left("Decision"), .left("By"), .left("Because")], limit: 200)
        for finding in report.findings {
            let decisions = finding.waivers.isEmpty ? [finding.decision].compactMap(\.self) : finding.waivers
            for decision in decisions where decision.verb != "hold" {
                table.add([finding.id, decision.verb, decision.by, decision.because])
            }
        }
        return table.foldedLines(style: style)
    }

    private static func batch(_ report: ReviewReport) -> [String] {
        guard let batch = report.batch else { return [] }
        let of = batch.run.map { " of \($0)" } ?? ""
        let state =
            batch.sightings.last.map {
                "is \(singleLine($0.status, limit: 40)), seen since \(NumberText.minute($0.time))"
            } ?? "has not been looked at yet"
        var lines = ["Payroll batch \(batch.name)\(of) \(state)."]
        if let note = batch.note { lines.append("The server could not be asked about it now: \(note)") }
        if batch.unsentLines > 0 {
            let text = NumberText.count(
                batch.unsentLines, one: "pay line differs", many: "pay lines differ")
            lines.append(
                "\(text) from what the batch pays. A period can have one batch, so Zenegy needs the differences by hand: "
                    + ShellCommand(["gantry", "diff", batch.run?.description ?? "", report.run.description]).shellText)
        }
        return lines
    }

    private static func summary(
        _ report: ReviewReport, _ workspace: String?, _ other: [String] = []
    ) -> [String] {
        let there = workspace.map { " " + ShellCommand(["--workspace", $0]).shellText } ?? ""
        var lines = [
            report.base.map {
                "Compared with \($0)\(report.isBaseSigned ? "" : ", which nobody has signed").\(between($0, report.run))"
            }
                ?? report.lostBase.map {
                    "Not compared with \($0), the period before it: that run is withdrawn, or its folder is missing or changed."
                } ?? "There is no period before it to compare with."
        ]
        let held = report.heldHours
        if held != .zero { lines.append("\(held) hours are on hold and not paid.") }
        if let days = report.leave?.held, days != .zero {
            lines.append("\(days) days of approved leave are on hold and not paid.")
        }
        if let days = report.holidays?.held, days != .zero {
            lines.append("\(days) days of public holidays are on hold and not paid.")
        }
        if let days = report.leave?.salaried, days != .zero {
            lines.append("\(days) days of leave of salaried employees are left out: pay.salaried is none.")
        }
        for file in report.missingFiles {
            lines.append("\(file) is missing: values don't fit its layout, and half a file is never written.")
        }
        if let hours = report.salariedHours, hours != .zero {
            lines.append("\(hours) hours of salaried employees have no amount.")
        }
        if let time = report.ratesAsOf {
            lines.append("Rates as of \(NumberText.minute(time)) price the whole period, from its first day.")
        }
        if let other = report.lapsed {
            lines.append(
                "Not ready: \(other) no longer pays what is on hold here as paid by it, so nobody does. Run the period again with --revision next."
            )
        }
        if report.showsLostBase {
            lines.append(
                "Not ready: the files have a comparison that nothing proves. Restore that folder from a copy; or write the files again, which then have none with it: \(Advice.Action.rewrite(run: "\(report.laterDelivered ?? report.run)").commandText)\(there)."
            )
        }
        if report.lacksDecisions {
            lines.append(
                "Not ready: the files don't show the newest decisions. Run \(Advice.Action.rewrite(run: "\(report.laterDelivered ?? report.run)").commandText)\(there)."
            )
            if report.canBeDropped {
                lines.append(
                    "If the decisions leave nothing to correct, withdraw it: \(Advice.Action.withdraw(run: "\(report.run)").commandText)\(there)."
                )
            }
        }
        let open = report.open
        if !open.isEmpty {
            let critical = open.count { $0.severity == .critical }
            let blockers = open.count { $0.severity == .blocker }
            let warnings = open.count - critical - blockers
            let parts = [
                critical > 0 ? "\(critical) critical" : nil,
                blockers > 0 ? NumberText.count(blockers, one: "blocker", many: "blockers") : nil,
                warnings > 0 ? NumberText.count(warnings, one: "warning", many: "warnings") : nil,
            ].compactMap(\.self)
            lines.append("Not ready: \(listed(parts)) \(open.count == 1 ? "is" : "are") open.")
            let halves = open.count { $0.state == .waitsForSecond }
            if halves > 0 { lines.append("\(halves) of them \(halves == 1 ? "waits" : "wait") for a second person.") }
        }
        if !report.misfits.isEmpty, case let run = report.laterDelivered ?? report.run {
            let command = MonthText.command(
                mending(report), of: run, pipeline: run.pipeline, by: nil, to: nil,
                place: workspace.map { ["--workspace", $0] } ?? [])
            lines.append(
                "Correct what doesn't fit, then write the files again: \(command?.shellText ?? "")")
        }
        if let doubt = report.doubt {
            let month = ShellCommand(["gantry", "month", report.run.period, "--pipeline", report.run.pipeline])
            lines.append("Not ready: \(doubt.explanation) The answers are in \(month.shellText)\(there).")
        }
        lines += other
        if report.isReady, other.isEmpty { lines.append("Nothing waits for a person.") }
        return lines
    }

    /// What a run needs of which a value doesn't fit a file.
    package static func mending(_ report: ReviewReport) -> PayStanding.Need {
        .mending(
            isCorrection: report.correction != nil, isSigned: true,
            usesNewSettings: report.correction?.total.usesNewSettings ?? false)
    }

    /// What doesn't fit and what would, which says at its end what helps.
    private static func misfits(_ report: ReviewReport, style: TextStyle) -> [String] {
        let most = 20
        let more = report.misfits.count - most
        func whole(_ text: String) -> String { singleLine(text, limit: TextTable.sentenceLimit) }
        return report.misfits.prefix(most).flatMap { finding in
            wrapped(
                "\(finding.id): \(whole(finding.found)). Expected: \(whole(finding.expected)).", indent: 2,
                width: style.width ?? .max)
        } + (more > 0 ? ["  and \(more) more"] : [])
    }

    /// The days between the period that pay was compared with and this one; empty where there are none.
    package static func between(_ base: RunID, _ run: RunID) -> String {
        guard let before = try? PayPeriod(base.period).last + 1,
            let last = try? PayPeriod(run.period).first - 1, before <= last
        else { return "" }
        let days = before == last ? "\(before) is" : "\(before) to \(last) are"
        return " That isn't the period just before: \(days) between the two."
    }

    /// How a person decides about the findings that wait, and learns what they mean.
    private static func toDecide(_ report: ReviewReport, _ workspace: String?) -> [String] {
        let open = report.open
        guard let finding = open.first(where: { $0.severity != .critical }) ?? open.first else { return [] }
        let there = workspace.map { " " + ShellCommand(["--workspace", $0]).shellText } ?? ""
        let meaning = "What its rule means: \(ShellCommand(["gantry", "explain", finding.rule]).shellText)"
        let verb =
            finding.state == .waitsForSecond || finding.severity == .critical
            ? "--waive" : finding.severity == .warning ? "--accept" : "--hold"
        // What only another run or revision can mend is named by its rule.
        guard finding.canBeWaived || verb != "--waive" else { return [meaning] }
        let decide = ShellCommand([
            "gantry", "review", report.run.description, finding.id, verb, "--by", "NAME", "--because", "TEXT",
        ])
        return ["Decide about each, such as: \(decide.shellText)\(there)", meaning]
    }

    /// How a person pays what a rule keeps out.
    private static func toPay(_ report: ReviewReport, _ workspace: String?) -> [String] {
        guard let finding = report.findings.first(where: { $0.state == .held && $0.canBeWaived && $0.decision == nil })
        else { return [] }
        let words = [
            "gantry", "review", report.run.description, finding.id, "--waive", "--by", "NAME", "--because", "TEXT",
        ]
        return [
            "To pay one all the same: "
                + ShellCommand(words + (workspace.map { ["--workspace", $0] } ?? [])).shellText
        ]
    }
}

extension ReviewReport.State {
    /// Whether nobody has to do anything about it.
    fileprivate var isSettled: Bool { [.noted, .accepted, .waived].contains(self) }
}
