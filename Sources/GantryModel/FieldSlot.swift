/// Where a record keeps the value of a field: a stored property, or an optional one that is `nil` while the field is
/// absent.
///
/// A key path is walked for each access. A slot knows the property's offset in the record instead, so that a value
/// costs one store and no call.
public struct FieldSlot<R, Value: BitwiseCopyable & Sendable>: Sendable {
    /// Of the property in the record; negative for a property that is computed.
    @usableFromInline let offset: Int
    /// Whether the property is optional; a field that is kept in any other is required.
    public let isOptional: Bool
    /// How a property that is computed is read and stored; `nil` for any other.
    @usableFromInline let computed: Accessors?

    @usableFromInline
    struct Accessors: Sendable {
        @usableFromInline let get: @Sendable (R) -> Value?
        @usableFromInline let set: @Sendable (inout R, Value) -> Void
    }

    /// A property that every record has a value in.
    public init(_ path: any WritableKeyPath<R, Value> & Sendable) {
        let offset = MemoryLayout<R>.offset(of: path)
        self.offset = offset ?? -1
        isOptional = false
        computed =
            offset == nil ? Accessors(get: { $0[keyPath: path] }, set: { $0[keyPath: path] = $1 }) : nil
    }

    /// A property that is `nil` while the field is absent.
    public init(_ path: any WritableKeyPath<R, Value?> & Sendable) {
        let offset = MemoryLayout<R>.offset(of: path)
        self.offset = offset ?? -1
        isOptional = true
        computed =
            offset == nil ? Accessors(get: { $0[keyPath: path] }, set: { $0[keyPath: path] = $1 }) : nil
    }

    /// An optional value at `offset` in a record that has no properties there but room: `MemoryLayout<Value?>.size` bytes,
    /// aligned for it, that hold nothing else and are cleared with ``clear(in:)`` before anything is read.
    @unsafe public init(room offset: Int) {
        self.init(offset: offset, isOptional: true, computed: nil)
    }

    private init(offset: Int, isOptional: Bool, computed: Accessors?) {
        self.offset = offset
        self.isOptional = isOptional
        self.computed = computed
    }

    /// The value of the field; `nil` if it is absent.
    @inlinable @inline(__always)
    public func value(in record: R) -> Value? {
        guard offset >= 0 else { return computed?.get(record) }
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
        guard offset >= 0 else {
            computed?.set(&record, value)
            return
        }
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
        guard offset >= 0, isOptional else { return }
        unsafe withUnsafeMutablePointer(to: &record) { pointer in
            unsafe (UnsafeMutableRawPointer(pointer) + offset).storeBytes(of: nil, as: Value?.self)
        }
    }

    /// The same property in a record that holds this one at `path`.
    public func lifted<Outer>(_ path: any WritableKeyPath<Outer, R> & Sendable) -> FieldSlot<Outer, Value> {
        guard offset >= 0, let outer = MemoryLayout<Outer>.offset(of: path) else {
            let inner = self
            return FieldSlot<Outer, Value>(
                offset: -1, isOptional: isOptional,
                computed: .init(
                    get: { inner.value(in: $0[keyPath: path]) }, set: { inner.store($1, in: &$0[keyPath: path]) }))
        }
        return FieldSlot<Outer, Value>(offset: outer + offset, isOptional: isOptional, computed: nil)
    }
}
