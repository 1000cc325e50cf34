internal import GantryModel
internal import GantryOutputs
internal import GantryYAML

extension PipelineKeys {
    var datasetsKey: DocumentKey {
        DocumentKey(
            "datasets", .list(.group(dataset, rules: [.notBoth("within", "since")])),
            required: true, help: "What is exported, in this order.")
    }

    var dataset: [DocumentKey] {
        // An editor doesn't know which dataset it is.
        let largestPage = catalog.datasets.map(\.pageSizes.upperBound).max() ?? 10_000
        return [
            DocumentKey("dataset", .shared("dataset"), required: true, help: "The kind of record."),
            DocumentKey(
                "page-size", .whole(1...max(largestPage, 1)),
                help: "Records per request. A smaller number helps where the server is slow."),
            DocumentKey(
                "filters", .map(.either([.line(), .whole(0...Int.max), .flag])),
                help: "What the server narrows the list by."),
            DocumentKey(
                "within", .words(Pipeline.Within.allCases.map(\.rawValue)),
                help: "Only records about a day of the run's period. Others are counted as excluded."),
            DocumentKey(
                "since", .words(Pipeline.Since.allCases.map(\.rawValue)),
                help: "Only records that the last published run of this pipeline didn't have."),
            DocumentKey(
                "for-each",
                .either([
                    .shared("dataset"), .list(.shared("dataset"), isUnique: true), .group(Self.keySource),
                ]),
                help: "Where the keys come from, for a dataset that is asked for key by key."),
            PipelineKeys.outputs(.datasets),
        ]
    }

    static let keySource = [
        DocumentKey("file", .line(), help: "A CSV file whose first column has the keys."),
        DocumentKey("dataset", .line(), help: "A dataset above, of which a field has the keys."),
        DocumentKey("field", .line(), help: "The field: its values are the keys, each once."),
    ]
}

extension PipelineReader {
    // MARK: Groups

    /// `runs`: the pipelines of a group.
    ///
    /// - Parameter name: The group's own.
    mutating func members(_ section: Section, of name: String?) -> [String]? {
        let expected = "a list of pipelines, such as - customers-and-workers"
        guard let items = document.list(section, "runs", expected: expected) else { return nil }
        var members: [String] = []
        for (index, item) in items.enumerated() {
            guard
                let member = document.text(
                    item, "runs[\(index)]", expected: "the name of a pipeline, or the path of its file")
            else { continue }
            if members.contains(member.value) {
                document.report(
                    .duplicate, at: member.place, "The pipeline \(quoted(member.value)) is listed twice.",
                    expected: "each pipeline once")
            } else if member.value == name {
                document.report(.conflict, at: member.place, "The file names itself.", expected: "other pipelines")
            } else {
                members.append(member.value)
            }
        }
        guard section["connections"] != nil else { return members.isEmpty ? nil : members }
        let connections = memberConnections(section)
        if let member = members.first(where: { PipelineReference($0).connection != nil }) {
            document.report(
                .conflict, at: section.place(of: "connections"),
                "The pipeline \(quoted(member)) has a connection of its own.",
                expected: "either connections for all, or one at each pipeline")
        }
        return members.isEmpty || connections.isEmpty
            ? nil
            : connections.flatMap { connection in
                members.map { PipelineReference(pipeline: $0, connection: connection).description }
            }
    }

    /// `connections`: each pipeline of a group runs for each of them.
    private mutating func memberConnections(_ section: Section) -> [String] {
        let expected = "a list of connections, such as - company1"
        var connections: [String] = []
        for (index, item) in (document.list(section, "connections", expected: expected) ?? []).enumerated() {
            let place = "connections[\(index)]"
            guard let name = document.text(item, place, expected: "the name of a connection in gantry.yaml") else {
                continue
            }
            if !isPlainName(name.value) {
                document.report(
                    .badValue, at: name.place, "\(quoted(name.value)) can't be the name of a connection.",
                    expected: "lower-case letters, digits and -")
            } else if connections.contains(name.value) {
                document.report(
                    .duplicate, at: name.place, "The connection \(quoted(name.value)) is listed twice.",
                    expected: "each connection once")
            } else {
                connections.append(name.value)
            }
        }
        return connections
    }

    // MARK: Datasets

    /// `datasets`: at least one, no dataset twice.
    mutating func datasets(_ section: Section) -> [Pipeline.Dataset]? {
        readRejects(section)
        var steps: [Pipeline.Dataset] = []
        var files: [String: String] = [:]
        let expected = "a list of datasets, such as - dataset: ksr.customers"
        for (index, item) in (document.list(section, "datasets", expected: expected) ?? []).enumerated() {
            if let step = step(item, "datasets[\(index)]", after: steps, files: &files) { steps.append(step) }
        }
        return steps.isEmpty ? nil : steps
    }

