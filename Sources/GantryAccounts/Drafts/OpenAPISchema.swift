internal import GantryJSON

/// What a schema says of a value, its references followed and its parts joined.
struct OpenAPISchema {
    /// `object`, `array`, `string`, `integer`, `number` or `boolean`; `nil` where it isn't said.
    var type: String?
    var format: String?
    var isNullable = false
    /// The values that it can have; `nil` for any.
    var words: [JSONTree]?
    var properties: [(name: String, schema: JSONTree)] = []
    var required: Set<String> = []
    /// Of an array.
    var items: JSONTree?
    var help: String?
    /// Whether it is one of several kinds.
    var isUnion = false
    var isOnlySent = false
    /// The references that lead to it, one after the other.
    var references: Set<String>
}

extension OpenAPIDrafting {
    /// What a schema says; `nil` where a reference leads nowhere or back to where it came from.
    ///
    /// - Parameter references: those that lead to the place of the schema.
    mutating func schema(_ node: JSONTree?, _ references: Set<String> = []) -> OpenAPISchema? {
        // Schemas that name each other over and over end somewhere.
        budget -= 1
        guard budget > 0, let node else { return nil }
        if let reference = node["$ref"]?.text {
            guard !references.contains(reference) else { return nil }
            var found = schema(document.target(of: reference), references.union([reference]))
            // What stands beside a reference counts since 3.1.
            if let help = node["description"]?.text { found?.help = help }
            return found
        }
        guard case .object = node else { return nil }
        var found = OpenAPISchema(references: references)
        found.format = node["format"]?.text
        found.help = node["description"]?.text ?? node["title"]?.text
        found.isNullable = node["nullable"]?.isTrue ?? false
        found.isOnlySent = node["writeOnly"]?.isTrue ?? false
        found.words = node["enum"]?.list ?? node["const"].map { [$0] }
        found.required = Set((node["required"]?.list ?? []).compactMap(\.text))
        found.properties = node["properties"]?.members.map { ($0.key, $0.value) } ?? []
        found.items = node["items"]
        var types = node["type"]?.list?.compactMap(\.text) ?? node["type"]?.text.map { [$0] } ?? []
        if types.contains("null") { found.isNullable = true }
        types.removeAll { $0 == "null" }
        found.type = types.count == 1 ? types[0] : nil
        found.isUnion = types.count > 1
        for part in node["allOf"]?.list ?? [] {
            guard let other = schema(part, references) else { return nil }
            found.join(other)
        }
        for word in ["oneOf", "anyOf"] {
            guard let kinds = node[word]?.list else { continue }
            let others = kinds.filter { $0["type"]?.text != "null" }
            if others.count < kinds.count { found.isNullable = true }
            guard others.count == 1 else {
                if !others.isEmpty, found.type == nil, found.properties.isEmpty { found.isUnion = true }
                continue
            }
            guard let other = schema(others[0], references) else { return nil }
            found.join(other)
        }
        if found.type == nil, !found.isUnion {
            found.type = !found.properties.isEmpty ? "object" : found.items != nil ? "array" : nil
        }
        if let words = found.words {
            if words.contains(.null) { found.isNullable = true }
            found.words = words.filter { $0 != .null }
            if found.type == nil, words.allSatisfy({ $0.text != nil || $0 == .null }) { found.type = "string" }
        }
        return found
    }
}

extension OpenAPISchema {
    /// Adds what another part of the same schema says.
    fileprivate mutating func join(_ other: OpenAPISchema) {
        type = type ?? other.type
        format = format ?? other.format
        words = words ?? other.words
        items = items ?? other.items
        help = help ?? other.help
        isNullable = isNullable || other.isNullable
        isUnion = isUnion || other.isUnion
        isOnlySent = isOnlySent || other.isOnlySent
        required.formUnion(other.required)
        for property in other.properties where !properties.contains(where: { $0.name == property.name }) {
            properties.append(property)
        }
        references.formUnion(other.references)
    }
}
