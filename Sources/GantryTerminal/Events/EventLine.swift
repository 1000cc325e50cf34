internal import GantryAccounts
public import GantryEngine
public import GantryJSON
internal import GantryKit
public import GantryModel
public import GantryRuns

/// The events of `--json`: one object a line, `event` and `time` first. Documented in `Documentation/Events.md`.
public enum EventLine {
    /// The version of the events' shape; a new number means that a program must look again.
    public static let format = 1

    /// An event of a running export; `nil` if it isn't reported to programs.
    ///
    /// - Parameter progress: what is known after this event.
    public static func of(
        _ event: ExportEvent, _ progress: ProgressState, at now: Duration, time: Instant
    ) -> JSONTree? {
        described(event, progress, at: now, time: time).map { naming(progress.run, in: $0) }
    }

    /// The event with the run that it is about as its third key, unless it names one.
    private static func naming(_ run: RunID?, in event: JSONTree) -> JSONTree {
        guard event["run"] == nil else { return event }
        return .object(
            event.members.prefix(2) + [.init("run", JSONTree(run?.description))] + event.members.dropFirst(2))
    }

    private static func described(
        _ event: ExportEvent, _ progress: ProgressState, at now: Duration, time: Instant
    ) -> JSONTree? {
        switch event {
        case .begins(let id, let continues, _, let sheet):
            object(
                "begins", at: time,
                [
                    "format": JSONTree(format), "version": .string(Gantry.version), "run": .string(id.description),
                    "continues": .bool(continues), "sheet": JSONTree(sheet),
                ])
        case .connection(let event): of(event, time: time)
        case .joined(let dataset, let records):
            object("joined", at: time, ["dataset": .string(dataset), "records": JSONTree(records)])
        case .dataset(let name, let number, let all):
            object("dataset", at: time, ["dataset": .string(name), "number": JSONTree(number), "of": JSONTree(all)])
        case .beginsAnew(let id, let reason):
            object("begins-anew", at: time, ["run": .string(id.description), "reason": .string(reason)])
        case .exportsAll(let other): object("exports-all", at: time, ["since": .string(other.description)])
        case .run(let event): of(event, progress, at: now, time: time)
        case .checked: self.progress(progress, counts: nil, at: now, time: time)
        case .decided(let isSentAgain, let rows):
            object(
                "decided", at: time,
                [
                    "choice": .string(isSentAgain ? "resend" : "accept"), "count": JSONTree(rows.count),
                    "rows": .array(
                        rows.first.map { row in
                            .object([
                                "row": JSONTree(row.row), "fileOfRow": JSONTree(row.file),
                                "target": .string(row.target),
                            ])
                        }),
                ])
        case .settling(let rows, let left, let until):
            object(
                "settling", at: time,
                [
                    "rows": JSONTree(rows), "until": JSONTree(until.map { "\($0.wholeSeconds)" }),
                    "secondsLeft": JSONTree(Int(left.components.seconds)),
                ])
        case .delivering(let run, let delivery):
            object(
                "delivering", at: time,
                [
                    "run": .string(run.description), "to": .string(delivery.to), "files": JSONTree(delivery.files),
                    "filesTotal": JSONTree(delivery.filesTotal), "bytes": JSONTree(delivery.bytes),
                    "bytesTotal": JSONTree(delivery.bytesTotal),
                    "bytesPerSecond": JSONTree(progress.bytesPerSecond(at: now)),
                    "secondsLeft": JSONTree(progress.timeLeft(at: now).map { Int($0.components.seconds) }),
                ])
        case .sending(let counts, let bytes):
            object(
                "sending", at: time,
                [
                    "rows": ResultValues.rows(counts), "bytes": JSONTree(bytes.sent),
                    "bytesTotal": JSONTree(bytes.total),
                    "rowsPerSecond": JSONTree(progress.recordsPerSecond(at: now)),
                    "secondsLeft": JSONTree(progress.timeLeft(at: now).map { Int($0.components.seconds) }),
                ])
        }
    }

    /// A signal asked for the end.
    ///
    /// - Parameter run: the run under way; `nil` where there is none.
    public static func stopping(signal: String, run: RunID?, time: Instant) -> JSONTree {
        naming(run, in: object("stopping", at: time, ["signal": .string(signal)]))
    }

