/// The type of a property that a field can be kept in: a ``FieldValue``, for a field that every record must have, or an
/// optional one.
public protocol FieldStorage<Value> {
    associatedtype Value: BitwiseCopyable, Sendable
    /// The slot of a property of this type.
    static func slot<R>(_ path: any WritableKeyPath<R, Self> & Sendable) -> FieldSlot<R, Value>
}

/// A value whose type says what kind of field it is.
public protocol FieldValue: FieldStorage, BitwiseCopyable, Sendable where Value == Self {
    /// The kind of a field with such a value, with where it is kept.
    static func access<R>(_ slot: FieldSlot<R, Self>) -> FieldAccess<R>
}

extension FieldValue {
    /// A slot of a required field.
    public static func slot<R>(_ path: any WritableKeyPath<R, Self> & Sendable) -> FieldSlot<R, Self> {
        FieldSlot(path)
    }
}

extension Optional: FieldStorage where Wrapped: FieldValue {
    /// A slot of a field that may be absent.
    public static func slot<R>(_ path: any WritableKeyPath<R, Wrapped?> & Sendable) -> FieldSlot<R, Wrapped> {
        FieldSlot(path)
    }
}

extension TextSlice: FieldValue {
    /// A text, whose length nothing limits.
    public static func access<R>(_ slot: FieldSlot<R, TextSlice>) -> FieldAccess<R> { .text(slot) }
}

extension Int64: FieldValue {
    /// A whole number of 64 bits.
    public static func access<R>(_ slot: FieldSlot<R, Int64>) -> FieldAccess<R> { .integer(min...max, slot) }
}

extension Decimal9: FieldValue {
    /// A plain decimal without a range.
    public static func access<R>(_ slot: FieldSlot<R, Decimal9>) -> FieldAccess<R> { .decimal(nil, slot) }
}

extension Hours: FieldValue {
    /// A quantity of hours, of at most ``Hours/largestRead``.
    public static func access<R>(_ slot: FieldSlot<R, Hours>) -> FieldAccess<R> { .hours(slot) }
}

extension Money: FieldValue {
    /// An amount of money.
    public static func access<R>(_ slot: FieldSlot<R, Money>) -> FieldAccess<R> { .money(slot) }
}

extension CivilDate: FieldValue {
    /// A day, `YYYY-MM-DD`.
    public static func access<R>(_ slot: FieldSlot<R, CivilDate>) -> FieldAccess<R> { .date(slot) }
}

extension Instant: FieldValue {
    /// A point in time (RFC 3339).
    public static func access<R>(_ slot: FieldSlot<R, Instant>) -> FieldAccess<R> { .instant(slot) }
}

extension Bool: FieldValue {
    /// True or false.
    public static func access<R>(_ slot: FieldSlot<R, Bool>) -> FieldAccess<R> { .flag(slot) }
}

extension Field {
    /// A field that is kept at `path`, such as `Field("phone", \.phone, help: "The telephone number.")`.
    ///
    /// The type of the property decides about the kind of the field. A field whose property isn't optional is required.
    ///
    /// - Parameters:
    ///   - name: The key in the server's JSON; see ``name``.
    ///   - otherNames: Other keys that servers use for it. Empty by default.
    ///   - help: What the field means, in a sentence for the person who writes a pipeline file.
    public init<Stored: FieldStorage>(
        _ name: String, or otherNames: [String] = [], _ path: any WritableKeyPath<R, Stored> & Sendable, help: String
    ) where Stored.Value: FieldValue {
        let slot = Stored.slot(path)
        self.init(name, or: otherNames, required: !slot.isOptional, help: help, Stored.Value.access(slot))
    }

    /// A whole number inside `range`, kept at `path`.
    public init(
        _ name: String, or otherNames: [String] = [],
        _ path: any WritableKeyPath<R, some FieldStorage<Int64>> & Sendable,
        in range: ClosedRange<Int64>, help: String
    ) {
        let slot = Field.slot(path)
        self.init(name, or: otherNames, required: !slot.isOptional, help: help, .integer(range, slot))
    }

