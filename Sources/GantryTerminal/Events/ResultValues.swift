public import GantryEngine
public import GantryImports
public import GantryJSON
public import GantryKit
internal import GantryModel
internal import GantryOutputs
public import GantryRuns
internal import GantrySignOff

/// Results as JSON, for the `result` of the last event.
public enum ResultValues {
    /// The result of an export run, with its source, totals, overlaps and files.
    public static func result(_ result: ExportResult) -> JSONTree {
        JSONTree.object([
            "run": .string(result.id.description), "source": source(result.source), "folder": .string(result.folder),
            "wasPublished": .bool(result.wasPublished),
            "totals": totals(result.totals), "overlaps": overlaps(result.overlaps),
            "delivered": JSONTree(result.delivered),
            "files": .array(result.files.map(file)),
            "waits": JSONTree(result.waits?.count), "isFolderMissing": .bool(result.isFolderMissing),
            "publishedElsewhere": JSONTree(result.publishedElsewhere),
            "lostBase": JSONTree(result.lostBase?.run.description),
            "correction": result.totals.correction.map(correction) ?? .null,
        ])
    }

    /// The result of a run that fetched one part, `2/8`.
    public static func part(_ part: String, _ result: ExportResult) -> JSONTree {
        guard case .object(let members) = self.result(result) else { return .null }
        return .object([JSONTree.Member("part", .string(part))] + members)
    }

    private static func overlaps(_ overlaps: [PayOverlap]) -> JSONTree {
        .array(
            overlaps.map {
                JSONTree.object([
                    "run": .string($0.run.description), "first": .string("\($0.first)"), "last": .string("\($0.last)"),
                    "entries": JSONTree($0.entries), "delivered": JSONTree($0.delivered),
                ])
            })
    }

    /// The server and account of a run.
    static func source(_ source: RunSource?) -> JSONTree {
        guard let source else { return .null }
        return JSONTree.object([
            "system": .string(source.system), "address": .string(source.address), "account": JSONTree(source.account),
            "isThisMachine": .bool(source.isThisMachine),
            "contract": .string((source.contract ?? .documented).rawValue),
        ])
    }

    /// The six counts of a batch; `repeats` are called `repeated`.
    public static func counts(_ counts: BatchCounts) -> JSONTree { counts.tree }

    /// The totals of an export; hours and money are texts, so that no reader rounds them.
    public static func totals(_ totals: ExportTotals) -> JSONTree {
        JSONTree.object([
            "counts": counts(totals.counts), "employees": JSONTree(totals.employees),
            "hours": .array(
                totals.hours.map { hours in
                    JSONTree.object([
                        "name": .string(hours.name), "exported": JSONTree(hours.exported), "held": JSONTree(hours.held),
                    ])
                }),
            "payCodes": .array(
                totals.payCodes.map { code in
                    JSONTree.object([
                        "code": .string(code.code), "title": .string(code.title), "units": JSONTree(code.units),
                        "amount": JSONTree(code.amount), "lines": JSONTree(code.lines), "rate": JSONTree(code.rate),
                    ])
                }),
            "amount": JSONTree(totals.amount), "currency": JSONTree(totals.currency),
            "linesWithoutRate": JSONTree(totals.linesWithoutRate),
            "linesMissingRate": JSONTree(totals.linesMissingRate),
            "employeesMissingRate": JSONTree(totals.employeesMissingRate), "leftOut": texts(totals.leftOut),
            "salariedHours": JSONTree(totals.salariedHours), "leaveDays": leave(totals.leave),
            "holidayDays": holidays(totals.holidays),
            "datasets": .array(
                totals.datasets.map { dataset in
                    JSONTree.object([
                        "name": .string(dataset.name), "counts": counts(dataset.counts),
                        "months": .array(
                            dataset.months.map {
                                .object([
                                    "month": .string($0.name), "exported": JSONTree($0.count),
                                ])
                            }),
                        "monthsOf": JSONTree(dataset.monthsField),
                    ])
                }),
            "exceptions": .array(
                totals.exceptions.map { exception in
                    JSONTree.object([
                        "rule": .string(exception.rule), "severity": .string(exception.severity.rawValue),
                        "count": JSONTree(exception.count),
                    ])
                }),
        ])
    }

    /// A published file: its path, bytes, rows and SHA-256; `rows` is null if it has none.
    public static func file(_ file: ExportedFile) -> JSONTree {
        JSONTree.object([
            "path": .string(file.path), "bytes": .integer(Int(file.bytes)), "rows": JSONTree(file.rows),
            "sha256": .string(file.sha256),
        ])
    }

