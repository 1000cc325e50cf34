internal import GantryFiles

/// Reads a body from front to back, as often as wanted. It belongs to one actor or thread.
final class BodyReader {
    private enum Segment {
        case bytes([UInt8])
        case file(FileContentReader, length: Int)

        var length: Int {
            switch self {
            case .bytes(let bytes): bytes.count
            case .file(_, let length): length
            }
        }
    }

    private let segments: [Segment]
    private var index = 0
    private var done = 0

    /// Opens every file of the body, so that one that can't be opened is known before anything is sent.
    init(_ body: HTTPBody) throws(FileError) {
        var segments: [Segment] = []
        for segment in body.segments {
            switch segment {
            case .bytes(let bytes): segments.append(.bytes(bytes))
            case .file(let content): segments.append(.file(try FileContentReader(content), length: content.length))
            }
        }
        self.segments = segments
    }

    /// All of it, in memory.
    func whole() throws(FileError) -> [UInt8] {
        rewind()
        var all: [UInt8] = []
        for segment in segments {
            switch segment {
            case .bytes(let bytes): all += bytes
            case .file(let reader, _): all += try reader.whole()
            }
        }
        return all
    }

    func rewind() {
        for case .file(let reader, _) in segments { reader.rewind() }
        index = 0
        done = 0
    }

    /// Puts the next bytes at the front of `buffer` and says how many; 0 at the end. A file's bytes are copied once, by
    /// the kernel.
    ///
    /// - Throws: `FileError`; `.changed` instead of the last bytes of a file that has changed.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
        var filled = 0
        while filled < buffer.count, index < segments.count {
            let current = segments[index]
            let wanted = min(buffer.count - filled, current.length - done)
            if wanted > 0 {
                let free = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[filled..<(filled + wanted)])
                switch current {
                case .bytes(let bytes):
                    unsafe bytes.withUnsafeBytes {
                        unsafe free.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[done..<(done + wanted)]))
                    }
                    done += wanted
                    filled += wanted
                case .file(let reader, _):
                    let count = unsafe try reader.read(into: free)
                    done += count
                    filled += count
                }
            }
            if done == current.length {
                index += 1
                done = 0
            }
        }
        return filled
    }
}
