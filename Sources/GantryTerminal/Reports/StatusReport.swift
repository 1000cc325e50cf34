internal import GantryEngine
internal import GantryFiles
public import GantryJSON
public import GantryKit
public import GantryModel
internal import GantryRuns

/// Pipelines with their last results, and what runs now.
public enum StatusReport {
    /// For people. A table where there is room for it, else a paragraph for each pipeline.
    public static func lines(_ board: StatusBoard, workspace: String, now: Instant, style: TextStyle) -> [String] {
        let pay = board.lines.map { PayStandingText.words($0) }
        let hasPay = pay.contains { !$0.isEmpty }
        var table = TextTable(
            [.left("Pipeline"), .left("Connection"), .left("Last run"), .left("Published"), .left("Next")]
                + (hasPay ? [.left("Pay")] : []),
            limit: TextTable.sentenceLimit)
        let rows = zip(board.lines, pay).map { line, pay in
            [
                line.pipeline, line.connection, last(line, board.marks),
                line.published.map { age(of: $0, now) } ?? "never",
                line.next.map(next) ?? "",
            ] + (hasPay ? [pay] : [])
        }
        for row in rows { table.add(row) }
        var lines: [String]
        if rows.isEmpty {
            lines = ["There are no runs and no schedules in \(singleLine(workspace, limit: 4_000))."]
        } else if table.canFoldLast(indent: 0, style: style) {
            lines = table.foldedLines(indent: 0, style: style)
        } else {
            lines = rows.flatMap { row in
                [style.bold(row[0]) + (row[1].isEmpty ? "" : " (\(singleLine(row[1], limit: 200)))"), "  \(row[2])"]
                    + ["  published: \(row[3])"] + (row[4].isEmpty ? [] : ["  next: \(row[4])"])
                    + (row.count > 5 && !row[5].isEmpty
                        ? wrapped("pay: \(row[5])", indent: 2, following: 4, width: style.width ?? .max) : [])
            }
        }
        let running = board.lines.compactMap(\.running)
        if !running.isEmpty {
            lines += ["", "Running"]
            for (run, holder, progress) in running {
                lines += ["  " + style.bold(run.description)]
                lines += wrapped(work(holder, progress), indent: 4, following: 4, width: style.width ?? .max)
            }
        }
        let problems =
            [board.restored].compactMap(\.self) + board.books + board.unreadable.map(\.explanation)
            + board.lines.filter { $0.problem != nil }.map(problem)
        if !problems.isEmpty {
            lines += ["", style.yellow("Look at")]
            for problem in problems {
                lines += wrapped(problem, indent: 2, following: 4, width: style.width ?? .max)
            }
        }
        return lines
    }

    /// When a schedule starts next, in words.
    public static func next(_ start: NextStart) -> String {
        switch start {
        case .at(let time): NumberText.minute(time)
        case .stopped: "not started"
        case .unknown: "unknown"
        }
    }

    /// For programs.
    public static func json(_ board: StatusBoard, now: Instant) -> JSONTree {
        .object([
            "isGood": .bool(board.isGood), "restored": JSONTree(board.restored),
            "books": .array(board.books.map { .string($0) }),
            "pipelines": .array(
                board.lines.map { line in
                    JSONTree.object([
                        "pipeline": .string(line.pipeline),
                        "connection": JSONTree(line.connection.isEmpty ? nil : line.connection),
                        "last": line.last.map {
                            ResultValues.run($0, holder: line.running?.run == $0.id ? line.running?.holder : nil)
                        } ?? .null,
                        "published": JSONTree(line.published?.id.description),
                        "publishedAt": JSONTree(line.published.map { $0.finishedAt ?? $0.startedAt }),
                        "ageSeconds": JSONTree(line.published.map { Int(seconds(since: $0, now)) }),
                        "pay": ResultValues.pay(line.pay), "correctedBy": JSONTree(line.correctedBy?.description),
                        "lacking": .array(line.lacking.map { .string($0.run.description) }),
                        "isScheduled": .bool(line.next != nil), "next": JSONTree(line.next?.time),
                        "running": line.running.map { running in
                            JSONTree.object([
                                "run": .string(running.run.description),
                                "process": ResultValues.process(running.holder),
                                "progress": running.progress?.tree ?? .null,
                            ])
                        } ?? .null,
                        "problem": JSONTree(line.problem.map(name)), "missed": .array(missed(line)),
                        "unfinished": JSONTree(line.stuck?.id.description),
                    ])
                }),
            "unreadable": .array(
                board.unreadable.map {
                    .object(["pipeline": .string($0.pipeline), "explanation": .string($0.explanation)])
                }),
        ])
    }

