internal import GantryJSON
internal import GantryModel

extension OpenAPIDrafting {
    /// A value of a record that can be a field.
    private struct Value {
        let path: [String]
        /// Its place in the document, among all of the record.
        let order: [Int]
        let isRequired: Bool
        let schema: OpenAPISchema
    }

    /// `fields` of the records of a list.
    ///
    /// - Returns: the part, and the names of required fields that can be a key.
    mutating func fields(of record: OpenAPISchema) -> (part: DraftPart, keys: [String]) {
        let (values, notes) = values(of: record)
        var taken: Set<String> = []
        var keys: [String] = []
        var parts = values.map { value -> DraftPart in
            let name = DraftText.free(DraftText.fieldName(value.path), among: &taken, separator: "_")
            let (settings, note) = settings(of: value, named: name)
            let isKey = !settings.contains {
                ($0.hasPrefix("type: ") && $0 != "type: integer") || $0.hasPrefix("one-of")
            }
            if value.isRequired, isKey { keys.append(name) }
            let line =
                "      \(DraftText.yaml(name)): "
                + (settings.isEmpty ? "{}" : "{ \(settings.joined(separator: ", ")) }")
            return DraftPart("field \(name)", indent: 6, (note.map { DraftText.comment($0, indent: 6) } ?? []) + [line])
        }
        if !notes.isEmpty {
            parts.append(DraftPart(nil, indent: 6, DraftText.comment("Left out: \(listed(notes, "and")).", indent: 6)))
        }
        return (DraftPart(nil, indent: 4, ["    fields:"], parts: parts, needsParts: true), keys)
    }

    /// Values in the order of the document, those nearest to the record first where there are too many; and what is
    /// left out.
    private mutating func values(of record: OpenAPISchema) -> ([Value], notes: [String]) {
        var values: [Value] = []
        var notes: [String] = []
        var queue = [Value(path: [], order: [], isRequired: true, schema: record)]
        var place = 0
        while place < queue.count, values.count <= 64 {
            let object = queue[place]
            place += 1
            for (index, property) in object.schema.properties.enumerated() {
                let path = object.path + [property.name]
                func note(_ why: String) { notes.append("\(path.joined(separator: ".")) (\(why))") }
                guard DraftText.isWritable(property.name) else {
                    note("its name can't be written")
                    continue
                }
                guard let schema = schema(property.schema, object.schema.references) else {
                    note("a reference that leads nowhere or round")
                    continue
                }
                let isRequired =
                    object.isRequired && object.schema.required.contains(property.name) && !schema.isNullable
                let value = Value(path: path, order: object.order + [index], isRequired: isRequired, schema: schema)
                if schema.isOnlySent {
                    note("only sent")
                } else if schema.isUnion {
                    note("of several kinds")
                } else {
                    switch schema.type {
                    case "object" where schema.properties.isEmpty: note("an object of any keys")
                    case "object" where path.count >= 6: note("too deep")
                    case "object": queue.append(value)
                    case "array": note("a list")
                    case "string", "integer", "number", "boolean": values.append(value)
                    default: note("the document doesn't say what it holds")
                    }
                }
            }
        }
        if values.count > 64 || place < queue.count {
            notes += values.dropFirst(64).map { "\($0.path.joined(separator: ".")) (more than 64 fields)" }
            values = Array(values.prefix(64))
        }
        if notes.count > 40 { notes = notes.prefix(40) + ["\(notes.count - 40) more"] }
        values.sort { $0.order.lexicographicallyPrecedes($1.order) }
        return (values, notes)
    }

    /// What a field says, without its name, and what a comment says of it.
    private func settings(of value: Value, named name: String) -> (settings: [String], note: String?) {
        var settings: [String] = []
        var note: String?
        if value.path != [name] {
            settings.append("at: " + DraftText.path(value.path))
        }
        let words = value.schema.words?.compactMap(\.text)
        let isChoice = value.schema.type == "string" && words != nil
        let type = fieldType(of: value.schema)
        if type == nil, isChoice, let words, !words.isEmpty, Set(words).count == words.count,
            words.allSatisfy(DraftText.isWritable)
        {
            settings.append("one-of: \(DraftText.yaml(words))")
        } else {
            if let type { settings.append("type: \(type)") }
            if let words = value.schema.words, !words.isEmpty {
                note = "\(name) is one of " + listed(words.prefix(20).map { shortened($0.scalar ?? $0.compact) }) + "."
            }
        }
        if value.isRequired { settings.append("required: true") }
        if let help = DraftText.prose(value.schema.help, limit: 100) {
            settings.append("help: \(DraftText.yaml(help))")
        }
        return (settings, note)
    }

    /// The type of a field; `nil` for a text.
    func fieldType(of schema: OpenAPISchema) -> String? {
        switch (schema.type, schema.format) {
        case ("integer", _): "integer"
        case ("number", _), ("string", "decimal"): "decimal"
        case ("boolean", _): "flag"
        case ("string", "date"): "date"
        case ("string", "date-time"): "time"
        case ("string", "uri"), ("string", "url"): "link"
        default: nil
        }
    }
}
