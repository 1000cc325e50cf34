import Glibc

/// Decides where the frames of an archive of lines end: after the first record that brings the content to `frameBytes`.
///
/// That depends on the records alone, so the archive's bytes are the same whatever the pages and checkpoints were. The
/// framer does no I/O: a checkpoint keeps `tail`, the bytes that are in no frame yet, and `init(resumingWith:)`
/// continues from there.
///
///     var next = 0
///     while framer.fill(from: page.span, records: ranges.span, next: &next) {
///         framer.takeFrame(into: &frame)
///         try encoder.encode(frame.span, appendingTo: &compressed)
///     }
public struct LineFramer: Sendable {
    /// Bytes of content at which a frame ends. The default is 1 MiB.
    public let frameBytes: Int

    /// The content of the frame being filled: complete lines.
    public private(set) var tail: [UInt8]

    /// - Parameters:
    ///   - frameBytes: the size from which a frame is full, 1 MiB by default and at least 1.
    ///   - tail: the content that an earlier framer had not given out.
    public init(frameBytes: Int = 1 << 20, resumingWith tail: [UInt8] = []) {
        self.frameBytes = max(1, frameBytes)
        self.tail = tail
        self.tail.reserveCapacity(self.frameBytes + 4096)
    }

    /// Whether the frame has to be taken before more is appended.
    public var isFull: Bool { tail.count >= frameBytes }

    /// Appends records as lines, starting with `records[next]`, until the frame is full or none is left, and moves
    /// `next` past them.
    ///
    /// A line feed or carriage return inside a record, which a server that indents its JSON sends, becomes a space, so
    /// that one record is one line. Inside a JSON string they are always escaped.
    ///
    /// - Parameters:
    ///   - page: the bytes that the ranges point into.
    ///   - records: the range of each record in `page`, in order; there can be others between them.
    ///   - redactions: parts of records that are left out, in rising order. None by default.
    /// - Returns: whether the frame is full and has to be taken.
    public mutating func fill(
        from page: Span<UInt8>, records: Span<Range<Int>>, redactions: [Range<Int>] = [], next: inout Int
    ) -> Bool {
        if !redactions.isEmpty { return fill(from: page, records: records, without: redactions, next: &next) }
        while next < records.count {
            if isFull { return true }
            append(page.extracting(records[next]))
            next += 1
        }
        return isFull
    }

    private mutating func fill(
        from page: Span<UInt8>, records: Span<Range<Int>>, without redactions: [Range<Int>], next: inout Int
    ) -> Bool {
        guard next < records.count else { return isFull }
        // The first cut that doesn't end before the first record.
        var cut = 0
        var behind = redactions.count
        while cut < behind {
            let middle = (cut + behind) / 2
            if redactions[middle].lowerBound < records[next].lowerBound { cut = middle + 1 } else { behind = middle }
        }
        while next < records.count {
            if isFull { return true }
            let record = records[next]
            var start = record.lowerBound
            let first = tail.count
            // Between two given records there can be others.
            while cut < redactions.count, redactions[cut].lowerBound < start { cut += 1 }
            while cut < redactions.count, redactions[cut].lowerBound < record.upperBound {
                appendPart(page.extracting(start..<redactions[cut].lowerBound))
                start = redactions[cut].upperBound
                cut += 1
            }
            appendPart(page.extracting(start..<record.upperBound))
            endLine(from: first)
            next += 1
        }
        return isFull
    }

    private mutating func appendPart(_ part: Span<UInt8>) {
        unsafe part.withUnsafeBufferPointer { bytes in unsafe tail.append(contentsOf: bytes) }
    }

    private mutating func endLine(from start: Int) {
        let hasBreak = unsafe tail.withUnsafeBufferPointer { bytes in
            let line = unsafe UnsafeBufferPointer(rebasing: bytes[start...])
            return unsafe contains(0x0A, line) || contains(0x0D, line)
        }
        if hasBreak { clearBreaks(from: start) }
        tail.append(0x0A)
    }

    private mutating func clearBreaks(from start: Int) {
        for index in start..<tail.count where tail[index] == 0x0A || tail[index] == 0x0D { tail[index] = 0x20 }
    }

    /// Hands the content out and starts an empty frame; at the archive's end also one that is not full.
    ///
    /// - Parameter frame: gets the content; its memory is used for the next frame.
    public mutating func takeFrame(into frame: inout [UInt8]) {
        swap(&tail, &frame)
        tail.removeAll(keepingCapacity: true)
        tail.reserveCapacity(frameBytes + 4096)
    }

    private mutating func append(_ record: Span<UInt8>) {
        let start = tail.count
        let hasBreak = unsafe record.withUnsafeBufferPointer { bytes in
            unsafe tail.append(contentsOf: bytes)
            return unsafe contains(0x0A, bytes) || contains(0x0D, bytes)
        }
        if hasBreak { clearBreaks(from: start) }
        tail.append(0x0A)
    }
}

/// memchr, since the C library's looks at 32 bytes at a time.
private func contains(_ byte: Int32, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let start = bytes.baseAddress else { return false }
    return unsafe memchr(start, byte, bytes.count) != nil
}
