public import GantryEngine
public import GantryFiles
public import GantryJSON
internal import GantryModel
public import GantryRuns

/// Runs as programs see them.
extension ResultValues {
    /// The runs of a list.
    public static func runs(_ list: RunList) -> JSONTree {
        return JSONTree.object([
            "runs": .array(
                list.runs.map {
                    run(
                        $0, supersededBy: list.newest.superseding($0), sent: list.sent[$0.id],
                        holder: list.holders[$0.id],
                        counts: list.counts[$0.id], marks: list.marks, pay: list.pay[$0.id])
                }),
            "damaged": .array(
                list.damaged.map {
                    JSONTree.object(["run": .string($0.name), "problem": .string($0.problem.explanation)])
                }),
        ])
    }

    /// - Parameters:
    ///   - supersededBy: the newest published revision, where that is another one.
    ///   - holder: who works on it; `nil` when nobody does.
    ///   - counts: those of its records; `nil` while it has none.
    ///   - marks: what became of it after it was published.
    ///   - pay: what became of its pay; `nil` where it is none.
    public static func run(
        _ run: RunHead, supersededBy: Int? = nil, sent: SendingState? = nil, holder: LockHolder? = nil,
        counts: BatchCounts? = nil, marks: RunMarks = RunMarks(), pay: PayStanding? = nil
    ) -> JSONTree {
        JSONTree.object([
            "run": .string(run.id.description), "pipeline": .string(run.id.pipeline),
            "period": run.isOfSheetRows ? .null : .string(run.id.period), "revision": JSONTree(run.id.revision),
            "state": .string(run.state(heldBy: holder).rawValue), "phase": .string(run.phase.rawValue),
            "isPublished": .bool(run.phase == .complete), "part": JSONTree(run.part),
            "process": process(holder),
            "source": source(run.source), "snapshot": JSONTree(run.snapshot), "corrects": JSONTree(run.corrects),
            "supersededBy": JSONTree(supersededBy), "startedAt": JSONTree(run.startedAt),
            "finishedAt": JSONTree(run.finishedAt),
            "lastError": JSONTree(run.lastError.isEmpty ? nil : run.lastError),
            "pay": ResultValues.pay(pay), "counts": counts.map { ResultValues.counts($0) } ?? .null,
            "rows": sent.map { rows($0.counts) } ?? .null,
            "withdrawn": marks.withdrawn[run.id]?.tree ?? .null,
            "folderState": JSONTree(marks.folder(of: run)?.rawValue),
            "isBeingForgotten": .bool(marks.forgetting.contains(run.id)),
        ])
    }

    static func pay(_ pay: PayStanding?) -> JSONTree {
        guard let pay else { return .null }
        return JSONTree.object([
            "delivered": JSONTree(pay.delivered), "isUnfinished": .bool(pay.unfinished != nil),
            "open": JSONTree(pay.open), "misfits": JSONTree(pay.misfits), "needsRewrite": .bool(pay.needsRewrite),
            "waits": JSONTree(pay.waits?.count), "waitsFor": JSONTree(pay.waits?.next),
            "corrects": JSONTree(pay.corrects?.description), "baseDelivered": JSONTree(pay.baseDelivered),
        ])
    }

    static func process(_ holder: LockHolder?) -> JSONTree {
        guard let holder else { return .null }
        return JSONTree.object([
            "pid": JSONTree(holder.pid), "host": JSONTree(holder.host),
            "since": JSONTree(holder.since.flatMap { Instant($0) }), "command": JSONTree(holder.command),
        ])
    }
}

extension RunHead {
    /// Whether the run sends the rows of a sheet, whose name stands in the place of a period.
    fileprivate var isOfSheetRows: Bool { kind == .sheet }
}
