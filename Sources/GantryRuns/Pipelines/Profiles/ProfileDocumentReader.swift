internal import GantryModel
internal import GantryPayroll
internal import GantryYAML

/// Makes a `Profile` of a file's tree.
struct ProfileDocumentReader {
    typealias Section = DocumentReader.Section

    var document: DocumentReader
    /// Names of `needs`, once they are read.
    var needs: [String] = []
    /// Whether a file was written by the profile already, so that nothing is asked of the whole of it.
    var isDelivered = false

    /// - Returns: The profile, or `nil` where something that it can't be without is missing or wrong.
    mutating func read(_ root: SourceNode) -> Profile? {
        let top = NodePlace.file(line: 1, column: 1, length: 1)
        let owner = root.entries?.first?.keyPlace ?? top
        guard let section = document.section(root, "", keys: ProfileKeys.top, owner: owner) else { return nil }
        let name = name(section)
        let title = document.required(section, "title", expected: "the payroll program and the layout")
        var profile = Profile(name: name ?? "", title: title?.value ?? "")
        profile.source = text(section, "source", most: 500)
        profile.known = document.choice(section, "known", what: "word", as: Profile.Known.self) ?? .own
        profile.needs = needs(section)
        needs = profile.needs.map(\.name)
        readFile(section, &profile)
        readNumbers(section, &profile)
        profile.head = lines(section, "head", in: .file)
        profile.foot = lines(section, "foot", in: .file)
        if let employee = document.section(section, "employee", keys: ProfileKeys.employee) {
            profile.employeeHead = lines(employee, "head", in: .employee)
            profile.employeeFoot = lines(employee, "foot", in: .employee)
        }
        let rows = rows(section)
        profile.rows = rows.map(\.row)
        profile.corrections =
            document.choice(section, "corrections", what: "word", as: Profile.Corrections.self) ?? .none
        profile.rowsOfOneCode =
            document.choice(section, "rows-of-one-code", what: "word", as: Profile.RowsOfOneCode.self) ?? .unknown
        profile.identity =
            document.choice(section, "number-identity", what: "word", as: TextIdentity.self) ?? .number
        profile.schema = schema(section)
        if let fileName = document.section(section, "file-name", keys: ProfileKeys.fileName) {
            profile.fileName.most = document.wholeNumber(fileName, "most", in: 1...80)
            profile.fileName.pattern = pattern(fileName)
        }
        profile.isUnproven = document.flag(section, "unproven") ?? false
        if !isDelivered { check(profile, in: section, at: rows.map(\.place)) }
        guard name != nil, title != nil, !profile.rows.isEmpty else { return nil }
        return profile
    }

    // MARK: The head of the file

    private mutating func name(_ section: Section) -> String? {
        let expected = "a name in lower-case letters, digits and -, such as danlon"
        guard let name = document.required(section, "profile", expected: expected) else { return nil }
        guard isPlainName(name.value) else {
            document.report(
                .unsafeName, at: name.place, "\(quoted(name.value)) can't be the name of a profile.",
                expected: expected)
            return nil
        }
        guard OutputFormats.named(name.value) == nil else {
            document.report(
                .conflict, at: name.place, "\(quoted(name.value)) is a format of Gantry.", expected: "another name")
            return nil
        }
        return name.value
    }

    private mutating func needs(_ section: Section) -> [Profile.Need] {
        guard let node = section["needs"] else { return [] }
        guard let entries = node.entries else {
            document.wrongType(node, "needs", expected: "names, each with a title and a pattern")
            return []
        }
        return entries.compactMap { entry in
            let path = "needs.\(entry.key)"
            guard isPlainName(entry.key), !ProfileValue.named.contains(where: { $0.name == entry.key }) else {
                document.report(
                    .badValue, at: entry.keyPlace, "\(quoted(entry.key)) can't be the name of a need.",
                    expected: "lower-case letters, digits and -, and no value that every profile has")
                return nil
            }
            guard let group = document.section(entry.value, path, keys: ProfileKeys.need, owner: entry.keyPlace) else {
                return nil
            }
            let title = document.text(group, "title", expected: "what people call it")
            return Profile.Need(
                entry.key, title: title?.value ?? entry.key, pattern: pattern(group),
                check: document.choice(group, "check", what: "check", as: NumberCheck.self))
        }
    }

