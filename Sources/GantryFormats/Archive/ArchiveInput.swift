internal import GantryFiles

/// The compressed bytes of a file, buffered for a decoder that takes as many as it likes.
struct ArchiveInput {
    let file: ReadFile
    /// The bytes that were read and not yet taken are `buffer[taken...]`.
    private var buffer: [UInt8] = []
    private var taken = 0
    private var isAtEnd = false

    /// Bytes read from the file at a time.
    private static let step = 256 << 10

    init(_ file: ReadFile) { self.file = file }

    /// The position of the next byte in the file.
    var offset: Int { file.position - (buffer.count - taken) }

    var isEmpty: Bool { taken == buffer.count }

    /// Reads more when nothing is left, until the file's end.
    mutating func refill() throws(FileError) {
        guard isEmpty, !isAtEnd else { return }
        buffer.removeAll(keepingCapacity: true)
        taken = 0
        isAtEnd = try file.read(appendingTo: &buffer, atMost: ArchiveInput.step) == 0
    }

    /// Lends the bytes that are not taken yet.
    func withRest<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        unsafe buffer.withUnsafeBufferPointer { unsafe body(UnsafeBufferPointer(rebasing: $0[taken...])) }
    }

    mutating func take(_ count: Int) { taken += count }
}