    /// What an export would do; expected counts are null if the server states none.
    public static func plan(_ plan: ExportPlan) -> JSONTree {
        let period = try? PayPeriod(plan.id.period)
        return JSONTree.object([
            "run": .string(plan.id.description), "state": .string(plan.state),
            "first": JSONTree(period?.first.description), "last": JSONTree(period?.last.description),
            "source": source(plan.source),
            "correctionOf": JSONTree(plan.correctionOf?.description), "requests": texts(plan.requests),
            "expectedRecords": JSONTree(plan.expectedRecords), "expectedPages": JSONTree(plan.expectedPages),
            "joinedRecords": JSONTree(plan.joinedRecords), "overlaps": overlaps(plan.overlaps),
            "files": texts(plan.files), "folder": .string(plan.folder),
        ])
    }

    /// Rows that were sent, by their state.
    public static func rows(_ counts: LedgerCounts) -> JSONTree {
        JSONTree.object([
            "all": JSONTree(counts.rows), "done": JSONTree(counts.done), "doneBefore": JSONTree(counts.doneBefore),
            "refused": JSONTree(counts.refused), "unknown": JSONTree(counts.unknown),
            "left": JSONTree(counts.planned + counts.sent + counts.answered),
        ])
    }

    /// A row that is refused, unknown or not sent, with the server's words.
    private static func rowProblem(_ entry: LedgerEntry) -> JSONTree {
        JSONTree.object([
            "row": JSONTree(entry.row), "fileOfRow": JSONTree(entry.part + 1), "state": .string(entry.state.rawValue),
            "code": JSONTree(entry.problem?.code),
            "field": JSONTree(entry.problem.flatMap { $0.field.isEmpty ? nil : $0.field }),
            "problem": JSONTree(entry.problem?.sentence),
            "status": JSONTree(entry.status), "traceId": JSONTree(entry.traceID.isEmpty ? nil : entry.traceID),
            "attempts": JSONTree(entry.attempts),
        ])
    }

    /// How many rows have which problem, each with an example.
    public static func problems(_ problems: [ImportResult.ProblemCount]) -> JSONTree {
        .array(
            problems.map {
                JSONTree.object(["code": .string($0.code), "count": JSONTree($0.count), "example": .string($0.example)])
            })
    }

    /// The result of an import run, with the counts of its rows, the problems of those that were not sent, and what
    /// should be known of those that were.
    public static func result(_ result: ImportResult) -> JSONTree {
        JSONTree.object([
            "run": .string(result.id.description), "source": source(result.source), "folder": .string(result.folder),
            "published": .bool(true),
            "wasPublished": .bool(result.wasPublished), "sheet": JSONTree(result.origin.wholePath),
            "rows": rows(result.counts), "problems": problems(result.problems), "notes": problems(result.notes),
            "read": findings(result.origin.findings), "leftOut": leftOut(result.origin.leftOut),
            "files": .array(result.files.map(file)),
        ])
    }

    /// What an import would do; `effects` is null for a kind whose rows all do the same.
    public static func plan(_ plan: ImportPlan) -> JSONTree {
        JSONTree.object([
            "run": .string(plan.id.description), "state": .string(plan.state), "source": source(plan.source),
            "sheet": .string(plan.dialect), "path": JSONTree(plan.sheet), "rows": rows(plan.counts),
            "effects": plan.effects.isEmpty
                ? .null
                : JSONTree.object([
                    "create": JSONTree(plan.effects[.create] ?? 0), "change": JSONTree(plan.effects[.change] ?? 0),
                    "nothing": JSONTree(plan.effects[.nothing] ?? 0),
                ]),
            "otherValues": JSONTree(plan.otherValues), "bytes": JSONTree(plan.bytes),
            "converted": JSONTree(plan.converted),
            "problems": problems(plan.problemCounts),
            "refused": .array(
                plan.problems.map {
                    JSONTree.object([
                        "row": JSONTree($0.number), "target": .string($0.target), "files": texts($0.files),
                        "alike": JSONTree($0.alike), "code": .string($0.problem.code),
                        "field": .string($0.problem.field), "problem": .string($0.problem.sentence),
                    ])
                }),
            "read": findings(plan.findings), "leftOut": leftOut(plan.leftOut),
            "unserved": texts(plan.recordsWithoutRow),
            "folder": .string(plan.folder),
        ])
    }

    private static func leftOut(_ files: UnmatchedFiles?) -> JSONTree {
        files.map {
            JSONTree.object([
                "pattern": .string($0.pattern), "count": JSONTree($0.count), "names": texts($0.names),
            ])
        } ?? .null
    }

