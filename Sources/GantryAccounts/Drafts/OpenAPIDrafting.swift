internal import GantryJSON
internal import GantryYAML

/// Makes the draft of a system file of what a document says.
struct OpenAPIDrafting {
    let document: OpenAPIDocument
    /// How many more schemas are looked at.
    var budget = 1_000_000
    /// What stands before every path, where the addresses of servers are paths too.
    private var base = ""
    /// Headers that a list needs, and that nothing else gives.
    private var headers: [String] = []
    /// Requests of which the answer is no list, and that need nothing.
    private var others: [String] = []

    init(document: OpenAPIDocument) { self.document = document }

    /// - Parameters:
    ///   - name: of the system.
    ///   - file: the document's, for a comment.
    mutating func draft(_ name: String, file: String) -> DraftPart {
        let about = document.root["info"]
        let title = DraftText.prose(about?["title"]?.text)
        let version = about?["version"]?.scalar.map { " \($0)" } ?? ""
        let (environments, addresses, base) = environments()
        self.base = base
        var datasets = datasets()
        let signIn = signIn(addresses)
        limit(&datasets)
        let head = DraftText.comment(
            "What \(file.split(separator: "/").last ?? "") says of \(title ?? name)\(version). "
                + "Every TODO is what it doesn't say, and a value to fill in by the vendor's pages.")
        return DraftPart(
            nil, indent: 0, head + ["system: \(name)", "title: \(title.map(DraftText.yaml) ?? SystemReader.open)", ""],
            parts: [environments, signIn, requests, DraftPart(nil, indent: 0, ["datasets:"], parts: datasets)])
    }

    /// A system file has at most 1 MiB.
    private func limit(_ datasets: inout [DraftPart]) {
        var size = 0
        for index in datasets.indices {
            size += datasets[index].flattened.reduce(0) { $0 + $1.text.utf8.count + 1 }
            if size > SourceText.byteLimit - 200_000 {
                datasets[index].problem = "A system file has at most 1 MiB."
                size -= datasets[index].parts.flatMap(\.flattened).reduce(0) { $0 + $1.text.utf8.count + 1 }
            }
        }
    }

    private var requests: DraftPart {
        let open = headers.map {
            DraftPart("header \($0)", indent: 4, ["    \(DraftText.yaml($0)): \(SystemReader.open)"])
        }
        return DraftPart(
            nil, indent: 0, ["requests:", "  # What every request must carry besides.", "  headers:"], parts: open,
            needsParts: true)
    }

    // MARK: Lists

    /// A dataset for each request whose answer has a list.
    private mutating func datasets() -> [DraftPart] {
        let lists = (document.root["paths"]?.members ?? []).compactMap { member -> OpenAPIList? in
            guard let path = document.resolved(member.value), let get = path["get"] else { return nil }
            return list(member.key, get, shared: path["parameters"]?.list ?? [])
        }
        let shared = sharedSteps(lists.map(\.path))
        var taken: Set<String> = []
        return lists.map { list in
            let steps = list.path.split(separator: "/").dropFirst(shared).filter { !$0.contains("{") }
            let words = steps.map { $0.hasSuffix(".json") ? String($0.dropLast(5)) : String($0) }
            let plain = DraftText.plainName(words.joined(separator: "-"))
            let name = DraftText.free(plain.isEmpty ? "records" : plain, among: &taken, separator: "-")
            return dataset(list, named: name)
        }
    }

    /// How many steps all paths begin with, so that one of each is left.
    private func sharedSteps(_ paths: [String]) -> Int {
        let all = paths.map { $0.split(separator: "/") }
        guard let first = all.first else { return 0 }
        let most = all.map { ($0.lastIndex { !$0.contains("{") } ?? 0) }.min() ?? 0
        return first.prefix(most).enumerated().prefix { index, step in all.allSatisfy { $0[index] == step } }.count
    }

    /// What a request says of itself, if its answer is JSON with a list of records.
    private mutating func list(_ path: String, _ get: JSONTree, shared: [JSONTree]) -> OpenAPIList? {
        guard let answer = document.resolved(get["responses"]?["200"]) else { return nil }
        let content = answer["content"]?.members.first { member in
            let type = member.key.prefix { $0 != ";" }.lowercased()
            return type == "application/json" || type.hasSuffix("+json")
        }
        guard let schema = schema(content?.value["schema"]) else { return nil }
        let parameters = parameters(get["parameters"]?.list ?? [], shared)
        let found = records(in: schema)
        guard !found.isEmpty else {
            if !path.contains("{"), !parameters.contains(where: \.isRequired) { others.append(path) }
            return nil
        }
        var list = OpenAPIList(path: path, get: get, parameters: parameters, answer: schema)
        list.headers = answer["headers"]?.members.map(\.key) ?? []
        list.lists = found
        return list
    }

    /// Parameters of a request; its own take the place of the path's.
    private func parameters(_ own: [JSONTree], _ shared: [JSONTree]) -> [OpenAPIParameter] {
        var all: [OpenAPIParameter] = []
        for node in (own + shared).compactMap({ document.resolved($0) }) {
            guard let name = node["name"]?.text, let place = node["in"]?.text,
                !all.contains(where: { $0.name == name && $0.place == place })
            else { continue }
            all.append(OpenAPIParameter(name: name, place: place, node: node))
        }
        return all
    }

    /// The lists of records in an answer: the answer itself, those beside each other in it, or those in its objects.
    private mutating func records(in answer: OpenAPISchema) -> [(path: [String], record: OpenAPISchema)] {
        if answer.type == "array" { return record(of: answer).map { [([], $0)] } ?? [] }
        var found: [(path: [String], record: OpenAPISchema)] = []
        var inner: [(path: [String], object: OpenAPISchema)] = [([], answer)]
        for _ in 0..<2 where found.isEmpty {
            var next: [(path: [String], object: OpenAPISchema)] = []
            for (path, object) in inner {
                for property in object.properties {
                    guard let schema = schema(property.schema, object.references) else { continue }
                    let place = path + [property.name]
                    if schema.type == "array", let record = record(of: schema) { found.append((place, record)) }
                    if schema.type == "object" { next.append((place, schema)) }
                }
            }
            inner = next
        }
        return found
    }

    private mutating func record(of list: OpenAPISchema) -> OpenAPISchema? {
        guard let record = schema(list.items, list.references), record.type == "object" else { return nil }
        return record
    }

    // MARK: What others add

    mutating func needs(header: String) { if !headers.contains(header) { headers.append(header) } }

    /// The path of a request below the address.
    func path(_ path: String) -> String { base + path }

    /// Some requests without a list, one of which may prove a key.
    var candidates: [String] { others.prefix(8).map { path($0) } }
}

/// A request whose answer has a list of records.
struct OpenAPIList {
    let path: String
    let get: JSONTree
    let parameters: [OpenAPIParameter]
    let answer: OpenAPISchema
    /// The names of headers of the answer.
    var headers: [String] = []
    var lists: [(path: [String], record: OpenAPISchema)] = []
}

/// A parameter of a request.
struct OpenAPIParameter {
    let name: String
    /// `query`, `header`, `path` or `cookie`.
    let place: String
    let node: JSONTree

    var isRequired: Bool { node["required"]?.isTrue ?? false }
}
