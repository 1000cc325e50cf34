public import GantryEngine
internal import GantryModel
public import GantryRuns

/// Past and unfinished runs, for people.
public enum RunsReport {
    /// - Parameters:
    ///   - sent: how far those are that send the rows of a sheet.
    ///   - damaged: runs whose entries can't be used, each with what is wrong with it.
    public static func lines(
        _ runs: [RunRecord], sent: [RunID: SendingState] = [:], damaged: [DamagedRun] = [], workspace: String,
        style: TextStyle
    ) -> [String] {
        guard !runs.isEmpty || !damaged.isEmpty else {
            return ["There are no runs in \(singleLine(workspace, limit: 4_000))."]
        }
        let sources = Set(runs.map(source))
        // If all come from one place, it is named once.
        let isShared = sources.count <= 1
        var table = TextTable(
            [.left("Run"), .left("State"), .left("Started"), .left("Finished")] + (isShared ? [] : [.left("Source")])
                + [.left("Remark")],
            limit: TextTable.sentenceLimit)
        let newest = NewestRevisions(runs)
        for run in runs {
            table.add(
                [
                    run.id.description, state(run, sent[run.id]), NumberText.minute(run.startedAt),
                    run.finishedAt.map(NumberText.minute) ?? "",
                ]
                    + (isShared ? [] : [source(run)]) + [remark(on: run, sent: sent[run.id], newest: newest)])
        }
        for run in damaged {
            table.add([singleLine(run.name), "damaged", "", ""] + (isShared ? [] : [""]) + [run.problem.explanation])
        }
        let lead =
            isShared
            ? sources.filter { !$0.isEmpty }.flatMap { ["All runs: " + singleLine($0, limit: 1_000), ""] } : []
        return lead + table.foldedLines(indent: 0, style: style)
    }

    static func state(_ phase: Phase) -> String { phase == .complete ? "published" : "unfinished: \(phase.rawValue)" }

    private static func state(_ run: RunRecord, _ sent: SendingState?) -> String {
        guard run.phase == .fetch, let sent else { return state(run.phase) }
        let counts = sent.counts
        return sent.isChecked
            ? "sending: \(NumberText.count(counts.done)) of \(NumberText.count(counts.rows))" : "unfinished: checking"
    }

    private static func source(_ run: RunRecord) -> String {
        guard let source = run.source else { return "" }
        return source.words + (source.isThisMachine ? " (this machine: sandbox or tunnel)" : "")
    }

    private static func remark(on run: RunRecord, sent: SendingState?, newest: NewestRevisions) -> String {
        let rows = [(sent?.counts.refused ?? 0, "refused"), (sent?.counts.unknown ?? 0, "unknown")]
            .filter { $0.0 > 0 }.map { "\(NumberText.count($0.0)) \($0.1)" }
        if run.phase != .complete, !run.lastError.isEmpty { return (rows + [run.lastError]).joined(separator: "; ") }
        return
            (rows.map(Optional.some) + [
                newest.superseding(run).map { "superseded by r\($0)" }, run.corrects.map { "corrects r\($0)" },
            ])
            .compactMap(\.self).joined(separator: "; ")
    }
}

/// One run with everything that is known of it, for people.
public enum OverviewReport {
    /// The run's state, its totals and rejects or its rows, exceptions, overlaps and files, each part where it has any.
    public static func lines(
        _ overview: RunOverview, command: ShellCommand, workspace: String?, style: TextStyle
    ) -> [String] {
        joined([
            head(overview, style),
            overview.sent.map { ImportReport.counts($0.counts, style) } ?? totals(overview, style),
            overview.sent.map { ImportReport.rows($0, style) } ?? rejects(overview, style),
            ExceptionsReport.lines(overview, style: style),
            OverlapReport.lines(overview.overlaps, style: style),
            FilesReport.lines(overview.files, style: style),
            end(of: overview, command: command, workspace: workspace, style: style),
        ])
    }

