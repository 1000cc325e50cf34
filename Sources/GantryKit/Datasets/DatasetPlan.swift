package import GantryConnectors
package import GantryEngine
internal import GantryFormats
internal import GantryJSON
package import GantryModel
internal import GantryOutputs
package import GantryRuns

/// What a pipeline file says about a dataset, in the form that the writers and the read-back need.
package enum DatasetPlan {
    static func rejectsName(_ dataset: Pipeline.Dataset) -> String { "\(dataset.shortName)-rejects.csv" }

    /// Names that every export of datasets uses itself.
    static func reservedNames(_ datasets: [Pipeline.Dataset]) -> [String] {
        [TotalsFile.name] + datasets.map(rejectsName)
    }

    /// Refuses what a pipeline file may say and this build can't do; nothing is fetched then.
    static func requireSupported(_ pipeline: Pipeline, system: System?) throws {
        func refuse(_ what: String, _ advice: Advice) -> RunError { RunError(.unsupported, what, advice: advice) }
        let datasets = pipeline.datasets
        for dataset in datasets {
            let archives = dataset.outputs.count(where: \.isLandingArchive)
            if archives > 1, !dataset.leavesOut {
                throw refuse(
                    "\(dataset.name) has two Zstandard archives in the pipeline file; only one is possible.",
                    "Remove one.")
            }
            if let taken = dataset.outputs.first(where: { reservedNames(datasets).contains($0.file) }) {
                throw refuse(
                    "The output name \(taken.file) is reserved.", "Choose another name.")
            }
        }
        if let system, let first = datasets.first, system.dataset(named: first.name) == nil {
            throw refuse(
                "The connection \(pipeline.connection ?? "") leads to \(system.name), which has no dataset \(first.name).",
                "Name a connection to the right system in the pipeline file: connection: …")
        }
    }

    /// The writers of a dataset; rejects are kept outside the bag, since they go into it only if there are any.
    static func writers<R: DatasetRecord>(
        of dataset: Pipeline.Dataset, _ described: Dataset<R>, in place: RunDirectories, joined: JoinedRecords<R>?
    ) -> [any PartWriter<R>] {
        let fields = described.shape.fields
        let outputs = OutputPlace<R>(
            folder: place.data, parts: place.parts, layout: .dataset, keepsLanding: !dataset.leavesOut
        ) { output, folder in
            DatasetEncoder<R>(output, of: fields, joined: joined).map {
                DatasetCSVWriter<R>(folder: folder, name: output.file, encoder: $0)
            }
        }
        return dataset.outputs.flatMap { $0.format.writers(of: $0, in: outputs) }
            + [RejectsCSVWriter<R>(folder: place.parts, name: rejectsName(dataset), dialect: .machine)]
    }

    /// The marks of a dataset's files, with each workbook in the place of the rows that grew for it.
    static func withWorkbooks<R: DatasetRecord>(
        _ marks: [FileCheckpoint], of dataset: Pipeline.Dataset, _ described: Dataset<R>, in place: RunDirectories,
        created: Instant
    ) throws -> [FileCheckpoint] {
        try marks.map { mark in
            guard let output = dataset.outputs.first(where: { WorkbookFormat.records(for: $0.file) == mark.name })
            else { return mark }
            let shape = described.shape
            let fields =
                output.list.flatMap { name in shape.lists.first { $0.name == name }?.fields } ?? shape.fieldDescriptions
            let columns = output.columns.map { column in
                let known = column.field.join == nil ? fields : described.join?.description.fields ?? []
                let kind = known.first { $0.name == column.field.name }?.kind
                return WorkbookColumn(
                    heading: column.heading, kind: WorkbookColumn.Kind(kind ?? .text, column.decimals))
            }
            let table = WorkbookSource(
                title: WorkbookFormat.title(of: output.file), columns: columns, path: "\(place.parts)/\(mark.name)")
            let written = try WorkbookFile.write(
                [table], to: "\(place.data)/\(output.file)", scratch: place.parts,
                title: "\(place.id.pipeline) \(place.id.period)", created: created)
            return FileCheckpoint(
                name: output.file, length: written.length, sha256: written.sha256, rows: mark.rows)
        }
    }

    /// The days of a period in the identity of a run.
    static func days(_ period: PayPeriod) -> String { "\(period.first)..\(period.last)" }

    /// What a system file says about the lists that continue, as the identity of a run has it.
    static func listed(_ pipeline: Pipeline, of system: System) -> [RunIdentity.Setting] {
        pipeline.datasets.enumerated().compactMap { index, dataset in
            guard dataset.isSinceLastRun, let described = system.dataset(named: dataset.name),
                let digest = described.listDigest
            else { return nil }
            let words = [digest] + filtering(described, as: dataset)
            return RunIdentity.Setting("datasets[\(index)].listed-by", words.joined(separator: " "))
        }
    }

    /// Whether a setting is what a system file says about a list.
    static func isListed(_ setting: RunIdentity.Setting) -> Bool { setting.key.hasSuffix("].listed-by") }

    /// What the filters of a pipeline file add to a request, since the system file says what the server calls them.
    private static func filtering<R: DatasetRecord>(
        _ described: some DatasetDescription<R>, as dataset: Pipeline.Dataset
    ) -> [String] {
        func asked(_ filters: [Pipeline.Filter]) -> ReadRequest {
            described.dataset.request(
                DatasetRequest(
                    period: nil, filters: Dictionary(uniqueKeysWithValues: filters.map { ($0.name, $0.value) }),
                    pageSize: 1, key: "0"))
        }
        func words(_ request: ReadRequest) -> Set<String> {
            Set(request.query.map { "\($0.name)=\($0.value)" } + [request.body?.line].compactMap(\.self))
        }
        return words(asked(dataset.filters)).subtracting(words(asked([]))).sorted()
    }

    /// What the identity of a run must contain so that another can continue from it: nothing that a dataset with
    /// `since` would have got was left out of its requests, and its bookmark means the same. That means the same
    /// filters, the same description of the list, and the same days if the server is asked for days, or records of
    /// other days are left out.
    package static func narrowing(
        _ pipeline: Pipeline, of system: System, _ period: PayPeriod
    ) -> [RunIdentity.Setting] {
        let datasets = pipeline.datasets
        var narrowing = pipeline.settings.filter { setting in
            datasets.indices.contains { index in
                datasets[index].isSinceLastRun
                    && (setting.key.hasPrefix("datasets[\(index)].filters.")
                        || setting.key == "datasets[\(index)].dataset")
            }
        }
        // A new filter would not be noticed in an older identity; a removed one would be.
        for (index, dataset) in datasets.enumerated() where dataset.isSinceLastRun {
            narrowing.append(RunIdentity.Setting("datasets[\(index)].narrowed-by", "\(dataset.filters.count)"))
            if let described = system.dataset(named: dataset.name), goesByDays(described, as: dataset, in: period) {
                narrowing.append(RunIdentity.Setting("days", days(period)))
            }
        }
        return narrowing + listed(pipeline, of: system)
    }

    private static func goesByDays<R: DatasetRecord>(
        _ described: some DatasetDescription<R>, as dataset: Pipeline.Dataset, in period: PayPeriod
    ) -> Bool {
        guard described.dataset.periodRule == nil else { return true }
        var ask = request(dataset, period, page: 1, key: "0")
        let within = described.dataset.request(ask).description
        ask.period = nil
        return described.dataset.request(ask).description != within
    }

    /// What is requested from the server.
    static func request(
        _ dataset: Pipeline.Dataset, _ period: PayPeriod, page: Int, key: String
    ) -> DatasetRequest {
        DatasetRequest(
            period: period, filters: Dictionary(uniqueKeysWithValues: dataset.filters.map { ($0.name, $0.value) }),
            page: page, pageSize: dataset.pageSize, key: key)
    }

    /// What a finished file is, and what reading it back must show.
    static func file(
        _ mark: FileCheckpoint, of dataset: Pipeline.Dataset
    ) -> (file: DatasetResult.File, readBack: ReadBack) {
        let output = dataset.outputs.first { $0.file == mark.name }
        let entry =
            output.map { $0.format.entry(of: $0, mark) }
            ?? FileEntry(mark, format: FileEntry.rejects, choices: [("dialect", "machine")], rows: .rows)
        let words = Dictionary(entry.choices.map { ($0.key, $0.word) }, uniquingKeysWith: { first, _ in first })
        let file = DatasetResult.File(
            name: mark.name, format: entry.format, dialect: words["dialect"], compression: words["compression"],
            list: entry.list, rows: mark.rows, length: mark.length, sha256: mark.sha256,
            sums: entry.sums)
        let proof =
            output.map { $0.format.readBack($0, mark: mark, layout: .dataset) }
            ?? .csv(.machine, columns: RejectsColumns.headings.count, sums: [:])
        return (file, ReadBack(mark: mark, proof: proof))
    }
}
