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

/// The place of a value. Lines and columns count from 1, in Unicode scalars.
package enum NodePlace: Equatable {
    case file(line: Int, column: Int, length: Int)
    /// Part of the option with this number.
    case option(Int, column: Int, length: Int)
}
