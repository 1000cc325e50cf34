import GantryFiles
import Glibc

/// The bytes from 0 up, `count` of them, of which no segment of 251 repeats at another power of two.
func pattern(_ count: Int, seed: Int = 0) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: ($0 + seed) % 251) }
}

/// Writes a file and says what it is.
func content(_ bytes: [UInt8], named name: String = "file", in folder: String) throws -> FileContent {
    try write(bytes, to: folder + "/" + name)
    return FileContent(
        path: name, in: folder, pieces: [.file(0..<bytes.count)], digest: ContentHasher.digest(of: bytes.span),
        checksum: ContentChecksum.of(bytes.span))
}

/// What a file holds; nil where none is.
func read(_ path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = Glibc.read(descriptor, &buffer, buffer.count), count > 0 { bytes += buffer[..<count] }
    return bytes
}

/// The error of a request that must fail.
func failure(of work: () async throws -> some Any) async throws -> any Error {
    do { throw TestFault("it succeeded: \(try await work())") } catch let error as TestFault { throw error } catch {
        return error
    }
}