    private mutating func step(
        _ item: SourceNode, _ path: String, after earlier: [Pipeline.Dataset], files: inout [String: String]
    ) -> Pipeline.Dataset? {
        let keys = PipelineKeys(catalog: catalog).dataset
        guard let entry = document.section(item, path, keys: keys, owner: item.place) else { return nil }
        let known = catalog.datasets.map(\.name)
        let name = document.required(entry, "dataset", expected: listed(known))
        var dataset: DatasetDescriptor?
        if let name {
            dataset = catalog.dataset(named: name.value)
            let system = name.value.prefix { $0 != "." }
            if dataset == nil {
                unknownDataset(name, among: known)
            }
            if let first = earlier.first, dataset != nil, first.name.prefix(while: { $0 != "." }) != system {
                document.report(
                    .conflict, at: name.place,
                    "\(name.value) and \(first.name) belong to different systems, but a file has one connection.",
                    expected: "datasets of one system; to combine several files, use a file with runs:")
            }
            if earlier.contains(where: { $0.name == name.value }) {
                document.report(
                    .duplicate, at: name.place, "The dataset \(quoted(name.value)) is listed twice.",
                    expected: "each dataset once")
            }
        }
        let sizes = dataset?.pageSizes ?? 1...10_000
        let size = document.wholeNumber(entry, "page-size", in: sizes)
        let filters = filters(entry, dataset)
        let forEach = keySource(entry, dataset, after: earlier)
        let isWithinPeriod = isWithinPeriod(entry, dataset)
        let isSinceLastRun = isSinceLastRun(entry, dataset)
        if isWithinPeriod, isSinceLastRun {
            document.report(
                .conflict, at: entry.place(of: "since"),
                "Records outside the period would never be exported by a later run.",
                expected: "either within: period or since: last-run")
        }
        var outputs: [Output] = []
        let example = "a list of files, such as - { file: customers.csv, format: csv }"
        for (index, item) in (document.list(entry, "outputs", expected: example) ?? []).enumerated() {
            if let output = output(item, at: "\(path).outputs[\(index)]", of: dataset, after: earlier, files: &files) {
                outputs.append(output)
            }
        }
        guard let dataset, !outputs.isEmpty else { return nil }
        var made = Pipeline.Dataset(
            name: dataset.name,
            pageSize: size ?? dataset.usualPageSize ?? min(max(1_000, sizes.lowerBound), sizes.upperBound),
            filters: filters,
            forEach: forEach, isWithinPeriod: isWithinPeriod, isSinceLastRun: isSinceLastRun, outputs: outputs)
        made.excludesRecords = dataset.excludesRecords
        return made
    }

    private mutating func isWithinPeriod(_ entry: Section, _ dataset: DatasetDescriptor?) -> Bool {
        guard document.choice(entry, "within", what: "limit", as: Pipeline.Within.self) != nil else {
            return false
        }
        guard let dataset, !dataset.hasDays else { return true }
        document.report(
            .conflict, at: entry.place(of: "within"),
            "The records of \(dataset.name) have no date to compare with a period.",
            expected: "no within")
        return false
    }

    private mutating func isSinceLastRun(_ entry: Section, _ dataset: DatasetDescriptor?) -> Bool {
        guard document.choice(entry, "since", what: "start", as: Pipeline.Since.self) != nil else {
            return false
        }
        guard let dataset, dataset.order == nil else { return true }
        document.report(
            .conflict, at: entry.place(of: "since"),
            "The records of \(dataset.name) have no number or time from which a later run could continue.",
            expected: "no since")
        return false
    }

    private mutating func filters(_ entry: Section, _ dataset: DatasetDescriptor?) -> [Pipeline.Filter] {
        let known = dataset?.filters ?? []
        var filters: [Pipeline.Filter] = []
        if let group = document.section(entry, "filters", keys: known.map(\.name), what: "filter") {
            for filter in known {
                let expected = filter.kind.expectation
                guard let text = document.text(group, filter.name, expected: expected) else { continue }
                guard filter.kind.accepts(text.value) else {
                    document.report(
                        .badValue, at: text.place, "Found \(quoted(text.value)) for \(group.path(filter.name)).",
                        expected: expected,
                        nearest: filter.kind.words.flatMap { nearestWord(to: text.value, among: $0) })
                    continue
                }
                filters.append(Pipeline.Filter(name: filter.name, value: text.value))
            }
        }
        for filter in known where filter.isRequired && !filters.contains(where: { $0.name == filter.name }) {
            document.report(
                .missingKey, at: entry.owner, "\(dataset?.name ?? "The dataset") needs the filter \(filter.name).",
                expected: "filters: { \(filter.name): … }; \(filter.help)")
        }
        return filters
    }

