internal import GantryConnectors
internal import GantryJSON
internal import GantryModel
internal import GantryYAML

extension SystemKeys {
    static let dataset: [DocumentKey] = [
        DocumentKey("help", .line(), required: true, help: "What the records are, in a sentence."),
        DocumentKey("get", .line(), help: "The path below the address."),
        DocumentKey(
            "post", .line(), help: "The path in place of get, for a list that is a search, which changes nothing."),
        DocumentKey("query", .map(.text), help: "What every request asks: the order, above all."),
        DocumentKey(
            "body", .map(.shared("body")),
            help:
                "What every search says. The parameters of paging, period, since and filters stand in it too, at the place that their name says: page.size."
        ),
        DocumentKey(
            "records", .either([.text, .list(.text)]),
            help: "Where the answer has the list of records; \"\" if the answer is the list."),
        DocumentKey(
            "record", .either([.text, .list(.text)]),
            help: "Where the answer has its one record; \"\" if the answer is the record."),
        DocumentKey(
            "key", .line(),
            help: "The field that tells one record from another; none only where record is the only one."),
        DocumentKey(
            "paging", .either([.words(["none"]), .group(paging)]), required: true,
            help: "How the pages follow each other; none for a list in one answer."),
        DocumentKey(
            "total", .either(path + [.group(total)]), required: true,
            help:
                "Where the answer says how many records the whole list has; none where it doesn't: pages are then read twice."
        ),
        DocumentKey(
            "proof", .group([DocumentKey("none", .line(), required: true, help: "Why that will do.")]),
            help: "That pages without a total are read only once, so that nothing shows that all have come."),
        DocumentKey(
            "state", .group([DocumentKey("header", .line(), required: true, help: "The header that has it.")]),
            help: "What changes with any record of the list, such as the header ETag: a list that changes is noticed."),
        DocumentKey("period", .group(period), help: "Which day a record is of, and how the server is asked for days."),
        DocumentKey(
            "since", .group(since), help: "By which field a later run goes on, and how the server is asked for that."),
        DocumentKey("filters", .map(.group(filter)), help: "What a pipeline file can narrow the list by."),
        DocumentKey(
            "leave-out", .group(leaveOut),
            help: "Which records of the list are none, such as those that were removed: excluded, and counted."),
        DocumentKey(
            "fields", .map(.either([.group(field), .group([])]), canBeEmpty: false), required: true,
            help: "The fields of a record in the order of columns, by name."),
    ]

    static let period: [DocumentKey] = [
        DocumentKey("day", .line(), required: true, help: "The field with the day of a record."),
        DocumentKey(
            "query", .map(.line(), canBeEmpty: false),
            help:
                "How the server is asked for the days from {from} to {to}. Without it the whole list is fetched, and records of other days are left out."
        ),
    ]

    static let filter: [DocumentKey] = [
        DocumentKey("help", .line(), required: true, help: "What it narrows the list to, in a sentence."),
        DocumentKey("type", .words(filterTypes), standard: .text("text"), help: "What its value is."),
        DocumentKey("one-of", .list(.text, isUnique: true), help: "The values that it can have."),
        DocumentKey("query", .line(), help: "Its parameter. The default is its name."),
        DocumentKey(
            "field", .line(),
            help:
                "The field that has its value in every record that is let through. It shows that the server knows the filter."
        ),
        DocumentKey("required", .flag, standard: .flag(false), help: "Whether the server needs it."),
    ]

    static let filterTypes = ["text", "integer", "date"]
}

extension SystemReader {
    /// `datasets`, in the order of the file.
    mutating func datasets(_ section: Section) -> [DescribedDataset]? {
        let expected = "a group with a name for each dataset, such as time-entries:"
        guard let node = section["datasets"] else {
            document.missing("datasets", in: section, expected: expected)
            return nil
        }
        guard let entries = node.entries, !entries.isEmpty else {
            document.wrongType(node, "datasets", expected: expected)
            return nil
        }
        var datasets: [DescribedDataset] = []
        var named: [(owner: Int, reference: DocumentReader.Located<DescribedReference>)] = []
        for entry in entries {
            guard isPlainName(entry.key) else {
                document.report(
                    .unsafeName, at: entry.keyPlace, "\(quoted(entry.key)) can't be the name of a dataset.",
                    expected: "lower-case letters, digits and -")
                continue
            }
            references = []
            guard let dataset = dataset(entry) else { continue }
            named += references.map { (datasets.count, $0) }
            datasets.append(dataset)
        }
        // A dataset that is wrong has been reported.
        if datasets.count == entries.count { take(named, into: &datasets) }
        return datasets
    }

