/// A typed record of one dataset: what a server sends, decoded into stored fields.
///
/// Its ``RecordShape`` is the single description of its fields. JSON keys, CSV columns, names in messages and the
/// catalogue that a pipeline file is checked against all come from it.
public protocol Record: BitwiseCopyable, Sendable {}

/// What the records of a dataset have in common.
public struct RecordShape<R: Record>: Sendable {
    /// A record with every optional field absent; decoding fills it.
    public let blank: R
    /// Every field, in the order of the contract. At most 64.
    public let fields: [Field<R>]
    /// Keys that must never leave the system; see ``DeclaredRecord/sensitiveKeys``.
    public let sensitiveKeys: [String]
    /// Which records are none, and are left out; `nil`, the default, for none.
    public var leavesOut: LeaveOut<R>?
    /// Whether `""` is no value where a field that isn't required holds anything but a text: many servers send it for a
    /// number, a day or a word that nobody has entered. The default is false: such a record is a reject.
    public var emptyIsNone = false
    /// Where a record keeps which fields it has, a bit for each in their order, those that are null or inside of what is
    /// null among them; `nil`, the default, where nobody asks.
    public var present: FieldSlot<R, UInt64>?
    /// The names of fields that the records may all be without, as the description says. The default is none.
    public var dispensable: Set<String> = []

    /// A shape of these parts.
    public init(blank: R, fields: [Field<R>], sensitiveKeys: [String]) {
        self.blank = blank
        self.fields = fields
        self.sensitiveKeys = sensitiveKeys
    }
}

/// What is there in a record that is left out.
public enum LeaveOutTest: Sendable, Equatable {
    /// Anything but null, false, 0 and what is empty.
    case present
    /// One of these texts or numbers, or true or false.
    case oneOf([String])
    case starts(String)
    case ends(String)
}

/// Which records of a list are none: shells of removed ones, or of another kind. They are left out whatever else they
/// hold.
public struct LeaveOut<R: Record>: Sendable {
    /// Where the value is.
    public let path: [PathStep]
    /// What it is in a record that is left out.
    public let test: LeaveOutTest
    /// Where a record keeps whether it is.
    public let slot: FieldSlot<R, Bool>

    /// Records of which the value at `path` passes the test.
    public init(path: [PathStep], test: LeaveOutTest, slot: FieldSlot<R, Bool>) {
        self.path = path
        self.test = test
        self.slot = slot
    }
}

/// A record type that declares its fields: all its records have one shape.
public protocol DeclaredRecord: Record {
    /// A record of zeros and empty texts, its optional fields absent; decoding fills it.
    init()
    /// Every field, in the order of the contract. At most 64. Its help is what the property means that holds it.
    static var fields: [Field<Self>] { get }
    /// Keys that must never leave the system, such as a password hash. Key and value are cut out at any depth of a
    /// record before the record is landed. Upper and lower case, `_` and `-` make no difference, and escapes don't hide
    /// a key. None by default.
    static var sensitiveKeys: [String] { get }
}

extension DeclaredRecord {
    /// None.
    public static var sensitiveKeys: [String] { [] }

    /// The shape of every record of the type.
    public static var shape: RecordShape<Self> {
        RecordShape(blank: Self(), fields: fields, sensitiveKeys: sensitiveKeys)
    }
}

/// One field of a record.
public struct Field<R>: Sendable {
    /// The key in the server's JSON, and the name in pipeline files and messages. A point leads into an object:
    /// `sender.id` is the key `id` of the object under `sender`.
    public let name: String
    /// Where its value is in a record, key by key.
    public let path: [PathStep]
    /// Other keys that servers use for it, written like the name. Where a record has both, the name counts.
    public let otherNames: [String]
    /// Whether a record without it is a reject. Absent and null mean the same.
    public let isRequired: Bool
    /// What the field means, in a sentence for the person who writes a pipeline file.
    public let help: String
    /// Its type, and how it is read from and stored in a record.
    public let access: FieldAccess<R>
    /// How the server spells its values, where that isn't as usual for its type.
    public let spelling: ValueSpelling?
    /// What its numbers count, where that is time: an exact number of it.
    public let unit: TimeUnit?

    /// A field that may be absent and has one key, by default.
    ///
    /// - Parameters:
    ///   - path: where its value is. The default is where the name says.
    ///   - spelling: how the server spells a date, an instant or a decimal. The default is as usual.
    ///   - unit: what its numbers count, where that is time.
    public init(
        _ name: String, at path: [PathStep]? = nil, or otherNames: [String] = [], required: Bool = false, help: String,
        _ access: FieldAccess<R>, spelling: ValueSpelling? = nil, unit: TimeUnit? = nil
    ) {
        self.spelling = spelling
        self.unit = unit
        self.name = name
        self.path =
            path ?? name.split(separator: ".", omittingEmptySubsequences: false).map { .key(String($0)) }
        self.otherNames = otherNames
        self.isRequired = required
        self.help = help
        self.access = access
    }
}

extension Field {
    /// What a value must be, for a message.
    public var expectation: String { spelling?.expectation ?? access.expectation }
}

/// A step on the way to a value in a JSON document.
public enum PathStep: Hashable, Sendable {
    /// Into an object: the value of this key.
    case key(String)
    /// Into a list: the element at this place, from 0.
    case index(Int)
    /// Into a list of objects: the one element in which `key` is this text.
    case element(key: String, is: String)

    /// As a description spells it, and a message.
    public var words: String {
        switch self {
        case .key(let key): shortened(key)
        case .index(let place): "[\(place)]"
        case .element(let key, let text): "[\(shortened(key))=\(shortened(text))]"
        }
    }
}

extension Sequence<PathStep> {
    /// `custom_fields[name=Approval].value`.
    public var words: String {
        reduce(into: "") { text, step in
            switch step {
            case .key: text += (text.isEmpty ? "" : ".") + step.words
            case .index, .element: text += step.words
            }
        }
    }
}
