internal import CRoaring

/// Which record numbers have been seen, in a few bits each where numbers lie close together.
///
/// A compressed bitmap (CRoaring) for each 32-bit range of numbers. Memory follows how scattered the numbers are: a bit
/// or less for each if they are consecutive, two bytes where some lie within a range of 65,536, about eighty bytes for
/// one that is alone in such a range, and about two hundred for one that is alone in its 32-bit range. Ten million
/// random 64-bit numbers therefore need about two gigabytes; consecutive ones need a few megabytes.
@safe public struct RecordIDSet: ~Copyable {
    private var bitmaps: [UInt32: UnsafeMutablePointer<roaring_bitmap_t>] = unsafe [:]
    private var lastHigh: UInt32 = 0
    private var last: UnsafeMutablePointer<roaring_bitmap_t>?

    /// An empty set, which has no bitmap yet.
    public init() { unsafe last = nil }

    deinit {
        unsafe bitmaps.values.forEach { unsafe roaring_bitmap_free($0) }
    }

    /// Adds a number; false if it was already known.
    public mutating func insert(_ id: Int64) -> Bool {
        let bits = UInt64(bitPattern: id)
        let high = UInt32(truncatingIfNeeded: bits >> 32)
        let low = UInt32(truncatingIfNeeded: bits)
        if high == lastHigh, let last = unsafe last { return unsafe roaring_bitmap_add_checked(last, low) }
        if let known = unsafe bitmaps[high] {
            unsafe last = known
        } else if let created = unsafe roaring_bitmap_create() {
            unsafe bitmaps[high] = created
            unsafe last = created
        } else {
            // The library could not get memory for an empty bitmap; the process is about to end for the same reason.
            preconditionFailure("Out of memory")
        }
        lastHigh = high
        return insert(id)
    }
}
