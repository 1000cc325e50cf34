internal import GantryConnectors
internal import GantryJSON
internal import GantryModel
internal import GantryYAML

/// Makes a system of a file's tree, and collects every mistake.
struct SystemReader {
    typealias Section = DocumentReader.Section

    var document: DocumentReader
    /// Keys that are cut out of every record, besides those of every system.
    var sensitive: [String] = [] {
        didSet { withheld = SensitiveKeySet(SensitiveKeys.everywhere + sensitive) }
    }
    private(set) var withheld = SensitiveKeySet(SensitiveKeys.everywhere)
    /// The field of the last record by which the next page of the dataset that is being read is asked for.
    var after: DocumentReader.Located<String>?
    /// What fields of the dataset that is being read name.
    var references: [DocumentReader.Located<DescribedReference>] = []
    /// Columns that say how many characters the server keeps, by their place in the file.
    var limited: Set<String> = []
    /// Of times that don't say theirs.
    var zone: Zone?
    /// Which field of the record the elements of a dataset's lists are told apart by.
    var owners: [DocumentReader.Located<String>] = []
    /// The keys that lead to why a request failed, where a success has nothing there.
    var failure: [String]?
    /// The places of values that are still to be filled in: `datasets.hours.paging`.
    var opened: [String] = []

    /// - Parameters:
    ///   - file: the path of the file, which names the system too.
    ///   - digest: stands for all that the file says.
    mutating func system(_ root: SourceNode, file: String, digest: String) -> System? {
        refuseExpressions(root)
        let root = reportOpen(root)
        let top = root.entries?.first?.keyPlace ?? .file(line: 1, column: 1, length: 1)
        if root.entries?.contains(where: { $0.key == "extends" }) ?? false {
            return extended(root, owner: top, digest: digest)
        }
        guard let section = document.section(root, "", keys: SystemKeys.top, owner: top) else { return nil }
        let name = name(section, file: file)
        let title = document.required(section, "title", expected: "its name for people")
        let environments = environments(section)
        zone = zone(section)
        let requests = requests(section)
        let signIn = signIn(section, headers: requests.headers)
        let datasets = datasets(section)
        let submissions = submissions(section, datasets ?? [])
        guard let name, let title, let signIn, let datasets else { return nil }
        var system = System(
            name: name, title: title.value, environments: environments, signIn: signIn,
            explain: requests.errors.explain,
            digest: digest, sensitiveKeys: sensitive,
            datasets: made(datasets, withholding: SensitiveKeys.everywhere + sensitive, of: name, digest: digest),
            submissions: submissions.map { $0.submission() })
        system.failed = requests.failed
        system.rate = requests.rate
        if let wait = requests.wait { system.statedWait = wait.wait }
        return system
    }

    /// The built-in system that the file adds to, with only the datasets of the file.
    private mutating func extended(_ root: SourceNode, owner: NodePlace, digest: String) -> System? {
        guard let section = document.section(root, "", keys: SystemKeys.extending, owner: owner) else { return nil }
        let base = document.choice(
            section, "extends", what: "system", among: Systems.builtIn.all.map(\.name)
        ).flatMap(Systems.builtIn.named)
        sensitive = base?.sensitiveKeys ?? []
        zone = zone(section)
        let datasets = datasets(section)
        guard var base, let datasets else { return nil }
        for entry in section["datasets"]?.entries ?? [] where base.datasets.contains(where: { $0.name == entry.key }) {
            document.report(
                .conflict, at: entry.keyPlace, "\(base.qualified(entry.key)) is built in.", expected: "another name")
        }
        base.submissions = []
        base.datasets = made(datasets, withholding: base.sensitiveKeys, of: base.prefix, digest: digest)
        return base
    }

    private func made(
        _ datasets: [DescribedDataset], withholding keys: [String], of prefix: String, digest: String
    ) -> [any DatasetDescription] {
        let made =
            datasets.contains { $0.reference != nil }
            ? datasets.map { $0.dataset(sensitiveKeys: keys, digest: digest) } : []
        return datasets.map { $0.dataset(sensitiveKeys: keys, naming: made, of: prefix, digest: digest) }
    }

    private mutating func name(_ section: Section, file: String) -> String? {
        guard
            let name = document.required(
                section, "system", expected: "a name in lower-case letters, digits and -, such as redmine")
        else { return nil }
        guard isPlainName(name.value) else {
            document.report(
                .unsafeName, at: name.place, "\(quoted(name.value)) can't be the name of a system.",
                expected: "lower-case letters, digits and -")
            return nil
        }
        if let compiled = Systems.builtIn.all.first(where: { [$0.name, $0.prefix].contains(name.value) }) {
            document.report(
                .conflict, at: name.place, "\(quoted(name.value)) is \(compiled.title), which Gantry has built in.",
                expected: "another name, and the file called like it")
            return nil
        }
        let stem = file.split(separator: "/").last.map { $0.prefix { $0 != "." } } ?? ""
        if file.hasSuffix(".yaml") || file.hasSuffix(".yml"), stem != name.value {
            document.report(
                .conflict, at: name.place, "The file is called \(stem), and the system \(name.value).",
                expected: "one name for both: a system is found by the name of its file")
        }
        return name.value
    }

    private mutating func environments(_ section: Section) -> [String: String] {
        let words = ConfigurationKeys.environments
        guard let group = document.section(section, "environments", keys: words, what: "environment") else {
            return [:]
        }
        var found: [String: String] = [:]
        for word in words {
            guard let text = document.text(group, word, expected: "an address that starts with https://") else {
                continue
            }
            do {
                found[word] = try BaseURL(text.value).description
            } catch {
                // An address with a password isn't shown.
                document.report(
                    Mistake(
                        .badValue, at: place(text.place, showing: error != .userInfo),
                        found: "The address \(error.sentence)",
                        expected: "such as https://redmine.example.com or http://localhost:8080", note: error.note))
            }
        }
        return found
    }

