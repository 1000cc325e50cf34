public import GantryModel

/// A failed file operation, explained for a person.
public struct FileError: ExplainedError, Equatable {
    /// The class of the failure; an exit status is chosen for each.
    public enum Code: String, CaseIterable, Sendable {
        /// No space, no inodes or no quota left (ENOSPC, EDQUOT).
        case diskFull = "disk-full"
        /// The process isn't allowed to do this (EACCES, EPERM).
        case notPermitted = "not-permitted"
        /// The file system is mounted read-only (EROFS).
        case readOnly = "read-only"
        /// The process or the machine has no file descriptor left (EMFILE, ENFILE).
        case tooManyOpenFiles = "too-many-open-files"
        /// The disk or its connection failed (EIO, ENXIO, ENODEV, ESTALE).
        case deviceFailed = "device-failed"
        /// A file size limit was reached (EFBIG).
        case fileTooLarge = "file-too-large"
        /// The two names are on different file systems (EXDEV).
        case differentFileSystems = "different-file-systems"
        /// The name is taken.
        case alreadyExists = "already-exists"
        /// Nothing has that name.
        case missing
        /// There is a symbolic link in place of one of Gantry's files or folders; it was not followed.
        case symbolicLink = "symbolic-link"
        /// Something other than the expected file or folder: a pipe, a device, a socket.
        case wrongKind = "wrong-kind"
        /// The file belongs to another user or has a second name.
        case notOurs = "not-ours"
        /// Other users can write to the folder.
        case openToOthers = "open-to-others"
        /// An unusable name: empty, `..`, absolute instead of relative, with a NUL, not UTF-8.
        case unusableName = "unusable-name"
        /// The file has fewer bytes than were recorded.
        case shorterThanRecorded = "shorter-than-recorded"
        /// The file's bytes differ from those that were recorded.
        case damaged
        /// The file changed after it was checked.
        case changed
        /// An earlier write or sync of the same open file failed, so nothing more is done with it.
        case poisoned
        /// The file is already closed.
        case closed
        /// Another running process holds the lock.
        case heldByAnother = "held-by-another"
        /// Other machines may use the file system too, where only a local disk will do.
        case networkFileSystem = "network-file-system"
        /// A limit on the number or depth of files was reached.
        case tooMany = "too-many"
        /// Any other error of the system; see `errorNumber`.
        case systemCall = "system-call"
    }

    /// What kind of failure it is.
    public let code: Code
    /// The path as the caller gave it.
    public let path: String
    /// The system's error number, if a system call failed.
    public let errorNumber: Int32?
    /// What could not be done, on which path and why.
    public let explanation: String
    /// What to do, as a sentence; `nil` if nothing helps.
    public let advice: Advice?
    /// Who holds the lock, with the code `heldByAnother`.
    public let holder: LockHolder?

    /// True if the obstacle can disappear by itself or by freeing space, so that the same command then resumes.
    public var isRetryable: Bool {
        switch code {
        case .diskFull, .tooManyOpenFiles, .deviceFailed, .poisoned, .heldByAnother: true
        case .systemCall: errorNumber.map(isPassing) ?? false
        default: false
        }
    }

    init(
        _ code: Code, at path: String, _ explanation: String, advice: Advice? = nil, errorNumber: Int32? = nil,
        holder: LockHolder? = nil
    ) {
        self.code = code
        self.path = path
        self.explanation = explanation
        self.advice = advice
        self.errorNumber = errorNumber
        self.holder = holder
    }
}

extension FileError: CustomStringConvertible {
    /// The explanation.
    public var description: String { explanation }
}
