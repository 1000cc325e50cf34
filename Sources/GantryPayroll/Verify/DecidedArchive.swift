internal import GantryConnectors
internal import GantryEngine
internal import GantryFiles
internal import GantryFormats
internal import GantryOutputs

/// The work entries of an archive, decided and paid again as a run does it: the same rules, in the same passes.
struct DecidedArchive {
    /// What the passes are about.
    struct Source {
        /// The export folder.
        let folder: String
        /// The archive, relative to the folder.
        let path: String
        let compression: ArchiveCompression
    }

    let terms: PayrollTerms
    let calculation: PayCalculation
    let roster: Roster
    /// Whether names and rates are known as the run knew them.
    let hasWorkers: Bool
    /// Rules whose findings need more than the folder holds.
    let outsideRules: Set<String>
    let summary: PayrollSummary
    /// Lists of exceptions after the last note.
    var exceptions: [ExceptionComparison]
    /// Files of records after the last entry.
    let tables: [RecordComparison]

    /// - Parameters:
    ///   - tables: files of records, which each pass compares from the beginning.
    /// - Throws: what is wrong with the archive.
    init(
        _ source: Source, by terms: PayrollTerms, _ calculation: PayCalculation, roster: Roster, hasWorkers: Bool,
        outsideRules: Set<String>, exceptions: [ExceptionComparison], tables: () -> [RecordComparison]
    ) async throws {
        self.terms = terms
        self.calculation = calculation
        self.roster = roster
        self.hasWorkers = hasWorkers
        self.outsideRules = outsideRules
        var checks = terms.checks
        if !hasWorkers {
            checks.asksNoWorkers()
            for group in checks.byGroup.keys { checks.byGroup[group]?.asksNoWorkers() }
        }
        func rules(after wholeBatch: PayrollBatchFindings?) -> PayrollRules {
            PayrollRules(
                checks: checks, period: calculation.batch.period, roster: roster, inputs: calculation.inputs,
                detail: HoursDetail(calculation.settings), wholeBatch: wholeBatch)
        }
        var pass = Pass(exceptions: exceptions, tables: tables())
        var made = rules(after: nil)
        try await pass.run(&made, over: source)
        if !made.idsToCompare().isEmpty {
            let reader = try source.reader()
            while let chunk = try await reader.next() { made.compare(chunk) }
        }
        if let wholeBatch = made.finalize() {
            pass = Pass(exceptions: exceptions, tables: tables())
            made = rules(after: wholeBatch)
            try await pass.run(&made, over: source)
        }
        summary = made.summary()
        self.exceptions = pass.exceptions
        self.tables = pass.tables
        for index in self.exceptions.indices { self.exceptions[index].expect(summary.employeeNotes) }
    }

    private struct Pass {
        var exceptions: [ExceptionComparison]
        var tables: [RecordComparison]

        mutating func run(_ rules: inout PayrollRules, over source: Source) async throws {
            let reader = try source.reader()
            var rows: [Int32] = []
            while let chunk = try await reader.next() {
                let checked = rules.check(chunk)
                for index in exceptions.indices { exceptions[index].expect(checked.exceptions) }
                guard !tables.isEmpty else { continue }
                rows.removeAll(keepingCapacity: true)
                for (index, verdict) in checked.verdicts.enumerated() where verdict == .exported {
                    rows.append(Int32(truncatingIfNeeded: index))
                }
                for index in tables.indices {
                    tables[index].expect(checked.chunk, rows: rows, joined: checked.joined)
                }
            }
        }
    }
}

extension DecidedArchive.Source {
    fileprivate func reader() throws -> LandingReader<WorkEntry> {
        let file = "\(folder)/\(path)"
        return try LandingReader(
            WorkEntry.dataset, path: file, length: try ReadFile.open(file).size, tail: [], compression: compression)
    }
}

extension PayrollChecks {
    /// Leaves out what only the list of workers can answer.
    fileprivate mutating func asksNoWorkers() {
        (unknownWorker, noRate, unusableRate, partTime) = (nil, nil, nil, nil)
    }
}
