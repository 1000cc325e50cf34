/// A key of a file that people write. A reader takes the keys of each part of a file from lists of these, and a JSON
/// Schema for editors is made of the same lists.
package struct DocumentKey: Sendable {
    /// As the file writes it.
    package let name: String
    /// What it means, in one or two sentences for a person.
    package let help: String
    package let shape: ValueShape
    /// Whether the part of the file must have it.
    package let isRequired: Bool
    /// The value that applies if the file doesn't name the key, as an editor shows it; `nil` if there is no such value.
    package let standard: Standard?

    package enum Standard: Sendable {
        case text(String)
        case number(Int)
        case flag(Bool)
    }

    package init(
        _ name: String, _ shape: ValueShape, required isRequired: Bool = false, standard: Standard? = nil,
        help: String
    ) {
        self.name = name
        self.shape = shape
        self.isRequired = isRequired
        self.standard = standard
        self.help = help
    }
}

/// What a key can hold, as far as an editor can check it.
package indirect enum ValueShape: Sendable {
    /// One line of text. The pattern is a regular expression of ECMA 262.
    case line(pattern: String = ValueShape.anyLine, most: Int = 200)
    /// The same, which YAML may also read as a number: `1000`.
    case code(pattern: String)
    /// Lines of text.
    case lines
    /// Any text, which YAML may also read as a number, true or false.
    case text
    case words([String])
    case flag
    /// Always true.
    case always
    /// `Int.max` means no limit.
    case whole(ClosedRange<Int>)
    /// More than 0 and at most this.
    case number(most: Int)
    case group([DocumentKey], rules: [GroupRule] = [])
    /// Keys of any name, or of names that match a pattern.
    case map(ValueShape, names: String? = nil, canBeEmpty: Bool = true)
    /// At least one item, unless it can be empty; `nil` for any number of them.
    case list(ValueShape, isUnique: Bool = false, canBeEmpty: Bool = false, most: Int? = nil)
    /// One of these.
    case either([ValueShape])
    /// A shape that several keys share, by its name.
    case shared(String)

    package static let anyLine = #"^[^\n\r\t]+$"#
    package static let plainName = #"^[a-z0-9][a-z0-9-]{0,63}$"#
}

/// What the keys of a group ask of each other.
package enum GroupRule: Sendable {
    /// The first only together with the second.
    case needs(String, String)
    /// Exactly one of them.
    case exactlyOne([String])
    /// At least one key.
    case notEmpty
    /// Not both.
    case notBoth(String, String)
    /// Where the first key has this word, the group under the second can have only these keys.
    case limits(String, is: String, group: String, to: [String])
    /// If the first key has this value, the other key can't be there.
    case excludes(String, is: String, key: String)
}

extension DocumentReader {
    /// A group whose keys are all in a list; other keys are reported.
    package mutating func section(
        _ node: SourceNode, _ path: String, keys: [DocumentKey], owner: NodePlace
    ) -> Section? {
        section(node, path, keys: keys.map(\.name), owner: owner)
    }

    /// The section under `key`, or `nil` if it is missing or not a group.
    package mutating func section(_ section: Section, _ key: String, keys: [DocumentKey]) -> Section? {
        self.section(section, key, keys: keys.map(\.name))
    }
}
