import Glibc

/// A file that grows by whole lines. Each is one write to a file opened for appending, so that lines of several
/// sandboxes and of one that is killed stay whole.
final class EffectFile: Sendable {
    private let path: String
    private let descriptor: Int32

    /// Opens the file, or makes it, readable by its owner alone. What it holds stays.
    ///
    /// - Throws: ``SandboxError`` with `.unusableEffectFile` when it cannot be opened; a symbolic link is not followed.
    init(_ path: String) throws(SandboxError) {
        self.path = path
        descriptor = unsafe open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw Self.failure(path, errno, "opened") }
    }

    deinit { close(descriptor) }

    /// - Throws: ``SandboxError`` with `.unusableEffectFile` when the line could not be written whole.
    func append(_ line: [UInt8]) throws(SandboxError) {
        let written = unsafe line.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
        guard written == line.count else { throw Self.failure(path, written < 0 ? errno : ENOSPC, "written") }
    }

    private static func failure(_ path: String, _ code: Int32, _ done: String) -> SandboxError {
        let reason = unsafe String(cString: strerror(code))
        return SandboxError(
            .unusableEffectFile, path, "the file of effects cannot be \(done) (\(reason))",
            next: "Name a file in a folder that exists, on a disk with room.")
    }
}
