internal import GantryConnectors
internal import GantryJSON
internal import GantryModel
internal import GantryYAML

extension SystemKeys {
    static let paging: [DocumentKey] = [
        DocumentKey("offset", .line(), help: "The parameter with the number of records before the page."),
        DocumentKey("page", .line(), help: "The parameter with the number of the page."),
        DocumentKey(
            "next", .either(path + [.group(next)]),
            help: "Where an answer has the whole or relative address of the next page: a path, or a header."),
        DocumentKey("cursor", .either(path), help: "Where an answer has what the request for the next page must say."),
        DocumentKey(
            "after", .line(),
            help: "The field by which the list is sorted: the next page is what comes behind that of the last record."),
        DocumentKey("query", .line(), help: "The parameter that carries the cursor, or the value of after."),
        DocumentKey("from", .whole(0...1), help: "What the first page has there: 0 or 1."),
        DocumentKey("limit", .line(), help: "The parameter with the most records of a page."),
        DocumentKey("size", .whole(1...100_000), required: true, help: "How many records are asked for."),
        DocumentKey("most", .whole(1...100_000), help: "How many the server gives at most. The default is size."),
        DocumentKey(
            "ends", .words(["empty", "short"]), standard: .text("empty"),
            help: "Which page is the last of a list without a total: one without records, or one with fewer than size."),
        DocumentKey("states-limit", .either(path), help: "Where the answer says how many records a page can have."),
        DocumentKey("states-offset", .either(path), help: "Where the answer says how many records are before it."),
        DocumentKey("states-page", .either(path), help: "Where the answer says which page it is."),
        DocumentKey("states-pages", .either(path), help: "Where the answer says how many pages there are."),
    ]

    /// What `paging` can be, for messages.
    static let pagingForms =
        "none for a list in one answer, or { offset: …, limit: …, size: … }, { page: …, limit: …, size: … }, { next: …, size: … }, { cursor: …, query: …, size: … } or { after: …, query: …, size: … }"

    static let total: [DocumentKey] = [
        DocumentKey("header", .line(), help: "The header of every answer that has it."),
        DocumentKey("head", .line(), help: "The header of the answer to HEAD that has it."),
        DocumentKey(
            "get", .line(), help: "The path of another request whose answer has it; it is narrowed like the list."),
        DocumentKey("at", .either(path), help: "Where the answer to get has it: a path."),
        DocumentKey(
            "lower-bound", .either(path),
            help: "Where the answer says how many records there are at least. Only the pages show that all have come."),
    ]

    /// What `total` can be, for messages.
    static let totalForms =
        "total_count, { header: X-Total-Count }, { head: X-Total-Count }, { get: /hours/count, at: total } or { lower-bound: found }; none where it doesn't"

    static let next: [DocumentKey] = [
        DocumentKey("header", .line(), help: "The header that has the address."),
        DocumentKey("link", .words(["next"]), help: "The relation in the header Link (RFC 8288)."),
    ]
}

extension SystemReader {
    /// What a dataset says about its pages, and what its answers say about the list.
    struct Paging {
        var kind: DescribedDataset.Paging
        var size: Int
        var most: Int
        var counts: [(path: [String], count: StatedCount)]
        /// The keys that lead to the next page; `nil` where no part of the answer's body does.
        var next: [String]?
        var headers = AnswerHeaders()
        /// What shows that the list is whole.
        var proof = ListProof.answers
    }

    /// Where the total is.
    enum Total {
        case path([String])
        case header(String)
        case head(String)
        /// In the answer to another request, at these keys.
        case request(String, [String])
        /// At least so many are there.
        case least([String])
        /// The file says that there is none.
        case none
    }

    /// `total`: where the answer says how many records there are; `nil` for a mistake.
    mutating func total(_ section: Section) -> Total? {
        guard let node = section["total"] else {
            document.missing(
                "total", in: section,
                expected: "where the answer says how many records the list has: " + SystemKeys.totalForms)
            return nil
        }
        guard node.entries != nil else {
            if case .text("none", _) = node.content { return Total.none }
            return keys(section, "total").map { .path($0) }
        }
        guard let group = document.section(section, "total", keys: SystemKeys.total) else { return nil }
        let known = SystemKeys.total.map(\.name).filter { $0 != "at" }
        let names = known.filter { group.has($0) }
        if group.has("at") != group.has("get") {
            document.report(
                .missingKey, at: group.owner, "\(group.path) must say get and at together.",
                expected: "{ get: /hours/count, at: total }: a request, and where its answer has the total")
            return nil
        }
        guard names.count == 1, let name = names.first else {
            document.report(
                .conflict, at: group.owner, "\(group.path) must say one place.",
                expected: "exactly one of " + listed(known))
            return nil
        }
        if name == "get" {
            guard let path = path(group, "get", takesKey: false), let place = keys(group, "at") else { return nil }
            return .request(path, place)
        }
        if name == "lower-bound" { return keys(group, name).map { .least($0) } }
        return document.required(group, name, expected: "the name of a header").map {
            name == "head" ? .head($0.value) : .header($0.value)
        }
    }

