import GantryFiles

/// Reads a body from front to back, as often as wanted. It belongs to one actor or thread.
final class BodyReader {
    private enum Stretch {
        case bytes([UInt8])
        case file(FileContentReader, length: Int)

        var length: Int {
            switch self {
            case .bytes(let bytes): bytes.count
            case .file(_, let length): length
            }
        }
    }

    private let stretches: [Stretch]
    private var index = 0
    private var done = 0

    /// Opens every file of the body, so that one that can't be opened is known before anything is sent.
    init(_ body: HTTPBody) throws(FileError) {
        var stretches: [Stretch] = []
        for stretch in body.stretches {
            switch stretch {
            case .bytes(let bytes): stretches.append(.bytes(bytes))
            case .file(let content): stretches.append(.file(try FileContentReader(content), length: content.length))
            }
        }
        self.stretches = stretches
    }

    /// All of it, in memory.
    func whole() throws(FileError) -> [UInt8] {
        rewind()
        var all: [UInt8] = []
        for stretch in stretches {
            switch stretch {
            case .bytes(let bytes): all += bytes
            case .file(let reader, _): all += try reader.whole()
            }
        }
        return all
    }

    func rewind() {
        for case .file(let reader, _) in stretches { reader.rewind() }
        index = 0
        done = 0
    }

    /// Puts the next bytes at the front of `buffer` and says how many; 0 at the end. A file's bytes are copied once, by
    /// the kernel.
    ///
    /// - Throws: `FileError`; `.changed` instead of the last bytes of a file that is not what it was.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
        var filled = 0
        while filled < buffer.count, index < stretches.count {
            let current = stretches[index]
            let wanted = min(buffer.count - filled, current.length - done)
            if wanted > 0 {
                let free = UnsafeMutableRawBufferPointer(rebasing: buffer[filled..<(filled + wanted)])
                switch current {
                case .bytes(let bytes):
                    bytes.withUnsafeBytes {
                        free.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[done..<(done + wanted)]))
                    }
                    done += wanted
                    filled += wanted
                case .file(let reader, _):
                    let count = try reader.read(into: free)
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
