internal import GantryModel

extension DocumentReader {
    /// Puts the values of settings into the file's tree, each at the place of its key.
    ///
    /// A key that the file leaves out is added; whether it is a key at all is found out when the tree is read.
    package mutating func apply(_ options: [String], to root: inout SourceNode) {
        var seen: Set<String> = []
        for (index, option) in options.enumerated() {
            let whole = NodePlace.option(index, column: 1, length: option.unicodeScalars.count)
            let parts = Overrides.parts(option, at: "=", most: 1)
            guard parts.count == 2, !parts[0].isEmpty else {
                report(
                    .syntax, at: whole, "This setting has no key and value.",
                    expected: "key=value, such as rejects.max=5")
                continue
            }
            let (key, value) = (String(parts[0]), String(parts[1]))
            let length = key.unicodeScalars.count
            let keyPlace = NodePlace.option(index, column: 1, length: length)
            guard let steps = Overrides.steps(key) else {
                report(
                    .syntax, at: keyPlace, "The key \(quoted(key)) isn't a path.",
                    expected:
                        "keys separated by dots, such as rejects.max or outputs[0].dialect; one with other signs in quotation marks"
                )
                continue
            }
            guard seen.insert(key).inserted else {
                report(
                    .duplicate, at: keyPlace, "The setting \(quoted(key)) is given twice.",
                    expected: "each setting once")
                continue
            }
            let valuePlace = NodePlace.option(index, column: length + 2, length: max(value.unicodeScalars.count, 1))
            let isNothing = ["", "~", "null"].contains(value)
            let node = SourceNode(content: isNothing ? .nothing : .text(value, isPlain: true), place: valuePlace)
            if let problem = Overrides.put(node, at: steps[...], of: &root, keyPlace: keyPlace) {
                report(
                    .badValue, at: keyPlace, "\(quoted(key)) \(problem)", expected: "the key of a single text or number"
                )
            }
        }
    }
}

extension SourceNode {
    /// Whether this is the word `off`.
    fileprivate var isOff: Bool { if case .text("off", _) = content { true } else { false } }
}

private enum Overrides {
    enum Step {
        case key(String)
        case item(Int)
    }

    /// The pieces between separators that aren't in quotation marks.
    /// - Parameter most: so many separators count, from the first on.
    static func parts(_ text: String, at separator: Character, most: Int = .max) -> [Substring] {
        var parts: [Substring] = []
        var start = text.startIndex
        var (isQuoted, isEscaped) = (false, false)
        for index in text.indices where parts.count < most {
            let sign = text[index]
            if isEscaped {
                isEscaped = false
            } else if isQuoted, sign == "\\" {
                isEscaped = true
            } else if sign == "\"" {
                isQuoted.toggle()
            } else if sign == separator, !isQuoted {
                parts.append(text[start..<index])
                start = text.index(after: index)
            }
        }
        return parts + [text[start...]]
    }

    /// `outputs[0].dialect` or `sheet.values.type."f.eks."` as steps, or `nil` if it is not a path.
    static func steps(_ path: String) -> [Step]? {
        var steps: [Step] = []
        for part in parts(path, at: ".") {
            if part.hasPrefix("\"") {
                guard let word = text(ofLiteral: part), !word.isEmpty, steps.count < 16 else { return nil }
                steps.append(.key(word))
                continue
            }
            let pieces = part.split(separator: "[", omittingEmptySubsequences: false)
            guard let name = pieces.first, !name.isEmpty, steps.count < 16 else { return nil }
            steps.append(.key(String(name)))
            for piece in pieces.dropFirst() {
                guard piece.hasSuffix("]"), let index = plainDigits(String(piece.dropLast())) else { return nil }
                steps.append(.item(index))
            }
        }
        return steps
    }

    /// - Returns: What is wrong with the path, or `nil` if the value was put in its place.
    static func put(
        _ value: SourceNode, at steps: ArraySlice<Step>, of node: inout SourceNode, keyPlace: NodePlace
    ) -> String? {
        guard let step = steps.first else {
            switch node.content {
            case .list: return "is a list."
            // A check with limits is a group, and is turned off by one word. Where that means nothing, the reader says
            // so.
            case .group where !value.isOff: return "is a group of keys."
            case .group, .nothing, .refused, .text:
                node = value
                return nil
            }
        }
        switch (step, node.content) {
        case (.key(let key), .group(var entries)):
            if let index = entries.firstIndex(where: { $0.key == key }) {
                let problem = put(value, at: steps.dropFirst(), of: &entries[index].value, keyPlace: keyPlace)
                node.content = .group(entries)
                return problem
            }
            var new = SourceNode(content: .nothing, place: keyPlace)
            let problem = put(value, at: steps.dropFirst(), of: &new, keyPlace: keyPlace)
            if problem == nil {
                entries.append(SourceNode.Entry(key: key, keyPlace: keyPlace, value: new))
                node.content = .group(entries)
            }
            return problem
        case (.key, .refused), (.item, .refused): return nil
        case (.key, .nothing):
            node = SourceNode(content: .group([]), place: keyPlace)
            return put(value, at: steps, of: &node, keyPlace: keyPlace)
        case (.item(0), .nothing):
            node = SourceNode(content: .list([]), place: keyPlace)
            return put(value, at: steps, of: &node, keyPlace: keyPlace)
        case (.item(let index), .list(var items)):
            // The item after the last is added, as a key is.
            if index == items.count { items.append(SourceNode(content: .nothing, place: keyPlace)) }
            guard items.indices.contains(index) else { return "names item \(index) of a list of \(items.count)." }
            let problem = put(value, at: steps.dropFirst(), of: &items[index], keyPlace: keyPlace)
            node.content = .list(items)
            return problem
        case (.item, _): return "names an item where there is no list."
        case (.key, .list): return "names a key where there is a list; its items are [0], [1] and so on."
        case (.key, .text): return "names a key where there is a single value."
        }
    }
}
