internal import GantryConnectors
internal import GantryEngine
internal import GantryFormats
internal import GantryJSON
internal import GantryModel

/// `totals.json`: what the export adds up to, so that its files can be proven without anything else.
struct TotalsDocument: Sendable {
    static let format = "urn:gantry:totals:1"
    let text: String

    init(
        _ plan: PayrollPlan, _ source: RunSource, _ summary: PayrollSummary, _ payroll: PayrollTotals,
        _ unpriced: UnpricedLines,
        _ marks: [PartMark]
    ) {
        let batch = plan.batch
        let counts = summary.counts
        text =
            JSONTree.object([
                "format": .string(TotalsDocument.format),
                "run": .string("\(batch.pipeline)/\(batch.period.name)/r\(batch.revision)"),
                "system": .string(batch.system),
                "connection": .string(batch.connection),
                "source": source.tree,
                "period": .object([
                    "name": .string(batch.period.name), "first": .string(batch.period.first.description),
                    "last": .string(batch.period.last.description),
                ]),
                "corrects": batch.corrects.map { .integer($0) } ?? .null,
                "snapshot": .string(batch.snapshot.description),
                "rounding": .string(batch.rounding.rawValue),
                "counts": .object([
                    "fetched": .integer(counts.fetched), "exported": .integer(counts.exported),
                    "held": .integer(counts.held),
                    "repeated": .integer(counts.repeats), "rejected": .integer(counts.rejected),
                ]),
                "hours": .array(
                    PayQuantity.allCases.map { quantity in
                        .object([
                            "name": .string(quantity.rawValue),
                            "exported": .string(summary.exported[quantity].description),
                            "held": .string(summary.held[quantity].description),
                        ])
                    }),
                "entry_id_sum": .string(String(summary.hashOfIDs)),
                "employees": .integer(payroll.employees),
                "payroll_number_sum": .string(String(payroll.payrollNumberSum)),
                "pay": .object([
                    "name": plan.file.pay?.name.map { .string($0.description) } ?? .null,
                    "units_decimals": .integer(batch.unitsDecimals),
                ]),
                "pay_codes": .array(
                    zip(payroll.codes, plan.file.pay?.codes ?? []).map { code, definition in
                        .object([
                            "code": .string(code.code), "title": .string(definition.title),
                            "lines": .integer(code.lines),
                            "units": .string(code.unitsText),
                            "amount": code.amount.map { .string($0.description) } ?? .null,
                            "hours": .string(definition.hours.rawValue),
                            "rate": definition.rate.map { .string($0.field.description) } ?? .null,
                            "rate_factor": definition.rate.map { _ in
                                .string(decimalText(nano: Int128(definition.rateFactorNano ?? 1_000_000_000), .exact))
                            } ?? .null,
                        ])
                    }),
                "amount": payroll.amount.map { .string($0.description) } ?? .null,
                "currency": batch.currency.map { .string($0) } ?? .null,
                "lines_without_rate": .integer(unpriced.byDesign),
                "lines_missing_rate": .integer(unpriced.missing),
                "employees_missing_rate": .integer(unpriced.employees),
                "exceptions": .array(
                    summary.exceptions.map {
                        .object([
                            "rule": .string($0.rule), "severity": .string($0.severity.rawValue),
                            "count": .integer($0.count),
                        ])
                    }),
                "files": .array(marks.map { TotalsDocument.file($0, plan) }),
            ]).pretty
    }

