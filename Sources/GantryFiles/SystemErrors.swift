import CLinux
internal import GantryModel
import Glibc

extension FileError {
    /// The error for a system call that has just failed.
    ///
    /// - Parameters:
    ///   - doing: what was tried, for the start of the sentence: "Writing".
    ///   - number: the value of `errno`, read directly after the call.
    init(doing: String, _ path: String, _ number: Int32) {
        let name = unsafe strerrorname_np(number).map { unsafe String(cString: $0) } ?? "error"
        let text = unsafe strerrordesc_np(number).map { unsafe String(cString: $0) } ?? "Unknown error"
        let (code, advice) = classify(number)
        self.init(
            code, at: path, "\(doing) \(quoted(path)) failed: \(text) (\(name), \(number)).", advice: advice,
            errorNumber: number)
    }

    /// The error for a name that belongs to something else than a file or folder of Gantry's.
    init(unexpected kind: FileKind, at path: String, wanted: String) {
        let code: Code = kind == .symbolicLink ? .symbolicLink : .wrongKind
        self.init(
            code, at: path, "\(quoted(path)) is \(kind.words), not \(wanted), so it was not touched.",
            advice: "Find out who put it there, remove it and run the command again.")
    }
}

/// A path for a message: in quotes, on one line.
func quoted(_ path: String) -> String { "\"\(singleLine(path, limit: 300))\"" }

/// Whether a call refused with this number can succeed later with nothing changed.
func isPassing(_ number: Int32) -> Bool {
    [EAGAIN, EBUSY, EINTR, ENOMEM, ETXTBSY].contains(number)
}

private func classify(_ number: Int32) -> (FileError.Code, advice: Advice?) {
    let again = "then run the same command again to resume."
    return switch number {
    case ENOSPC: (.diskFull, "The disk is full: free some space, \(again)")
    case EDQUOT: (.diskFull, "Your disk quota is used up: free some space, \(again)")
    case EACCES, EPERM: (.notPermitted, "Check who owns it and its permissions, or choose another workspace.")
    case EROFS: (.readOnly, "The file system is mounted read-only: mount it for writing or choose another workspace.")
    case EMFILE: (.tooManyOpenFiles, "The process may not open more files: raise the limit (ulimit -n), \(again)")
    case ENFILE: (.tooManyOpenFiles, "The machine has too many open files: close other programs, \(again)")
    case EIO, ENXIO, ENODEV, ESTALE:
        (
            .deviceFailed,
            "The disk or its connection failed: check the system log, \(again)"
        )
    case EFBIG:
        (
            .fileTooLarge,
            "A file size limit was reached: raise it (ulimit -f) or use a file system that allows larger files."
        )
    case EXDEV: (.differentFileSystems, "Keep a workspace's parts and exports on one file system.")
    case EEXIST, ENOTEMPTY: (.alreadyExists, nil)
    case ENOENT: (.missing, nil)
    case ELOOP:
        (
            .symbolicLink,
            "There is a symbolic link in its place: remove it and run the command again."
        )
    case ENOTDIR, EISDIR: (.wrongKind, nil)
    case ENAMETOOLONG: (.unusableName, "Use shorter names.")
    default: (.systemCall, nil)
    }
}

/// Repeats a call that a signal interrupted; for calls that may be repeated, so never for close and sync.
func repeated(_ call: () -> Int32) -> Int32 {
    while true {
        let result = call()
        if result >= 0 || errno != EINTR { return result }
    }
}
