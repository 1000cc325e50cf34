internal import GantryAccounts
internal import GantryEngine
public import GantryKit
public import GantryModel

/// The events of `--json`: one object a line, `event` and `time` first. Documented in `Documentation/Events.md`.
public enum EventLine {
    /// The version of the events' shape; a new number means that a program must look again.
    public static let format = 1

    /// An event of a running export; `nil` for one that says nothing to programs.
    ///
    /// - Parameter progress: what is known after this event.
    public static func of(
        _ event: ExportEvent, _ progress: ProgressState, at now: Duration, time: Instant
    ) -> JSONValue? {
        switch event {
        case .begins(let id, let continues, _, let sheet):
            object(
                "begins", at: time,
                [
                    "format": JSONValue(format), "version": .text(Gantry.version), "run": .text(id.description),
                    "continues": .boolean(continues), "sheet": JSONValue(sheet),
                ])
        case .connection(let event): of(event, time: time)
        case .joined(let dataset, let records):
            object("joined", at: time, ["dataset": .text(dataset), "records": JSONValue(records)])
        case .dataset(let name, let number, let all):
            object("dataset", at: time, ["dataset": .text(name), "number": JSONValue(number), "of": JSONValue(all)])
        case .beginsAnew(let id, let reason):
            object("begins-anew", at: time, ["run": .text(id.description), "reason": .text(reason)])
        case .notified(let to, let problem):
            object("notified", at: time, ["to": .text(to), "problem": JSONValue(problem)])
        case .run(let event): of(event, progress, at: now, time: time)
        case .checked: self.progress(progress, counts: nil, at: now, time: time)
        case .sending(let counts, let bytes):
            object(
                "sending", at: time,
                [
                    "rows": ResultValues.rows(counts), "bytes": JSONValue(bytes.sent),
                    "bytesTotal": JSONValue(bytes.total),
                    "rowsPerSecond": JSONValue(progress.recordsPerSecond(at: now)),
                    "secondsLeft": JSONValue(progress.timeLeft(at: now).map { Int($0.components.seconds) }),
                ])
        }
    }

    /// A signal asked for the end.
    public static func stopping(signal: String, time: Instant) -> JSONValue {
        object("stopping", at: time, ["signal": .text(signal)])
    }

    /// What `verify` works on.
    public static func checking(_ what: String, time: Instant) -> JSONValue {
        object("checking", at: time, ["what": .text(what)])
    }

    /// A sample back end can be called.
    /// - Parameter email: the account's, where the system has accounts with one.
    public static func serving(system: String, url: String, email: String?, time: Instant) -> JSONValue {
        object("serving", at: time, ["system": .text(system), "url": .text(url), "email": JSONValue(email)])
    }

    /// The last line of every command.
    public static func finished(
        _ status: ExitStatus, result: JSONValue, error: ErrorReport?, time: Instant
    ) -> JSONValue {
        object(
            "finished", at: time,
            [
                "exitCode": .integer(Int64(status.rawValue)), "exitName": .text(status.name), "result": result,
                "error": error?.json ?? .null,
            ])
    }

    private static func of(_ event: ConnectionEvent, time: Instant) -> JSONValue {
        switch event {
        case .signingIn: stage(.signingIn, time)
        case .retrying(let what, let attempt, let wait, let reason):
            object(
                "retrying", at: time,
                [
                    "what": .text(what), "attempt": JSONValue(attempt),
                    "waitMilliseconds": .integer(wholeMilliseconds(wait)),
                    "reason": .text(reason),
                ])
        case .paused(let wait, let status):
            object(
                "paused", at: time,
                ["waitMilliseconds": .integer(wholeMilliseconds(wait)), "status": JSONValue(status)])
        case .socketless(let reason): object("socketless", at: time, ["reason": .text(reason)])
        }
    }

    private static func of(_ event: RunEvent, _ progress: ProgressState, at now: Duration, time: Instant) -> JSONValue?
    {
        switch event {
        case .continued(let records, let phase):
            object("continued", at: time, ["records": JSONValue(records), "phase": .text(phase.rawValue)])
        case .partsDamaged: object("parts-damaged", at: time, [:])
        case .replaying, .rewriting, .comparing: self.progress(progress, counts: nil, at: now, time: time)
        case .fetched(_, _, _, let counts): self.progress(progress, counts: counts, at: now, time: time)
        case .checkpoint(let records): object("checkpoint", at: time, ["records": JSONValue(records)])
        case .lateVerdicts: object("late-verdicts", at: time, [:])
        case .sealing: stage(.sealing, time)
        case .publishing: stage(.publishing, time)
        case .complete: stage(.complete, time)
        }
    }

    private static func stage(_ stage: ProgressState.Stage, _ time: Instant) -> JSONValue {
        object("stage", at: time, ["stage": .text(stage.rawValue)])
    }

    private static func progress(
        _ progress: ProgressState, counts: BatchCounts?, at now: Duration, time: Instant
    ) -> JSONValue {
        object(
            "progress", at: time,
            [
                "stage": .text(progress.stage.rawValue), "page": progress.page > 0 ? JSONValue(progress.page) : .null,
                "pages": JSONValue(progress.pages), "records": JSONValue(progress.records),
                "total": JSONValue(progress.total),
                "recordsPerSecond": JSONValue(progress.recordsPerSecond(at: now)),
                "secondsLeft": JSONValue(progress.timeLeft(at: now).map { Int($0.components.seconds) }),
                "counts": counts.map(ResultValues.counts) ?? .null,
            ])
    }

    private static func object(
        _ name: String, at time: Instant, _ members: KeyValuePairs<String, JSONValue>
    ) -> JSONValue {
        .object(
            [.init(key: "event", value: .text(name)), .init(key: "time", value: JSONValue(time.wholeMilliseconds))]
                + members.map { .init(key: $0.key, value: $0.value) })
    }
}