    private mutating func readFile(_ section: Section, _ profile: inout Profile) {
        profile.encoding =
            document.choice(section, "encoding", what: "encoding", as: ProfileEncoding.self) ?? .windows1252
        profile.lineEnd = document.choice(section, "line-end", what: "line end", as: Profile.LineEnd.self) ?? .crlf
        profile.endsLastLine = document.flag(section, "last-line-end") ?? true
        profile.between = character(section, "between")
        profile.lineEndsWith = character(section, "line-ends-with")
        profile.quotes = document.choice(section, "quotes", what: "word", as: Profile.Quotes.self) ?? .never
        profile.escape = document.choice(section, "escape", what: "word", as: Profile.Escape.self) ?? .none
        profile.each = document.choice(section, "each", what: "word", as: Profile.Each.self) ?? .line
        profile.isCalendarMonth = document.flag(section, "calendar-month") ?? false
        profile.isFilePerEmployee =
            document.choice(section, "file-for", what: "word", among: ["employee"]) == "employee"
        guard let node = section["forbid"] else { return }
        guard case .list(let items) = node.content else {
            return document.wrongType(node, "forbid", expected: "a list of characters, such as [\";\"]")
        }
        profile.forbidden = items.compactMap { character($0, "forbid") }
    }

    private mutating func readNumbers(_ section: Section, _ profile: inout Profile) {
        if let numbers = document.section(section, "numbers", keys: ProfileKeys.numbers) {
            profile.numbers = number(numbers)
        }
        if let date = date(section, "dates") { profile.dates = date }
    }

    private mutating func schema(_ section: Section) -> String? {
        guard let name = document.text(section, "schema", expected: "a file name, such as paxml.xsd") else {
            return nil
        }
        guard name.value.utf8.allSatisfy(isNameByte), !name.value.hasPrefix("."), name.value.hasSuffix(".xsd") else {
            document.report(
                .unsafeName, at: name.place, "\(quoted(name.value)) can't be the schema.",
                expected: "the name of a file beside the profile that ends in .xsd")
            return nil
        }
        return name.value
    }

    // MARK: Small values

    /// A text that may be empty and hold tabs.
    mutating func text(_ section: Section, _ key: String, most: Int = 1_000) -> String? {
        guard let node = section[key] else { return nil }
        return text(node, section.path(key), most: most)
    }

    mutating func text(_ node: SourceNode, _ path: String, most: Int = 1_000) -> String? {
        guard case .text(let text, _) = node.content else {
            document.wrongType(node, path, expected: "a text; an empty one is written \"\"")
            return nil
        }
        let scalars = text.unicodeScalars
        guard scalars.count <= most, !scalars.contains(where: { $0.value < 0x20 && $0 != "\t" }) else {
            document.report(
                .badValue, at: node.place, "The text of \(path) is too long or has a line break.",
                expected: "one line of at most \(counted(most, "character"))")
            return nil
        }
        return text
    }

    mutating func character(_ section: Section, _ key: String) -> Character? {
        section[key].flatMap { character($0, section.path(key)) }
    }

    private mutating func character(_ node: SourceNode, _ path: String) -> Character? {
        guard let text = text(node, path) else { return nil }
        guard let character = text.first, text.count == 1, character.isASCII, character != "\"" else {
            document.report(
                .badValue, at: node.place, "Found \(quoted(text)) for \(path).",
                expected: "one character of ASCII in quotation marks, such as \";\" or \"\\t\"")
            return nil
        }
        return character
    }

    mutating func pattern(_ section: Section) -> String? {
        guard let text = document.text(section, "pattern", expected: "a regular expression, such as \"[0-9]{1,5}\"")
        else {
            return nil
        }
        guard (try? Regex(text.value)) != nil else {
            document.report(
                .badValue, at: text.place, "\(quoted(text.value)) is no regular expression.",
                expected: "one such as \"[0-9]{1,5}\"")
            return nil
        }
        return text.value
    }

    mutating func date(_ section: Section, _ key: String) -> ProfileDate? {
        let expected = "YYYY, YY, MM and DD with other characters between them, such as DD.MM.YYYY"
        guard let text = document.text(section, key, expected: expected) else { return nil }
        guard let date = ProfileDate(text.value) else {
            document.report(
                .badValue, at: text.place, "Found \(quoted(text.value)) for \(section.path(key)).", expected: expected)
            return nil
        }
        return date
    }

    mutating func number(_ section: Section) -> ProfileNumber {
        var number = ProfileNumber()
        number.decimals = document.wholeNumber(section, "decimals", in: ProfileKeys.decimals)
        number.point = document.choice(section, "point", what: "point", as: ProfileNumber.Point.self)
        number.align = document.choice(section, "align", what: "side", as: ProfileColumn.Align.self)
        number.pad = character(section, "pad")
        number.sign = document.choice(section, "sign", what: "word", as: ProfileNumber.Sign.self)
        return number
    }
}