    private mutating func keySource(
        _ entry: Section, _ dataset: DatasetDescriptor?, after earlier: [Pipeline.Dataset]
    ) -> Pipeline.KeySource? {
        let names = earlier.map(\.name)
        let expected =
            (names.isEmpty ? [] : [listed(names), "{ dataset: …, field: … } with a field of one of these"])
            + ["{ file: … } with a CSV file whose first column has the keys"]
        guard let node = entry["for-each"] else {
            if let dataset, dataset.isKeyed {
                document.report(
                    .missingKey, at: entry.owner,
                    "\(dataset.name) is fetched key by key, but \(entry.path) gives no keys.",
                    expected: "for-each: " + listed(expected))
            }
            return nil
        }
        if let dataset, !dataset.isKeyed {
            document.report(
                .conflict, at: entry.place(of: "for-each"), "\(dataset.name) is fetched as a list, not key by key.",
                expected: "no for-each")
            return nil
        }
        if case .group = node.content {
            guard let group = document.section(entry, "for-each", keys: PipelineKeys.keySource) else { return nil }
            if group.has("dataset") || group.has("field") { return keyField(group, among: names) }
            return document.required(group, "file", expected: "the path of a CSV file").map { .file($0.value) }
        }
        var nodes = [node]
        if case .list = node.content { nodes = document.list(entry, "for-each", expected: listed(expected)) ?? [] }
        var sources: [String] = []
        for node in nodes {
            guard let name = document.text(node, entry.path("for-each"), expected: listed(expected)) else { continue }
            if !names.contains(name.value) {
                document.unknownName("dataset before this one", name, among: names, expected: listed(expected))
            } else if sources.contains(name.value) {
                document.report(
                    .duplicate, at: name.place, "The dataset \(quoted(name.value)) is listed twice.",
                    expected: "each dataset once")
            } else {
                sources.append(name.value)
            }
        }
        return sources.isEmpty ? nil : .datasets(sources)
    }

    /// `{ dataset: …, field: … }`: a field of an earlier dataset with the keys of another one.
    private mutating func keyField(_ group: Section, among names: [String]) -> Pipeline.KeySource? {
        if group.has("file") {
            document.report(
                .conflict, at: group.place(of: "file"), "\(group.path) has a file and a dataset.",
                expected: "a file, or dataset and field")
            return nil
        }
        let name = document.required(group, "dataset", expected: listed(names))
        let field = document.required(group, "field", expected: "the field that has the keys")
        guard let name, let field else { return nil }
        guard names.contains(name.value), let dataset = catalog.dataset(named: name.value) else {
            document.unknownName("dataset before this one", name, among: names)
            return nil
        }
        let keys = dataset.fields.filter { [.text, .integer].contains($0.kind) }
        guard keys.contains(where: { $0.name == field.value }) else {
            document.unknownName("field with keys", field, among: keys.map(\.name))
            return nil
        }
        return .field(field.value, of: name.value)
    }

    private mutating func output(
        _ item: SourceNode, at path: String, of dataset: DatasetDescriptor?, after earlier: [Pipeline.Dataset],
        files: inout [String: String]
    ) -> Output? {
        self.output(item, path, of: .datasets, seen: &files) { reader, entry in
            let (list, fields) = reader.rowFields(entry, dataset, after: earlier)
            return (list, entry.has("columns") ? reader.columns(entry, fields) : reader.allColumns(fields))
        }
    }

    /// The list whose elements are the rows, and the fields that columns may name.
    private mutating func rowFields(
        _ entry: Section, _ dataset: DatasetDescriptor?, after earlier: [Pipeline.Dataset]
    ) -> (list: String?, Fields?) {
        guard let dataset else { return (nil, nil) }
        var fields = Fields()
        let names = dataset.lists.map(\.name)
        let text = document.text(entry, "list", expected: names.isEmpty ? "no list" : listed(names))
        var own = dataset.fields
        if let text {
            guard let list = dataset.lists.first(where: { $0.name == text.value }) else {
                document.unknownName(
                    "list", text, among: names, expected: names.isEmpty ? "no list: \(dataset.name) has none" : nil)
                return (nil, nil)
            }
            own = list.fields
        }
        fields.known = own.map { (FieldReference(name: $0.name), $0) }
        if let join = dataset.join, text == nil {
            if earlier.contains(where: { $0.name == join.dataset }) {
                fields.known += join.fields.map { (FieldReference(join: join.name, name: $0.name), $0) }
            } else {
                fields.joinable[join.name] = (join.dataset, "- dataset: \(join.dataset) before this one")
            }
        }
        return (text?.value, fields)
    }

    /// What a file without `columns` holds: every field of the record under its own name.
    private func allColumns(_ fields: Fields?) -> [OutputColumn] {
        (fields?.known ?? []).filter { $0.reference.join == nil }.map { field in
            OutputColumn(
                field: field.reference, heading: field.descriptor.name,
                decimals: field.descriptor.kind.hasDecimals ? .exact : nil)
        }
    }
}
