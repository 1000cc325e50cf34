/// Where a record keeps the value of a field: a stored property, or an optional one that is `nil` while the field is
/// absent.
///
/// A key path is walked for each access. A slot knows the property's offset in the record instead, so that a value
/// costs one store and no call.
public struct FieldSlot<R, Value: BitwiseCopyable & Sendable>: BitwiseCopyable, Sendable {
    /// Of the property in the record.
    @usableFromInline let offset: Int
    /// Whether the property is optional; a field that is kept in any other is required.
    public let isOptional: Bool

    /// A stored property that every record has a value in.
    public init(_ path: any WritableKeyPath<R, Value> & Sendable) {
        self.init(offset: MemoryLayout<R>.offset(of: path), isOptional: false)
    }

    /// A stored property that is `nil` while the field is absent.
    public init(_ path: any WritableKeyPath<R, Value?> & Sendable) {
        self.init(offset: MemoryLayout<R>.offset(of: path), isOptional: true)
    }

    /// An optional value at `offset` in a record that has no properties there but room: `MemoryLayout<Value?>.size` bytes,
    /// aligned for it, that hold nothing else and are cleared with ``clear(in:)`` before anything is read.
    @unsafe public init(room offset: Int) {
        self.init(offset: offset, isOptional: true)
    }

    private init(offset: Int?, isOptional: Bool) {
        guard let offset else { preconditionFailure("A field of \(R.self) is kept in a property that is computed") }
        self.offset = offset
        self.isOptional = isOptional
    }

    /// The value of the field; `nil` if it is absent.
    @inlinable @inline(__always)
    public func value(in record: R) -> Value? {
        // The offset is that of a property of exactly this type: a key path to it was asked, and no other type is read.
        return unsafe withUnsafePointer(to: record) { pointer in
            let place = unsafe UnsafeRawPointer(pointer) + offset
            return isOptional
                ? unsafe place.load(as: Value?.self) : unsafe place.load(as: Value.self)
        }
    }

    /// Stores the value of the field.
    @inlinable @inline(__always)
    public func store(_ value: Value, in record: inout R) {
        // As above: a property of exactly this type is at the offset.
        unsafe withUnsafeMutablePointer(to: &record) { pointer in
            let place = unsafe UnsafeMutableRawPointer(pointer) + offset
            if isOptional {
                unsafe place.storeBytes(of: value, as: Value?.self)
            } else {
                unsafe place.storeBytes(of: value, as: Value.self)
            }
        }
    }

    /// Makes the field of a slot with room absent.
    public func clear(in record: inout R) {
        guard isOptional else { return }
        unsafe withUnsafeMutablePointer(to: &record) { pointer in
            unsafe (UnsafeMutableRawPointer(pointer) + offset).storeBytes(of: nil, as: Value?.self)
        }
    }
}
