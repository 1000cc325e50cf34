internal import Synchronization

/// Files in memory that outlive the objects that write them, and what a crash does to them.
///
/// A file keeps its bytes up to the last `sync` through any crash; of what was appended after it, a crash leaves as
/// much as the test chooses. Names are plain; `rename` of a prefix is atomic and durable.
public final class MemoryDisk: Sendable {
    /// What a crash leaves of bytes that were not synced.
    public enum Loss: Sendable, CaseIterable {
        /// All of them: the process died, the machine did not.
        case nothing
        /// Some of them, and the last of those wrong.
        case half
        /// None of them.
        case unsynced
    }

    private struct File {
        var bytes: [UInt8] = []
        var synced = 0
    }

    private let files = Mutex<[String: File]>([:])

    /// An empty disk.
    public init() {}

    /// Makes an empty file, replacing what had the name.
    public func create(_ name: String) { files.withLock { $0[name] = File() } }

    /// Appends without a sync, to a new file if none has the name.
    public func append(_ bytes: some Sequence<UInt8>, to name: String) {
        files.withLock { $0[name, default: File()].bytes.append(contentsOf: bytes) }
    }

    /// Makes what a file has so far survive every crash; does nothing if the file doesn't exist.
    public func sync(_ name: String) {
        files.withLock { files in
            guard let count = files[name]?.bytes.count else { return }
            files[name]?.synced = count
        }
    }

    /// Removes everything past `length`.
    public func cut(_ name: String, to length: Int) {
        files.withLock { files in
            guard var file = files[name], file.bytes.count > length else { return }
            file.bytes.removeLast(file.bytes.count - length)
            file.synced = min(file.synced, length)
            files[name] = file
        }
    }

    /// `nil` if the file doesn't exist.
    public func contents(of name: String) -> [UInt8]? { files.withLock { $0[name]?.bytes } }

    /// The contents as UTF-8, with U+FFFD for invalid bytes; `nil` if the file doesn't exist.
    public func text(of name: String) -> String? { contents(of: name).map { String(decoding: $0, as: UTF8.self) } }

    /// Names with `prefix`, sorted, without it.
    public func names(under prefix: String) -> [String] {
        files.withLock { $0.keys.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }.sorted() }
    }

    /// Removes a file; does nothing if it doesn't exist.
    public func remove(_ name: String) { files.withLock { $0[name] = nil } }

    /// Renames every file under `prefix` together, synced.
    public func rename(_ prefix: String, to new: String) {
        files.withLock { files in
            for name in files.keys where name.hasPrefix(prefix) {
                guard var file = files.removeValue(forKey: name) else { continue }
                file.synced = file.bytes.count
                files[new + name.dropFirst(prefix.count)] = file
            }
        }
    }

    /// Ends the life of everything that was writing.
    public func crash(_ loss: Loss) {
        files.withLock { files in
            for (name, file) in files where file.bytes.count > file.synced {
                var file = file
                switch loss {
                case .nothing: break
                case .half:
                    file.bytes.removeLast((file.bytes.count - file.synced) / 2)
                    if file.bytes.count > file.synced { file.bytes[file.bytes.count - 1] ^= 0xFF }
                case .unsynced: file.bytes.removeLast(file.bytes.count - file.synced)
                }
                file.synced = file.bytes.count
                files[name] = file
            }
        }
    }

    /// Flips a bit of the byte at `offset`; does nothing past the end.
    public func damage(_ name: String, at offset: Int) {
        files.withLock { files in
            guard let count = files[name]?.bytes.count, offset >= 0, offset < count else { return }
            files[name]?.bytes[offset] ^= 0x10
        }
    }
}

/// FNV-1a of 64 bits in hexadecimal: replaces SHA-256 in tests.
public func testDigest(_ bytes: some Sequence<UInt8>) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return String(hash, radix: 16)
}
