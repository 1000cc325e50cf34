public import GantryModel
internal import Glibc
public import Logging

/// Writes a log to a file, a line for each message: time, level, and what was said.
public struct FileLogHandler: LogHandler {
    public var logLevel = Logger.Level.info
    public var metadata: Logger.Metadata = [:]
    private let file: LogFile

    /// A handler that adds to an open file.
    public init(_ file: LogFile) { self.file = file }

    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    public func log(event: LogEvent) {
        let all = metadata.merging(event.metadata ?? [:]) { $1 }
        let facts = all.sorted { $0.key < $1.key }.map { " \($0.key)=\(singleLine("\($0.value)", limit: 1_000))" }
        let message = singleLine("\(event.message)", limit: 4_000)
        file.append("\(Instant.now.wholeSeconds) \(event.level.rawValue) \(message)\(facts.joined())\n")
    }
}

/// A file that several processes may add lines to at once.
public final class LogFile: Sendable {
    private let descriptor: Int32

    /// Opens the file, readable for its owner only, or makes it.
    ///
    /// - Throws: `LogFileError` where that isn't possible.
    public init(_ path: String) throws {
        descriptor = unsafe open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY, 0o600)
        guard descriptor >= 0 else { throw LogFileError(path, unsafe String(cString: strerror(errno))) }
    }

    /// A line that can't be written is lost: the log never changes what a run does.
    func append(_ line: String) {
        let bytes = Array(line.utf8)
        // One call, so that the lines of two processes don't mix.
        _ = unsafe bytes.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
    }

    deinit { _ = close(descriptor) }
}

/// A log file that can't be opened.
public struct LogFileError: ExplainedError {
    public let explanation: String
    public let advice: Advice? = "Name a file in a folder that you can write to."
    public let isRetryable = false

    init(_ path: String, _ reason: String) {
        explanation = "The log file \(singleLine(path, limit: 1_000)) can't be opened: \(reason)."
    }
}
