internal import GantryEngine
internal import GantryFiles
internal import GantryFormats
internal import GantryJSON
internal import GantryModel
internal import GantryOutputs
internal import GantryPayroll
internal import GantryRuns
internal import GantrySignOff

/// What a correction changes, and its files.
struct CorrectedPay: Sendable {
    let correction: Correction
    let changes: [PayrollChange]
    /// The pay lines as they were delivered, and as they are now.
    private let before: [PayrollEmployee]
    private let employees: [PayrollEmployee]

    init(_ correction: Correction, employees: [PayrollEmployee], plan: PayrollPlan) async throws {
        self.correction = correction
        self.employees = employees
        before = try await PublishedPay(exported: correction.signed.folder).employees
        let all = PayChanges.between(before, employees)
        // A line that only moved to other days concerns no program but one that takes days.
        changes = plan.takesDays ? all : all.filter(\.differs)
    }

    /// - Parameter everybody: who has hours in the period.
    /// - Throws: as `SignedPay.requireSameOwners`.
    func requireSameOwners(_ plan: PayrollPlan, _ roster: Roster, of everybody: Set<Int64>) throws {
        try correction.signed.requireSameOwners(
            plan.calculation.inputs, roster, changes: changes, of: everybody.union(employees.map(\.employeeID)))
    }

    /// Whether the payroll program needs nothing.
    var isEmpty: Bool { changes.isEmpty }

    /// That it needs nothing.
    func nothing(_ plan: PayrollPlan) -> RunError {
        RunError(
            .nothingChanged,
            "\(plan.batch.period.name) pays the same as \(correction.base.run), so there is nothing to correct.")
    }

    /// The entries that are others than those of the base, beside the finished archive and exceptions; `nil` where the
    /// run doesn't keep them.
    func moved(_ plan: PayrollPlan, in bag: String) async throws -> MovedEntries? {
        guard let now = try entries(plan, in: bag) else { return nil }
        return MovedEntries(try await ExportedEntries.differences(from: correction.entries, to: now))
    }

    private func entries(_ plan: PayrollPlan, in bag: String) throws -> ExportedEntries? {
        let exceptions = plan.payroll.outputs.first { $0.formatName == ExceptionsFormat.name }
        guard let archive = plan.archiveName, let exceptions else { return nil }
        return try ExportedEntries(
            folder: bag, archive: archive, compression: .zstd, exceptions: (exceptions.file, exceptions.dialect))
    }

    /// Writes `changes.csv` and `entry-changes.csv` beside the finished archive and exceptions.
    func write(_ plan: PayrollPlan, _ roster: Roster, in bag: String) async throws -> [FileCheckpoint] {
        let dialect = plan.listDialect
        func write(_ name: String, _ bytes: [UInt8], rows: Int) throws -> FileCheckpoint {
            try Publishing.writeDurably(bytes.span, to: "\(bag)/data/\(name)")
            return FileCheckpoint(
                name: name, length: Int64(bytes.count), sha256: ContentHasher.digest(of: bytes.span).description,
                rows: rows)
        }
        let rows = changes.map(ChangeRow.init)
        var marks = [
            try write(
                ChangesTable.fileName,
                ChangesTable.csv(
                    rows, dialect: dialect,
                    unitsDecimals: max(
                        plan.batch.unitsDecimals, correction.signed.totals["pay"]?["units_decimals"]?.int ?? 0),
                    isByProject: plan.calculation.isByProject), rows: rows.count)
        ]
        // Without them nobody can sign it either.
        guard let now = try entries(plan, in: bag) else { return marks }
        let causes = try await causes(to: now, plan, roster)
        marks.append(
            try write(
                EntryChangesTable.fileName, EntryChangesTable.csv(causes, dialect: dialect),
                rows: EntryChangesTable.rows(causes)))
        return marks
    }

    /// Why lines differ, and what differs and is not paid.
    private func causes(
        to exported: ExportedEntries, _ plan: PayrollPlan, _ roster: Roster
    ) async throws -> [EntryChange] {
        let entries = try await ExportedEntries.differences(from: correction.entries, to: exported)
        let (inputs, settings) = (plan.calculation.inputs, plan.calculation.settings)
        let old = try correction.signed.side(
            before, plan.batch, calendar: settings?.calendar == nil ? nil : inputs.calendar,
            takenOut: correction.takenOut)
        let new = PayExplanation.Side(
            plan.calculation, roster: roster, employees: employees)
        let days = try await correction.entries.days(
            of: PayExplanation.concerned(old, new, entries: entries), apart: Set(entries.flatMap(\.days)))
        let layouts = correction.layouts.map {
            EntryChange(.settingsChanged, employee: nil, field: $0.key, old: $0.old ?? "", new: $0.new ?? "")
        }
        return try layouts + PayExplanation.causes(from: old, to: new, entries: entries, days: days)
            + SignedPay.kept(
                of: employees, roster, plan.calculation.inputs, hasNames: plan.calculation.settings?.name != nil)
    }

    /// What `totals.json` says of the correction.
    func members(_ plan: PayrollPlan) -> [JSONTree.Member] {
        let base = correction.base
        return [
            JSONTree.Member("kind", .string("correction")),
            JSONTree.Member(
                "base",
                .object([
                    "run": .string(base.run.description), "statement": .string(base.statement.description),
                    "new_settings": .bool(base.usesNewSettings),
                ])),
            JSONTree.Member(
                "changes",
                .object([
                    "rows": .integer(changes.count),
                    "amount": JSONTree(Money.sum(changes.map(\.amountDifference))?.description),
                    "multiplied_otherwise": .integer(changes.count { $0.multipliesOtherwise(plan.batch.rounding) }),
                    "by_hand": .array(plan.byHand.map { .string($0) }),
                ])),
        ]
    }
}

extension PayrollPlan {
    /// The files that only the changes go into, and the same files of records as ever.
    static func corrected(_ payroll: Pipeline.Payroll) -> Pipeline.Payroll {
        var payroll = payroll
        payroll.outputs = payroll.outputs.compactMap { output in
            guard let format = output.format as? ProfileFormat else { return output }
            return format.correction(of: output)
        }
        return payroll
    }

    /// Outputs of which a correction makes no file.
    static func withoutCorrection(_ payroll: Pipeline.Payroll) -> [String] {
        payroll.outputs.filter { output in
            (output.format as? ProfileFormat).map { $0.correction(of: output) == nil } ?? false
        }.map(\.file)
    }

    /// Whether a payroll program takes the days of lines.
    var takesDays: Bool {
        payroll.outputs.contains { ($0.format as? ProfileFormat)?.profile.takesDays ?? false }
    }
}
