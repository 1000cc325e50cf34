internal import GantryFiles
internal import GantryFormats
internal import GantryModel
internal import GantryOutputs
internal import GantryPayroll
public import GantryRuns

/// What a correction changes, read from its files.
struct ChangedPay {
    let total: ExportTotals.CorrectionTotal?
    let lines: [PayDifference.Line]
    let entries: [EntryChange]

    /// - Parameter proven: a folder whose files were compared with their digests.
    init(_ proven: ExportFolder) throws {
        func read<Row>(_ format: String, _ read: ([UInt8], CSVDialect) throws -> [Row]) throws -> [Row] {
            try proven.file(format).map { try read(ReadFile.bytes(of: $0.path), $0.dialect) } ?? []
        }
        total = ExportTotals.CorrectionTotal(proven.totals)
        lines = try read(FileEntry.changes) { try ChangesTable.read($0, dialect: $1) }.map(PayDifference.Line.init)
        entries = try read(FileEntry.entryChanges) { try EntryChangesTable.read($0, dialect: $1) }
    }

    /// Causes of differences, as findings that a person looks at.
    func findings(_ decided: Decisions, _ subjects: RunSubjects) -> [ReviewReport.Finding] {
        guard let base = total?.base else { return [] }
        return entries.map { entry in
            let id = entry.findingID(against: base)
            let hold = entry.hold(decided)
            let decision = hold ?? decided[id]
            return ReviewReport.Finding(
                id: id, severity: .warning, rule: entry.rule.rawValue, entry: entry.entry, employee: entry.employee,
                name: entry.employee.flatMap { subjects.person($0).name }, date: entry.date,
                found: entry.found, expected: entry.expected,
                hours: entry.entryHours, amount: entry.amount,
                state: hold != nil ? .held : decision?.verb == .accept ? .accepted : .open,
                decision: decision.map { ReviewReport.Decided($0) },
                canBeWaived: false)
        }
    }
}

extension ReviewReport {
    /// What a correction changes, and what a person must do for it.
    public struct Correction: Sendable, Equatable {
        /// The sums, and the files.
        public let total: ExportTotals.CorrectionTotal
        /// Lines that differ from what was delivered.
        public let lines: [PayDifference.Line]
        /// Why they differ, and what differs and isn't paid.
        public let causes: [PeriodChanges.Entry]
    }

    /// Adds what a correction shows.
    mutating func add(_ changed: ChangedPay, decided: Decisions, subjects: RunSubjects) {
        correction = changed.total.map { total in
            Correction(
                total: total, lines: changed.lines,
                causes: changed.entries.map { PeriodChanges.Entry($0, against: total.base) })
        }
        findings += changed.findings(decided, subjects)
    }
}

extension PayDifference.Line {
    init(_ row: ChangeRow) {
        func hours(_ nano: Int128?) -> Hours { Hours(nano: Int64(clamping: nano ?? 0)) }
        self.init(
            action: row.action.rawValue, payrollNumber: row.payrollNumber, name: row.name, payCode: row.payCode,
            project: row.project, units: (hours(row.units.old), hours(row.units.new)), amounts: row.amounts,
            unitsDifference: HoursSum(nano: row.unitsDifference), amountDifference: row.amountDifference)
    }
}
