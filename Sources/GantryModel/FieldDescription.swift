/// What a field holds, without its record type.
public enum ValueKind: Equatable, Sendable {
    case integer
    case decimal
    case hours
    case money
    case date
    case instant
    case flag
    case text
    /// An address without its query.
    case link
    /// One of these words.
    case choice([String])
    /// Records with rows of their own.
    case list

    /// Whether a column of this kind can be printed with a number of decimals.
    public var hasDecimals: Bool { self == .decimal || self == .hours || self == .money }
}

/// A field without its record type: what a catalogue and a help text need.
public struct FieldDescription: Equatable, Sendable {
    /// The field's name in pipeline files; see ``Field/name``.
    public let name: String
    /// What the field holds.
    public let kind: ValueKind
    /// Whether a record without it is a reject.
    public let isRequired: Bool
    /// What it means, in a sentence for the person who writes a pipeline file.
    public let help: String
    /// What its numbers count, where that is time.
    public let unit: TimeUnit?

    /// A field's description, of these parts.
    public init(name: String, kind: ValueKind, isRequired: Bool, help: String, unit: TimeUnit? = nil) {
        self.unit = unit
        self.name = name
        self.kind = kind
        self.isRequired = isRequired
        self.help = help
    }
}

/// A list field of a record type with the fields of its elements.
public struct ListDescription: Equatable, Sendable {
    /// The field's name: `approvals`.
    public let name: String
    /// What the elements are, in a sentence for the person who writes a pipeline file.
    public let help: String
    /// The fields of an element, those that name its parent among them.
    public let fields: [FieldDescription]

    /// A list's description, of these parts.
    public init(name: String, help: String, fields: [FieldDescription]) {
        self.name = name
        self.help = help
        self.fields = fields
    }
}

extension FieldAccess {
    /// The kind without the slot that the value is stored in.
    public var kind: ValueKind {
        switch self {
        case .integer: .integer
        case .decimal: .decimal
        case .hours: .hours
        case .money: .money
        case .date: .date
        case .instant: .instant
        case .flag: .flag
        case .text: .text
        case .link: .link
        case .choice(let names, _, _): .choice(names)
        case .list: .list
        }
    }
}

extension RecordShape {
    /// Every field but the lists.
    public var fieldDescriptions: [FieldDescription] {
        fields.filter { $0.access.nestedList == nil }.map {
            FieldDescription(
                name: $0.name, kind: $0.access.kind, isRequired: $0.isRequired, help: $0.help, unit: $0.unit)
        }
    }

    /// The list fields, in the order of `Chunk.nested`.
    public var lists: [ListDescription] {
        fields.compactMap { field in
            field.access.nestedList.map {
                ListDescription(name: field.name, help: field.help, fields: $0.child.fieldDescriptions)
            }
        }
    }
}

extension DeclaredRecord {
    /// Every field but the lists.
    public static var fieldDescriptions: [FieldDescription] { shape.fieldDescriptions }
}
