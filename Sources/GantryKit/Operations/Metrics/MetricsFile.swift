internal import FoundationEssentials
internal import GantryModel
internal import Glibc

/// The file of metrics, with the series of several pipelines.
public struct MetricsFile: Sendable {
    private let path: String

    /// The file at a path, which need not exist.
    public init(_ path: String) { self.path = path }

    /// Replaces the file in one rename, readable by the exporter.
    ///
    /// - Returns: What went wrong; `nil` for nothing.
    public func change(_ change: (inout MetricsText) -> Void) -> String? {
        let new = "\(path).\(getpid()).tmp"
        // Two commands that end at once would each write what the other hasn't read. The folder is locked, not a file
        // that would stay in it.
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        let lock = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard lock >= 0 else { return unsafe String(cString: strerror(errno)) }
        defer { _ = close(lock) }
        while flock(lock, LOCK_EX) != 0 {
            guard errno == EINTR else { return unsafe String(cString: strerror(errno)) }
        }
        do {
            var known = ""
            if FileManager.default.fileExists(atPath: path) {
                known = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
            }
            var metrics = MetricsText(known)
            change(&metrics)
            try Data(metrics.text.utf8).write(to: URL(filePath: new))
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: new)
            guard unsafe rename(new, path) == 0 else { return unsafe String(cString: strerror(errno)) }
            return nil
        } catch {
            return singleLine(String(describing: error), limit: 300)
        }
    }
}
