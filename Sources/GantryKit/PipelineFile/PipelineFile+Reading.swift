internal import GantryModel
internal import GantryYAML

extension PipelineFile {
    /// Reads and checks the pipeline file at `path`.
    ///
    /// - Parameters:
    ///   - catalog: The datasets and checks that this build knows.
    ///   - overrides: `--set` options, `key=value`, in the order given; see `read(_:named:catalog:overrides:)`.
    /// - Throws: `PipelineFileError` with every mistake of the file and the options, or because the file is not there,
    ///   is no ordinary file, or is larger than 1 MiB.
    public static func load(
        path: String, catalog: Catalog, overrides: [String] = []
    ) throws(PipelineFileError) -> PipelineFile {
        try read(bytes(path), named: path, catalog: catalog, overrides: overrides)
    }

    /// The bytes of the pipeline file at `path`.
    static func bytes(_ path: String) throws(PipelineFileError) -> [UInt8] {
        do {
            return try BoundedFile.read(path, limit: SourceText.byteLimit)
        } catch {
            throw PipelineFileError(
                error.isMissing ? .notFound : .unreadable, file: path,
                explanation: "The pipeline file \(shortened(path)) \(error.sentence)", advice: error.advice)
        }
    }

    /// Reads and checks the text of a pipeline file: UTF-8, at most 1 MiB.
    ///
    /// - Parameters:
    ///   - name: How messages call the file.
    ///   - overrides: `key=value`, where the key is a path of keys (`rejects.max=5`, `outputs[0].dialect=excel-da`) and
    ///     the value a single text or number. They take effect before anything is checked, so that an unusable value is
    ///     reported as a mistake of the option.
    /// - Throws: `PipelineFileError` with every mistake; the mistakes of one place come together.
    public static func read(
        _ bytes: [UInt8], named name: String, catalog: Catalog, overrides: [String] = []
    ) throws(PipelineFileError) -> PipelineFile {
        let (root, document) = try tree(bytes, named: name, overrides: overrides)
        var reader = PipelineFileReader(document: document, catalog: catalog)
        guard let file = reader.read(root), reader.document.mistakes.isEmpty else {
            throw PipelineFileError(file: name, mistakes: reader.document.mistakes)
        }
        return file
    }

    /// The tree of a file with the options applied to it; mistakes of its YAML alone are thrown.
    static func tree(
        _ bytes: [UInt8], named name: String, overrides: [String]
    ) throws(PipelineFileError) -> (SourceNode, DocumentReader) {
        var mistakes: [Mistake] = []
        guard let source = SourceText(bytes, name: name, mistakes: &mistakes) else {
            throw PipelineFileError(file: name, mistakes: mistakes)
        }
        guard var root = YAMLReading.read(source, mistakes: &mistakes) else {
            if mistakes.isEmpty {
                mistakes.append(
                    Mistake(
                        .missingKey, at: Mistake.Place(source: name), found: "The file is empty.",
                        expected: "a pipeline; Pipelines/payroll-monthly.yaml shows one"))
            }
            throw PipelineFileError(file: name, mistakes: mistakes)
        }
        var document = DocumentReader(source: source, options: overrides, mistakes: mistakes)
        document.apply(overrides, to: &root)
        return (root, document)
    }
}

/// Makes a `PipelineFile` of a file's tree, checking every name against the catalog.
struct PipelineFileReader {
    var document: DocumentReader
    let catalog: Catalog

    /// The fields that the file may name: those of the records, and `worker.name` and the like of the joined ones.
    struct Fields {
        var known: [(reference: FieldReference, descriptor: FieldDescription)] = []
        /// What a person is told who names a field of a dataset that is not joined: its name, and what would join it.
        var joinable: [String: (dataset: String, advice: String)] = [:]
    }

    /// - Returns: The file, or `nil` where something that it can't be without is missing or wrong.
    mutating func read(_ root: SourceNode) -> PipelineFile? {
        let top = NodePlace.file(line: 1, column: 1, length: 1)
        let keys = [
            "pipeline", "title", "connection", "parameters", "records", "join", "checks", "rejects", "pay", "outputs",
            "checkpoint", "notify",
        ]
        guard let section = document.section(root, "", keys: keys, owner: root.entries?.first?.keyPlace ?? top) else {
            return nil
        }
        let name = pipelineName(section)
        let title = document.text(section, "title", expected: "a title")
        let connection = connectionName(section)
        let parameters = parameters(section)
        let (records, dataset) = records(section)
        let (join, joined) = join(section, dataset)
        let fields = fields(dataset, join, joined)
        let checks = checks(section)
        let rejects = rejects(section)
        let pay = pay(section, fields)
        let outputs = outputs(section, fields)
        let checkpoint = checkpoint(section)
        let notify = notify(section)
        guard let name, let connection, let records, let outputs else { return nil }
        return PipelineFile(
            name: name, title: title?.value ?? name, connection: connection, parameters: parameters, records: records,
            join: join, checks: checks, rejects: rejects, pay: pay, outputs: outputs, checkpoint: checkpoint,
            notify: notify)
    }

