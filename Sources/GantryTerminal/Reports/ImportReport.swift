internal import GantryEngine
public import GantryImports
internal import GantryModel
internal import GantryRuns

/// The result of a run that sends rows, or its preview, for people.
public enum ImportReport {
    /// - Parameters:
    ///   - command: the command that was run, so that the next one can look like it.
    ///   - workspace: the option that names the workspace, where it was given.
    public static func lines(
        _ result: ImportResult, command: ShellCommand, workspace: String?, style: TextStyle
    ) -> [String] {
        joined([
            [head(result, style)] + SourceReport.lines(result.source, style: style) + sheet(result.origin, style),
            counts(result.counts, style), problems(result.problems, titled: "Refused because", style),
            problems(result.notes, titled: "Done, but", style),
            SheetReport.lines(result.origin.findings, style), leftOut(result.origin.leftOut),
            FilesReport.lines(result.files, style: style),
            next(after: result, command: command, workspace: workspace, style: style),
        ])
    }

    private static func head(_ result: ImportResult, _ style: TextStyle) -> String {
        let name = style.bold(result.id.description)
        if result.wasPublished { return "\(name) is already done with this exact sheet. Nothing was sent." }
        let counts = result.counts
        if counts.refused == 0 {
            return "\(style.green("Done")): \(name), \(NumberText.count(counts.done, one: "row", many: "rows"))."
        }
        return
            "\(style.yellow("Done")): \(name), except \(NumberText.count(counts.refused, one: "refused row", many: "refused rows"))."
    }

    private static func sheet(_ origin: ImportOrigin, _ style: TextStyle) -> [String] {
        origin.wholePath.map { ["  \(style.faint("Sheet"))   \(singleLine($0, limit: 4_000))"] } ?? []
    }

    static func counts(_ counts: LedgerCounts, _ style: TextStyle) -> [String] {
        var table = TextTable([.left("Rows"), .right("Number")])
        table.add(["sent", NumberText.count(counts.done - counts.doneBefore)])
        if counts.doneBefore > 0 { table.add(["sent by an earlier run", NumberText.count(counts.doneBefore)]) }
        if counts.planned + counts.sent + counts.answered > 0 {
            table.add(["to send", NumberText.count(counts.planned + counts.sent + counts.answered)])
        }
        if counts.unknown > 0 { table.add(["unknown", NumberText.count(counts.unknown)]) }
        table.add(["refused", NumberText.count(counts.refused)])
        table.add(["in the sheet", NumberText.count(counts.rows)])
        return table.lines(style: style)
    }

    /// Rows that are not among those that were counted.
    static func notRead(_ sent: SentOverview, _ style: TextStyle) -> [String] {
        let parts = [
            (sent.hiddenRows, "row was hidden in the workbook", "rows were hidden in the workbook"),
            (sent.skippedRows, "row was skipped", "rows were skipped"),
        ].filter { $0.0 > 0 }.map { NumberText.count($0, one: $1, many: $2) }
        return parts.isEmpty ? [] : ["  " + style.yellow("\(listed(parts, "and")); this run sent nothing of them.")]
    }

    /// Rows that a person should look at.
    static func rows(_ sent: SentOverview, _ style: TextStyle) -> [String] {
        var table = TextTable(
            [.right("Row"), .left("State"), .right("Status"), .left("Problem"), .left("Reason")],
            limit: TextTable.sentenceLimit)
        // What several rows have in common is shown once, but for those about each of which a person decides.
        var told: [[String]: Int] = [:]
        var first: [[String]] = []
        for (entry, name) in zip(sent.rows, sent.rows.rowNames) {
            let facts = [
                entry.state.rawValue, entry.status.map(String.init) ?? "", entry.problem?.code ?? "",
                entry.reason ?? "",
            ]
            guard entry.state != .unknown else {
                first.append([name] + facts)
                continue
            }
            if told[facts, default: 0] == 0 { first.append([name] + facts) }
            told[facts, default: 0] += 1
        }
        for line in first {
            let others = told[Array(line.dropFirst()), default: 1] - 1
            table.add([others == 0 ? line[0] : "\(line[0]) +\(others)"] + line.dropFirst())
        }
        guard !table.isEmpty else { return [] }
        let all = sent.problemRows
        return table.foldedLines(style: style)
            + (all > sent.rows.count ? ["  " + style.faint("and \(NumberText.count(all - sent.rows.count)) more")] : [])
    }

    private static func problems(
        _ problems: [ImportResult.ProblemCount], titled title: String, _ style: TextStyle
    ) -> [String] {
        guard !problems.isEmpty else { return [] }
        var table = TextTable(
            [.left(title), .right("Rows"), .left("For example")], limit: TextTable.sentenceLimit)
        for problem in problems.prefix(20) {
            table.add([problem.code, NumberText.count(problem.count), problem.example])
        }
        return table.foldedLines(style: style)
    }

