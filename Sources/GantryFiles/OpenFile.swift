import CLinux
internal import GantryModel
import Glibc

/// What has a name, found without following a link.
public enum FileKind: Sendable {
    case file
    case folder
    case symbolicLink
    /// A pipe, a socket or a device.
    case other

    init(mode: mode_t) {
        switch mode & S_IFMT {
        case S_IFREG: self = .file
        case S_IFDIR: self = .folder
        case S_IFLNK: self = .symbolicLink
        default: self = .other
        }
    }

    var words: String {
        switch self {
        case .file: "a file"
        case .folder: "a folder"
        case .symbolicLink: "a symbolic link"
        case .other: "a pipe, socket or device"
        }
    }
}

/// What the system says about an open file or a name.
struct FileStatus {
    let kind: FileKind
    let size: Int
    let owner: uid_t
    let names: Int
    let permissions: mode_t
    let device: dev_t
    let inode: ino_t
    /// When its content was last written.
    let changed: Instant

    init(_ raw: stat) {
        kind = FileKind(mode: raw.st_mode)
        size = Int(raw.st_size)
        owner = raw.st_uid
        names = Int(raw.st_nlink)
        permissions = raw.st_mode & 0o7777
        device = raw.st_dev
        inode = raw.st_ino
        changed = Instant(
            secondsSince1970: Int(raw.st_mtim.tv_sec), nanoseconds: Int(raw.st_mtim.tv_nsec))
    }

    /// Throws unless this is a regular file with one name that belongs to this process's user.
    func requireOwnFile(_ path: String) throws(FileError) {
        guard kind == .file else { throw FileError(unexpected: kind, at: path, wanted: "a file") }
        guard owner == geteuid(), names == 1 else {
            let why = owner == geteuid() ? "has \(names) names (hard links)" : "belongs to another user"
            throw FileError(
                .notOurs, at: path, "\(quoted(path)) \(why), so it was not touched.",
                advice: "Find out who put it there, remove it and run the command again.")
        }
    }
}

/// The one owner of a file descriptor. `close()` reports what the system says; the end of its life only frees.
struct OpenFile: ~Copyable {
    let number: Int32

    deinit { _ = Glibc.close(number) }

    /// Closes and reports a failure: on network file systems a late write error shows only here.
    consuming func close(_ path: String) throws(FileError) {
        let result = Glibc.close(number)
        let reason = errno
        discard self
        // Linux frees the descriptor also when a signal interrupts the call.
        guard result == 0 || reason == EINTR else { throw FileError(doing: "Closing", path, reason) }
    }

    func status(_ path: String) throws(FileError) -> FileStatus {
        var raw = stat()
        guard unsafe fstat(number, &raw) == 0 else { throw FileError(doing: "Looking at", path, errno) }
        return FileStatus(raw)
    }

    /// Writes everything, in as many calls as necessary.
    func writeAll(_ bytes: Span<UInt8>, path: String, calls: FileCalls) throws(FileError) {
        var done = 0
        while done < bytes.count {
            let written = calls.write(number, bytes.extracting(droppingFirst: done))
            if written > 0, written <= bytes.count - done {
                done += written
            } else {
                let reason = written < 0 ? errno : EIO
                if reason != EINTR { throw FileError(doing: "Writing", path, reason) }
            }
        }
    }

    /// Reads once, at most `buffer.count` bytes; 0 at the end of the file.
    func read(into buffer: UnsafeMutableRawBufferPointer, _ path: String) throws(FileError) -> Int {
        while true {
            let count = unsafe Glibc.read(number, buffer.baseAddress, buffer.count)
            if count >= 0 { return count }
            let reason = errno
            if reason != EINTR { throw FileError(doing: "Reading", path, reason) }
        }
    }
}

/// The system calls on which durability rests, as values, so that a test can make one fail.
package struct FileCalls {
    /// As write(2).
    package var write: (Int32, Span<UInt8>) -> Int = { number, bytes in
        unsafe bytes.withUnsafeBytes { unsafe Glibc.write(number, $0.baseAddress, $0.count) }
    }
    /// As fdatasync(2): the bytes and the length of a file.
    package var syncData: (Int32) -> Int32 = { fdatasync($0) }
    /// As fsync(2). Folders need this one: ext4 does not count a new name as data.
    package var sync: (Int32) -> Int32 = { fsync($0) }
    /// As sync_file_range(2) with SYNC_FILE_RANGE_WRITE: starts writing out and does not wait for it.
    package var startWritingOut: (_ number: Int32, _ offset: Int, _ count: Int) -> Int32 = {
        linux_start_writing_out($0, $1, $2)
    }

    package init() {}
}