    private static func file(_ mark: PartMark, _ plan: PayrollPlan) -> JSONTree {
        var members = [JSONTree.Member("file", .string(mark.name))]
        let format = plan.file.outputs.first { $0.file == mark.name }?.format
        switch format {
        case .csv(let dialect, let columns):
            members.append(JSONTree.Member("format", .string("csv")))
            members.append(JSONTree.Member("dialect", .string(dialect.rawValue)))
            members.append(JSONTree.Member("rows", .integer(mark.rows)))
            members.append(JSONTree.Member("columns", .array(columns.map(TotalsDocument.column))))
            let sums = mark.sums.compactMap { key, value in Int(key).map { ($0, value) } }.sorted { $0.0 < $1.0 }
            members.append(
                JSONTree.Member(
                    "sums",
                    .array(
                        sums.map { index, value in
                            .object([
                                "column": .integer(index + 1), "heading": .string(columns[index].heading),
                                "field": .string(columns[index].field.description),
                                "sum": .string(decimalText(nano: Int128(value) ?? 0, .exact)),
                            ])
                        })))
        case .payrollCSV(let dialect), .exceptionsCSV(let dialect):
            members.append(JSONTree.Member("format", .string(format?.name ?? "")))
            members.append(JSONTree.Member("dialect", .string(dialect.rawValue)))
            members.append(JSONTree.Member("rows", .integer(mark.rows)))
        case .payrollXML:
            members.append(JSONTree.Member("format", .string("payroll-xml")))
            members.append(JSONTree.Member("employees", .integer(mark.rows)))
        case .archive(let compression):
            members.append(JSONTree.Member("format", .string("archive")))
            members.append(JSONTree.Member("compression", .string(compression.rawValue)))
            members.append(JSONTree.Member("rows", .integer(mark.rows)))
        case nil:
            if mark.name == PayrollPlan.rejectsName {
                members.append(JSONTree.Member("format", .string("rejects-csv")))
                members.append(JSONTree.Member("dialect", .string("machine")))
                members.append(JSONTree.Member("rows", .integer(mark.rows)))
            } else if mark.name == JoinedWorkers.fileName {
                members.append(JSONTree.Member("format", .string("joined-workers")))
                members.append(JSONTree.Member("rows", .integer(mark.rows)))
            } else {
                members.append(JSONTree.Member("format", .string("schema")))
            }
        }
        return .object(members)
    }

    private static func column(_ column: PipelineFile.Column) -> JSONTree {
        var members = [
            JSONTree.Member("heading", .string(column.heading)),
            JSONTree.Member("field", .string(column.field.description)),
        ]
        switch column.decimals {
        case .exact: members.append(JSONTree.Member("decimals", .string("exact")))
        case .fixed(let digits): members.append(JSONTree.Member("decimals", .integer(digits)))
        case nil: break
        }
        return .object(members)
    }

    /// The columns that an entry of `files` states; `nil` where it states none, or one that there is not.
    static func columns(_ file: JSONTree) -> [PipelineFile.Column]? {
        guard let list = file["columns"]?.list else { return nil }
        var columns: [PipelineFile.Column] = []
        for item in list {
            guard let heading = item["heading"]?.text, let field = item["field"]?.text else { return nil }
            let parts = field.split(separator: ".", maxSplits: 1).map(String.init)
            guard let name = parts.last else { return nil }
            let decimals: DecimalPlaces?
            switch item["decimals"] {
            case nil: decimals = nil
            case .string("exact"): decimals = .exact
            case .number(let text):
                guard let digits = Int(text), (0...9).contains(digits) else { return nil }
                decimals = .fixed(digits)
            default: return nil
            }
            columns.append(
                PipelineFile.Column(
                    field: PipelineFile.FieldReference(join: parts.count == 2 ? parts[0] : nil, name: name),
                    heading: heading,
                    decimals: decimals))
        }
        return columns
    }

    /// The document with sizes and digests of every file, for the journal.
    static func journalText(_ text: String, _ marks: [PartMark]) -> String {
        let files = marks.map { mark in
            JSONTree.object([
                "path": .string("data/\(mark.name)"), "bytes": .number(String(mark.length)),
                "rows": .integer(mark.rows),
                "sha256": .string(mark.sha256),
            ])
        }
        let totals = (try? JSONTree(Array(text.utf8))) ?? .null
        return JSONTree.object(["totals": totals, "files": .array(files)]).compact
    }

