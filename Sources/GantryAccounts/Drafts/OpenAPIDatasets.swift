internal import GantryConnectors
internal import GantryJSON
internal import GantryModel

extension OpenAPIDrafting {
    /// Words in the names of parameters that others use for pages. Such parameters are only mentioned.
    private static let pagingWords: Set<String> = [
        "after", "before", "count", "cursor", "limit", "offset", "page", "pagesize", "pagetoken", "perpage", "rows",
        "size",
        "skip", "start", "startat", "startindex", "take", "top",
    ]

    /// A dataset of a request, or a comment where it can't be one.
    mutating func dataset(_ list: OpenAPIList, named name: String) -> DraftPart {
        let origin = "GET \(list.path)" + (list.get["operationId"]?.text.map { " (\($0))" } ?? "")
        guard list.lists.count == 1, let (place, record) = list.lists.first else {
            let places = list.lists.map { $0.path.joined(separator: ".") }
            return leftOut(origin, "Its answer has several lists: \(listed(places, "and")).")
        }
        guard place.allSatisfy({ DraftText.isWritable($0) && !$0.contains { ".[]".contains($0) } }) else {
            return leftOut(origin, "The key of its list can't be written as a path.")
        }
        guard let (path, key) = keyed(list.path) else {
            return leftOut(origin, "Its path has other parameters than one key.")
        }
        let (fields, keys) = fields(of: record)
        guard fields.isThere else { return leftOut(origin, "Its records have no value that can be a field.") }
        var lines = DraftText.comment(origin, indent: 2) + ["  \(name):"]
        let help = DraftText.prose(list.get["summary"]?.text) ?? DraftText.prose(list.get["description"]?.text)
        lines.append("    help: " + (help.map(DraftText.yaml) ?? SystemReader.open))
        if let key {
            lines += DraftText.comment(
                "{key} is \(key), which a pipeline gives. If it is always the same, write it in place of {key}.",
                indent: 4)
        }
        lines.append("    get: \(DraftText.yaml(self.path(path)))")
        lines.append("    records: " + (place.isEmpty ? "\"\"" : DraftText.path(place)))
        lines += DraftText.comment(
            "The field that tells one record from another. "
                + (keys.isEmpty
                    ? "None is required, as it must be."
                    : "Required: \(listed(keys.count > 12 ? keys.prefix(12) + ["others"] : keys, "and"))."),
            indent: 4)
        lines.append("    key: \(SystemReader.open)")
        lines += paging(list, isKeyed: key != nil) + total(list, place)
        var part = DraftPart(origin, indent: 2, lines, parts: [filters(list), fields])
        part.dataset = name
        return part
    }

    private func leftOut(_ name: String, _ why: String) -> DraftPart {
        var part = DraftPart(name, indent: 2, [])
        part.problem = why
        return part
    }

    /// A path with `{key}` in place of its one parameter, and the parameter's name; `nil` where that can't be.
    private func keyed(_ path: String) -> (path: String, key: String?)? {
        var steps = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        let places = steps.indices.filter { steps[$0].contains { "{}".contains($0) } }
        guard let place = places.first else { return (path, nil) }
        let key = steps[place].dropFirst().dropLast()
        guard places.count == 1, steps[place].hasPrefix("{"), steps[place].hasSuffix("}"),
            !key.contains(where: { "{}".contains($0) })
        else { return nil }
        steps[place] = DescribedDataset.keyPlaceholder
        return (steps.joined(separator: "/"), String(key))
    }

    // MARK: Pages

    /// Whether a parameter looks as if it were of pages. A day or a time is none.
    private mutating func isOfPaging(_ parameter: OpenAPIParameter) -> Bool {
        guard parameter.place == "query" else { return false }
        let words = DraftText.plainName(parameter.name).split(separator: "-").map(String.init)
        guard !Self.pagingWords.isDisjoint(with: words + [words.joined()]) else { return false }
        let type = schema(parameter.node["schema"]).flatMap { fieldType(of: $0) }
        return type != "date" && type != "time"
    }

