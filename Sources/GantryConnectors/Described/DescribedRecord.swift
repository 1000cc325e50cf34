public import GantryModel

/// A record of a dataset that a file describes: its key, and room for the values of its fields, each at an offset of
/// its own. `rooms` is how many pieces of sixteen bytes that is.
///
/// What lies where is said by the slots of its ``RecordShape`` alone, so that decoding, checking and writing are those
/// of compiled records.
public struct DescribedRecord<let rooms: Int>: DatasetRecord {
    /// The key, where it is a number.
    var number: Int64 = 0
    /// The key, where it is a text.
    var text = TextSlice()
    /// What the key is.
    enum KeyKind { case number, text, none }
    let keyKind: KeyKind
    /// Whether the file says that such a record is none.
    var isLeftOut = false
    /// Which fields the record has, null ones among them.
    var present: UInt64 = 0
    /// Sixteen bytes each, as the largest value is aligned.
    private var values = InlineArray<rooms, UInt128>(repeating: 0)

    init(_ keyKind: KeyKind) { self.keyKind = keyKind }

    /// The value of the key field; that of the only record where no field is.
    public var key: RecordKey {
        switch keyKind {
        case .number: .integer(number)
        case .text: .text(text)
        case .none: .single
        }
    }

    /// Where the rooms begin.
    static var start: Int { MemoryLayout<Self>.offset(of: \.values) ?? 0 }
}

/// A field of a described record, before its record type is known.
public struct DescribedField: Sendable, Equatable {
    /// What a field holds.
    public indirect enum Kind: Sendable, Equatable {
        case text, integer, decimal, money, date, time, flag, link
        /// One of these words, each spelled by the server as the code at its place.
        case choice([String], codes: [String]?)
        /// Records with these fields, which become rows of their own.
        case list([DescribedField])
        /// In a list: the key of the record that holds it.
        case owner
    }

    /// The name in pipeline files.
    public let name: String
    /// Where its value is.
    public let path: [PathStep]
    /// What it holds.
    public let kind: Kind
    /// Whether a record without it is a reject.
    public let isRequired: Bool
    /// Whether the file says that the records may all be without it.
    public let isDispensable: Bool
    /// What it means, in a sentence.
    public let help: String
    /// How the server spells it, where that isn't as usual for its kind.
    public let spelling: ValueSpelling?
    /// What its numbers count, where that is time.
    public let unit: TimeUnit?

    /// A field of these parts, which is not dispensable by default.
    public init(
        name: String, path: [PathStep], kind: Kind, isRequired: Bool, isDispensable: Bool = false, help: String,
        spelling: ValueSpelling? = nil, unit: TimeUnit? = nil
    ) {
        self.isDispensable = isDispensable
        self.spelling = spelling
        self.unit = unit
        self.name = name
        self.path = path
        self.kind = kind
        self.isRequired = isRequired
        self.help = help
    }
}

/// Gives each field of a described record its place.
struct DescribedFields<let rooms: Int> {
    typealias R = DescribedRecord<rooms>

    private(set) var fields: [Field<R>] = []
    private(set) var blank: R
    private var next = 0
    private let ownerIsNumber: Bool
    private let areElements: Bool

    /// - Parameters:
    ///   - key: the name of the field that is the key: a text, or a whole number; empty for none.
    ///   - ownerIsNumber: of elements of a list, whether the key of the record round it is a number; `nil`, the
    ///     default, for records.
    init(_ described: [DescribedField], key: String, ownerIsNumber: Bool? = nil) {
        self.ownerIsNumber = ownerIsNumber ?? false
        areElements = ownerIsNumber != nil
        let kind = described.first { $0.name == key }?.kind
        blank = R(kind == .integer ? .number : kind == nil ? .none : .text)
        for field in described {
            let access = field.name == key ? keyAccess : access(field)
            fields.append(
                Field(
                    field.name, at: field.path, required: field.isRequired, help: field.help, access,
                    spelling: field.spelling, unit: field.unit))
        }
    }

    /// How many rooms the fields take.
    ///
    /// - Parameter areElements: whether they are those of elements of a list. The default is false.
    static func needed(for described: [DescribedField], areElements: Bool = false) -> Int {
        described.reduce(0) { $0 + size(of: $1.kind) + (keepsTime($1, areElements: areElements) ? 1 : 0) }
    }

    /// Whether a day that is sent as a time keeps that too, because it may be another day at the office: hours are paid
    /// by days of records, never by those of elements. A spelling of its own says which day is meant.
    private static func keepsTime(_ field: DescribedField, areElements: Bool) -> Bool {
        field.kind == .date && field.spelling == nil && !areElements
    }

    private static func size(of kind: DescribedField.Kind) -> Int {
        switch kind {
        case .text, .link, .owner: (MemoryLayout<TextSlice?>.size + 15) / 16
        case .money: (MemoryLayout<Money?>.size + 15) / 16
        case .integer, .decimal, .date, .time, .flag, .choice: 1
        case .list: 0
        }
    }

    private var keyAccess: FieldAccess<R> {
        blank.keyKind == .number ? .integer(Int64.min...Int64.max, FieldSlot(\R.number)) : .text(FieldSlot(\R.text))
    }

    private mutating func access(_ field: DescribedField) -> FieldAccess<R> {
        let size = Self.size(of: field.kind)
        return switch field.kind {
        case .text: .text(slot(size))
        case .owner: ownerIsNumber ? .integer(Int64.min...Int64.max, slot(size)) : .text(slot(size))
        case .list(let fields):
            .list(DescribedElements(fields, ownerIsNumber: blank.keyKind == .number).list(in: R.self))
        case .link: .link(slot(size))
        case .integer: .integer(Int64.min...Int64.max, slot(size))
        case .decimal: .decimal(nil, slot(size))
        case .money: .money(slot(size))
        case .date: .date(slot(size), time: Self.keepsTime(field, areElements: areElements) ? slot(1) : nil)
        case .time: .instant(slot(size))
        case .flag: .flag(slot(size))
        case .choice(let words, let codes): .choice(words, slot(size), codes: codes)
        }
    }

    /// The next room, for a value that fits into so many.
    private mutating func slot<Value>(_ size: Int) -> FieldSlot<R, Value> {
        precondition(MemoryLayout<Value?>.size <= 16 * size && next + size <= rooms, "a field has no room")
        // Nothing else has these bytes, and they are cleared before a record is decoded.
        let slot = unsafe FieldSlot<R, Value>(room: R.start + 16 * next)
        next += size
        slot.clear(in: &blank)
        return slot
    }
}
