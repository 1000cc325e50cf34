package import GantryModel
internal import Glibc

/// Reads small files whole: ordinary files only, and never more than a limit.
package enum BoundedFile {
    /// Who may own a file, and who else may look at it.
    package enum Guarding {
        /// Anybody.
        case none
        /// Owned by this user or root, and no one else can change it.
        case settings
        /// Owned by this user, closed to everybody else, with one name only and no link: what Gantry itself keeps.
        case kept
        /// Owned by this user, closed to everybody else, and not reached through another user's symbolic link.
        case secret
        /// Handed to this process by the service manager: owned by this user or root, closed to the world.
        case credential
    }

    /// Why a file can't be read.
    package enum Problem: Error, Equatable {
        case missing
        case notOrdinary
        case tooLarge(limit: Int)
        case foreignOwner
        case foreignLink
        case link
        case openToOthers(mode: UInt32)
        case writableByOthers(mode: UInt32)
        case severalNames
        case system(Int32)

        package var isMissing: Bool { self == .missing }

        /// The rest of a sentence that begins with the file's name.
        package var sentence: String {
            switch self {
            case .missing: "does not exist."
            case .notOrdinary: "is not a regular file."
            case .tooLarge(let limit): "is larger than \(limit / 1024) KiB."
            case .foreignOwner: "belongs to another user."
            case .foreignLink: "is reached through a symbolic link that belongs to another user."
            case .link: "is a symbolic link, which is not followed."
            case .openToOthers(let mode): "can be reached by other users (its mode is \(String(mode, radix: 8)))."
            case .writableByOthers(let mode): "can be changed by other users (its mode is \(String(mode, radix: 8)))."
            case .severalNames: "has several names (hard links), one of which may belong to another user."
            case .system(let code): "can't be read: \(systemReason(code))."
            }
        }

        package var advice: Advice? {
            switch self {
            case .missing, .notOrdinary: "Check the path."
            case .tooLarge: "Check that it is the right file."
            case .foreignOwner: "Make the user that runs Gantry its owner."
            case .link: "Check where it leads, then remove it."
            case .foreignLink: "Give the path of the file itself."
            case .openToOthers: "Remove the access of other users: chmod 600."
            case .writableByOthers: "Check its contents, then remove the permission: chmod go-w."
            case .severalNames: "Remove the other names."
            case .system(EACCES), .system(EPERM): "Give the user that runs Gantry permission to read it."
            case .system: nil
            }
        }
    }

    /// The bytes of the file at `path`, at most `limit`.
    ///
    /// What is checked is the opened file, so that it can't be changed for another between the check and the reading.
    package static func read(_ path: String, limit: Int, guarding: Guarding = .none) throws(Problem) -> [UInt8] {
        if guarding == .secret || guarding == .settings { try refuseForeignLink(path) }
        // A pipe or device must not make the program wait before it has been seen to be one.
        let following = guarding == .kept ? O_NOFOLLOW : 0
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | following)
        guard descriptor >= 0 else {
            let reason = errno
            throw reason == ENOENT || reason == ENOTDIR
                ? .missing : reason == ELOOP && guarding == .kept ? .link : .system(reason)
        }
        // Nothing was written, so closing can't lose anything.
        defer { _ = close(descriptor) }
        var facts = stat()
        guard unsafe fstat(descriptor, &facts) == 0 else { throw .system(errno) }
        guard facts.st_mode & S_IFMT == S_IFREG else { throw .notOrdinary }
        try check(facts, guarding)
        guard facts.st_size <= limit else { throw .tooLarge(limit: limit) }
        return try contents(descriptor, limit: limit)
    }

    private static func refuseForeignLink(_ path: String) throws(Problem) {
        var facts = stat()
        guard unsafe lstat(path, &facts) == 0 else {
            throw errno == ENOENT || errno == ENOTDIR ? .missing : .system(errno)
        }
        guard facts.st_mode & S_IFMT == S_IFLNK else { return }
        guard facts.st_uid == geteuid() || facts.st_uid == 0 else { throw .foreignLink }
    }

    private static func check(_ facts: stat, _ guarding: Guarding) throws(Problem) {
        let isOurs = facts.st_uid == geteuid()
        switch guarding {
        case .none: break
        case .settings:
            guard isOurs || facts.st_uid == 0 else { throw .foreignOwner }
            guard facts.st_mode & 0o022 == 0 else { throw .writableByOthers(mode: facts.st_mode & 0o777) }
        case .secret, .kept:
            guard isOurs else { throw .foreignOwner }
            guard facts.st_mode & 0o077 == 0 else { throw .openToOthers(mode: facts.st_mode & 0o777) }
            guard guarding == .secret || facts.st_nlink == 1 else { throw .severalNames }
        case .credential:
            guard isOurs || facts.st_uid == 0 else { throw .foreignOwner }
            guard facts.st_mode & 0o007 == 0 else { throw .openToOthers(mode: facts.st_mode & 0o777) }
        }
    }

    private static func contents(_ descriptor: Int32, limit: Int) throws(Problem) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16 * 1024)
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
            if count < 0 {
                if errno == EINTR { continue }
                throw .system(errno)
            }
            if count == 0 { return bytes }
            guard bytes.count + count <= limit else { throw .tooLarge(limit: limit) }
            bytes += buffer[..<count]
        }
    }
}

/// The system's message for an error number.
package func systemReason(_ code: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    let text = unsafe buffer.withUnsafeMutableBufferPointer { buffer -> String in
        guard let base = buffer.baseAddress else { return "" }
        return unsafe strerror_r(code, base, buffer.count) == 0 ? String(cString: base) : ""
    }
    return text.isEmpty ? "error \(code)" : text
}
