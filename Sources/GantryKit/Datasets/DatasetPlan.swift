internal import GantryConnectors
internal import GantryEngine
internal import GantryFormats
internal import GantryModel
internal import GantryOutputs

/// What a pipeline file says of a dataset, turned into what the writers and the read-back need.
enum DatasetPlan {
    static func rejectsName(_ step: DatasetPipeline.Step) -> String { "\(step.shortName)-rejects.csv" }

    /// Names that every export of datasets uses itself.
    static func reservedNames(_ file: DatasetPipeline) -> [String] {
        [PayrollPlan.totalsName] + file.steps.map(rejectsName)
    }

    /// What a pipeline file may say and this build can't do; nothing is fetched then.
    static func requireSupported(_ file: DatasetPipeline, system: String?) throws {
        func refuse(_ what: String, _ advice: String) -> RunError { RunError(.unsupported, what, advice: advice) }
        for step in file.steps {
            let archives = step.outputs.count { if case .archive(.zstd) = $0.format { true } else { false } }
            if archives > 1, !step.leavesOut {
                throw refuse(
                    "\(step.dataset) has two archives in Zstandard in the pipeline file, and there is one landing to become one.",
                    "Remove one.")
            }
            if let taken = step.outputs.first(where: { reservedNames(file).contains($0.file) }) {
                throw refuse(
                    "The output name \(taken.file) is one that the export uses itself.", "Choose another name.")
            }
        }
        if let system, let first = file.steps.first, Gantry.system(ofDataset: first.dataset) != system {
            throw refuse(
                "\(first.dataset) is no dataset of \(system), and the connection \(file.connection) is one to \(system).",
                "Name a connection of the right system in the pipeline file: connection: …")
        }
    }

    /// The writers of a step; rejects are kept outside the bag, since they go into it only where there are any.
    static func writers<R: DatasetRecord>(
        _ step: DatasetPipeline.Step, _ place: RunPlace, _ joined: JoinedRecords<R>?
    ) -> [any PartWriter<R>] {
        var writers: [any PartWriter<R>] = []
        for output in step.outputs {
            switch output.format {
            case .csv(let dialect, let list, let columns):
                guard let encoder = encoder(dialect, list, columns, joined) else { continue }
                writers.append(DatasetCSVWriter<R>(folder: place.data, name: output.file, encoder: encoder))
            case .exceptionsCSV(let dialect):
                writers.append(
                    ExceptionsCSVWriter<R>(
                        folder: place.data, name: output.file, dialect: dialect.csv, layout: .dataset))
            case .archive(.gzip):
                writers.append(ArchiveWriter<R>(folder: place.data, name: output.file, compression: .gzip))
            case .archive(.none):
                writers.append(ArchiveWriter<R>(folder: place.data, name: output.file, compression: .none))
            case .archive(.zstd):
                guard step.leavesOut else { break }
                writers.append(ArchiveWriter<R>(folder: place.data, name: output.file, compression: .zstd))
            }
        }
        writers.append(RejectsCSVWriter<R>(folder: place.parts, name: rejectsName(step), dialect: .machine))
        return writers
    }

    /// `nil` where the type has no such list, which reading the file has ruled out.
    static func encoder<R: DatasetRecord>(
        _ dialect: PipelineFile.Dialect, _ list: String?, _ columns: [OutputColumn], _ joined: JoinedRecords<R>?
    ) -> DatasetEncoder<R>? {
        guard let list else {
            let columns = columns.compactMap { column($0, dialect.csv, joined) }
            return .records(CSVRecordEncoder(dialect: dialect.csv, columns: columns))
        }
        let columns = columns.map {
            ListCSVEncoder<R>.Column(field: $0.field.name, heading: $0.heading, places: $0.decimals ?? .exact)
        }
        return ListCSVEncoder<R>(list: list, columns: columns, dialect: dialect.csv).map { .list($0) }
    }

    /// The days of a period in the identity of a run.
    static func days(_ period: PayPeriod) -> String { "days: \(period.first)..\(period.last)" }

