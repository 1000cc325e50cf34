internal import GantryConnectors
internal import GantryModel
internal import GantryYAML

extension SystemKeys {
    static let methods = ["post", "put", "patch"]

    static let step: [DocumentKey] =
        methods.map { method in
            DocumentKey(
                method, .either([.line(), .group(address)]),
                help: "\(method.uppercased()) to a path below the address, with columns in { and }.")
        } + [
            DocumentKey("query", .map(.line()), help: "What its query says, with columns in { and }."),
            DocumentKey("headers", .map(.line()), help: "What its headers say, such as If-None-Match."),
            DocumentKey(
                "body", .shared("body"),
                help: "What it says: a tree of constants, texts, { column: hours } and { step: token }."),
            DocumentKey(
                "file", .either([.words(["raw"]), .group(part)]), help: "The body is the file, or a form with it."),
            DocumentKey(
                "done", .either([.whole(200...299), .list(.whole(200...299), isUnique: true)]), required: true,
                help: "The status that says that it is done."),
            DocumentKey("there", .whole(200...499), help: "The status that says that it was done before: 409, 412."),
            DocumentKey(
                "id", .either(path),
                help:
                    "Where the answer names the record: time_entry.id. Or a text with columns, where the row names it."),
            DocumentKey(
                "takes", .map(.either(path), canBeEmpty: false), help: "What later steps need of the answer, by name."),
            DocumentKey(
                "echo", .map(.either(path), canBeEmpty: false),
                help:
                    "Where the answer shows the values of columns: hours: time_entry.hours. What the server changed is told."
            ),
            DocumentKey(
                "lost", .either([.words(lostWords), .group(lost)]), required: true,
                help: "What is done when the answer is lost."),
        ]

    static let address: [DocumentKey] = [
        DocumentKey(
            "step", .line(), required: true,
            help: "The address that the step before has taken. The connection's credentials aren't sent there.")
    ]

    static let part: [DocumentKey] = [
        DocumentKey("part", .line(), required: true, help: "The name of the part of the form that has the file.")
    ]

    /// The keys of a leaf that isn't a constant.
    static let leaf = ["column", "as", "mark", "step"]
}

extension SystemReader {
    /// `steps`, in order; `nil` for a mistake that leaves nothing to check.
    mutating func steps(_ section: Section, _ scope: inout StepScope) -> [DescribedStep]? {
        let expected = "a list of requests, such as - post: /time_entries.json"
        guard let items = document.list(section, "steps", expected: expected) else { return nil }
        if items.count > 8 {
            document.report(.badValue, at: items[8].place, "A row has more than 8 steps.", expected: "at most 8")
        }
        var steps: [DescribedStep] = []
        for (index, item) in items.enumerated() {
            let path = section.path("steps") + "[\(index)]"
            guard let group = document.section(item, path, keys: SystemKeys.step, owner: item.place) else { continue }
            if let step = step(group, &scope, isLast: index == items.count - 1) { steps.append(step) }
        }
        return steps.count == items.count ? steps : nil
    }

