public import GantryModel
import Glibc

/// Who holds a lock, as the holder wrote it down. Any part is `nil` if it could not be read.
public struct LockHolder: Equatable, Sendable {
    /// The holder's process.
    public let pid: Int?
    /// The name of the machine that the process runs on.
    public let host: String?
    /// When the holder took the lock, as text: `2026-11-02T07:30:00Z`.
    public let since: String?
    /// The command that the holder was started with.
    public let command: String?

    /// A holder, as far as it is known.
    public init(pid: Int?, host: String?, since: String?, command: String?) {
        self.pid = pid
        self.host = host
        self.since = since
        self.command = command
    }
}

extension LockHolder {
    /// Whether the holder's process is one of this machine.
    package var isOnThisMachine: Bool { pid != nil && host == RunLock.hostName() }

    /// Asks the holder for its end, as Ctrl-C does; nothing for one of another machine.
    package func interrupt() {
        guard isOnThisMachine, let pid, pid > 1 else { return }
        _ = kill(pid_t(pid), SIGINT)
    }
}

/// The right to work in a folder, held by one living process.
///
/// The kernel keeps it (flock(2)) and takes it back when the process ends, however it ends, so a lock file that a
/// killed process left can be locked at once. The file's text only says who holds it.
public struct RunLock: ~Copyable, Sendable {
    private let file: OpenFile
    private let folder: Folder
    private let name: String
    private let path: String

    /// Takes the lock, or returns its holder immediately.
    ///
    /// - Parameters:
    ///   - folder: a folder that exists.
    ///   - name: the lock file's name. The default is `lock`.
    ///   - command: what the holder runs, for the message that another process gets; no secrets.
    ///   - now: the time to write down.
    /// - Throws: `FileError`; `.heldByAnother` with `holder` when a living process has it.
    public static func acquire(
        in folder: String, name: String = "lock", command: String, now: Instant
    ) throws(FileError) -> RunLock {
        let open = try Folder.open(folder)
        let path = "\(folder)/\(name)"
        // Whoever looks for the holder has the lock for a moment.
        var looks = 5
        // A holder that ends removes the file, perhaps between our opening it and locking it; then it is opened again.
        for _ in 0..<100 {
            let file = try open.openFile(name, flags: O_RDWR | O_CREAT, path: path)
            let status = try file.status(path)
            guard status.kind == .file else { throw FileError(unexpected: status.kind, at: path, wanted: "a file") }
            let number = file.number
            guard repeated({ flock(number, LOCK_EX | LOCK_NB) }) == 0 else {
                let reason = errno
                guard reason == EWOULDBLOCK else { throw FileError(doing: "Locking", path, reason) }
                looks -= 1
                if looks > 0 {
                    usleep(2_000)
                    continue
                }
                throw held(path, by: try readHolder(file, path))
            }
            guard let named = try open.status(of: name, path), named.inode == status.inode,
                named.device == status.device
            else {
                continue
            }
            try named.requireOwnFile(path)
            let text =
                "pid: \(getpid())\nhost: \(hostName())\nsince: \(now.wholeSeconds)\ncommand: \(singleLine(command, limit: 500))\n"
            guard repeated({ ftruncate(number, 0) }) == 0 else { throw FileError(doing: "Writing", path, errno) }
            try file.writeAll(Array(text.utf8).span, path: path, calls: FileCalls())
            return RunLock(file: file, folder: open, name: name, path: path)
        }
        throw held(path, by: LockHolder(pid: nil, host: nil, since: nil, command: nil))
    }

    /// Who holds the lock of a folder, found without taking it for longer than a moment; `nil` when nobody does.
    ///
    /// - Parameters:
    ///   - folder: need not exist.
    ///   - name: the lock file's name. The default is `lock`.
    public static func holder(in folder: String, name: String = "lock") throws(FileError) -> LockHolder? {
        let path = "\(folder)/\(name)"
        let file: OpenFile
        do throws(FileError) {
            file = try Folder.open(folder).openFile(name, flags: O_RDONLY, path: path)
        } catch {
            guard error.code == .missing else { throw error }
            return nil
        }
        guard try file.status(path).kind == .file else { return nil }
        let number = file.number
        // A shared lock, so that two who look don't take each other for the holder. It ends with the file's value.
        if repeated({ flock(number, LOCK_SH | LOCK_NB) }) == 0 { return nil }
        let reason = errno
        guard reason == EWOULDBLOCK else { throw FileError(doing: "Locking", path, reason) }
        return try readHolder(file, path)
    }

    /// Gives the lock back and removes its file. Without this call the lock ends with the value or the process.
    public consuming func release() throws(FileError) {
        try folder.remove(name, isFolder: false, path)
        try file.close(path)
    }

    private init(file: consuming OpenFile, folder: consuming Folder, name: String, path: String) {
        self.file = file
        self.folder = folder
        self.name = name
        self.path = path
    }

    private static func held(_ path: String, by holder: LockHolder) -> FileError {
        var words = holder.pid.map { "Process \($0)" } ?? "Another process"
        if let host = holder.host { words += " on \(singleLine(host))" }
        if let command = holder.command { words += " (\(singleLine(command)))" }
        words += " has been working on this run"
        if let since = holder.since { words += " since \(singleLine(since))" }
        return FileError(
            .heldByAnother, at: path, "\(words).",
            advice: "Wait until it finishes or stop it, then run the same command again.", holder: holder)
    }

    private static func readHolder(_ file: borrowing OpenFile, _ path: String) throws(FileError) -> LockHolder {
        var bytes = [UInt8](repeating: 0, count: 4096)
        var span = bytes.mutableSpan
        let count = try unsafe span.withUnsafeMutableBytes { (raw) throws(FileError) -> Int in
            try unsafe file.read(into: raw, path)
        }
        var values: [Substring: String] = [:]
        for line in String(decoding: bytes.prefix(count), as: UTF8.self).split(separator: "\n") {
            guard let colon = line.firstRange(of: ": ") else { continue }
            values[line[..<colon.lowerBound]] = String(line[colon.upperBound...])
        }
        return LockHolder(
            pid: values["pid"].flatMap { Int($0) }, host: values["host"], since: values["since"],
            command: values["command"])
    }

    /// Names this machine until it is started again, and a folder for as long as it exists; empty where it can't be
    /// told. Two processes that see one place see each other's locks in it.
    package static func place(of folder: String) -> String {
        var status = stat()
        guard unsafe stat(folder, &status) == 0, !machine.isEmpty else { return "" }
        return "\(machine) \(status.st_dev) \(status.st_ino)"
    }

    /// Names this machine until it is started again; empty where it can't be told.
    package static let machine: String = {
        let boot = (try? ReadFile.bytes(of: "/proc/sys/kernel/random/boot_id")) ?? []
        return String(decoding: boot, as: UTF8.self).filter { !$0.isWhitespace }
    }()

    /// The number of this process.
    package static var processID: Int { Int(getpid()) }

    /// What this machine is called.
    package static func hostName() -> String {
        var buffer = [CChar](repeating: 0, count: 256)
        guard unsafe gethostname(&buffer, buffer.count - 1) == 0 else { return "unknown" }
        return singleLine(String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }
}