    /// The first rows of each table that an export would write, as texts.
    public static func preview(_ tables: [PreviewTable]) -> JSONTree {
        JSONTree.object([
            "tables": .array(
                tables.map { table in
                    JSONTree.object([
                        "file": .string(table.file), "headings": texts(table.headings),
                        "isNumeric": .array(table.isNumeric.map(JSONTree.bool)),
                        "rows": .array(table.rows.map(texts)),
                        "part": table.part.map {
                            JSONTree.object(["records": JSONTree($0.records), "total": JSONTree($0.total)])
                        } ?? .null,
                    ])
                })
        ])
    }

    /// Everything that is known of a run; what it does not have is null.
    public static func overview(_ overview: RunOverview) -> JSONTree {
        JSONTree.object([
            "run": run(
                overview.run.head, supersededBy: overview.supersededBy, holder: overview.holder, marks: overview.marks,
                pay: overview.pay),
            "command": JSONTree(overview.command), "settings": texts(settings(overview.run)),
            "changedSettings": texts(overview.changedSettings),
            "signOff": JSONTree(overview.signOff?.phase.rawValue), "overlaps": overlaps(overview.overlaps),
            "deliveries": receipts(overview.deliveries), "folder": JSONTree(overview.folder),
            "rows": overview.sent.map { rows($0.counts) } ?? .null,
            "rowProblems": overview.sent.map { .array($0.rows.map(rowProblem)) } ?? .null,
            "rowsNotRead": overview.sent.map {
                .object(["hidden": JSONTree($0.hiddenRows), "skipped": JSONTree($0.skippedRows)])
            } ?? .null,
            "checkpoint": overview.checkpoint.map { checkpoint in
                JSONTree.object([
                    "phase": .string(checkpoint.phase.rawValue), "records": JSONTree(checkpoint.records),
                    "total": JSONTree(checkpoint.statedTotal), "nextPage": JSONTree(checkpoint.nextPage),
                    "pageSize": JSONTree(checkpoint.pageSize), "counts": checkpoint.counts.map { counts($0) } ?? .null,
                    "dataset": JSONTree(overview.dataset),
                ])
            } ?? .null,
            "totals": overview.totals.map(totals) ?? .null,
            "rejects": .array(
                overview.rejects.map { reject in
                    JSONTree.object([
                        "page": JSONTree(reject.page), "index": JSONTree(reject.reject.index),
                        "ordinal": JSONTree(reject.ordinal), "field": .string(reject.reject.field),
                        "found": .string(reject.reject.found), "expected": .string(reject.reject.expected),
                    ])
                }),
            "exceptions": .array(
                overview.exceptions.map { file in
                    JSONTree.object([
                        "path": .string(file.path), "headings": texts(file.headings),
                        "rows": .array(file.rows.map(texts)), "problem": JSONTree(file.problem),
                    ])
                }),
            "files": .array(overview.files.map(file)), "changedFiles": texts(overview.changedFiles),
        ])
    }

    /// Everything that decided the bytes of the run, a `key: value` each.
    private static func settings(_ run: RunRecord) -> [String] { run.identity.all.map { "\($0.key): \($0.value)" } }

    /// What `verify` found, proven facts and differences each in a list.
    public static func verification(_ report: VerificationReport) -> JSONTree {
        JSONTree.object([
            "folder": .string(report.folder), "isValid": .bool(report.isValid), "proven": texts(report.proven),
            "findings": .array(
                report.findings.map {
                    JSONTree.object(["path": .string($0.path), "message": .string($0.message)])
                }),
            "notCompared": texts(report.notCompared), "totals": report.totals.map(totals) ?? .null,
            "withdrawn": report.withdrawn?.tree ?? .null,
        ])
    }

    /// What two runs pay differently.
    public static func difference(_ difference: PayDifference) -> JSONTree {
        JSONTree.object([
            "from": .string(difference.from.description), "to": .string(difference.to.description),
            "newEmployees": texts(difference.newEmployees), "goneEmployees": texts(difference.goneEmployees),
            "released": .integer(difference.released), "differentSources": texts(difference.differentSources),
            "amount": difference.amount.map { .string($0.description) } ?? .null,
            "withdrawn": texts(difference.withdrawn.map(\.run.description)), "lines": lines(difference.lines),
        ])
    }

    private static func batch(_ batch: BatchReview) -> JSONTree {
        JSONTree.object([
            "name": .string(batch.name), "run": JSONTree(batch.run?.description), "note": JSONTree(batch.note),
            "unsentLines": .integer(batch.unsentLines),
            "seen": .array(
                batch.sightings.map {
                    JSONTree.object([
                        "time": JSONTree($0.time), "status": .string($0.status),
                        "hours": JSONTree($0.hours), "workers": JSONTree($0.workers),
                    ])
                }),
        ])
    }