    // MARK: Secrets

    /// The value isn't shown.
    mutating func reportSecret(_ path: String, _ entry: SourceNode.Entry) {
        document.report(
            Mistake(
                .literalSecret, at: place(entry.keyPlace, showing: false),
                found: "\(path).\(entry.key) looks like a secret.", expected: "no secret in this file",
                note: "Keys and passwords stand in gantry.yaml, under credentials; see sign-in for how they are sent."
            ))
    }

    func isSecretName(_ name: String) -> Bool {
        let folded = name.lowercased().filter { $0 != "-" && $0 != "_" }
        return [
            "authorization", "cookie", "password", "secret", "clientsecret", "token", "accesstoken", "apikey", "key",
        ]
        .contains { folded == $0 || folded == "x" + $0 || folded.hasSuffix("apikey") }
    }

    private func place(_ place: NodePlace, showing: Bool) -> Mistake.Place {
        guard case .file(let line, let column, let length) = place else { return Mistake.Place(source: nil) }
        let shown = document.source.place(line: line, column: column, length: length)
        return Mistake.Place(
            source: shown.source, line: line, column: column, length: length, text: showing ? shown.text : nil)
    }

    /// Reports a part of a text, from a place in it.
    mutating func report(
        in text: DocumentReader.Located<String>, from offset: Int, length: Int = 1, _ found: String,
        expected: String? = nil, nearest: String? = nil
    ) {
        var place = text.place
        if case .file(let line, let column, let all) = place {
            // Marks in quotation marks are counted too.
            let quotes = all > text.value.unicodeScalars.count ? 1 : 0
            place = .file(line: line, column: column + quotes + offset, length: max(length, 1))
        }
        document.report(.badValue, at: place, found, expected: expected, nearest: nearest)
    }

    // MARK: What other tools have

    /// Whether a text is meant to be calculated.
    func isExpression(_ text: String) -> Bool {
        guard text.utf8.contains(UInt8(ascii: "{")) else { return false }
        return text.contains("{{") || text.contains("{%") || text.contains("${")
    }

    private mutating func refuseExpressions(_ node: SourceNode) {
        switch node.content {
        case .text(let text, _):
            guard isExpression(text) else { return }
            document.report(
                .unsupported, at: node.place, "Expressions aren't part of system files.",
                expected: "a text, or a placeholder such as {from}",
                note: "What depends on a record belongs in the columns of a pipeline file.")
        case .list(let items): for item in items { refuseExpressions(item) }
        case .group(let entries):
            for entry in entries {
                if entry.key == "$ref" || entry.key == "$parameters" {
                    document.report(
                        .unsupported, at: entry.keyPlace, "References aren't part of system files.",
                        expected: "the keys themselves, written where they are needed")
                }
                refuseExpressions(entry.value)
            }
        case .nothing, .refused: break
        }
    }
}

/// The keys of a system file, part by part: the reader takes them from here, and so does its JSON Schema.
enum SystemKeys {
    static let top: [DocumentKey] = [
        DocumentKey(
            "system", .line(pattern: ValueShape.plainName),
            help: "Its name in gantry.yaml, and the part before the point in the names of its datasets."),
        DocumentKey(
            "extends", .words(Systems.builtIn.all.map(\.name)),
            help: "In place of system: the system that is built in, to which the datasets of the file are added."),
        DocumentKey("title", .line(), help: "Its name for people."),
        DocumentKey(
            "environments", .map(.line(), names: "^(development|staging|production)$", canBeEmpty: false),
            help: "The addresses that a connection can name by a word. Without it a connection gives its address."),
        DocumentKey("zone", .line(), help: "The zone of times and days that don't say theirs: Europe/Copenhagen."),
        DocumentKey("sign-in", .group(signIn), help: "How every request says whose it is."),
        DocumentKey("requests", .group(requests), help: "What all requests have in common."),
        DocumentKey(
            "datasets", .map(.group(dataset), names: ValueShape.plainName, canBeEmpty: false), required: true,
            help: "What can be exported, by name."),
        DocumentKey(
            "submissions", .map(.group(submission), names: ValueShape.plainName, canBeEmpty: false),
            help: "What can be sent, by name."),
    ]

    /// The keys of a file that adds datasets to a system.
    static let extending = top.filter { ["extends", "zone", "datasets"].contains($0.name) }

    static let rules: [GroupRule] =
        [.exactlyOne(["system", "extends"]), .needs("system", "title"), .needs("system", "sign-in")]
        + top.filter { key in key.name != "system" && !extending.contains { $0.name == key.name } }
        .map { .notBoth("extends", $0.name) }

    static let shared: [(name: String, help: String?, shape: ValueShape)] = [
        (
            "body", "A constant, a text, a list or a group.",
            .either([.text, .map(.shared("body")), .list(.shared("body"), canBeEmpty: true)])
        )
    ]
}

extension SystemFile {
    /// The JSON Schema (draft 2020-12) of system files, from the same tables as the reader.
    public static var schema: String {
        JSONSchema(
            id: "system", title: "A system",
            description: "A back end that Gantry reads by this description. Passwords and keys are never in this file.",
            SystemKeys.top, rules: SystemKeys.rules, shared: SystemKeys.shared
        ).text
    }
}
