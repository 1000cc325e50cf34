internal import GantryEngine
public import GantryKit
internal import GantryModel

/// What of a run waits for a person, for people.
public enum ReviewText {
    /// The findings, what was decided, and what is missing.
    public static func lines(_ report: ReviewReport, style: TextStyle) -> [String] {
        joined([
            report.withdrawn.map { [style.red(RunMarkText.sentence($0))] } ?? [],
            report.correction.map { CorrectionText.lines($0, currency: report.currency, style: style) } ?? [],
            table(report, style: style), decided(report, style: style), batch(report), summary(report),
        ])
    }

    /// What is to do next, after a decision.
    public static func next(_ report: ReviewReport) -> [String] { summary(report) }

    private static func table(_ report: ReviewReport, style: TextStyle) -> [String] {
        var table = TextTable([
            .left("Id"), .left("Severity"), .left("Rule"), .left("Who"), .left("Day"), .left("Found"),
            .right("Hours"), .right(report.currency.map { "About \($0)" } ?? "About"), .left(""),
        ])
        for finding in report.findings {
            let who = [finding.employee.map { String($0) }, finding.name].compactMap(\.self).joined(separator: " ")
            table.add([
                finding.id, finding.severity.rawValue, finding.rule, who, finding.date?.description ?? "",
                finding.found, finding.hours.map { NumberText.hours($0) } ?? "",
                finding.amount.map { NumberText.money($0) } ?? "",
                finding.state == .waitsForSecond ? "waits for a second person" : finding.state.rawValue,
            ])
        }
        return table.foldedLines(style: style)
    }

    private static func decided(_ report: ReviewReport, style: TextStyle) -> [String] {
        var table = TextTable([.left("Id"), .left("Decision"), .left("By"), .left("Because")], limit: 200)
        for finding in report.findings {
            let decisions = finding.waivers.isEmpty ? [finding.decision].compactMap(\.self) : finding.waivers
            for decision in decisions { table.add([finding.id, decision.verb, decision.by, decision.because]) }
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

    private static func summary(_ report: ReviewReport) -> [String] {
        var lines = [
            report.base.map { "Compared with \($0)\(report.isBaseSigned ? "" : ", which nobody has signed")." }
                ?? report.lostBase.map {
                    "Not compared with \($0), the period before it: the folder of that run is missing or changed."
                } ?? "There is no period before it to compare with."
        ]
        let held = report.heldHours
        if held != .zero { lines.append("\(held) hours are held and not paid.") }
        if let days = report.leave?.held, days != .zero {
            lines.append("\(days) days of approved leave are held and not paid.")
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
        if report.needsRewrite {
            lines.append(
                "Not ready: the files don't show the newest decisions. Run \(Advice.Action.rewrite(run: "\(report.run)").commandText)."
            )
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
        if report.isReady { lines.append("Nothing waits for a person.") }
        return lines
    }
}
