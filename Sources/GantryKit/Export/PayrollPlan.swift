internal import GantryConnectors
internal import GantryEngine
internal import GantryFormats
internal import GantryModel
internal import GantryOutputs
internal import GantryPayroll

/// A pipeline file's pay codes and outputs, turned into what the writers need.
struct PayrollPlan: Sendable {
    let file: PipelineFile
    /// How its pay lines are made.
    let calculation: PayCalculation

    var batch: PayrollBatch { calculation.batch }

    init(_ file: PipelineFile, batch: PayrollBatch) throws {
        self.file = file
        calculation = PayCalculation(file.pay, batch: batch)
        try PayrollPlan.requireSupported(file)
    }

    /// What a pipeline file may say and this build can't do; nothing is fetched then.
    /// - Parameter system: that of the connection; `nil` where it isn't known yet.
    static func requireSupported(_ file: PipelineFile, system: String? = nil) throws {
        func refuse(_ what: String, _ advice: String) -> RunError { RunError(.unsupported, what, advice: advice) }
        if file.records.dataset != KSRCranes.workEntries || file.records.dateField != "workDate" {
            throw refuse(
                "records names \(file.records.dateField) of \(file.records.dataset), and pay is made of work entries by workDate.",
                "Write dataset: \(KSRCranes.workEntries) and date-field: workDate. Other datasets are exported by a file with datasets:."
            )
        }
        if let system, system != KSRCranes.system.name {
            throw refuse(
                "The connection \(file.connection) is one to \(system), and work entries are those of \(KSRCranes.system.name).",
                "Name a connection of the right system in the pipeline file: connection: …")
        }
        func count(_ matches: (PipelineFile.Format) -> Bool) -> Int { file.outputs.count { matches($0.format) } }
        if count({ if case .archive(.zstd) = $0 { true } else { false } }) > 1 {
            throw refuse(
                "The pipeline file has two archives in Zstandard, and there is one landing to become one.",
                "Remove one.")
        }
        if count({ if case .payrollXML = $0 { true } else { false } }) > 1 {
            throw refuse(
                "The pipeline file has two outputs of format payroll-xml.", "Remove one: they would be the same.")
        }
        let reserved = [rejectsName, totalsName, JoinedWorkers.fileName]
        if let taken = file.outputs.first(where: { reserved.contains($0.file) }) {
            throw refuse("The output name \(taken.file) is one that every export uses itself.", "Choose another name.")
        }
        for rule in [PayrollChecks.Rule.outsidePeriod, PayrollChecks.Rule.conflictingID]
        where file.rule(rule) != .severity(.blocker) {
            throw refuse(
                "The check \(rule) is not a blocker in the pipeline file, and pay would not add up without it.",
                "Write \(rule): blocker.")
        }
        try file.pay?.requireSupported()
        if file.parameters.contains(where: { $0.name == "period" && !$0.isRequired }) {
            throw refuse(
                "parameters.period.required is false, and a payroll export is always of a period.",
                "Write required: true, or leave it out.")
        }
    }

    /// Fields of the joined worker that outputs show besides name and rate.
    static func otherFields(_ file: PipelineFile) -> [String] {
        WorkEntryColumns.otherFields(
            file.outputs.flatMap { output -> [OutputColumn] in
                if case .csv(_, let columns) = output.format { columns } else { [] }
            })
    }

    /// The name that the landing gets when it becomes the archive.
    var archiveName: String? {
        file.outputs.first { if case .archive(.zstd) = $0.format { true } else { false } }?.file
    }

    /// The writers that grow chunk by chunk, in the file's order.
    ///
    /// Rejects are kept outside the bag, since they go into it only where there are any.
    func writers(folder: String, parts: String, roster: Roster) -> [any PartWriter<WorkEntry>] {
        var writers: [any PartWriter<WorkEntry>] = []
        for output in file.outputs {
            switch output.format {
            case .csv(let dialect, let columns):
                let csv = dialect.csv
                writers.append(
                    RecordCSVWriter(
                        folder: folder, name: output.file, dialect: csv,
                        columns: WorkEntryColumns.all(columns, csv, roster)))
            case .exceptionsCSV(let dialect):
                writers.append(ExceptionsCSVWriter<WorkEntry>(folder: folder, name: output.file, dialect: dialect.csv))
            case .archive(.gzip):
                writers.append(ArchiveWriter<WorkEntry>(folder: folder, name: output.file, compression: .gzip))
            case .archive(.none):
                writers.append(ArchiveWriter<WorkEntry>(folder: folder, name: output.file, compression: .none))
            case .archive(.zstd), .payrollCSV, .payrollXML: break
            }
        }
        writers.append(RejectsCSVWriter<WorkEntry>(folder: parts, name: PayrollPlan.rejectsName, dialect: .machine))
        return writers
    }

    static let rejectsName = "rejects.csv"
    static let totalsName = TotalsFile.name

    /// What reading a file of the bag back must show.
    /// - Parameter totals: what the pay files must add up to; `nil` where the file is none of them.
    func readBack(_ mark: PartMark, totals: PayrollTotals?) -> ReadBack {
        let proof: ReadBack.Proof
        switch file.outputs.first(where: { $0.file == mark.name })?.format {
        case .csv(let dialect, let columns): proof = .csv(dialect.csv, columns: columns.count, sums: mark.columnSums)
        case .payrollCSV(let dialect):
            proof = PayCSVFile.readBack(totals, dialect: dialect.csv)
        case .exceptionsCSV(let dialect): proof = .csv(dialect.csv, columns: 7, sums: [:])
        case .archive(let compression): proof = .archive(compression.archive)
        case .payrollXML: proof = totals.map { PayXMLFile.readBack($0) } ?? .digest
        case nil: proof = mark.name == PayrollPlan.rejectsName ? .csv(.machine, columns: 4, sums: [:]) : .digest
        }
        return ReadBack(mark: mark, proof: proof)
    }

    /// Writes the payroll files from the aggregates: the tables first, then the XML.
    func writePayFiles(_ summary: PayrollSummary, _ roster: Roster, folder: String) throws -> PayFiles.Result {
        var files: [any PayFile] = []
        for case (let name, .payrollCSV(let dialect)) in file.outputs.map({ ($0.file, $0.format) }) {
            files.append(
                try PayCSVFile(
                    folder: folder, name: name, dialect: dialect.csv, unitsDecimals: batch.unitsDecimals))
        }
        for case (let name, .payrollXML) in file.outputs.map({ ($0.file, $0.format) }) {
            files.append(try PayXMLFile(folder: folder, name: name, batch, payCodes: calculation.payCodes))
        }
        return try PayFiles.write(files, calculation, summary, roster)
    }
}

extension PayrollChecks {
    /// The checks as a pipeline file orders them.
    init(_ file: PipelineFile) { self.init(rule: file.rule, pay: file.pay) }
}

extension PipelineFile.Compression {
    /// The same as the archive writers take it.
    var archive: ArchiveCompression {
        switch self {
        case .zstd: .zstd
        case .gzip: .gzip
        case .none: .none
        }
    }
}

extension PipelineFile.Dialect {
    /// The same as the CSV writers take it.
    var csv: CSVDialect {
        switch self {
        case .machine: .machine
        case .excelDanish: .excelDanish
        case .excelEnglish: .excelEnglish
        }
    }
}