    /// Reads a totals document; what is missing counts as zero or none.
    static func read(_ tree: JSONTree) -> ExportTotals {
        var totals = ExportTotals()
        let counts = tree["counts"]
        totals.counts.fetched = count(counts?["fetched"])
        totals.counts.exported = count(counts?["exported"])
        totals.counts.held = count(counts?["held"])
        totals.counts.repeats = count(counts?["repeated"])
        totals.counts.excluded = count(counts?["excluded"])
        totals.counts.rejected = count(counts?["rejected"])
        totals.employees = count(tree["employees"])
        totals.hours = (tree["hours"]?.list ?? []).map {
            ExportTotals.QuantityTotal(
                name: $0["name"]?.text ?? "", exported: HoursSum(nano: nano($0["exported"]) ?? 0),
                held: HoursSum(nano: nano($0["held"]) ?? 0))
        }
        totals.payCodes = (tree["pay_codes"]?.list ?? []).map {
            ExportTotals.PayCodeTotal(
                code: $0["code"]?.text ?? "", title: $0["title"]?.text ?? "",
                units: HoursSum(nano: nano($0["units"]) ?? 0), amount: nano($0["amount"]).map(Money.init(nano:)),
                lines: count($0["lines"]), rate: $0["rate"]?.text)
        }
        totals.amount = nano(tree["amount"]).map(Money.init(nano:))
        totals.currency = tree["currency"]?.text
        totals.linesWithoutRate = count(tree["lines_without_rate"])
        totals.linesMissingRate = count(tree["lines_missing_rate"])
        totals.employeesMissingRate = count(tree["employees_missing_rate"])
        totals.exceptions = (tree["exceptions"]?.list ?? []).map {
            ExportTotals.ExceptionTotal(
                rule: $0["rule"]?.text ?? "", severity: Severity(rawValue: $0["severity"]?.text ?? "") ?? .info,
                count: count($0["count"]))
        }
        totals.datasets = (tree["datasets"]?.list ?? []).map {
            ExportTotals.DatasetTotal(name: $0["dataset"]?.text ?? "", counts: read($0).counts)
        }
        return totals
    }

    /// The files of exceptions that `journalText` lists, and how they are written.
    static func exceptionFiles(_ tree: JSONTree) -> [(path: String, dialect: CSVDialect)] {
        let totals = tree["totals"]
        let files =
            (totals?["files"]?.list ?? []) + (totals?["datasets"]?.list ?? []).flatMap { $0["files"]?.list ?? [] }
        return files.compactMap { file in
            guard file["format"]?.text == PipelineFile.FormatName.exceptionsCSV.rawValue, let name = file["file"]?.text
            else { return nil }
            return ("data/\(name)", CSVDialect.named(file["dialect"]?.text ?? "") ?? .machine)
        }
    }

    /// The files that `journalText` lists.
    static func files(_ tree: JSONTree) -> [ExportedFile] {
        let lists = Set(exceptionFiles(tree).map(\.path))
        return (tree["files"]?.list ?? []).map { file in
            let rows = file["rows"]?.int ?? 0
            return ExportedFile(
                path: file["path"]?.text ?? "", bytes: Int64(file["bytes"]?.int ?? 0), rows: rows == 0 ? nil : rows,
                sha256: file["sha256"]?.text ?? "", listsExceptions: lists.contains(file["path"]?.text ?? ""))
        }
    }

    /// A count; out of range it counts as the nearest count that is in range, so that adding some up can't overflow.
    private static func count(_ tree: JSONTree?) -> Int { min(max(tree?.int ?? 0, 0), 1 << 50) }

    /// A decimal text in billionths; `nil` for what is none, and past 10²⁴, which no sum of ours reaches.
    static func nano(_ tree: JSONTree?) -> Int128? {
        guard let text = tree?.text else { return nil }
        let negative = text.hasPrefix("-")
        let parts = (negative ? text.dropFirst() : text[...]).split(separator: ".", omittingEmptySubsequences: false)
        guard let whole = parts.first.flatMap({ Int128($0) }), whole <= 1_000_000_000_000_000_000_000_000,
            parts.count <= 2
        else { return nil }
        let decimals = parts.count == 2 ? String(parts[1]) : ""
        guard decimals.utf8.count <= 9,
            let fraction = Int128(decimals + String(repeating: "0", count: 9 - decimals.utf8.count))
        else {
            return nil
        }
        return (whole * 1_000_000_000 + fraction) * (negative ? -1 : 1)
    }
}
