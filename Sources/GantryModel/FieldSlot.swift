/// Where a record keeps the value of a field: a stored property, or an optional one that is `nil` while the field is
/// absent.
///
/// A key path is walked for each access. A slot knows the property's offset in the record instead, so that a value
/// costs one store and no call.
public struct FieldSlot<R, Value: BitwiseCopyable & Sendable>: BitwiseCopyable, Sendable {
    /// The slot without the record's type.
    public let place: FieldPlace<Value>
    /// Whether the property is optional; a field that is kept in any other is required.
    @inlinable public var isOptional: Bool { place.isOptional }

    /// A stored property that every record has a value in.
    public init(_ path: any WritableKeyPath<R, Value> & Sendable) {
        self.init(offset: MemoryLayout<R>.offset(of: path), isOptional: false)
    }

    /// A stored property that is `nil` while the field is absent.
    public init(_ path: any WritableKeyPath<R, Value?> & Sendable) {
        self.init(offset: MemoryLayout<R>.offset(of: path), isOptional: true)
    }

    /// An optional value at `offset` in a record that has no properties there but room: `MemoryLayout<Value?>.size`
    /// bytes, aligned for it, that hold nothing else and are cleared with ``clear(in:)`` before anything is read.
    @unsafe public init(room offset: Int) {
        self.init(offset: offset, isOptional: true)
    }

    private init(offset: Int?, isOptional: Bool) {
        guard let offset else { preconditionFailure("A field of \(R.self) is kept in a property that is computed") }
        place = FieldPlace(offset: offset, isOptional: isOptional)
    }

    /// The value of the field; `nil` if it is absent.
    @inlinable @inline(__always)
    public func value(in record: R) -> Value? {
        // The offset is that of a property of exactly this type: a key path to it was asked, and no other type is read.
        unsafe withUnsafePointer(to: record) { unsafe place.value(inRecordAt: UnsafeRawPointer($0)) }
    }

    /// Stores the value of the field.
    @inlinable @inline(__always)
    public func store(_ value: Value, in record: inout R) {
        // As above: a property of exactly this type is at the offset.
        unsafe withUnsafeMutablePointer(to: &record) {
            unsafe place.store(value, inRecordAt: UnsafeMutableRawPointer($0))
        }
    }

    /// Makes the field of a slot with room absent.
    public func clear(in record: inout R) {
        guard isOptional else { return }
        unsafe withUnsafeMutablePointer(to: &record) { pointer in
            unsafe (UnsafeMutableRawPointer(pointer) + place.offset).storeBytes(of: nil, as: Value?.self)
        }
    }
}

/// Where a record keeps the value of a field, whatever the record's type: loops over it are compiled once for all
/// types.
public struct FieldPlace<Value: BitwiseCopyable & Sendable>: BitwiseCopyable, Sendable {
    @usableFromInline let offset: Int
    @usableFromInline let isOptional: Bool

    /// The value of the field; `nil` if it is absent.
    /// - Parameter record: the bytes of one record of the type whose slot has this place.
    @inlinable @inline(__always)
    public func value(in record: RawSpan) -> Value? {
        // The place is that of a property of exactly this type, and a load past the record's end is refused.
        isOptional
            ? unsafe record.unsafeLoad(fromByteOffset: offset, as: Value?.self)
            : unsafe record.unsafeLoad(fromByteOffset: offset, as: Value.self)
    }

    /// The same of a record of that type at an address.
    @unsafe @inlinable @inline(__always)
    public func value(inRecordAt record: UnsafeRawPointer) -> Value? {
        isOptional
            ? unsafe (record + offset).load(as: Value?.self)
            : unsafe (record + offset).load(as: Value.self)
    }

    /// Stores the value of the field in a record of that type at an address.
    @unsafe @inlinable @inline(__always)
    public func store(_ value: Value, inRecordAt record: UnsafeMutableRawPointer) {
        if isOptional {
            unsafe (record + offset).storeBytes(of: value, as: Value?.self)
        } else {
            unsafe (record + offset).storeBytes(of: value, as: Value.self)
        }
    }
}