    private mutating func dataset(_ entry: SourceNode.Entry) -> DescribedDataset? {
        let path = "datasets." + entry.key
        guard let section = document.section(entry.value, path, keys: SystemKeys.dataset, owner: entry.keyPlace) else {
            return nil
        }
        let help = document.required(section, "help", expected: "what the records are, in a sentence")
        let (get, body) = place(section)
        let query = pairs(section, "query")
        let records = records(section)
        let fields = fields(section)
        let isOnly = records?.isSingle == true && get?.contains(DescribedDataset.keyPlaceholder) == false
        let key = isOnly && !section.has("key") ? "" : key(section, among: fields)
        if key == "", let fields, !fields.contains(where: \.isRequired) {
            document.report(
                .conflict, at: section.owner,
                "\(path) has neither a key nor a required field, so any answer would be its record.",
                expected: "required: true at a field that every answer has")
        }
        requireOwners(key)
        let total = total(section)
        after = nil
        let paging = paging(section, total: total)
        requireAfter(section, among: fields, key: key, proof: paging?.proof)
        if let get, get.contains(DescribedDataset.keyPlaceholder), let paging, paging.kind != .whole {
            document.report(
                .conflict, at: section.place(of: "paging"),
                "Each record is asked for by its key, so there are no pages.",
                expected: "paging: none")
        }
        if let get, get.contains(DescribedDataset.keyPlaceholder), case .request? = total {
            document.report(
                .conflict, at: section.place(of: "total"),
                "Each key has records of its own, and the other request doesn't count them.",
                expected: "where the answer for a key says how many it has, or none")
        }
        if body != nil { requireSearch(section, paging) }
        if let records, let paging { requireApart(section, records: records.path, paging: paging) }
        let period = period(section, among: fields)
        let since = since(section, among: fields)
        if let get, get.contains(DescribedDataset.keyPlaceholder), since != nil {
            document.report(
                .conflict, at: section.place(of: "since"),
                "Each record is asked for by its key, so a later run would miss what is older under a new key.",
                expected: "no since")
        }
        let filters = filters(section, among: fields)
        let leaveOut = leaveOut(section, among: fields)
        guard let help, let get, let records, let fields, let key, let paging else { return nil }
        var dataset = DescribedDataset(
            name: entry.key, help: help.value, path: get,
            envelope: EnvelopePlan(
                records: records.path, isSingle: records.isSingle, counts: paging.counts, next: paging.next,
                isWhole: paging.kind == .whole, failure: failure), key: key,
            paging: paging.kind, pageSizes: 1...paging.most, usualPageSize: paging.size, fields: fields)
        dataset.query = query
        dataset.body = body
        dataset.proof = paging.proof
        if case .least? = total { dataset.statesLeast = true }
        if case .request(let path, let place)? = total { dataset.count = (path, place) }
        dataset.headers = paging.headers
        dataset.period = period
        dataset.since = since
        dataset.listDigest = since.map { listDigest(entry.value, fields: [key, $0.field]) }
        dataset.readingDigest = readingDigest(entry.value)
        dataset.filters = filters
        dataset.leaveOut = leaveOut
        return dataset
    }

    private mutating func records(_ section: Section) -> (path: [String], isSingle: Bool)? {
        let names = ["records", "record"].filter { section.has($0) }
        guard names.count == 1, let name = names.first, let node = section[name] else {
            document.report(
                names.isEmpty ? .missingKey : .conflict,
                at: names.isEmpty ? section.owner : section.place(of: "record"),
                names.isEmpty
                    ? "\(section.path) doesn't say where its records are." : "\(section.path) has records and record.",
                expected:
                    "records: with the key of the list, or \"\" for a bare list; record: where an answer is one record")
            return nil
        }
        if case .text("", _) = node.content { return ([], name == "record") }
        return keys(section, name).map { ($0, name == "record") }
    }

    /// The list and what an answer states are at different places of it.
    private mutating func requireApart(_ section: Section, records: [String], paging: Paging) {
        let stated = paging.counts.map(\.path) + (paging.next.map { [$0] } ?? [])
        if records.isEmpty, let path = stated.first {
            document.report(
                .conflict, at: section.has("records") ? section.place(of: "records") : section.owner,
                "The answer is the list itself, so it has no \(path.joined(separator: ".")).",
                expected: "total, states and next in headers, or records with the key of the list")
            return
        }
        let all = [records] + stated
        for (index, path) in all.enumerated() {
            guard let other = all[..<index].first(where: { $0.starts(with: path) || path.starts(with: $0) }) else {
                continue
            }
            document.report(
                .conflict, at: section.owner,
                "\(section.path) looks for two things at \(path.joined(separator: ".")) and \(other.joined(separator: ".")).",
                expected: "records, total, next and states at places apart")
            return
        }
    }

    private mutating func key(_ section: Section, among fields: [DescribedField]?) -> String? {
        guard let key = document.required(section, "key", expected: "the field that tells one record from another")
        else {
            return nil
        }
        guard let fields else { return key.value }
        guard let field = field(key, of: section, among: fields, kinds: [.text, .integer], types: "text or integer")
        else {
            return nil
        }
        guard field.isRequired else {
            document.report(
                .conflict, at: key.place, "The field \(key.value) isn't required, so a record could be without a key.",
                expected: "required: true at the field \(key.value)")
            return nil
        }
        return key.value
    }

