internal import GantryEngine
internal import GantryFiles
internal import GantryModel
public import GantryRuns

/// Past and unfinished runs, for people.
public enum RunsReport {
    /// A table where there is room for it, else a paragraph for each run. The names of runs are never broken, since
    /// people copy them.
    public static func lines(_ list: RunList, workspace: String, style: TextStyle) -> [String] {
        guard !list.runs.isEmpty || !list.damaged.isEmpty else {
            let place = singleLine(workspace, limit: 4_000)
            return [
                list.all == 0
                    ? "There are no runs in \(place)." : "None of the \(list.all) runs in \(place) is like that."
            ]
        }
        let sources = Set(list.runs.map(source))
        // If all come from one place, it is named once.
        let isShared = sources.count <= 1
        let rows =
            list.runs.map { run in
                Row(
                    name: run.id.description, state: RunMarkText.state(run, list.marks) ?? state(run, list),
                    started: NumberText.minute(run.startedAt),
                    finished: run.finishedAt.map(NumberText.minute) ?? "", source: isShared ? "" : source(run),
                    remark: remark(on: run, list))
            }
            + list.damaged.map {
                Row(
                    name: singleLine($0.name), state: "damaged", started: "", finished: "", source: "",
                    remark: $0.problem.explanation)
            }
        let lead =
            isShared
            ? sources.filter { !$0.isEmpty }.flatMap {
                wrapped(
                    "All runs: " + singleLine($0, limit: 1_000), indent: 0, following: 2, width: style.width ?? .max)
                    + [""]
            } : []
        return lead + (table(rows, isShared: isShared, style) ?? rows.flatMap { $0.paragraph(style) })
    }

    private struct Row {
        let name: String
        let state: String
        let started: String
        let finished: String
        let source: String
        let remark: String

        func paragraph(_ style: TextStyle) -> [String] {
            let times = [started.isEmpty ? nil : "started \(started)", finished.isEmpty ? nil : "finished \(finished)"]
            let facts = [([state] + times.compactMap(\.self)).joined(separator: ", "), source, remark]
            return [style.bold(name)]
                + facts.filter { !$0.isEmpty }.flatMap {
                    wrapped(
                        singleLine($0, limit: TextTable.sentenceLimit), indent: 2, following: 4,
                        width: style.width ?? .max)
                }
        }
    }

    /// `nil` where a column besides the remark would have to be folded.
    private static func table(_ rows: [Row], isShared: Bool, _ style: TextStyle) -> [String]? {
        var table = TextTable(
            [.left("Run"), .left("State"), .left("Started"), .left("Finished")] + (isShared ? [] : [.left("Source")])
                + [.left("Remark")],
            limit: TextTable.sentenceLimit)
        for row in rows {
            table.add(
                [row.name, row.state, row.started, row.finished] + (isShared ? [] : [row.source]) + [row.remark])
        }
        return table.canFoldLast(indent: 0, style: style) ? table.foldedLines(indent: 0, style: style) : nil
    }

    static func state(_ run: RunHead) -> String {
        guard run.phase == .complete else { return "unfinished: \(run.phase.rawValue)" }
        return run.part == nil ? "published" : "fetched"
    }

    private static func state(_ run: RunHead, _ list: RunList) -> String {
        let isRunning = list.holders[run.id] != nil
        guard run.phase == .fetch, let sent = list.sent[run.id] else {
            return isRunning ? "running: \(run.phase.rawValue)" : state(run)
        }
        let counts = sent.counts
        return sent.isChecked
            ? "sending: \(NumberText.count(counts.done)) of \(NumberText.count(counts.rows))"
            : isRunning ? "running: checking" : "unfinished: checking"
    }

    private static func source(_ run: RunHead) -> String {
        guard let source = run.source else { return "" }
        return source.words + (source.isThisMachine ? " (this machine: sandbox or tunnel)" : "")
    }

    private static func remark(on run: RunHead, _ list: RunList) -> String {
        let own = remark(on: run, list, newest: list.newest)
        guard let mark = RunMarkText.remark(on: run, list.marks) else { return own }
        // What another workspace has can lack a place all the same.
        guard list.marks.withdrawn[run.id] == nil, case .elsewhere? = list.marks.folder(of: run), !own.isEmpty else {
            return mark
        }
        return "\(mark); \(own)"
    }