    private static func next(
        after result: ImportResult, command: ShellCommand, workspace: String?, style: TextStyle
    ) -> [String] {
        let folder = singleLine(result.folder, limit: 4_000)
        let name = result.has("data/result.xlsx") ? "result.xlsx" : "result.csv"
        var lines = ["  \(style.faint("Results"))   \(folder)/data/\(name)"]
        if result.counts.refused > 0 {
            lines += RefusedRows(result: result, command: command, workspace: workspace).lines(style)
        }
        let verify = ResultReport.at(command.other("verify", result.id.description), workspace)
        lines.append("  \(style.faint("Verify"))    \(verify.shellText)")
        return lines
    }

    /// What a run would do.
    public static func lines(_ plan: ImportPlan, style: TextStyle) -> [String] {
        let state: String
        switch plan.state {
        case "new": state = "would start as a new run."
        case "continues": state = "would resume where it stopped."
        case "published": state = "is already done with this exact sheet; nothing would be sent."
        default: state = "is \(singleLine(plan.state))."
        }
        let path = plan.sheet.map { ["  \(singleLine($0, limit: 4_000))"] } ?? []
        let sheet =
            [style.faint("Sheet")] + path + ["  \(singleLine(plan.dialect, limit: 5_000))"]
        let end = plan.isIdle ? "Nothing would be sent. " : plan.isClean ? "Every row would be sent. " : ""
        return joined([
            ["\(style.bold(plan.id.description)) \(state)"] + SourceReport.lines(plan.source, style: style), sheet,
            SheetReport.lines(plan.findings, style), leftOut(plan.leftOut), planned(plan, style),
            examples(plan, style),
            refused(plan, style),
            recordsWithoutRow(plan, style),
            [
                (plan.isIdle ? end : style.green(end))
                    + (plan.converted > 0 ? "Nothing was sent." : "Nothing was sent or written.")
            ],
        ])
    }

    /// Files that are not rows because of their names.
    private static func leftOut(_ files: UnmatchedFiles?) -> [String] {
        guard let files else { return [] }
        let left = files.count - files.names.count
        let more = left > 0 ? ["  and \(NumberText.count(left)) more"] : []
        return [files.words] + files.names.map { "  " + singleLine($0, limit: 5_000) } + more
    }

    private static func planned(_ plan: ImportPlan, _ style: TextStyle) -> [String] {
        let counts = plan.counts
        var table = TextTable([.left("Rows"), .right("Number")])
        let left = counts.planned + counts.sent + counts.answered
        table.add([
            "would be sent" + (plan.bytes > 0 ? " (\(NumberText.bytes(Int64(plan.bytes))))" : ""),
            NumberText.count(left),
        ])
        if plan.converted > 0 { table.add(["  photos sent as JPEG", NumberText.count(plan.converted)]) }
        for effect in RowEffect.allCases where !plan.effects.isEmpty {
            table.add(["  " + words(effect), NumberText.count(plan.effects[effect] ?? 0)])
        }
        if counts.done > 0 { table.add(["already sent", NumberText.count(counts.done)]) }
        if plan.otherValues > 0 {
            table.add(["  with other values, which stay", NumberText.count(plan.otherValues)])
        }
        if counts.unknown > 0 { table.add(["unknown", NumberText.count(counts.unknown)]) }
        table.add(["would be refused", NumberText.count(counts.refused)])
        table.add(["in the sheet", NumberText.count(counts.rows)])
        return table.lines(style: style)
    }

    private static func words(_ effect: RowEffect) -> String {
        switch effect {
        case .create: "create a record"
        case .change: "change a record"
        case .nothing: "change nothing"
        }
    }

    private static func examples(_ plan: ImportPlan, _ style: TextStyle) -> [String] {
        plan.examples.isEmpty ? [] : [style.faint("First rows")] + plan.examples.map { "  " + singleLine($0) }
    }

    private static func refused(_ plan: ImportPlan, _ style: TextStyle) -> [String] {
        guard !plan.problems.isEmpty else { return [] }
        var table = TextTable(
            [.right("Row"), .left("For"), .left("Problem"), .left("What is wrong")], limit: TextTable.sentenceLimit)
        for row in plan.problems {
            let rows = row.alike + 1
            let who =
                rows == 1
                ? row.label
                : rows == plan.counts.rows
                    ? "every row" : "this row and \(NumberText.count(row.alike, one: "other", many: "others"))"
            table.add([String(row.number), who, row.problem.code, row.problem.sentence])
        }
        var lines = table.foldedLines(style: style)
        let all = plan.problemCounts.reduce(0) { $0 + $1.count }
        let shown = plan.problems.reduce(0) { $0 + $1.alike + 1 }
        if all > shown { lines.append("  " + style.faint("and \(NumberText.count(all - shown)) more")) }
        return lines
    }

    private static func recordsWithoutRow(_ plan: ImportPlan, _ style: TextStyle) -> [String] {
        guard !plan.recordsWithoutRow.isEmpty else { return [] }
        let shown = plan.recordsWithoutRow.prefix(10).map { "  " + singleLine($0) }
        let more =
            plan.recordsWithoutRow.count > 10
            ? ["  and \(NumberText.count(plan.recordsWithoutRow.count - 10)) more"] : []
        return [style.faint("Leave requests that still need a certificate and aren't in this sheet")] + shown + more
    }
}
