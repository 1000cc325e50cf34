public import GantryEngine
public import GantryKit
internal import GantryModel
internal import GantryOutputs
public import GantryPipelines

/// Results as JSON, for the `result` of the last event.
public enum ResultValues {
    /// The result of an export run, with its source, totals, overlaps and files.
    public static func result(_ result: ExportResult) -> JSONValue {
        JSONValue(members: [
            "run": .text(result.id.description), "source": source(result.source), "folder": .text(result.folder),
            "wasPublished": .boolean(result.wasPublished),
            "totals": totals(result.totals), "overlaps": overlaps(result.overlaps),
            "files": .list(result.files.map(file)),
        ])
    }

    private static func overlaps(_ overlaps: [PayOverlap]) -> JSONValue {
        .list(
            overlaps.map {
                JSONValue(members: [
                    "run": .text($0.run.description), "first": .text("\($0.first)"), "last": .text("\($0.last)"),
                    "entries": JSONValue($0.entries),
                ])
            })
    }

    /// The server and account of a run.
    static func source(_ source: RunSource?) -> JSONValue {
        guard let source else { return .null }
        return JSONValue(members: [
            "system": .text(source.system), "address": .text(source.address), "account": JSONValue(source.account),
            "isThisMachine": .boolean(source.isThisMachine),
        ])
    }

    /// The six counts of a batch; `repeats` are called `repeated`.
    public static func counts(_ counts: BatchCounts) -> JSONValue {
        JSONValue(members: [
            "fetched": JSONValue(counts.fetched), "exported": JSONValue(counts.exported),
            "held": JSONValue(counts.held),
            "repeated": JSONValue(counts.repeats), "rejected": JSONValue(counts.rejected),
            "excluded": JSONValue(counts.excluded),
        ])
    }

    /// The totals of an export; hours and money are texts, so that no reader rounds them.
    public static func totals(_ totals: ExportTotals) -> JSONValue {
        JSONValue(members: [
            "counts": counts(totals.counts), "employees": JSONValue(totals.employees),
            "hours": .list(
                totals.hours.map { hours in
                    JSONValue(members: [
                        "name": .text(hours.name), "exported": JSONValue(hours.exported), "held": JSONValue(hours.held),
                    ])
                }),
            "payCodes": .list(
                totals.payCodes.map { code in
                    JSONValue(members: [
                        "code": .text(code.code), "title": .text(code.title), "units": JSONValue(code.units),
                        "amount": JSONValue(code.amount), "lines": JSONValue(code.lines), "rate": JSONValue(code.rate),
                    ])
                }),
            "amount": JSONValue(totals.amount), "currency": JSONValue(totals.currency),
            "linesWithoutRate": JSONValue(totals.linesWithoutRate),
            "linesMissingRate": JSONValue(totals.linesMissingRate),
            "employeesMissingRate": JSONValue(totals.employeesMissingRate),
            "datasets": .list(
                totals.datasets.map { dataset in
                    JSONValue(members: ["name": .text(dataset.name), "counts": counts(dataset.counts)])
                }),
            "exceptions": .list(
                totals.exceptions.map { exception in
                    JSONValue(members: [
                        "rule": .text(exception.rule), "severity": .text(exception.severity.rawValue),
                        "count": JSONValue(exception.count),
                    ])
                }),
        ])
    }

    /// A published file: its path, bytes, rows and SHA-256; `rows` is null where it has none.
    public static func file(_ file: ExportedFile) -> JSONValue {
        JSONValue(members: [
            "path": .text(file.path), "bytes": .integer(file.bytes), "rows": JSONValue(file.rows),
            "sha256": .text(file.sha256),
        ])
    }

    /// What an export would do; expected counts are null where the server states none.
    public static func plan(_ plan: ExportPlan) -> JSONValue {
        JSONValue(members: [
            "run": .text(plan.id.description), "state": .text(plan.state), "source": source(plan.source),
            "requests": texts(plan.requests),
            "expectedRecords": JSONValue(plan.expectedRecords), "expectedPages": JSONValue(plan.expectedPages),
            "joinedRecords": JSONValue(plan.joinedRecords), "overlaps": overlaps(plan.overlaps),
            "files": texts(plan.files), "folder": .text(plan.folder),
        ])
    }

    /// Rows that were sent, by what became of them.
    public static func rows(_ counts: LedgerCounts) -> JSONValue {
        JSONValue(members: [
            "all": JSONValue(counts.rows), "done": JSONValue(counts.done), "doneBefore": JSONValue(counts.doneBefore),
            "refused": JSONValue(counts.refused), "unknown": JSONValue(counts.unknown),
            "left": JSONValue(counts.planned + counts.sent + counts.answered),
        ])
    }