    private static func remark(on run: RunHead, _ list: RunList, newest: NewestRevisions) -> String {
        let sent = list.sent[run.id]
        let rows = [(sent?.counts.refused ?? 0, "refused"), (sent?.counts.unknown ?? 0, "unknown")]
            .filter { $0.0 > 0 }.map { "\(NumberText.count($0.0)) \($0.1)" }
        if let holder = list.holders[run.id] {
            let machine = holder.host == RunLock.hostName() ? "" : holder.host.map { " on \(singleLine($0))" } ?? ""
            return ([(holder.pid.map { "process \($0)" } ?? "another process") + machine] + rows).joined(
                separator: "; ")
        }
        if run.phase != .complete, !run.lastError.isEmpty { return (rows + [run.lastError]).joined(separator: "; ") }
        let newer = newest.superseding(run)
        let standing =
            list.pay[run.id].map { [PayStandingText.words($0, supersededBy: newer)] }
            ?? [newer.map { "superseded by r\($0)" }, run.corrects.map { "corrects r\($0)" }].compactMap(\.self)
        let lacking = list.undelivered[run.id].map { ["not delivered to \(listed($0, "and")) yet"] } ?? []
        let part = run.part.map { ["part \($0), not an export"] } ?? []
        return (part + rows + standing + lacking).joined(separator: "; ")
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
            overview.sent.map { ImportReport.counts($0.counts, style) + ImportReport.notRead($0, style) }
                ?? totals(overview, style),
            overview.sent.map { ImportReport.rows($0, style) } ?? rejects(overview, style),
            ExceptionsReport.lines(overview, style: style),
            OverlapReport.lines(overview.overlaps, style: style),
            overview.isLost ? [] : FilesReport.lines(overview.files, style: style),
            RunMarkText.lines(overview, style: style),
            end(of: overview, command: command, workspace: workspace, style: style),
        ])
    }

    private static func head(_ overview: RunOverview, _ style: TextStyle) -> [String] {
        let run = overview.run.head
        let isSending = overview.sent != nil && run.phase == .fetch
        let mark = RunMarkText.state(run, overview.marks)
        let word = overview.holder == nil ? "unfinished" : "running"
        let state =
            mark
            ?? (run.phase == .complete
                ? RunsReport.state(run) : "\(word): \(isSending ? "sending" : run.phase.rawValue)")
        let isGood = mark == nil && run.phase == .complete
        var lines = ["\(style.bold(run.id.description)) is \(isGood ? style.green(state) : style.yellow(state))."]
        var facts = [
            ("Process", overview.holder.map(holder)),
            ("Command", overview.holder?.command.map { singleLine($0, limit: 4_000) }),
            ("Started", NumberText.minute(run.startedAt)), ("Finished", run.finishedAt.map(NumberText.minute)),
            ("Source", run.source.map(SourceReport.words)), ("", run.source?.caution),
            ("Snapshot", run.snapshot.description),
            ("Corrects", overview.pay == nil ? run.corrects.map { "r\($0)" } : nil),
            ("Part", run.part.map { "\($0); gantry merge makes the export from all of them" }),
            ("Pay", overview.pay.map { PayStandingText.words($0, supersededBy: overview.supersededBy) }),
            ("Sign-off", overview.signOff.map(SignOffReport.state)),
            ("Superseded", overview.supersededBy.map { "by r\($0); use that one" }),
        ]
        facts += DeliveryReport.facts(overview.deliveries)
        if !overview.undelivered.isEmpty {
            facts.append(("Delivered", "not to \(listed(overview.undelivered, "and")) yet"))
        }
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
        if run.phase != .complete, overview.holder == nil, !run.lastError.isEmpty {
            facts.append(("Stopped", singleLine(run.lastError, limit: 2_000)))
        }
        for (name, value) in facts {
            guard let value else { continue }
            lines.append("  \(style.faint(name))\(String(repeating: " ", count: 12 - name.count))\(value)")
        }
        return lines
    }

    private static func holder(_ holder: LockHolder) -> String {
        let since = holder.since.flatMap { Instant($0) }.map { " since \(NumberText.minute($0))" } ?? ""
        return (holder.pid.map(String.init) ?? "unknown") + (holder.host.map { " on \(singleLine($0))" } ?? "") + since
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
                // Merged parts show no pages.
                reject.page > 0 ? "\(reject.page)" : "",
                "\((reject.page > 0 ? reject.reject.index : reject.ordinal) + 1)", reject.reject.field,
                reject.reject.found,
                reject.reject.expected,
            ])
        }
        guard !table.isEmpty else { return [] }
        var lines = ["Unreadable records"] + table.foldedLines(style: style)
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
        if let holder = overview.holder {
            // Of a process on another machine only its own user knows how to stop it.
            guard let pid = holder.pid else { return [] }
            let machine = holder.host == RunLock.hostName() ? "" : holder.host.map { " on \(singleLine($0))" } ?? ""
            return [
                "  \(style.faint("To stop"))  kill -INT \(pid)\(machine)  (at the next checkpoint; the same command resumes)"
            ]
        }
        guard overview.run.phase != .complete else { return [] }
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
        if let again = overview.command {
            let text = ShellCommand.deciding("", singleLine(again, limit: 4_000))
            return ["  \(style.faint("To continue"))  \(text)"]
        }
        let run = ResultReport.at(command.other("run", id.pipeline, "--period", id.period), workspace)
        return ["  \(style.faint("To continue"))  \(run.shellText)"]
    }
}