    private mutating func step(_ group: Section, _ scope: inout StepScope, isLast: Bool) -> DescribedStep? {
        let target = target(group, scope)
        let query = texts(group, key: "query", in: scope)
        let headers = headers(group, scope)
        let known = scope
        let tree = group["body"].flatMap { body($0, at: group.path("body"), in: known) }
        let file = file(group, scope)
        let done = statuses(group)
        let there = document.wholeNumber(group, "there", in: 200...499)
        let id = id(group, scope)
        let takes = takes(group, scope)
        let echo = echo(group, scope, isLast: isLast)
        let lost = lost(group, scope)
        if file != nil, group.has("body"), file == .raw {
            document.report(
                .conflict, at: group.place(of: "body"), "The body is the file already.",
                expected: "no body, or file: { part: NAME } for a form")
        }
        if case .part? = file, let node = group["body"] { requireTexts(node, group.path("body")) }
        if case .address? = target?.target {
            for key in ["query", "headers", "body", "there", "id", "takes", "echo"] where group.has(key) {
                document.report(
                    .conflict, at: group.place(of: key),
                    "A file is put to an address as it is, so \(key) doesn't belong here.", expected: "no \(key)")
            }
            if file != .raw || target?.method != .put {
                document.report(
                    .conflict, at: group.owner, "To an address that a step has taken only a file is put.",
                    expected: "put: { step: NAME } with file: raw")
            }
            if !scope.repeatsBefore {
                document.report(
                    .conflict, at: group.owner, "An address that has expired is asked for again.",
                    expected: "lost: repeat at the step before")
            }
            if let lost, case .repeats = lost {
            } else if lost != nil {
                document.report(
                    .conflict, at: group.place(of: "lost"), "A file that is put to an address twice is there once.",
                    expected: "lost: repeat")
            }
        }
        scope.takenBefore = takes.map(\.name)
        scope.taken += takes.map(\.name)
        if let lost, case .repeats = lost { scope.repeatsBefore = true } else { scope.repeatsBefore = false }
        guard let target, let done, let lost else { return nil }
        if let there, done.contains(there) {
            document.report(
                .conflict, at: group.place(of: "there"),
                "\(there) can't say both that it is done and that it was before.",
                expected: "another status")
        }
        // A body that can't be read is reported already.
        if tree != nil || !group.has("body") {
            requireMark(lost, body: tree, query: query, headers: headers, group: group)
        }
        var step = DescribedStep(target.method, target.target, done: done, lost: lost)
        step.query = query
        step.headers = headers
        step.body = tree
        step.file = file
        step.there = there
        step.id = id
        step.takes = takes
        step.echo = echo
        return step
    }

    // MARK: The request

    private mutating func target(
        _ group: Section, _ scope: StepScope
    ) -> (method: WriteRequest.Method, target: DescribedStep.Target)? {
        let methods = SystemKeys.methods.filter { group.has($0) }
        guard methods.count == 1, let name = methods.first,
            let method = WriteRequest.Method(rawValue: name.uppercased()),
            let node = group[name]
        else {
            document.report(
                methods.isEmpty ? .missingKey : .conflict,
                at: methods.count > 1 ? group.place(of: methods[1]) : group.owner,
                methods.isEmpty
                    ? "\(group.path) doesn't say what it sends." : "\(group.path) has \(listed(methods, "and")).",
                expected: "exactly one of " + listed(SystemKeys.methods) + ", with a path")
            return nil
        }
        if node.entries != nil {
            guard let section = document.section(group, name, keys: SystemKeys.address),
                let step = document.required(section, "step", expected: "what the step before has taken")
            else { return nil }
            guard scope.takenBefore.contains(step.value) else {
                if isOpen(scope.path + ".steps") { return nil }
                document.unknownName(
                    "name", step, among: scope.takenBefore,
                    expected: scope.takenBefore.isEmpty
                        ? "takes: { \(step.value): … } at the step before" : listed(scope.takenBefore))
                return nil
            }
            return (method, .address(step.value))
        }
        return pathPieces(group, key: name, in: scope).map { (method, .path($0)) }
    }

    /// Constant headers, or with what can't be more than one line.
    private mutating func headers(
        _ group: Section, _ scope: StepScope
    ) -> [(name: String, value: [RowPiece])] {
        let headers = texts(group, key: "headers", in: scope)
        for (header, entry) in zip(headers, group["headers"]?.entries ?? []) {
            let isFree = header.value.contains { piece in
                switch piece {
                case .column(let column): if case .text = scope.columns[column].kind { true } else { false }
                case .fileName, .step: true
                case .text, .mark, .fileType: false
                }
            }
            if isFree || !header.name.utf8.allSatisfy({ isNameByte($0) && $0 != 0x2E }) {
                document.report(
                    .badValue, at: entry.keyPlace, "The header \(quoted(header.name)) can't be sent like that.",
                    expected: "a name of letters, digits and -, and a value without free text")
            }
        }
        return headers
    }

