internal import GantryConnectors
internal import GantryJSON
internal import GantryModel
internal import GantryYAML

extension SystemReader {
    struct Paging {
        var kind: DescribedDataset.Paging
        var size: Int
        var most: Int
        var counts: [(path: [String], count: StatedCount)]
    }

    /// `total`: where the answer says how many records there are; `nil` for `none`, and for a mistake.
    mutating func total(_ section: Section) -> [String]? {
        guard section.has("total") else {
            document.missing(
                "total", in: section,
                expected:
                    "where the answer says how many records the list has, such as total_count; none for a list in one answer"
            )
            return nil
        }
        if case .text("none", _)? = section["total"]?.content { return nil }
        return keys(section, "total")
    }

    /// `paging`: how the pages follow each other.
    mutating func paging(_ section: Section, total: [String]?) -> Paging? {
        guard let node = section["paging"] else {
            document.missing(
                "paging", in: section,
                expected:
                    "none for a list in one answer, { offset: …, limit: …, size: … } or { page: …, limit: …, size: … } with the names of the parameters"
            )
            return nil
        }
        let ofTotal = total.map { [($0, StatedCount.totalCount)] } ?? []
        if case .text(let word, _) = node.content, word == "none" {
            return Paging(kind: .whole, size: 1_000, most: 1_000, counts: ofTotal)
        }
        guard let group = document.section(section, "paging", keys: SystemKeys.paging) else { return nil }
        let ways = ["offset", "page"].filter { group.has($0) }
        guard ways.count == 1, let way = ways.first else {
            document.report(
                ways.isEmpty ? .missingKey : .conflict, at: ways.isEmpty ? group.owner : group.place(of: "page"),
                ways.isEmpty
                    ? "\(group.path) doesn't say how a page is asked for."
                    : "\(group.path) has page and offset, which can contradict each other.",
                expected: "either offset or page, with the name of the parameter")
            return nil
        }
        let name = document.text(group, way, expected: "the name of a parameter")
        let limit = document.required(group, "limit", expected: "the parameter with the most records of a page")
        if !group.has("size") {
            document.missing("size", in: group, expected: "how many records are asked for, such as 100")
        }
        let size = document.wholeNumber(group, "size", in: 1...100_000)
        let most = document.wholeNumber(group, "most", in: 1...100_000)
        let first = document.wholeNumber(group, "from", in: 0...1)
        if let size, let most, size > most {
            document.report(
                .conflict, at: group.place(of: "size"),
                "\(size) records are asked for, and the server gives at most \(most).",
                expected: "size: \(most) or less")
        }
        if total == nil, case .text("none", _)? = section["total"]?.content {
            document.report(
                .conflict, at: section.place(of: "total"), "Nothing would show that all pages have come.",
                expected: "where the answer says how many records the whole list has")
        }
        let counts = ofTotal + statements(group, way)
        guard let name, let limit, let size else { return nil }
        return Paging(
            kind: way == "page"
                ? .page(name.value, first: first ?? 1, limit: limit.value)
                : .offset(name.value, first: first ?? 0, limit: limit.value),
            size: size, most: max(most ?? size, size), counts: counts)
    }

    private mutating func statements(_ group: Section, _ way: String) -> [(path: [String], count: StatedCount)] {
        let known: [(key: String, count: StatedCount, way: String?)] = [
            ("states-limit", .limit, nil), ("states-offset", .offset, "offset"), ("states-page", .page, "page"),
            ("states-pages", .totalPages, "page"),
        ]
        return known.compactMap { key, count, only in
            guard group.has(key) else { return nil }
            guard only == nil || only == way else {
                document.report(
                    .conflict, at: group.place(of: key),
                    "\(key) belongs to pages by \(only ?? ""), and these go by \(way).",
                    expected: "no \(key)")
                return nil
            }
            return keys(group, key).map { ($0, count) }
        }
    }
}