    /// The field that another key of the dataset names; `nil` after a mistake, and where it is open what the field
    /// holds.
    ///
    /// - Parameter types: those of `kinds`, for a message.
    mutating func field(
        _ name: DocumentReader.Located<String>, of section: Section, among fields: [DescribedField],
        kinds: [DescribedField.Kind], types: String
    ) -> DescribedField? {
        if isOpen(section.path("fields") + "." + name.value) { return nil }
        guard let field = fields.first(where: { $0.name == name.value }) else {
            document.unknownName("field", name, among: fields.map(\.name))
            return nil
        }
        guard kinds.contains(field.kind) else {
            document.report(
                .conflict, at: name.place, "The field \(name.value) is \(field.kind.words).",
                expected: "a field of the type \(types)")
            return nil
        }
        return field
    }

    // MARK: Period and filters

    private mutating func period(_ section: Section, among fields: [DescribedField]?) -> DescribedDataset.Period? {
        guard let group = document.section(section, "period", keys: SystemKeys.period) else { return nil }
        let day = document.required(group, "day", expected: "the field with the day of a record")
        if let day, let fields { _ = field(day, of: section, among: fields, kinds: [.date], types: "date") }
        var query: [(name: String, value: RequestText)] = []
        if let node = group["query"] {
            let expected = "a group with the server's parameters, such as { from: \"{from}\", to: \"{to}\" }"
            guard let entries = node.entries, !entries.isEmpty else {
                document.wrongType(node, group.path("query"), expected: expected)
                return nil
            }
            for entry in entries {
                guard let text = document.text(entry.value, group.path("query") + "." + entry.key, expected: "a text"),
                    let pieces = pieces(text)
                else { continue }
                query.append((entry.key, RequestText(pieces)))
            }
            for (isFrom, name) in [(true, "{from}"), (false, "{to}")]
            where query.count == entries.count
                && !query.contains(where: { $0.value.pieces.contains { $0.isFrom == isFrom } })
            {
                document.report(
                    .conflict, at: group.place(of: "query"), "The query doesn't ask for \(name).", expected: expected)
            }
        }
        return day.map { DescribedDataset.Period(day: $0.value, query: query) }
    }

    private mutating func filters(
        _ section: Section, among fields: [DescribedField]?
    ) -> [(filter: DatasetFilter, query: String)] {
        guard let node = section["filters"] else { return [] }
        guard let entries = node.entries else {
            document.wrongType(node, section.path("filters"), expected: "a group with a name for each filter")
            return []
        }
        return entries.compactMap { entry in
            let path = section.path("filters") + "." + entry.key
            guard let group = document.section(entry.value, path, keys: SystemKeys.filter, owner: entry.keyPlace),
                let help = document.required(group, "help", expected: "what it narrows the list to")
            else { return nil }
            let type = document.choice(group, "type", what: "type", among: SystemKeys.filterTypes)
            let words = group.has("one-of") ? words(group) : nil
            let query = document.text(group, "query", expected: "the name of a parameter")
            let kind: DatasetFilter.Kind =
                if let words { .choice(words) } else {
                    switch type {
                    case "integer": .integer
                    case "date": .date
                    default: .text
                    }
                }
            let required = document.flag(group, "required") ?? false
            let shown = document.text(group, "field", expected: "the field that has its value in every record")
            if let shown, let fields { shows(shown, kind, of: section, among: fields) }
            let filter = DatasetFilter(entry.key, help: help.value, kind, required: required, field: shown?.value)
            return (filter, query?.value ?? entry.key)
        }
    }

    /// Checks that a field can have the values of a filter as they are asked for.
    private mutating func shows(
        _ name: DocumentReader.Located<String>, _ kind: DatasetFilter.Kind, of section: Section,
        among fields: [DescribedField]
    ) {
        switch kind {
        case .integer: _ = field(name, of: section, among: fields, kinds: [.integer], types: "integer")
        case .date: _ = field(name, of: section, among: fields, kinds: [.date], types: "date")
        case .text, .choice:
            guard case .choice(let words, let codes)? = fields.first(where: { $0.name == name.value })?.kind else {
                _ = field(
                    name, of: section, among: fields, kinds: [.text, .integer], types: "text or integer, or with one-of"
                )
                return
            }
            let known = codes ?? words
            guard case .choice(let asked) = kind, let other = asked.first(where: { !known.contains($0) }) else {
                return
            }
            document.report(
                .conflict, at: name.place, "The field \(name.value) can't be \(quoted(other)).",
                expected: "a field that can be \(listed(asked, "and"))")
        }
    }

    /// A list of different words.
    mutating func words(_ section: Section) -> [String] {
        var words: [String] = []
        for item in document.list(section, "one-of", expected: "a list of words") ?? [] {
            guard let word = document.text(item, section.path("one-of"), expected: "a word") else { continue }
            if words.contains(word.value) {
                document.report(
                    .duplicate, at: word.place, "\(quoted(word.value)) is listed twice.", expected: "each word once")
            } else {
                words.append(word.value)
            }
        }
        return words
    }
}