    static func lines(_ lines: [PayDifference.Line]) -> JSONTree {
        .array(
            lines.map { line in
                JSONTree.object([
                    "action": .string(line.action), "payrollNumber": .string(line.payrollNumber),
                    "payCode": .string(line.payCode), "project": line.project.map { .string($0) } ?? .null,
                    "oldUnits": .string(line.units.old.description),
                    "newUnits": .string(line.units.new.description),
                    "difference": .string(line.unitsDifference.description),
                    "amountDifference": line.amountDifference.map { .string($0.description) } ?? .null,
                ])
            })
    }

    /// What of a run waits for a person.
    public static func review(_ report: ReviewReport) -> JSONTree {
        JSONTree.object([
            "run": .string(report.run.description), "isReady": .bool(report.isReady),
            "withdrawn": report.withdrawn?.tree ?? .null,
            "needsRewrite": .bool(report.needsRewrite), "missingFiles": texts(report.missingFiles),
            "open": .integer(report.open.count),
            "heldHours": .string(report.heldHours.description), "salariedHours": JSONTree(report.salariedHours),
            "leaveDays": leave(report.leave), "holidayDays": holidays(report.holidays),
            "batch": report.batch.map(batch) ?? .null,
            "correction": report.correction.map { correction($0) } ?? .null,
            "ratesAsOf": JSONTree(report.ratesAsOf?.description),
            "base": report.base.map { .string($0.description) } ?? .null, "isBaseSigned": .bool(report.isBaseSigned),
            "lostBase": JSONTree(report.lostBase?.description),
            "findings": .array(
                report.findings.map { finding in
                    JSONTree.object([
                        "id": .string(finding.id), "severity": .string(finding.severity.rawValue),
                        "rule": .string(finding.rule), "entry": text(finding.entry),
                        "employee": text(finding.employee),
                        "date": finding.date.map { .string($0.description) } ?? .null,
                        "found": .string(finding.found), "expected": .string(finding.expected),
                        "hours": finding.hours.map { .string($0.description) } ?? .null,
                        "state": .string(finding.state.rawValue), "waivedBy": texts(finding.waivers.map(\.by)),
                        "decision": finding.decision.map(decided) ?? .null,
                        "outdated": finding.outdated.map(decided) ?? .null,
                    ])
                }),
            "holds": .array(
                report.holds.map { hold in
                    JSONTree.object([
                        "id": .string(hold.id), "entry": text(hold.entry), "leave": text(hold.leave),
                        "employee": text(hold.employee), "hours": .string(hold.hours.description),
                        "rules": texts(hold.rules), "about": JSONTree(hold.about), "decision": decided(hold.decision),
                    ])
                }),
            "idle": .array(
                report.idle.map { idle in
                    JSONTree.object([
                        "id": .string(idle.id), "rule": .string(idle.rule), "entry": text(idle.entry),
                        "employee": text(idle.employee), "date": JSONTree(idle.date?.description),
                        "decision": decided(idle.decision),
                    ])
                }),
        ])
    }

    private static func text(_ number: Int64?) -> JSONTree { number.map { .string($0.keyText) } ?? .null }

    private static func decided(_ decision: ReviewReport.Decided) -> JSONTree {
        JSONTree.object([
            "verb": .string(decision.verb), "by": .string(decision.by), "because": .string(decision.because),
            "found": .string(decision.found), "hours": JSONTree(decision.hours?.description),
        ])
    }

    /// A pipeline file that was found right.
    public static func pipeline(_ file: Pipeline, path: String) -> JSONTree {
        var members: [JSONTree.Member] = []
        func add(_ key: String, _ value: JSONTree) { members.append(JSONTree.Member(key, value)) }
        add("path", .string(path))
        add("pipeline", .string(file.name))
        add("title", .string(file.title))
        if let connection = file.connection { add("connection", .string(connection)) }
        switch file.work {
        case .stages(let stages):
            if let payroll = file.payroll {
                add("dataset", .string(payroll.records.dataset))
            } else {
                add("datasets", texts(file.datasets.map(\.name)))
            }
            add("files", texts(stages.flatMap(\.outputs).map(\.file)))
        case .imports(let work): add("sends", .string(work.kind))
        case .group(let names): add("runs", texts(names))
        }
        return .object(members)
    }

    static func texts(_ texts: [String]) -> JSONTree { .array(texts.map(JSONTree.string)) }
}