    private static func missed(_ line: StatusBoard.Line) -> [JSONTree] {
        guard case .missed(let periods)? = line.problem else { return [] }
        return periods.map { .string($0) }
    }

    private static func last(_ line: StatusBoard.Line, _ marks: RunMarks) -> String {
        guard let run = line.last else { return "none" }
        let open = line.running?.run == run.id ? "running" : "unfinished"
        let state = run.phase == .complete ? RunMarkText.state(run, marks) ?? "published" : open
        return "\(state) \(run.id.period)/r\(run.id.revision)"
    }

    private static func age(of run: RunHead, _ now: Instant) -> String {
        let seconds = now.nanoseconds(since: run.finishedAt ?? run.startedAt) / 1_000_000_000
        return seconds < 0
            ? "dated \(NumberText.wholeDuration(.seconds(-seconds))) ahead of this machine's clock"
            : NumberText.wholeDuration(.seconds(seconds)) + " ago"
    }

    private static func seconds(since run: RunHead, _ now: Instant) -> Int64 {
        max(now.nanoseconds(since: run.finishedAt ?? run.startedAt) / 1_000_000_000, 0)
    }

    private static func work(_ holder: LockHolder, _ progress: RunProgress?) -> String {
        var parts = ["process \(holder.pid.map(String.init) ?? "unknown")"]
        if let progress {
            let of = progress.total.map { " of \(NumberText.count($0))" } ?? ""
            parts.append(progress.stage + (progress.dataset.map { " \($0)" } ?? ""))
            if progress.records > 0 || progress.total != nil {
                parts.append("\(NumberText.count(progress.records))\(of)")
            }
            if let total = progress.total, total > 0 { parts.append("\(min(progress.records * 100 / total, 100)) %") }
            if let rate = progress.recordsPerSecond { parts.append("\(NumberText.count(rate))/s") }
            if let left = progress.secondsLeft { parts.append("\(NumberText.wholeDuration(.seconds(left))) left") }
        }
        if let since = holder.since.flatMap({ Instant($0) }) { parts.append("since \(NumberText.minute(since))") }
        return singleLine(parts.joined(separator: ", "), limit: TextTable.sentenceLimit)
    }

    private static func problem(_ line: StatusBoard.Line) -> String {
        switch line.problem {
        case .unfinished:
            let why = line.stuck.map(\.lastError).flatMap { $0.isEmpty ? nil : ": \($0)" } ?? ""
            return singleLine("\(line.stuck?.id.description ?? "") stopped\(why)", limit: TextTable.sentenceLimit)
        case .old(let age): return "\(line.pipeline) was last published \(NumberText.wholeDuration(age)) ago."
        case .ahead(let time):
            return singleLine(
                "\(line.published?.id.description ?? line.pipeline) was published \(NumberText.wholeDuration(time)) ahead of "
                    + "this machine's clock, so nothing shows whether later ones are missing. If the clock was wrong then, withdraw it.",
                limit: TextTable.sentenceLimit)
        case .missed(let periods):
            return "\(line.pipeline) has no run of \(StatusReport.periods(periods)). Make each with --period."
        case .never, nil: return "\(line.pipeline) was never published."
        }
    }

    /// The names of periods, of many the last ones.
    static func periods(_ names: [String]) -> String {
        let shown = names.suffix(7)
        let more = names.count - shown.count
        return shown.joined(separator: ", ") + (more > 0 ? " and \(more) before" : "")
    }

    private static func name(_ problem: StatusBoard.Problem) -> String {
        switch problem {
        case .unfinished: "unfinished"
        case .old: "old"
        case .ahead: "ahead"
        case .never: "never"
        case .missed: "missed"
        }
    }
}
