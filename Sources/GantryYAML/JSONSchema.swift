internal import GantryJSON

/// A JSON Schema (draft 2020-12) of a file that people write, for editors.
package struct JSONSchema {
    /// Names the schema in its `$id`: `urn:gantry:pipeline:1`.
    package var id: String
    package var title: String
    package var description: String
    /// The keys at the top of the file.
    package var keys: [DocumentKey]
    package var rules: [GroupRule]
    /// The shapes that keys share, by name.
    package var shared: [(name: String, help: String?, shape: ValueShape)]

    /// Whether another file can say what this one leaves out: then only items of lists must be whole.
    package var isPartial: Bool

    package init(
        id: String, title: String, description: String, _ keys: [DocumentKey], rules: [GroupRule] = [],
        shared: [(name: String, help: String?, shape: ValueShape)] = [], isPartial: Bool = false
    ) {
        self.id = id
        self.title = title
        self.description = description
        self.keys = keys
        self.rules = rules
        self.shared = shared
        self.isPartial = isPartial
    }

    /// The schema as a file. It ends with a line break; the same keys give the same text.
    package var text: String {
        let head: JSONTree = [
            "$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "urn:gantry:\(id):1",
            "title": .string(title), "description": .string(description),
        ]
        let shapes = shared.map { item in
            JSONTree.Member(item.name, described(item.help, item.shape))
        }
        let tail: JSONTree = ["$defs": .object(shapes)]
        return JSONTree.object(head.members + group(keys, rules, isWhole: !isPartial) + tail.members).pretty
    }

    private func described(
        _ help: String?, _ shape: ValueShape, standard: DocumentKey.Standard? = nil, isWhole: Bool = true
    ) -> JSONTree {
        let head: JSONTree = ["description": help.map(JSONTree.string)]
        let value: JSONTree? =
            switch standard {
            case .text(let text): .string(text)
            case .number(let number): .integer(number)
            case .flag(let flag): .bool(flag)
            case nil: nil
            }
        let tail: JSONTree = ["default": value]
        return .object(head.members + schema(shape, isWhole: isWhole).members + tail.members)
    }

    private func schema(_ shape: ValueShape, isWhole: Bool = true) -> JSONTree {
        switch shape {
        case .line(let pattern, let most):
            return ["type": "string", "minLength": 1, "maxLength": .integer(most), "pattern": .string(pattern)]
        case .code(let pattern): return ["type": ["string", "integer"], "pattern": .string(pattern)]
        case .lines: return ["type": "string", "minLength": 1, "maxLength": 2_000]
        case .text: return ["type": ["string", "number", "boolean"]]
        case .words(let words):
            // Readers of YAML 1.1 take the word off for false.
            let values = words.flatMap { $0 == "off" ? [JSONTree.string($0), false] : [.string($0)] }
            return values.count == 1 ? ["const": values[0]] : ["enum": .array(values)]
        case .flag: return ["type": "boolean"]
        case .always: return ["const": true]
        case .whole(let range):
            return [
                "type": "integer", "minimum": .integer(range.lowerBound),
                "maximum": range.upperBound == .max ? nil : .integer(range.upperBound),
            ]
        case .number(let most): return ["type": "number", "exclusiveMinimum": 0, "maximum": .integer(most)]
        case .group(let keys, let rules): return .object(group(keys, rules, isWhole: isWhole))
        case .map(let value, let names, let canBeEmpty):
            return [
                "type": "object", "minProperties": canBeEmpty ? nil : 1,
                "propertyNames": names.map { ["pattern": .string($0)] }, "additionalProperties": schema(value),
            ]
        case .list(let item, let isUnique, let canBeEmpty, let most):
            return [
                "type": "array", "minItems": canBeEmpty ? nil : 1, "maxItems": most.map(JSONTree.integer),
                "uniqueItems": isUnique ? true : nil, "items": schema(item),
            ]
        case .either(let shapes): return ["oneOf": .array(shapes.map { schema($0, isWhole: isWhole) })]
        case .shared(let name): return ["$ref": "#/$defs/\(name)"]
        }
    }

    private func group(_ keys: [DocumentKey], _ rules: [GroupRule], isWhole: Bool = true) -> [JSONTree.Member] {
        let required = names(isWhole ? keys.filter(\.isRequired).map(\.name) : [])
        let properties = keys.map {
            JSONTree.Member($0.name, described($0.help, $0.shape, standard: $0.standard, isWhole: isWhole))
        }
        // A keyword stands once in an object; demands with the same one are further schemas that hold too.
        var demands: [JSONTree.Member] = []
        var further: [JSONTree] = []
        for rule in rules {
            let demand = demand(rule)
            if demand.members.contains(where: { member in demands.contains { $0.key == member.key } }) {
                further.append(demand)
            } else {
                demands += demand.members
            }
        }
        let conditions = further + rules.compactMap(condition)
        let head: JSONTree = [
            "type": "object", "additionalProperties": false, "required": required == [] ? nil : required,
        ]
        let tail: JSONTree = [
            "properties": .object(properties), "allOf": conditions.isEmpty ? nil : .array(conditions),
        ]
        return head.members + demands + tail.members
    }

    /// What a rule requires of a group whatever its keys hold.
    private func demand(_ rule: GroupRule) -> JSONTree {
        switch rule {
        case .needs(let key, let other): ["dependentRequired": .object([key: names([other])])]
        case .exactlyOne(let keys): ["oneOf": .array(keys.map { ["required": names([$0])] })]
        case .notEmpty: ["minProperties": 1]
        case .notBoth(let one, let other): ["not": ["required": names([one, other])]]
        case .limits, .excludes: [:]
        }
    }

    /// What a rule asks of a group whose key has a certain value.
    private func condition(_ rule: GroupRule) -> JSONTree? {
        let (key, word): (String, String)
        let limit: JSONTree
        switch rule {
        case .limits(let first, let value, let group, let known):
            (key, word) = (first, value)
            limit = .object([group: ["propertyNames": ["enum": names(known)]]])
        case .excludes(let first, let value, let other):
            (key, word) = (first, value)
            limit = .object([other: false])
        default: return nil
        }
        let given: JSONTree = ["properties": .object([key: ["const": .string(word)]]), "required": names([key])]
        return ["if": given, "then": ["properties": limit]]
    }

    private func names(_ names: [String]) -> JSONTree { .array(names.map(JSONTree.string)) }
}