    /// `paging`: how the pages follow each other.
    mutating func paging(_ section: Section, total: Total?) -> Paging? {
        let state = document.section(section, "state", keys: ["header"]).flatMap {
            document.required($0, "header", expected: "the name of a header, such as ETag")
        }
        guard let node = section["paging"] else {
            document.missing("paging", in: section, expected: SystemKeys.pagingForms)
            return nil
        }
        var paging: Paging?
        if case .text("none", _) = node.content {
            paging = Paging(kind: .whole, size: 1_000, most: 1_000, counts: [])
            switch total {
            case .path?, .header?, .head?, .request?: paging?.proof = .total
            case .least?, Total.none?, nil: break
            }
        } else if let group = document.section(section, "paging", keys: SystemKeys.paging) {
            paging = pages(group)
            paging?.proof = proof(section, paging: group, total: total)
        }
        if paging?.kind == .whole { refuseProof(section, "The list comes in one answer, which is read once.") }
        guard var paging else { return nil }
        switch total {
        case .path(let path)?: paging.counts.append((path, .totalCount))
        case .least(let path)?: paging.counts.append((path, .leastCount))
        case .header(let name)?: paging.headers.total = name
        case .head(let name)?: (paging.headers.total, paging.headers.asksForTotal) = (name, true)
        case .request?, Total.none?, nil: break
        }
        paging.headers.state = state?.value
        return paging
    }

    private mutating func pages(_ group: Section) -> Paging? {
        let known = ["offset", "page", "next", "cursor", "after"]
        let ways = known.filter { group.has($0) }
        guard ways.count == 1, let way = ways.first else {
            document.report(
                ways.isEmpty ? .missingKey : .conflict, at: ways.isEmpty ? group.owner : group.place(of: ways[1]),
                ways.isEmpty
                    ? "\(group.path) doesn't say how a page is asked for."
                    : "\(group.path) has \(listed(ways, "and")), which can contradict each other.",
                expected: "exactly one of " + listed(known))
            return nil
        }
        if ["offset", "page", "after"].contains(way), !group.has("limit") {
            document.missing("limit", in: group, expected: "the parameter with the most records of a page")
        }
        let limit = document.text(group, "limit", expected: "the parameter with the most records of a page")
        if !group.has("size") {
            document.missing("size", in: group, expected: "how many records are asked for, such as 100")
        }
        let size = document.wholeNumber(group, "size", in: 1...100_000)
        let most = document.wholeNumber(group, "most", in: 1...100_000)
        if let size, let most, size > most {
            document.report(
                .conflict, at: group.place(of: "size"),
                "\(counted(size, "record")) \(size == 1 ? "is" : "are") asked for, and the server gives at most \(most).",
                expected: "size: \(most) or less")
        }
        for (key, owners) in [("from", ["offset", "page"]), ("query", ["cursor", "after"])] where group.has(key) {
            guard !owners.contains(way) else { continue }
            document.report(
                .conflict, at: group.place(of: key),
                "\(key) belongs to \(listed(owners)), and these pages go by \(way).",
                expected: "no \(key)")
        }
        let counts = statements(group, way)
        guard let size else { return nil }
        var paging = Paging(kind: .whole, size: size, most: max(most ?? size, size), counts: counts)
        switch way {
        case "offset", "page":
            let first = document.wholeNumber(group, "from", in: 0...1)
            guard let name = document.text(group, way, expected: "the name of a parameter"), let limit else {
                return nil
            }
            paging.kind =
                way == "page"
                ? .page(name.value, first: first ?? 1, limit: limit.value)
                : .offset(name.value, first: first ?? 0, limit: limit.value)
        case "next":
            paging.kind = .linked(cursor: nil, limit: limit?.value)
            guard next(group, &paging) else { return nil }
        case "after":
            let field = document.text(group, "after", expected: "the field by which the list is sorted")
            let query = document.required(group, "query", expected: "the parameter that carries its value")
            guard let field, let query else { return nil }
            after = field
            paging.kind = .after(field: field.value, query: query.value, limit: limit?.value)
        default:
            guard let path = keys(group, "cursor"),
                let query = document.required(group, "query", expected: "the parameter that carries the cursor")
            else { return nil }
            paging.next = path
            paging.kind = .linked(cursor: query.value, limit: limit?.value)
        }
        return paging
    }

    /// `next`: a path in the body, or a header.
    private mutating func next(_ group: Section, _ paging: inout Paging) -> Bool {
        guard group["next"]?.entries != nil else {
            paging.next = keys(group, "next")
            return paging.next != nil
        }
        guard let place = document.section(group, "next", keys: SystemKeys.next) else { return false }
        if place.has("link") {
            paging.headers.next = .link
            return document.choice(place, "link", what: "relation", among: ["next"]) != nil
        }
        guard let name = document.required(place, "header", expected: "the header with the address of the next page")
        else { return false }
        paging.headers.next = .header(name.value)
        return true
    }

    private mutating func statements(_ group: Section, _ way: String) -> [(path: [String], count: StatedCount)] {
        let known: [(key: String, count: StatedCount, ways: [String])] = [
            ("states-limit", .limit, ["offset", "page"]), ("states-offset", .offset, ["offset"]),
            ("states-page", .page, ["page"]), ("states-pages", .totalPages, ["page"]),
        ]
        return known.compactMap { key, count, ways in
            guard group.has(key) else { return nil }
            guard ways.contains(way) else {
                document.report(
                    .conflict, at: group.place(of: key),
                    "\(key) belongs to \(listed(ways)), and these pages go by \(way).", expected: "no \(key)")
                return nil
            }
            return keys(group, key).map { ($0, count) }
        }
    }
}
