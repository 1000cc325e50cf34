/// A typed record of one dataset: what a server sends, decoded into stored fields.
///
/// The list of fields is the single description of the type. JSON keys, CSV columns, names in messages and the
/// catalogue that a pipeline file is checked against all come from it.
public protocol Record: Sendable {
    /// A record with every optional field absent; decoding fills it.
    init()
    /// Every field, in the order of the contract. At most 64.
    static var fields: [Field<Self>] { get }
    /// Keys that must never leave the system, such as a password hash. Key and value are cut out at any depth of a
    /// record before the record is landed. Upper and lower case, `_` and `-` make no difference, and escapes don't hide
    /// a key. None by default.
    static var sensitiveKeys: [String] { get }
}

extension Record {
    /// None.
    public static var sensitiveKeys: [String] { [] }
}

/// One field of a record.
public struct Field<R>: Sendable {
    /// The key in the server's JSON, and the name in pipeline files and messages. A point leads into an object:
    /// `sender.id` is the key `id` of the object under `sender`.
    public let name: String
    /// Other keys that servers use for it, written like the name. Where a record has both, the name counts.
    public let otherNames: [String]
    /// Whether a record without it is a reject. Absent and null mean the same.
    public let isRequired: Bool
    /// What the field means, in a sentence for the person who writes a pipeline file.
    public let help: String
    /// Its type, and how it is read from and stored in a record.
    public let access: FieldAccess<R>

    /// A field that may be absent and has one key, by default.
    public init(
        _ name: String, or otherNames: [String] = [], required: Bool = false, help: String, _ access: FieldAccess<R>
    ) {
        self.name = name
        self.otherNames = otherNames
        self.isRequired = required
        self.help = help
        self.access = access
    }
}
