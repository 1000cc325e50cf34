import CZlib
internal import GantryFiles

/// Goes through a file once, from front to back: looks ahead at some bytes, then passes them, kept or dropped.
///
/// One buffer is used over and over. Places in methods count from the first byte that was not passed yet.
struct MediaCursor: ~Copyable {
    /// The most bytes that can be examined ahead.
    static let window = 256 * 1024

    /// Bytes of the file when it was opened.
    let size: Int
    /// Bytes passed.
    private(set) var position = 0
    private(set) var content = ContentPieces()

    private let file: ReadFile
    private var buffer: [UInt8]
    private var first = 0
    private var end = 0
    private var checksum: UInt32?

    init(_ file: ReadFile) {
        self.file = file
        size = file.size
        buffer = [UInt8](repeating: 0, count: min(Self.window, max(file.size, 1)))
    }

    /// Bytes not passed yet.
    var remaining: Int { size - position }

    /// Bytes that can be examined without reading more.
    var available: Int { end - first }

    subscript(place: Int) -> UInt8 { buffer[first + place] }

    func bigEndian16(at place: Int) -> Int { Int(self[place]) << 8 | Int(self[place + 1]) }
    func bigEndian32(at place: Int) -> Int { bigEndian16(at: place) << 16 | bigEndian16(at: place + 2) }
    func littleEndian24(at place: Int) -> Int {
        Int(self[place]) | Int(self[place + 1]) << 8 | Int(self[place + 2]) << 16
    }
    func littleEndian32(at place: Int) -> Int { littleEndian24(at: place) | Int(self[place + 3]) << 24 }

    /// A copy of some bytes that can be examined.
    func bytes(_ range: Range<Int>) -> [UInt8] {
        Array(buffer[(first + range.lowerBound)..<(first + range.upperBound)])
    }

    /// The next place from `place` on that holds `byte`, or ``available``.
    func firstPlace(of byte: UInt8, from place: Int) -> Int {
        let bytes = buffer.span
        var index = first + place
        while index < end, bytes[index] != byte { index += 1 }
        return index - first
    }

    /// Copies the next bytes, as many as there are.
    mutating func beginning(atMost count: Int) throws(InspectionStop) -> [UInt8] {
        let there = min(count, remaining)
        try load(there, for: "the file")
        return bytes(0..<there)
    }

    /// Makes the next `count` bytes available, at most ``window``.
    /// - Throws: `.damaged` if the file ends before; `part` names what it was in the middle of.
    mutating func load(_ count: Int, for part: String) throws(InspectionStop) {
        guard count <= remaining, count <= buffer.count else { throw .cutShort(in: part) }
        while available < count { try fill() }
    }

    /// Goes past bytes, which are sent or not.
    mutating func pass(_ count: Int, keeping: Bool, of part: String) throws(InspectionStop) {
        guard count <= remaining else { throw .cutShort(in: part) }
        if !keeping, checksum == nil {
            let inBuffer = min(count, available)
            first += inBuffer
            position += count
            if inBuffer < count { (first, end) = (0, 0) }
            return
        }
        var rest = count
        while rest > 0 {
            if available == 0 { try fill() }
            let step = min(rest, available)
            let window = buffer
            let bytes = window.span.extracting(first..<(first + step))
            if keeping { try content.keep(bytes, at: position) }
            if let sum = checksum { checksum = crc(sum, bytes) }
            first += step
            position += step
            rest -= step
        }
    }

    /// Sends bytes that the file does not have, in front of those not passed yet.
    mutating func insert(_ bytes: [UInt8]) throws(InspectionStop) { try content.insert(bytes) }

    /// Starts a checksum of the bytes that are passed from here on.
    mutating func startChecksum() { checksum = 0 }

    /// The CRC-32 of the bytes passed since ``startChecksum()``, which it ends.
    mutating func endChecksum() -> Int {
        defer { checksum = nil }
        return Int(checksum ?? 0)
    }

    private mutating func fill() throws(InspectionStop) {
        if first > 0 {
            buffer.replaceSubrange(0..<available, with: buffer[first..<end])
            (first, end) = (0, available)
        }
        let offset = position + available
        let wanted = min(buffer.count - end, size - offset)
        let (start, file) = (end, file)
        var free = buffer.mutableSpan
        do throws(FileError) {
            try unsafe free.withUnsafeMutableBytes { (raw) throws(FileError) in
                try unsafe file.read(
                    into: UnsafeMutableRawBufferPointer(rebasing: raw[start..<(start + wanted)]), at: offset)
            }
        } catch {
            throw .file(error)
        }
        end += wanted
    }
}

/// The CRC-32 of PNG (ISO 3309), continued.
func crc(_ sum: UInt32, _ bytes: Span<UInt8>) -> UInt32 {
    unsafe bytes.withUnsafeBufferPointer { bytes in
        UInt32(truncatingIfNeeded: unsafe crc32(UInt(sum), bytes.baseAddress, UInt32(bytes.count)))
    }
}
