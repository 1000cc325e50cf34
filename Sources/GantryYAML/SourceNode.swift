/// A value of a YAML file or of an option, and its place.
package struct SourceNode {
    package enum Content {
        /// Nothing was written after the colon, or `~` or `null`.
        case nothing
        /// Something that has been reported already, so it isn't reported again.
        case refused
        /// The text as it was written; plain text has no quotation marks.
        case text(String, isPlain: Bool)
        case list([SourceNode])
        case group([Entry])
    }

    package struct Entry {
        package let key: String
        /// The place of the key.
        package let keyPlace: NodePlace
        package var value: SourceNode
    }

    package var content: Content
    package var place: NodePlace

    package var entries: [Entry]? {
        if case .group(let entries) = content { entries } else { nil }
    }

    /// The same tree without the value that is found by going down these keys; the same if there is none.
    package func without(_ keys: ArraySlice<String>) -> SourceNode {
        guard let key = keys.first, let entries else { return self }
        var node = self
        node.content = .group(
            entries.compactMap { entry in
                guard entry.key == key else { return entry }
                guard keys.count > 1 else { return nil }
                return Entry(key: key, keyPlace: entry.keyPlace, value: entry.value.without(keys.dropFirst()))
            })
        return node
    }
}

extension SourceNode {
    /// Adds a text to a group that doesn't have the key.
    package mutating func add(_ key: String, _ text: String) {
        guard let entries, !entries.contains(where: { $0.key == key }) else { return }
        let value = SourceNode(content: .text(text, isPlain: true), place: place)
        content = .group(entries + [Entry(key: key, keyPlace: place, value: value)])
    }
}

// A file that says only what differs from another one.
extension SourceNode {
    /// This tree with whatever it doesn't say from the tree of the file that it extends: groups have the keys of both,
    /// a key without a value leaves out the other's, and anything else takes the place of the other's.
    ///
    /// - Parameters:
    ///   - base: the tree of the other file.
    ///   - named: lists by their key at the top whose items are told apart by one of their keys: an item takes the
    ///     place of the other's with the same value, further ones are added, and one with `none` for `format` leaves it
    ///     out.
    package func extending(_ base: SourceNode, named: [String: String] = [:]) -> SourceNode {
        guard let own = entries, let others = base.entries else { return self }
        var node = self
        node.content = .group(
            others.compactMap { other in
                guard let mine = own.first(where: { $0.key == other.key }) else { return other.fromBase }
                if case .nothing = mine.value.content { return nil }
                var entry = mine
                entry.value =
                    named[mine.key].map { mine.value.items(over: other.value, by: $0) }
                    ?? mine.value.extending(other.value)
                return entry
            } + own.filter { mine in !others.contains { $0.key == mine.key } })
        return node
    }

    private func items(over base: SourceNode, by key: String) -> SourceNode {
        guard case .list(let own) = content, case .list(let others) = base.content else { return self }
        let kept = others.flatMap { other -> [SourceNode] in
            let mine = own.filter { $0.word(key) == other.word(key) }
            return mine.isEmpty ? [other.fromBase] : mine.filter { $0.word("format") != "none" }
        }
        // What leaves out an item that isn't there stays, and is reported.
        let added = own.filter { mine in !others.contains { $0.word(key) == mine.word(key) } }
        var node = self
        node.content = .list(kept + added)
        return node
    }

    /// The text under a key of a group; `nil` for anything else.
    package func word(_ key: String) -> String? {
        guard case .text(let text, _)? = entries?.first(where: { $0.key == key })?.value.content else { return nil }
        return text
    }

    /// The same value, whose place is in the other file.
    fileprivate var fromBase: SourceNode {
        var node = self
        node.place = place.inBase
        switch content {
        case .list(let items): node.content = .list(items.map(\.fromBase))
        case .group(let entries): node.content = .group(entries.map(\.fromBase))
        case .nothing, .refused, .text: break
        }
        return node
    }
}

extension SourceNode.Entry {
    fileprivate var fromBase: SourceNode.Entry {
        SourceNode.Entry(key: key, keyPlace: keyPlace.inBase, value: value.fromBase)
    }
}

extension NodePlace {
    fileprivate var inBase: NodePlace {
        guard case .file(let line, let column, let length) = self else { return self }
        return .base(line: line, column: column, length: length)
    }
}

/// The place of a value. Lines and columns count from 1, in Unicode scalars.
package enum NodePlace: Equatable {
    case file(line: Int, column: Int, length: Int)
    /// In the file that this one extends.
    case base(line: Int, column: Int, length: Int)
    /// Part of the option with this number.
    case option(Int, column: Int, length: Int)
}