    private mutating func file(_ group: Section, _ scope: StepScope) -> DescribedStep.FileUse? {
        guard let node = group["file"] else { return nil }
        var use: DescribedStep.FileUse?
        if node.entries != nil {
            if let section = document.section(group, "file", keys: SystemKeys.part),
                let name = document.required(section, "part", expected: "the name of a part of a form")
            {
                use = .part(name.value)
            }
        } else if document.choice(group, "file", what: "way", among: ["raw"]) != nil {
            use = .raw
        }
        if use != nil, !scope.hasFile {
            document.report(
                .conflict, at: group.place(of: "file"), "The rows have no file.",
                expected: "file: { column, types, most } at \(scope.path)")
        }
        return use
    }

    private mutating func requireTexts(_ node: SourceNode, _ path: String) {
        guard let entries = node.entries else { return document.wrongType(node, path, expected: "a group of texts") }
        for entry in entries {
            if case .list = entry.value.content {
                document.wrongType(entry.value, path + "." + entry.key, expected: "a text: a form has no lists")
            } else if let inner = entry.value.entries, !inner.contains(where: { SystemKeys.leaf.contains($0.key) }) {
                document.wrongType(entry.value, path + "." + entry.key, expected: "a text: a form has no groups")
            }
        }
    }

    // MARK: The answer

    private mutating func statuses(_ group: Section) -> [Int]? {
        guard let node = group["done"] else {
            document.missing("done", in: group, expected: "the status that says that it is done, such as 201")
            return nil
        }
        guard case .list(let items) = node.content else {
            return document.wholeNumber(group, "done", in: 200...299).map { [$0] }
        }
        let numbers = items.compactMap { item -> Int? in
            guard let text = document.text(item, group.path("done"), expected: "a status from 200 to 299") else {
                return nil
            }
            if let number = plainDigits(text.value), (200...299).contains(number) { return number }
            document.report(
                .badValue, at: text.place, "Found \(quoted(text.value)) for \(group.path("done")).",
                expected: "a status from 200 to 299")
            return nil
        }
        return numbers.isEmpty ? nil : numbers
    }

    private mutating func id(_ group: Section, _ scope: StepScope) -> DescribedStep.Name? {
        let expected = "keys with points between them, such as entry.id, or a text such as \"{name}\""
        guard case .text(let name, _)? = group["id"]?.content, name.contains("{") else {
            return keys(group, "id", expected: expected).map { .answer($0) }
        }
        return document.text(group, "id", expected: expected).flatMap { rowPieces($0, scope) }.map { .row($0) }
    }

    private mutating func takes(_ group: Section, _ scope: StepScope) -> [(name: String, path: [String])] {
        guard let node = group["takes"] else { return [] }
        guard let entries = node.entries, !entries.isEmpty else {
            document.wrongType(node, group.path("takes"), expected: "names with paths, such as { token: upload.token }")
            return []
        }
        guard let section = document.section(group, "takes", keys: entries.map(\.key)) else { return [] }
        return entries.compactMap { entry in
            if scope.taken.contains(entry.key) {
                document.report(
                    .duplicate, at: entry.keyPlace, "A step before has taken \(quoted(entry.key)) already.",
                    expected: "another name")
            }
            return keys(section, entry.key).map { (entry.key, $0) }
        }
    }

    private mutating func echo(
        _ group: Section, _ scope: StepScope, isLast: Bool
    ) -> [(column: Int, path: [String])] {
        guard let node = group["echo"] else { return [] }
        guard let entries = node.entries, !entries.isEmpty else {
            document.wrongType(
                node, group.path("echo"), expected: "columns with paths, such as { hours: time_entry.hours }")
            return []
        }
        if !isLast {
            document.report(
                .conflict, at: group.place(of: "echo"), "Only the last step can tell what the server changed.",
                expected: "echo at the last step")
        }
        guard let section = document.section(group, "echo", keys: entries.map(\.key)) else { return [] }
        return entries.compactMap { entry in
            let path = keys(section, entry.key)
            guard let column = scope.index(entry.key) else {
                document.unknownName("column", .init(value: entry.key, place: entry.keyPlace), among: scope.names)
                return nil
            }
            return path.map { (column, $0) }
        }
    }
}
