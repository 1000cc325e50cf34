import GantryModel

/// The records of a page while they are decoded: memory of one record type, of which only the layout is known. So the
/// decoder is compiled once for all types. The last record is the one that is filled.
@safe struct RecordMemory: ~Copyable {
    private let blank: [UInt8]
    private let stride: Int
    private let alignment: Int
    private var start: UnsafeMutableRawPointer
    private var last: UnsafeMutableRawPointer
    private var capacity = RecordMemory.least
    private(set) var count = 0

    /// Room for records that begin as `blank`.
    init<R: Record>(_ blank: R) {
        stride = MemoryLayout<R>.stride
        alignment = MemoryLayout<R>.alignment
        self.blank = unsafe withUnsafeBytes(of: blank) { unsafe Array($0) }
        unsafe start = .allocate(byteCount: capacity * stride, alignment: alignment)
        unsafe last = start
    }

    private static let least = 64
    /// So many bytes are kept from page to page.
    private static let mostKept = 4 << 20

    deinit { unsafe start.deallocate() }

    /// Begins a record.
    mutating func append() {
        if count == capacity { resize(to: 2 * capacity) }
        unsafe last = start + count * stride
        unsafe blank.withUnsafeBytes {
            unsafe UnsafeMutableRawBufferPointer(start: last, count: stride).copyMemory(from: $0)
        }
        count += 1
    }

    /// Moves the records to other memory, which has room for so many.
    private mutating func resize(to records: Int) {
        let other = UnsafeMutableRawPointer.allocate(byteCount: records * stride, alignment: alignment)
        unsafe other.copyMemory(from: start, byteCount: count * stride)
        unsafe start.deallocate()
        unsafe start = other
        unsafe last = other
        capacity = records
    }

    /// Stores the value of a field of the last record.
    @inline(__always)
    mutating func store<Value>(_ value: Value, at place: FieldPlace<Value>) {
        // The place is one of the type that the memory was made for.
        unsafe place.store(value, inRecordAt: last)
    }

    /// The value of a field of the last record.
    func value<Value>(at place: FieldPlace<Value>) -> Value? {
        unsafe place.value(inRecordAt: UnsafeRawPointer(last))
    }

    /// Forgets the records, and gives back what an unusually large page took.
    mutating func removeAll() {
        count = 0
        if capacity * stride > Self.mostKept { resize(to: Self.least) }
    }

    /// Hands the records over, as the type that the memory was made for.
    mutating func take<R: Record>(as type: R.Type) -> [R] {
        precondition(stride == MemoryLayout<R>.stride && blank.count == MemoryLayout<R>.size)
        defer { removeAll() }
        return unsafe Array(unsafeUninitializedCapacity: count) { buffer, filled in
            let bytes = unsafe UnsafeRawBufferPointer(start: start, count: count * stride)
            unsafe UnsafeMutableRawBufferPointer(buffer).copyMemory(from: bytes)
            filled = count
        }
    }
}
