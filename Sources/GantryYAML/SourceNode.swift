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
}

/// The place of a value. Lines and columns count from 1, in Unicode scalars.
package enum NodePlace: Equatable {
    case file(line: Int, column: Int, length: Int)
    /// Part of the option with this number.
    case option(Int, column: Int, length: Int)
}