    /// What `verify` works on.
    public static func checking(_ what: String, time: Instant) -> JSONTree {
        object("checking", at: time, ["what": .string(what)])
    }

    /// A sample back end can be called.
    /// - Parameter email: the account's, if the system has accounts with one.
    public static func serving(system: String, url: String, email: String?, time: Instant) -> JSONTree {
        object("serving", at: time, ["system": .string(system), "url": .string(url), "email": JSONTree(email)])
    }

    /// The last line of every command.
    ///
    /// - Parameter run: the run that the command worked on last; `nil` where it began none.
    public static func finished(
        _ status: ExitStatus, result: JSONTree, error: ErrorReport?, run: RunID? = nil, time: Instant
    ) -> JSONTree {
        object(
            "finished", at: time,
            [
                "run": JSONTree(run?.description),
                "exitCode": .integer(Int(status.rawValue)), "exitName": .string(status.name), "result": result,
                "error": error?.json ?? .null,
            ])
    }

    /// Says that a command is still at work that had nothing else to report for a while.
    public static func alive(_ progress: ProgressState, time: Instant) -> JSONTree {
        naming(progress.run, in: object("alive", at: time, ["stage": .string(progress.stage.rawValue)]))
    }

    private static func of(_ event: ConnectionEvent, time: Instant) -> JSONTree {
        switch event {
        case .signingIn: stage(.signingIn, time)
        case .retrying(let what, let attempt, let wait, let reason):
            object(
                "retrying", at: time,
                [
                    "what": .string(what), "attempt": JSONTree(attempt),
                    "waitMilliseconds": .integer(Int(wholeMilliseconds(wait))),
                    "reason": .string(reason),
                ])
        case .paused(let wait, let status):
            object(
                "paused", at: time,
                ["waitMilliseconds": .integer(Int(wholeMilliseconds(wait))), "status": JSONTree(status)])
        case .limited(let rate, let isHalved):
            object("limited", at: time, ["perMinute": JSONTree(rate?.perMinute), "isHalved": .bool(isHalved)])
        case .socketless(let reason): object("socketless", at: time, ["reason": .string(reason)])
        }
    }

    private static func of(_ event: RunEvent, _ progress: ProgressState, at now: Duration, time: Instant) -> JSONTree? {
        switch event {
        case .continued(let records, let phase):
            object("continued", at: time, ["records": JSONTree(records), "phase": .string(phase.rawValue)])
        case .partsDamaged: object("parts-damaged", at: time, [:])
        case .replaying, .rewriting, .comparing: self.progress(progress, counts: nil, at: now, time: time)
        case .fetched(_, _, _, let counts): self.progress(progress, counts: counts, at: now, time: time)
        case .checkpoint(let records): object("checkpoint", at: time, ["records": JSONTree(records)])
        case .lateVerdicts: object("late-verdicts", at: time, [:])
        case .sealing: stage(.sealing, time)
        case .publishing: stage(.publishing, time)
        case .complete: stage(.complete, time)
        }
    }

    private static func stage(_ stage: ProgressState.Stage, _ time: Instant) -> JSONTree {
        object("stage", at: time, ["stage": .string(stage.rawValue)])
    }

    private static func progress(
        _ progress: ProgressState, counts: BatchCounts?, at now: Duration, time: Instant
    ) -> JSONTree {
        object(
            "progress", at: time,
            [
                "stage": .string(progress.stage.rawValue), "page": progress.page > 0 ? JSONTree(progress.page) : .null,
                "pages": JSONTree(progress.pages), "records": JSONTree(progress.records),
                "total": JSONTree(progress.total),
                "recordsPerSecond": JSONTree(progress.recordsPerSecond(at: now)),
                "secondsLeft": JSONTree(progress.timeLeft(at: now).map { Int($0.components.seconds) }),
                "counts": counts.map(ResultValues.counts) ?? .null,
            ])
    }

    private static func object(
        _ name: String, at time: Instant, _ members: KeyValuePairs<String, JSONTree>
    ) -> JSONTree {
        .object(
            [.init("event", .string(name)), .init("time", JSONTree(time))]
                + members.map { .init($0.key, $0.value) })
    }
}