    /// A row that is refused, unknown or not sent, with what the server said of it.
    private static func rowProblem(_ entry: LedgerEntry) -> JSONValue {
        JSONValue(members: [
            "row": JSONValue(entry.row), "state": .text(entry.state.rawValue), "code": JSONValue(entry.problem?.code),
            "field": JSONValue(entry.problem.flatMap { $0.field.isEmpty ? nil : $0.field }),
            "problem": JSONValue(entry.problem?.sentence),
            "status": JSONValue(entry.status), "traceId": JSONValue(entry.traceID.isEmpty ? nil : entry.traceID),
            "attempts": JSONValue(entry.attempts),
        ])
    }

    /// How many rows have which problem, each with an example.
    public static func problems(_ problems: [ImportResult.ProblemCount]) -> JSONValue {
        .list(
            problems.map {
                JSONValue(members: ["code": .text($0.code), "count": JSONValue($0.count), "example": .text($0.example)])
            })
    }

    /// The result of an import run, with the counts of its rows and the problems of those that were not sent.
    public static func result(_ result: ImportResult) -> JSONValue {
        JSONValue(members: [
            "run": .text(result.id.description), "source": source(result.source), "folder": .text(result.folder),
            "published": .boolean(true),
            "wasPublished": .boolean(result.wasPublished), "sheet": JSONValue(result.origin.wholePath),
            "rows": rows(result.counts), "problems": problems(result.problems),
            "ignoredColumns": texts(result.origin.ignoredColumns), "leftOut": leftOut(result.origin.leftOut),
            "files": .list(result.files.map(file)),
        ])
    }

    /// What an import would do; `effects` is null for a kind whose rows all do the same.
    public static func plan(_ plan: ImportPlan) -> JSONValue {
        JSONValue(members: [
            "run": .text(plan.id.description), "state": .text(plan.state), "source": source(plan.source),
            "sheet": .text(plan.dialect), "path": JSONValue(plan.sheet), "rows": rows(plan.counts),
            "effects": plan.effects.isEmpty
                ? .null
                : JSONValue(members: [
                    "create": JSONValue(plan.effects[.create] ?? 0), "change": JSONValue(plan.effects[.change] ?? 0),
                    "nothing": JSONValue(plan.effects[.nothing] ?? 0),
                ]),
            "bytes": JSONValue(plan.bytes), "problems": problems(plan.problemCounts),
            "refused": .list(
                plan.problems.map {
                    JSONValue(members: [
                        "row": JSONValue($0.number), "target": .text($0.target), "files": texts($0.files),
                        "alike": JSONValue($0.alike), "code": .text($0.problem.code),
                        "field": .text($0.problem.field), "problem": .text($0.problem.sentence),
                    ])
                }),
            "ignoredColumns": texts(plan.ignoredColumns), "leftOut": leftOut(plan.leftOut),
            "unserved": texts(plan.recordsWithoutRow), "folder": .text(plan.folder),
        ])
    }

    private static func leftOut(_ files: UnmatchedFiles?) -> JSONValue {
        files.map {
            JSONValue(members: ["pattern": .text($0.pattern), "count": JSONValue($0.count), "names": texts($0.names)])
        } ?? .null
    }

    /// The first rows of each table that an export would write, as texts.
    public static func preview(_ tables: [PreviewTable]) -> JSONValue {
        JSONValue(members: [
            "tables": .list(
                tables.map { table in
                    JSONValue(members: [
                        "file": .text(table.file), "headings": texts(table.headings),
                        "isNumeric": .list(table.isNumeric.map(JSONValue.boolean)),
                        "rows": .list(table.rows.map(texts)),
                        "part": table.part.map {
                            JSONValue(members: ["records": JSONValue($0.records), "total": JSONValue($0.total)])
                        } ?? .null,
                    ])
                })
        ])
    }

    /// - Parameter sent: how far those are that send the rows of a sheet.
    public static func runs(
        _ runs: [RunRecord], sent: [RunID: SendingState] = [:], damaged: [DamagedRun] = []
    ) -> JSONValue {
        let newest = NewestRevisions(runs)
        return JSONValue(members: [
            "runs": .list(runs.map { run($0, supersededBy: newest.superseding($0), sent: sent[$0.id]) }),
            "damaged": .list(
                damaged.map { JSONValue(members: ["run": .text($0.name), "problem": .text($0.problem.explanation)]) }),
        ])
    }