    private mutating func paging(_ list: OpenAPIList, isKeyed: Bool) -> [String] {
        var names: [String] = []
        for parameter in list.parameters where isOfPaging(parameter) { names.append(parameter.name) }
        let found =
            names.isEmpty ? "No parameter looks as if it were of pages." : "\(listed(names, "and")) may be of pages."
        let only = isKeyed ? " A list by key has no pages: none, if one answer is always the whole list." : ""
        return DraftText.comment(found + only, indent: 4) + ["    paging: \(SystemReader.open)"]
    }

    private mutating func total(_ list: OpenAPIList, _ place: [String]) -> [String] {
        var numbers: [String] = []
        for property in list.answer.properties {
            guard let schema = schema(property.schema, list.answer.references) else { continue }
            if schema.type == "integer" { numbers.append(property.name) }
            guard schema.type == "object", place.first != property.name || place.count > 1 else { continue }
            for inner in schema.properties {
                if let found = self.schema(inner.schema, schema.references), found.type == "integer" {
                    numbers.append(property.name + "." + inner.name)
                }
            }
        }
        let beside =
            numbers.isEmpty ? "No integer is beside the list" : "Integers beside the list: \(listed(numbers, "and"))"
        let headers = list.headers.isEmpty ? "." : "; headers: \(listed(list.headers, "and"))."
        return DraftText.comment(beside + headers, indent: 4) + ["    total: \(SystemReader.open)"]
    }

    // MARK: Parameters

    /// `filters`: what a request needs, and what the document explains. Others are mentioned.
    private mutating func filters(_ list: OpenAPIList) -> DraftPart {
        var parts: [DraftPart] = []
        var mentioned: [String] = []
        var taken: Set<String> = []
        for parameter in list.parameters where parameter.place != "path" {
            if isOfPaging(parameter) { continue }
            if parameter.place == "header", parameter.isRequired,
                !["accept", "authorization", "content-type"].contains(parameter.name.lowercased())
            {
                needs(header: parameter.name)
            }
            guard parameter.place == "query" else { continue }
            let help = DraftText.prose(parameter.node["description"]?.text, limit: 100)
            let schema = schema(parameter.node["schema"])
            guard help != nil || parameter.isRequired, DraftText.isWritable(parameter.name),
                let schema, !schema.isUnion, schema.type != "array", schema.type != "object"
            else {
                mentioned.append(parameter.name + (parameter.isRequired ? " (required)" : ""))
                continue
            }
            let name = DraftText.free(DraftText.fieldName([parameter.name]), among: &taken, separator: "_")
            var settings = ["help: " + (help.map(DraftText.yaml) ?? SystemReader.open)]
            let words = schema.words?.compactMap(\.scalar) ?? (schema.type == "boolean" ? ["true", "false"] : [])
            if !words.isEmpty, Set(words).count == words.count, words.allSatisfy(DraftText.isWritable) {
                settings.append("one-of: \(DraftText.yaml(words))")
            } else if let type = fieldType(of: schema), SystemKeys.filterTypes.contains(type) {
                settings.append("type: \(type)")
            }
            if name != parameter.name { settings.append("query: \(DraftText.yaml(parameter.name))") }
            if parameter.isRequired { settings.append("required: true") }
            parts.append(
                DraftPart(
                    "filter \(name)", indent: 6,
                    ["      \(DraftText.yaml(name)): { \(settings.joined(separator: ", ")) }"]))
        }
        let filters = DraftPart(nil, indent: 4, ["    filters:"], parts: parts, needsParts: true)
        let others =
            mentioned.isEmpty ? [] : DraftText.comment("Other parameters: \(listed(mentioned, "and")).", indent: 4)
        return DraftPart(nil, indent: 4, others, parts: [filters])
    }
}
