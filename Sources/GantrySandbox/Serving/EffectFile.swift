import Glibc

/// A file to which whole lines are appended. Each line is one write, so several sandboxes can share a file and a killed
/// sandbox leaves no half line.
final class EffectFile: Sendable {
    private let path: String
    private let descriptor: Int32

    /// Opens the file, or creates it for its owner only. Existing content stays.
    ///
    /// - Throws: ``SandboxError`` with `.unusableEffectFile` when it cannot be opened; a symbolic link is not followed.
    init(_ path: String) throws(SandboxError) {
        self.path = path
        descriptor = unsafe open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw Self.failure(of: path, code: errno, "opened") }
    }

    deinit { close(descriptor) }

    /// - Throws: ``SandboxError`` with `.unusableEffectFile` when the line could not be written completely.
    func append(_ line: [UInt8]) throws(SandboxError) {
        let written = unsafe line.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
        guard written == line.count else { throw Self.failure(of: path, code: written < 0 ? errno : ENOSPC, "written") }
    }

    private static func failure(of path: String, code: Int32, _ done: String) -> SandboxError {
        let reason = unsafe String(cString: strerror(code))
        return SandboxError(
            .unusableEffectFile, about: path, "the effects file can't be \(done) (\(reason))",
            next: "Name a file in an existing folder, on a disk with free space.")
    }
}
