internal import GantryJSON
internal import GantryYAML

/// A JSON Schema (draft 2020-12) of a file that people write, for editors.
enum JSONSchema {
    /// The schema of a file.
    ///
    /// - Parameters:
    ///   - shared: The shapes that keys share, by name.
    static func document(
        id: String, title: String, description: String, _ keys: [DocumentKey], rules: [GroupRule] = [],
        shared: [(name: String, help: String?, shape: ValueShape)]
    ) -> JSONTree {
        .object(
            [
                JSONTree.Member("$schema", .string("https://json-schema.org/draft/2020-12/schema")),
                JSONTree.Member("$id", .string("urn:gantry:\(id):1")), JSONTree.Member("title", .string(title)),
                JSONTree.Member("description", .string(description)),
            ] + group(keys, rules: rules)
                + [
                    JSONTree.Member(
                        "$defs",
                        .object(
                            shared.map { item in
                                JSONTree.Member(
                                    item.name,
                                    .object(
                                        (item.help.map { [JSONTree.Member("description", .string($0))] } ?? [])
                                            + members(item.shape)))
                            }))
                ])
    }

    private static func group(_ keys: [DocumentKey], rules: [GroupRule]) -> [JSONTree.Member] {
        let required = keys.filter(\.isRequired).map { JSONTree.string($0.name) }
        var members = [
            JSONTree.Member("type", .string("object")), JSONTree.Member("additionalProperties", .bool(false)),
        ]
        if !required.isEmpty { members.append(JSONTree.Member("required", .array(required))) }
        for rule in rules {
            switch rule {
            case .needs(let key, let other):
                members.append(
                    JSONTree.Member(
                        "dependentRequired", .object([JSONTree.Member(key, .array([.string(other)]))])))
            case .exactlyOne(let names):
                members.append(
                    JSONTree.Member("oneOf", .array(names.map { .object(["required": .array([.string($0)])]) })))
            case .notEmpty: members.append(JSONTree.Member("minProperties", .integer(1)))
            case .notBoth(let one, let other):
                members.append(
                    JSONTree.Member("not", .object(["required": .array([.string(one), .string(other)])])))
            }
        }
        members.append(
            JSONTree.Member("properties", .object(keys.map { JSONTree.Member($0.name, property($0)) })))
        return members
    }

    private static func property(_ key: DocumentKey) -> JSONTree {
        var members = [JSONTree.Member("description", .string(key.help))] + members(key.shape)
        switch key.standard {
        case .text(let text)?: members.append(JSONTree.Member("default", .string(text)))
        case .number(let number)?: members.append(JSONTree.Member("default", .integer(number)))
        case .flag(let flag)?: members.append(JSONTree.Member("default", .bool(flag)))
        case nil: break
        }
        return .object(members)
    }

    private static func members(_ shape: ValueShape) -> [JSONTree.Member] {
        switch shape {
        case .line(let pattern, let most):
            return [
                JSONTree.Member("type", .string("string")), JSONTree.Member("minLength", .integer(1)),
                JSONTree.Member("maxLength", .integer(most)), JSONTree.Member("pattern", .string(pattern)),
            ]
        case .code(let pattern):
            return [
                JSONTree.Member("type", .array([.string("string"), .string("integer")])),
                JSONTree.Member("pattern", .string(pattern)),
            ]
        case .lines:
            return [
                JSONTree.Member("type", .string("string")), JSONTree.Member("minLength", .integer(1)),
                JSONTree.Member("maxLength", .integer(2_000)),
            ]
        case .words(let words):
            // Readers of YAML 1.1 take the word off for false.
            let values = words.flatMap { $0 == "off" ? [JSONTree.string($0), .bool(false)] : [.string($0)] }
            return [values.count == 1 ? JSONTree.Member("const", values[0]) : JSONTree.Member("enum", .array(values))]
        case .flag: return [JSONTree.Member("type", .string("boolean"))]
        case .always: return [JSONTree.Member("const", .bool(true))]
        case .whole(let range):
            return [
                JSONTree.Member("type", .string("integer")), JSONTree.Member("minimum", .integer(range.lowerBound)),
            ]
                + (range.upperBound == .max ? [] : [JSONTree.Member("maximum", .integer(range.upperBound))])
        case .number(let most):
            return [
                JSONTree.Member("type", .string("number")), JSONTree.Member("exclusiveMinimum", .integer(0)),
                JSONTree.Member("maximum", .integer(most)),
            ]
        case .group(let keys, let rules): return group(keys, rules: rules)
        case .map(let value):
            return [
                JSONTree.Member("type", .string("object")),
                JSONTree.Member("additionalProperties", .object(members(value))),
            ]
        case .list(let item, let isUnique, let canBeEmpty):
            return [JSONTree.Member("type", .string("array"))]
                + (canBeEmpty ? [] : [JSONTree.Member("minItems", .integer(1))])
                + (isUnique ? [JSONTree.Member("uniqueItems", .bool(true))] : [])
                + [JSONTree.Member("items", .object(members(item)))]
        case .either(let shapes):
            return [JSONTree.Member("oneOf", .array(shapes.map { .object(members($0)) }))]
        case .shared(let name): return [JSONTree.Member("$ref", .string("#/$defs/\(name)"))]
        }
    }
}