    private static func head(_ overview: RunOverview, _ style: TextStyle) -> [String] {
        let run = overview.run
        let isSending = overview.sent != nil && run.phase == .fetch
        let state = isSending ? "unfinished: sending" : RunsReport.state(run.phase)
        var lines = [
            "\(style.bold(run.id.description)) is \(run.phase == .complete ? style.green(state) : style.yellow(state))."
        ]
        var facts = [
            ("Started", NumberText.minute(run.startedAt)), ("Finished", run.finishedAt.map(NumberText.minute)),
            ("Source", run.source.map(SourceReport.words)), ("", run.source?.caution),
            ("Snapshot", run.snapshot.description), ("Corrects", run.corrects.map { "r\($0)" }),
            ("Sign-off", overview.signOff.map(SignOffReport.state)),
            ("Superseded", overview.supersededBy.map { "by r\($0); use that one" }),
        ]
        facts += DeliveryReport.facts(overview.deliveries)
        for (index, line) in overview.changedSettings.enumerated() {
            facts.append((index == 0 ? "Changed" : "", singleLine(line, limit: 1_000)))
        }
        if run.phase != .complete, let checkpoint = overview.checkpoint {
            let all = checkpoint.statedTotal.map(NumberText.count) ?? "unknown"
            let next = checkpoint.phase == .fetch ? "page \(checkpoint.nextPage)" : OverviewReport.step(checkpoint)
            let place = overview.dataset.map { "\($0): " } ?? ""
            facts.append(
                (
                    "Checkpoint",
                    "\(place)\(NumberText.count(checkpoint.records)) of \(all) records; resumes with \(next)"
                ))
        }
        if run.phase != .complete, !run.lastError.isEmpty {
            facts.append(("Stopped", singleLine(run.lastError, limit: 2_000)))
        }
        for (name, value) in facts {
            guard let value else { continue }
            lines.append("  \(style.faint(name))\(String(repeating: " ", count: 12 - name.count))\(value)")
        }
        return lines
    }

    /// What a run does next whose records are all there.
    private static func step(_ checkpoint: Checkpoint) -> String {
        switch checkpoint.phase {
        case .rewrite: "writing the files from record \(NumberText.count(checkpoint.written + 1))"
        case .fetch, .seal: "the summaries"
        }
    }

    private static func totals(_ overview: RunOverview, _ style: TextStyle) -> [String] {
        if let totals = overview.totals { return TotalsReport.lines(totals, style: style) }
        return overview.checkpoint?.counts.map { TotalsReport.countLines($0, style: style) } ?? []
    }

    private static func rejects(_ overview: RunOverview, _ style: TextStyle) -> [String] {
        var table = TextTable(
            [.right("Page"), .right("Record"), .left("Field"), .left("Found"), .left("Expected")],
            limit: TextTable.sentenceLimit)
        for reject in overview.rejects {
            // People count from one.
            table.add([
                "\(reject.page)", "\(reject.reject.index + 1)", reject.reject.field, reject.reject.found,
                reject.reject.expected,
            ])
        }
        guard !table.isEmpty else { return [] }
        var lines = ["Rejected records"] + table.foldedLines(style: style)
        let all = (overview.totals?.counts ?? overview.checkpoint?.counts)?.rejected ?? 0
        if all > overview.rejects.count {
            lines.append("  " + style.faint("and \(NumberText.count(all - overview.rejects.count)) more"))
        }
        return lines
    }

    private static func end(
        of overview: RunOverview, command: ShellCommand, workspace: String?, style: TextStyle
    ) -> [String] {
        let id = overview.run.id
        if let folder = overview.folder {
            let verify = ResultReport.at(command.other("verify", id.description), workspace)
            return [
                "  \(style.faint("Folder"))    \(singleLine(folder, limit: 4_000))",
                "  \(style.faint("Verify"))    \(verify.shellText)",
            ]
        }
        if let sent = overview.sent, let again = sent.command.map({ singleLine($0, limit: 4_000) }) {
            guard sent.counts.unknown > 0 else {
                return ["  \(style.faint("To continue"))  \(ShellCommand.deciding("", again))"]
            }
            return [
                "Check whether the server has the unknown \(sent.counts.unknown == 1 ? "row" : "rows"), then run one of these:",
                "  \(style.faint("If it has them"))         \(ShellCommand.deciding("--accept-unknown", again))",
                "  \(style.faint("If it doesn't"))          \(ShellCommand.deciding("--resend-unknown", again))",
            ]
        }
        let run = ResultReport.at(command.other("run", id.pipeline, "--period", id.period), workspace)
        return ["  \(style.faint("To continue"))  \(run.shellText)"]
    }
}
