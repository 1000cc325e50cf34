internal import GantryConnectors
internal import GantryJSON
internal import GantryModel
internal import GantryYAML

extension SystemKeys {
    static let types = ["text", "integer", "decimal", "money", "date", "time", "flag", "link", "duration"]

    private static let valueField: [DocumentKey] = [
        DocumentKey(
            "at", .either(path + [.group(dateParts)]),
            help:
                "Where it is: user.id, tags[0], custom_fields[name=Approval].value. The default is its name. For a date also year, month and day."
        ),
        DocumentKey("type", .words(types), standard: .text("text"), help: "What it holds."),
        DocumentKey("required", .flag, standard: .flag(false), help: "Whether a record without it can't be used."),
        DocumentKey(
            "one-of", .either([.list(.text, isUnique: true), .map(.line(), canBeEmpty: false)]),
            help: "The words that it can be, or the server's codes with the word for each."),
        DocumentKey(
            "unit", .words(TimeUnit.allCases.map(\.rawValue) + ["iso", "h:mm"]),
            help: "What a number or duration counts; of a duration also iso (PT7H30M) and h:mm."),
        DocumentKey(
            "format", .line(),
            help: "How a date or time is spelled: DD.MM.YYYY hh:mm, with * at the end; unix, unix-ms."),
        DocumentKey(
            "zone", .line(), help: "The zone of a time that doesn't say its own, and in which a time is a day."),
        DocumentKey("help", .line(), help: "What it means, in a sentence."),
    ]

    /// What a field of a record can say.
    static let field =
        valueField + [
            DocumentKey(
                "list", .map(.either([.group(elementField), .group([])]), canBeEmpty: false),
                help: "The fields of the records in a list, which become rows of their own."),
            DocumentKey(
                "names", .line(),
                help:
                    "The field of another dataset that has the same values: services.name. One field of a dataset can have it."
            ),
        ]

    /// What a field of a record in a list can say.
    static let elementField =
        valueField + [
            DocumentKey(
                "of", .line(), help: "The key of the record that holds the list, in place of a value of its own.")
        ]

    static let dateParts: [DocumentKey] = [
        DocumentKey("year", .either(path), required: true, help: "Where the year is."),
        DocumentKey("month", .either(path), required: true, help: "Where the month is, from 1."),
        DocumentKey("day", .either(path), required: true, help: "Where the day of the month is."),
    ]
}

extension SystemReader {
    /// `fields`, in the order of the file; `nil` if none can be used.
    ///
    /// - Parameter list: the key of a list whose elements have these fields. The default is none.
    mutating func fields(_ section: Section, of list: String? = nil) -> [DescribedField]? {
        let name = list ?? "fields"
        let expected = "a group with a name for each field, such as id: { type: integer, required: true }"
        guard let node = section[name] else {
            document.missing(name, in: section, expected: expected)
            return nil
        }
        guard let entries = node.entries, !entries.isEmpty else {
            document.wrongType(node, section.path(name), expected: expected)
            return nil
        }
        guard entries.count <= 64 else {
            document.report(
                .badValue, at: entries[64].keyPlace, "\(section.path) has \(entries.count) fields.",
                expected: "at most 64 fields")
            return nil
        }
        var fields: [DescribedField] = []
        // Each object or list that holds fields takes a step of one of them at least.
        var steps = 1
        for entry in entries {
            let name = entry.key
            let parts = name.split(separator: ".", omittingEmptySubsequences: false)
            guard name.utf8.count <= 64, name.utf8.allSatisfy(isNameByte), name.first?.isLetter == true,
                !parts.contains(""), parts.count == 1 || parts[0] != "worker"
            else {
                document.report(
                    .unsafeName, at: entry.keyPlace, "\(quoted(name)) can't be the name of a field.",
                    expected:
                        "letters, digits, _ and -, beginning with a letter, with points between keys; at: says where it is"
                )
                continue
            }
            guard let (field, place) = field(entry, section.path(list ?? "fields"), isElement: list != nil) else {
                continue
            }
            if let problem = fields.compactMap({ conflict(field, $0) }).first {
                document.report(.conflict, at: place, problem, expected: "another place, or one field")
                continue
            }
            steps += field.path.count
            if steps > 64, SystemReader.objects(fields + [field]) > 64 {
                document.report(
                    .badValue, at: place, "The fields of \(section.path) are in more than 63 objects and lists.",
                    expected: "fewer fields")
                break
            }
            fields.append(field)
        }
        return fields.isEmpty ? nil : fields
    }

    /// How many objects and lists hold fields, the record among them.
    static func objects(_ fields: [DescribedField]) -> Int {
        Set(fields.flatMap { field in field.path.indices.map { Array(field.path[..<$0]) } }).count
    }