    // MARK: The head of the file

    mutating func pipelineName(_ section: DocumentReader.Section) -> String? {
        let expected = "a name in lower-case letters, digits and -, such as payroll-monthly"
        guard let name = document.required(section, "pipeline", expected: expected) else { return nil }
        guard isPlainName(name.value) else {
            document.report(
                .unsafeName, name.place, "The name \(quoted(name.value)) can't name runs and folders.",
                expected: expected)
            return nil
        }
        return name.value
    }

    mutating func connectionName(_ section: DocumentReader.Section) -> String? {
        let expected = "the name of a connection in gantry.yaml, such as ksr"
        guard let name = document.required(section, "connection", expected: expected) else { return nil }
        guard isPlainName(name.value) else {
            document.report(
                .badValue, name.place, "The name \(quoted(name.value)) can't be a connection.", expected: expected)
            return nil
        }
        return name.value
    }

    /// `notify`: who is told.
    mutating func notify(_ section: DocumentReader.Section) -> Notify? {
        guard let group = document.section(section, "notify", keys: ["connection", "to"]) else { return nil }
        let connection = connectionName(group)
        let to = document.required(group, "to", expected: "the e-mail address of a user, such as somebody@example.test")
        guard let connection, let to else { return nil }
        return Notify(connection: connection, to: to.value)
    }

    mutating func parameters(
        _ section: DocumentReader.Section, isPeriodRequired: Bool = true
    ) -> [PipelineFile.Parameter] {
        let standard = [PipelineFile.Parameter(name: "period", isRequired: isPeriodRequired, help: nil)]
        guard let node = section["parameters"] else { return standard }
        guard
            let group = document.section(
                node, "parameters", keys: catalog.parameters.map(\.name), what: "parameter",
                owner: section.place(of: "parameters"))
        else { return standard }
        return group.entries.map { entry in
            guard
                let one = document.section(
                    group, entry.key, keys: ["required", "help"] + (isPeriodRequired ? [] : ["default"]))
            else {
                return PipelineFile.Parameter(name: entry.key, isRequired: true, help: nil)
            }
            let standard = document.choice(one, "default", what: "period", as: StandardPeriod.self)
            let isRequired = document.flag(one, "required")
            if standard != nil, isRequired == true {
                document.report(
                    .conflict, one.place(of: "default"), "A period that is required has no default.",
                    expected: "either required: true or default")
            }
            return PipelineFile.Parameter(
                name: entry.key, isRequired: isRequired ?? (standard == nil),
                help: document.text(one, "help", expected: "a sentence", hasLines: true)?.value, standard: standard)
        }
    }

    mutating func rejects(_ section: DocumentReader.Section) -> PipelineFile.RejectBudget {
        let none = PipelineFile.RejectBudget.count(0)
        guard let group = document.section(section, "rejects", keys: ["max"]) else { return none }
        let expected = "a number of records, such as 0 or 5, or a share of them, such as 0.5%"
        guard let text = document.required(group, "max", expected: expected) else { return none }
        if let count = plainDigits(text.value) { return .count(count) }
        if text.value.hasSuffix("%"), let share = plainDecimal(String(text.value.dropLast())), share.isExact,
            (0...100_000_000_000).contains(share.nano), share.nano % 10_000_000 == 0
        {
            return .share(hundredths: Int(share.nano / 10_000_000))
        }
        document.report(.badValue, text.place, "Found \(quoted(text.value)) for rejects.max.", expected: expected)
        return none
    }

    mutating func checkpoint(_ section: DocumentReader.Section) -> PipelineFile.Checkpoint {
        var checkpoint = PipelineFile.Checkpoint()
        guard let group = document.section(section, "checkpoint", keys: ["every", "records"]) else { return checkpoint }
        let expected = "a time from 100ms to 1h, such as 5s, 500ms or 2m"
        if let every = document.text(group, "every", expected: expected) {
            if let time = duration(every.value), time >= .milliseconds(100), time <= .seconds(3_600) {
                checkpoint.every = time
            } else {
                document.report(
                    .badValue, every.place, "Found \(quoted(every.value)) for checkpoint.every.", expected: expected)
            }
        }
        if let records = document.wholeNumber(group, "records", in: 1...100_000_000) { checkpoint.records = records }
        return checkpoint
    }
}
