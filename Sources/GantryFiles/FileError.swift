public import GantryModel

/// A file operation that could not be carried out, said for a person.
public struct FileError: ExplainedError, Equatable {
    /// The class of the failure; a struct, so that a new class breaks no `switch`.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The word that programs go by: `disk-full`.
        public let rawValue: String
        /// Any word makes a code; those in use are below.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// No space, no inodes or no quota left (ENOSPC, EDQUOT).
        public static let diskFull = Code(rawValue: "disk-full")
        /// The process may not do this (EACCES, EPERM).
        public static let notPermitted = Code(rawValue: "not-permitted")
        /// The file system is mounted read-only (EROFS).
        public static let readOnly = Code(rawValue: "read-only")
        /// The process or the machine has no file descriptor left (EMFILE, ENFILE).
        public static let tooManyOpenFiles = Code(rawValue: "too-many-open-files")
        /// The disk or its connection failed (EIO, ENXIO, ENODEV, ESTALE).
        public static let deviceFailed = Code(rawValue: "device-failed")
        /// A file-size limit was reached (EFBIG).
        public static let fileTooLarge = Code(rawValue: "file-too-large")
        /// The two names lie on different file systems (EXDEV).
        public static let differentFileSystems = Code(rawValue: "different-file-systems")
        /// The name is taken.
        public static let alreadyExists = Code(rawValue: "already-exists")
        /// Nothing has that name.
        public static let missing = Code(rawValue: "missing")
        /// A symbolic link stands where a file or folder of Gantry's belongs; it was not followed.
        public static let symbolicLink = Code(rawValue: "symbolic-link")
        /// Something that is neither a regular file nor the folder expected: a pipe, a device, a socket.
        public static let wrongKind = Code(rawValue: "wrong-kind")
        /// The file belongs to somebody else or has a second name.
        public static let notOurs = Code(rawValue: "not-ours")
        /// Other users may write to the folder.
        public static let openToOthers = Code(rawValue: "open-to-others")
        /// A name that can't be used here: empty, `..`, absolute where a relative one belongs, with a NUL, not UTF-8.
        public static let unusableName = Code(rawValue: "unusable-name")
        /// The file holds fewer bytes than were recorded.
        public static let shorterThanRecorded = Code(rawValue: "shorter-than-recorded")
        /// The file's bytes are not those that were recorded.
        public static let damaged = Code(rawValue: "damaged")
        /// The file is not what it was when it was looked at before.
        public static let changed = Code(rawValue: "changed")
        /// An earlier write or sync of the same open file failed, so nothing more is done with it.
        public static let poisoned = Code(rawValue: "poisoned")
        /// The file was closed before.
        public static let closed = Code(rawValue: "closed")
        /// Another living process holds the lock.
        public static let heldByAnother = Code(rawValue: "held-by-another")
        /// A limit on the number or depth of files was reached.
        public static let tooMany = Code(rawValue: "too-many")
        /// Any other refusal of the system; see `errorNumber`.
        public static let systemCall = Code(rawValue: "system-call")
    }

    /// What kind of failure it is.
    public let code: Code
    /// The path as the caller gave it.
    public let path: String
    /// The system's error number, where a system call failed.
    public let errorNumber: Int32?
    /// What could not be done, on which path and why.
    public let explanation: String
    /// What to do, as a sentence; `nil` where nothing helps.
    public let advice: String?
    /// Who holds the lock, with the code `heldByAnother`.
    public let holder: LockHolder?

    /// True where the obstacle can go away by itself or by making room, and the same command then continues.
    public var isRetryable: Bool {
        switch code {
        case .diskFull, .tooManyOpenFiles, .deviceFailed, .poisoned, .heldByAnother: true
        case .systemCall: errorNumber.map(isPassing) ?? false
        default: false
        }
    }

    init(
        _ code: Code, _ path: String, _ explanation: String, advice: String? = nil, errorNumber: Int32? = nil,
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
    /// The explanation with the advice behind it.
    public var description: String { advice.map { explanation + " " + $0 } ?? explanation }
}