    /// - Parameter supersededBy: the newest published revision, where that is another one.
    public static func run(_ run: RunRecord, supersededBy: Int? = nil, sent: SendingState? = nil) -> JSONValue {
        JSONValue(members: [
            "run": .text(run.id.description), "phase": .text(run.phase.rawValue),
            "isPublished": .boolean(run.phase == .complete),
            "source": source(run.source), "snapshot": JSONValue(run.snapshot), "corrects": JSONValue(run.corrects),
            "supersededBy": JSONValue(supersededBy), "startedAt": JSONValue(run.startedAt),
            "finishedAt": JSONValue(run.finishedAt),
            "lastError": JSONValue(run.lastError.isEmpty ? nil : run.lastError),
            "rows": sent.map { rows($0.counts) } ?? .null,
        ])
    }

    /// Everything that is known of a run; what it does not have is null.
    public static func overview(_ overview: RunOverview) -> JSONValue {
        JSONValue(members: [
            "run": run(overview.run, supersededBy: overview.supersededBy), "settings": texts(settings(overview.run)),
            "changedSettings": texts(overview.changedSettings), "overlaps": overlaps(overview.overlaps),
            "folder": JSONValue(overview.folder),
            "rows": overview.sent.map { rows($0.counts) } ?? .null,
            "rowProblems": overview.sent.map { .list($0.rows.map(rowProblem)) } ?? .null,
            "checkpoint": overview.checkpoint.map { checkpoint in
                JSONValue(members: [
                    "phase": .text(checkpoint.phase.rawValue), "records": JSONValue(checkpoint.records),
                    "total": JSONValue(checkpoint.statedTotal), "nextPage": JSONValue(checkpoint.nextPage),
                    "pageSize": JSONValue(checkpoint.pageSize), "counts": checkpoint.counts.map { counts($0) } ?? .null,
                    "dataset": JSONValue(overview.dataset),
                ])
            } ?? .null,
            "totals": overview.totals.map(totals) ?? .null,
            "rejects": .list(
                overview.rejects.map { reject in
                    JSONValue(members: [
                        "page": JSONValue(reject.page), "index": JSONValue(reject.reject.index),
                        "ordinal": JSONValue(reject.ordinal),
                        "field": .text(reject.reject.field), "found": .text(reject.reject.found),
                        "expected": .text(reject.reject.expected),
                    ])
                }),
            "exceptions": .list(
                overview.exceptions.map { file in
                    JSONValue(members: [
                        "path": .text(file.path), "headings": texts(file.headings), "rows": .list(file.rows.map(texts)),
                        "problem": JSONValue(file.problem),
                    ])
                }),
            "files": .list(overview.files.map(file)),
        ])
    }

    /// Everything that decided the bytes of the run, a `key: value` each.
    private static func settings(_ run: RunRecord) -> [String] { run.identity.all.map { "\($0.key): \($0.value)" } }

    /// What `verify` found, proven facts and differences each in a list.
    public static func verification(_ report: VerificationReport) -> JSONValue {
        JSONValue(members: [
            "folder": .text(report.folder), "isValid": .boolean(report.isValid), "proven": texts(report.proven),
            "findings": .list(
                report.findings.map {
                    JSONValue(members: ["path": .text($0.path), "message": .text($0.message)])
                }),
            "notCompared": texts(report.notCompared), "totals": report.totals.map(totals) ?? .null,
        ])
    }

    /// A pipeline file that was found right.
    public static func pipeline(_ file: Pipeline, path: String) -> JSONValue {
        var members: [JSONValue.Member] = []
        func add(_ key: String, _ value: JSONValue) { members.append(JSONValue.Member(key: key, value: value)) }
        add("path", .text(path))
        add("pipeline", .text(file.name))
        add("title", .text(file.title))
        if let connection = file.connection { add("connection", .text(connection)) }
        switch file.work {
        case .stages(let stages):
            if let payroll = file.payroll {
                add("dataset", .text(payroll.records.dataset))
            } else {
                add("datasets", texts(file.datasets.map(\.name)))
            }
            add("files", texts(stages.flatMap(\.outputs).map(\.file)))
        case .imports(let work): add("sends", .text(work.kind))
        case .group(let names): add("runs", texts(names))
        }
        return .object(members)
    }

    private static func texts(_ texts: [String]) -> JSONValue { .list(texts.map(JSONValue.text)) }
}