    private mutating func field(
        _ entry: SourceNode.Entry, _ parent: String, isElement: Bool
    ) -> (DescribedField, place: NodePlace)? {
        let name = entry.key
        let path = parent + "." + name
        if case .nothing = entry.value.content {
            return (
                DescribedField(name: name, path: steps(named: name), kind: .text, isRequired: false, help: name),
                entry.keyPlace
            )
        }
        let keys = isElement ? SystemKeys.elementField : SystemKeys.field
        guard let group = document.section(entry.value, path, keys: keys, owner: entry.keyPlace) else { return nil }
        let help = document.text(group, "help", expected: "what it means, in a sentence")
        if group.has("of") {
            return owner(group, named: name, help: help?.value ?? "The record that holds it.", at: entry.keyPlace)
        }
        let parts = parts(group)
        let hasParts = group["at"]?.entries != nil
        let steps = parts?.path ?? (hasParts ? nil : group.has("at") ? self.steps(group) : steps(named: name))
        let isList = group.has("list")
        let type = isList ? nil : document.choice(group, "type", what: "type", among: SystemKeys.types)
        let required = document.flag(group, "required")
        if isOpen(group.path("type")) { return nil }
        var kind = isList ? list(group) : self.kind(type ?? (group.has("type") ? "" : "text"))
        if group.has("one-of"), !isList {
            if let type, type != "text", type != "integer" {
                document.report(
                    .conflict, at: group.place(of: "one-of"), "one-of belongs to words, and \(name) is \(type).",
                    expected: "no one-of, or no type")
            }
            kind = choice(group)
        }
        if !isElement, let names = names(group, of: name, kind) { references.append(names) }
        let spelling = isList ? nil : parts?.spelling ?? self.spelling(group, type: type ?? "text", named: name)
        let unit = isList ? nil : unit(group, type: type ?? "text", named: name)
        guard let steps, let kind else { return nil }
        if let step = steps.first(where: { isSensitive($0) }) {
            document.report(
                .conflict, at: group.has("at") ? group.place(of: "at") : entry.keyPlace,
                "\(step.words) is a key that is cut out of every record, so the field would always be empty.",
                expected: "no field for it")
            return nil
        }
        return (
            DescribedField(
                name: name, path: steps, kind: kind, isRequired: required ?? false, isDispensable: required == false,
                help: help?.value ?? steps.words, spelling: spelling ?? unit?.spelling, unit: unit?.unit),
            group.has("at") ? group.place(of: "at") : entry.keyPlace
        )
    }

    /// Where a field is whose description doesn't say it.
    private func steps(named name: String) -> [PathStep] { name.split(separator: ".").map { .key(String($0)) } }

    private func kind(_ type: String) -> DescribedField.Kind? {
        switch type {
        case "text": .text
        case "integer": .integer
        case "decimal", "duration": .decimal
        case "money": .money
        case "date": .date
        case "time": .time
        case "flag": .flag
        case "link": .link
        default: nil
        }
    }

    func isSensitive(_ step: PathStep) -> Bool {
        guard case .key(let key) = step else { return false }
        return withheld.contains(Array(key.utf8))
    }

    /// `one-of`: words, or codes with their words.
    mutating func choice(_ section: Section) -> DescribedField.Kind? {
        guard let node = section["one-of"] else { return nil }
        guard let entries = node.entries else {
            let words = words(section)
            return words.isEmpty ? nil : .choice(words, codes: nil)
        }
        var (codes, names): ([String], [String]) = ([], [])
        for entry in entries {
            guard let word = document.text(entry.value, section.path("one-of") + "." + entry.key, expected: "a word")
            else {
                continue
            }
            codes.append(entry.key)
            names.append(word.value)
        }
        return names.isEmpty ? nil : .choice(names, codes: codes)
    }

    /// Why two fields can't be read from where they are; `nil` if they can.
    func conflict(_ one: DescribedField, _ other: DescribedField) -> String? {
        if one.path == other.path {
            let kinds = [one.kind, other.kind]
            guard kinds.contains(.date), kinds.contains(.time) else {
                return "\(one.name) and \(other.name) are at the same place."
            }
            let day = one.kind == .date ? one : other
            switch day.spelling {
            case .unix, .pattern, .zoned: return nil
            case .parts, .iso, .clock: return "\(one.name) and \(other.name) are at the same place."
            case nil:
                return
                    "\(one.name) and \(other.name) are at the same place, and which day a time is on depends on the zone of \(day.name)."
            }
        }
        let common = zip(one.path, other.path).prefix { $0 == $1 }.count
        let (shorter, longer) = one.path.count < other.path.count ? (one, other) : (other, one)
        if common == shorter.path.count {
            return "\(shorter.name) is a value, and \(longer.name) is inside of it."
        }
        let isKey = [one, other].map { if case .key = $0.path[common] { true } else { false } }
        return isKey[0] != isKey[1]
            ? "\(one.path.prefix(common).words) would be an object for one field and a list for another." : nil
    }
}

extension DescribedField.Kind {
    /// "a text": for a message.
    var words: String {
        switch self {
        case .text: "a text"
        case .integer: "an integer"
        case .decimal: "a decimal"
        case .money: "money"
        case .date: "a date"
        case .time: "a time"
        case .flag: "a flag"
        case .link: "a link"
        case .choice: "one of a few words"
        case .list: "a list"
        case .owner: "the key of another record"
        }
    }
}