    /// A plain decimal inside `range`, kept at `path`.
    public init(
        _ name: String, or otherNames: [String] = [],
        _ path: any WritableKeyPath<R, some FieldStorage<Decimal9>> & Sendable, in range: ClosedRange<Decimal9>,
        help: String
    ) {
        let slot = Field.slot(path)
        self.init(name, or: otherNames, required: !slot.isOptional, help: help, .decimal(range, slot))
    }

    /// A quantity of hours, kept at `path`. One that is finer than nine decimals adds one to the count at `rounded`.
    public init(
        _ name: String, or otherNames: [String] = [],
        _ path: any WritableKeyPath<R, some FieldStorage<Hours>> & Sendable,
        countingRounded rounded: any WritableKeyPath<R, UInt8> & Sendable, help: String
    ) {
        let slot = Field.slot(path)
        self.init(
            name, or: otherNames, required: !slot.isOptional, help: help, .hours(slot, rounded: FieldSlot(rounded)))
    }

    /// A day, kept at `path`, of a server that sends the midnight of its own zone as a time in UTC; see
    /// ``FieldAccess/date(_:utcOffset:)``.
    public init(
        _ name: String, or otherNames: [String] = [],
        _ path: any WritableKeyPath<R, some FieldStorage<CivilDate>> & Sendable, utcOffset: UTCOffset, help: String
    ) {
        let slot = Field.slot(path)
        self.init(
            name, or: otherNames, required: !slot.isOptional, help: help, .date(slot, utcOffset: utcOffset))
    }

    /// A day, kept at `path`. What is sent as a time other than a midnight in UTC is kept at `time` too.
    public init(
        _ name: String, or otherNames: [String] = [],
        _ path: any WritableKeyPath<R, some FieldStorage<CivilDate>> & Sendable,
        unlessMidnight time: any WritableKeyPath<R, Instant?> & Sendable, help: String
    ) {
        let slot = Field.slot(path)
        self.init(
            name, or: otherNames, required: !slot.isOptional, help: help, .date(slot, time: FieldSlot(time)))
    }

    /// An address, kept at `path` without its query and fragment, which can hold a signature.
    public init(
        _ name: String, or otherNames: [String] = [],
        link path: any WritableKeyPath<R, some FieldStorage<TextSlice>> & Sendable, help: String
    ) {
        let slot = Field.slot(path)
        self.init(name, or: otherNames, required: !slot.isOptional, help: help, .link(slot))
    }

    /// An address, kept at `path` without its query and fragment and at `whole` with them, for what is downloaded at
    /// once.
    public init(
        _ name: String, or otherNames: [String] = [],
        link path: any WritableKeyPath<R, some FieldStorage<TextSlice>> & Sendable,
        whole: any WritableKeyPath<R, TextSlice?> & Sendable, help: String
    ) {
        let slot = Field.slot(path)
        self.init(
            name, or: otherNames, required: !slot.isOptional, help: help, .link(slot, whole: FieldSlot(whole)))
    }

    /// One of these spellings, whose index is kept at `path`.
    public init(
        _ name: String, or otherNames: [String] = [], _ path: any WritableKeyPath<R, Int> & Sendable,
        oneOf spellings: [String], help: String
    ) {
        self.init(name, or: otherNames, required: true, help: help, .choice(spellings, FieldSlot(path)))
    }

    /// One of these spellings, whose index is kept at `path`; a field that may be absent.
    public init(
        _ name: String, or otherNames: [String] = [], _ path: any WritableKeyPath<R, Int?> & Sendable,
        oneOf spellings: [String], help: String
    ) {
        self.init(name, or: otherNames, help: help, .choice(spellings, FieldSlot(path)))
    }

    private static func slot<Stored: FieldStorage>(
        _ path: any WritableKeyPath<R, Stored> & Sendable
    ) -> FieldSlot<R, Stored.Value> { Stored.slot(path) }
}
