internal import GantryFiles

/// The compressed bytes of a file, buffered for a decoder that takes as many as it likes.
struct ArchiveInput {
    let file: ReadFile
    /// The bytes that were read and not yet taken are `buffer[taken...]`.
    private var buffer: [UInt8] = []
    private var taken = 0
    private var isAtEnd = false
    /// Where the frame of the last read starts, in bytes from the start of the file.
    private(set) var frameStart: Int
    private var isInFrame = false
    /// Whether a frame was whole.
    private(set) var hasReadFrame = false

    /// Bytes read from the file at a time.
    private static let step = 256 << 10

    /// - Parameter file: read from its position on, which must be a frame's start.
    init(_ file: ReadFile) {
        self.file = file
        frameStart = file.position
    }

    /// The position of the next byte in the file.
    private var offset: Int { file.position - (buffer.count - taken) }

    private var isEmpty: Bool { taken == buffer.count }

    /// Reads more when nothing is left, until the file's end.
    private mutating func refill() throws(FileError) {
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

    /// Decodes until there is content, and returns its length; 0 after the last frame. Throws ``ArchiveError`` for a
    /// frame that is cut short.
    ///
    /// - Parameter decode: One step: takes what it needs, and says whether the frame is complete.
    mutating func read(
        _ decode: (inout ArchiveInput) throws -> (produced: Int, isComplete: Bool)
    ) throws -> Int {
        if !isInFrame { frameStart = offset }
        while true {
            try refill()
            if isEmpty {
                guard !isInFrame else {
                    throw ArchiveError(.truncated, reading: file.path, frameAt: frameStart, "the file ends inside it")
                }
                return 0
            }
            let (produced, isComplete) = try decode(&self)
            isInFrame = !isComplete
            hasReadFrame = hasReadFrame || isComplete
            if produced > 0 { return produced }
            if isComplete { frameStart = offset }
        }
    }
}