    /// What the identity of a run must hold so that another can go on from it: nothing that a dataset with `since`
    /// would have got was left out of its requests. That is the same filters, and the same days where the server is
    /// asked for days.
    static func narrowing(_ file: DatasetPipeline, _ period: PayPeriod) -> [String] {
        var lines = file.identity.split(separator: "\n").map(String.init).filter { line in
            file.steps.indices.contains { index in
                file.steps[index].isSinceLastRun
                    && (line.hasPrefix("datasets[\(index)].filters.") || line.hasPrefix("datasets[\(index)].dataset: "))
            }
        }
        // A filter that is new would not be missed in an older identity; one that is gone would be.
        for (index, step) in file.steps.enumerated() where step.isSinceLastRun {
            lines.append("datasets[\(index)].narrowed-by: \(step.filters.count)")
            if let type = Gantry.recordType(ofDataset: step.dataset), asksForDays(type, step, period) {
                lines.append(days(period))
            }
        }
        return lines
    }

    private static func asksForDays<R: DatasetRecord>(
        _: R.Type, _ step: DatasetPipeline.Step, _ period: PayPeriod
    ) -> Bool {
        var ask = request(step, period, page: 1, key: "0")
        let within = R.dataset.request(ask).description
        ask.period = nil
        return R.dataset.request(ask).description != within
    }

    /// What a step asks the server for.
    static func request(_ step: DatasetPipeline.Step, _ period: PayPeriod, page: Int, key: String) -> DatasetRequest {
        DatasetRequest(
            period: period, filters: Dictionary(uniqueKeysWithValues: step.filters.map { ($0.name, $0.value) }),
            page: page,
            pageSize: step.pageSize, key: key)
    }

    private static func column<R: Record>(
        _ column: OutputColumn, _ dialect: CSVDialect, _ joined: JoinedRecords<R>?
    ) -> CSVColumn<R>? {
        if column.field.join != nil {
            let cells = (joined?.values[column.field.name] ?? []).map { value -> [UInt8] in
                switch value {
                case .text(let text): dialect.cell(text)
                case .integer(let number): Array(String(number).utf8)
                case .money(let amount):
                    Array(decimalText(nano: amount.nano, column.decimals ?? .exact, point: dialect.decimalPoint).utf8)
                }
            }
            return CSVColumn(heading: column.heading, source: .joined(cells))
        }
        guard let field = R.fields.first(where: { $0.name == column.field.name }) else { return nil }
        return CSVColumn(heading: column.heading, source: .field(field.access, column.decimals ?? .exact))
    }

    /// What a finished file is, and what reading it back must show.
    static func file(_ mark: PartMark, _ step: DatasetPipeline.Step) -> (file: StepResult.File, readBack: ReadBack) {
        var file = StepResult.File(
            name: mark.name, format: "rejects-csv", rows: mark.rows, length: mark.length, sha256: mark.sha256)
        let proof: ReadBack.Proof
        switch step.outputs.first(where: { $0.file == mark.name })?.format {
        case .csv(let dialect, let list, let columns):
            file.format = "csv"
            file.dialect = dialect.rawValue
            file.list = list
            file.sums = mark.columnSums.sorted { $0.key < $1.key }.map {
                StepResult.Sum(column: $0.key, heading: columns[$0.key].heading, nano: $0.value)
            }
            proof = .csv(dialect.csv, columns: columns.count, sums: mark.columnSums)
        case .exceptionsCSV(let dialect):
            file.format = "exceptions-csv"
            file.dialect = dialect.rawValue
            proof = .csv(dialect.csv, columns: ExceptionLayout.dataset.headings.count, sums: [:])
        case .archive(let compression):
            file.format = "archive"
            file.compression = compression.rawValue
            proof = .archive(compression.archive)
        case nil:
            file.dialect = "machine"
            proof = .csv(.machine, columns: 4, sums: [:])
        }
        return (file, ReadBack(mark: mark, proof: proof))
    }
}
