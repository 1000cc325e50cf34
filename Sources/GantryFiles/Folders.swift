internal import GantryModel
import Glibc

/// Making, checking, listing and removing the folders of a workspace.
public enum Folders {
    /// The deepest nesting that is walked.
    public static let maximumDepth = 32
    /// The most files and folders that are listed.
    public static let maximumEntries = 1_000_000

    /// Makes every missing folder of `path` with mode 0700 and syncs the folder that got the new name.
    ///
    /// For the workspace itself: links on the way are followed, since they are its owner's.
    ///
    /// - Parameter orSticky: An existing folder that others can write to will do if its sticky bit, as that of /tmp,
    ///   keeps them from replacing what is made in it. Default false.
    /// - Throws: `FileError`; `.openToOthers` when the folder exists and its group or others can write to it, or when
    ///   it would be made in a folder that everybody can write to and that has no sticky bit.
    public static func makePrivate(_ path: String, orSticky: Bool = false) throws(FileError) {
        try checkName(path)
        var missing: [String] = []
        var existing = path
        while true {
            do throws(FileError) {
                _ = try Folder.open(existing)
                break
            } catch  where error.code == .missing {
                let (parent, name) = try split(existing)
                missing.append(name)
                existing = parent
            }
        }
        try makePrivate(
            missing.reversed(), in: existing, as: missing.isEmpty ? (orSticky ? .sticky : .workspace) : .parent)
    }

    /// Makes every missing folder of the relative path `path` below `root`, which exists; no link is followed below
    /// `root`.
    ///
    /// - Throws: `FileError`; `.symbolicLink` for a link on the way, `.unusableName` for a path that could leave
    ///   `root`, `.openToOthers` for a folder on the way that others can write to.
    public static func makePrivate(_ path: String, under root: String) throws(FileError) {
        try makePrivate(try steps(ofRelative: path), in: root, as: .workspace)
    }

    /// The path of an existing folder without links, `.` and `..`.
    public static func resolved(_ path: String) throws(FileError) -> String {
        guard let found = unsafe realpath(path, nil) else { throw FileError(doing: "Looking at", path, errno) }
        defer { unsafe free(found) }
        return unsafe String(cString: found)
    }

    /// Makes the names in a folder durable.
    public static func sync(_ path: String) throws(FileError) {
        try Folder.open(path).sync(path, FileCalls())
    }

    /// Proves that files can be made in a folder by making one and removing it, before hours of work rely on it.
    ///
    /// - Throws: `FileError` with the reason: missing, read-only, full, not permitted, open to others.
    public static func checkIsWritable(_ path: String) throws(FileError) {
        let folder = try Folder.open(path)
        try requirePrivate(folder, path)
        // What a killed process left. A file that is being written at the moment may be removed too: its writer doesn't
        // need the name.
        for name in try folder.names(startingWith: probePrefix, path) {
            try folder.removeLeftover(name, "\(path)/\(name)")
        }
        // Each has a name of its own, so that two that start together, on two machines perhaps, don't meet.
        let probe = probePrefix + String(UInt64.random(in: 0 ... .max))
        let shown = "\(path)/\(probe)"
        let file = try folder.openFile(probe, flags: O_WRONLY | O_CREAT | O_EXCL, path: shown)
        do throws(FileError) {
            try file.writeAll([UInt8](repeating: 0, count: 4096).span, path: shown, calls: FileCalls())
            try file.close(shown)
        } catch {
            // The first failure is the one to report; a probe that stays is replaced the next time.
            _ = unsafe unlinkat(folder.file.number, probe, 0)
            throw error
        }
        try folder.remove(probe, isFolder: false, shown)
    }

    /// Removes the file or folder `path` below `root` with everything in it. Links are removed, never followed.
    ///
    /// Nothing there is not an error, so that an interrupted removal can be repeated.
    public static func remove(_ path: String, under root: String) throws(FileError) {
        let names = try steps(ofRelative: path)
        let last = names[names.count - 1]
        let parent: Folder
        do throws(FileError) {
            parent = try Folder.open(root).descending(names.dropLast(), path)
        } catch  where error.code == .missing {
            return
        }
        guard try parent.status(of: last, path) != nil else { return }
        try remove(last, in: parent, path, depth: 0)
        try parent.sync(path, FileCalls())
    }

    /// Removes the folders of the relative path `path` below `root` that are empty, from the last one up to the first
    /// that is not. Nothing there is not an error.
    ///
    /// - Parameter keepsFirst: whether the first one stays although it is empty. The default is that it goes.
    public static func removeEmpty(
        _ path: String, under root: String, keepsFirst: Bool = false
    ) throws(FileError) {
        var names = try steps(ofRelative: path)
        while names.count > (keepsFirst ? 1 : 0), let last = names.popLast() {
            let shown = (names + [last]).joined(separator: "/")
            let parent: Folder
            do throws(FileError) {
                parent = try Folder.open(root).descending(names[...], shown)
            } catch  where error.code == .missing {
                continue
            }
            if unsafe unlinkat(parent.file.number, last, AT_REMOVEDIR) != 0 {
                guard errno == ENOENT else {
                    if errno == ENOTEMPTY || errno == EEXIST { return }
                    throw FileError(doing: "Removing the folder", shown, errno)
                }
            }
        }
    }

    private static let probePrefix = ".gantry-write-check-"

    private static func makePrivate(
        _ names: some Sequence<String>, in existing: String, as role: Role
    ) throws(FileError) {
        var folder = try Folder.open(existing)
        try requirePrivate(folder, existing, as: role)
        var shown = existing
        for name in names {
            shown += shown.hasSuffix("/") ? name : "/\(name)"
            if try folder.status(of: name, shown) == nil {
                guard unsafe mkdirat(folder.file.number, name, 0o700) == 0 || errno == EEXIST else {
                    throw FileError(doing: "Making the folder", shown, errno)
                }
            }
            // Also if it existed: a run that was killed may have made it and not synced it.
            try folder.sync(shown, FileCalls())
            folder = try folder.subfolder(name, shown)
            try requirePrivate(folder, shown)
        }
    }

    private enum Role {
        /// The workspace or a folder of it: nobody else can put files into it.
        case workspace
        /// A folder that the workspace is made in, with mode 0700. If everyone can write to it, as to /tmp, its sticky
        /// bit keeps others from replacing the workspace.
        case parent
        /// A private folder, or one in which nobody can rename or remove what another user has made.
        case sticky
    }

    /// - Throws: `FileError` when an existing folder belongs to another user or others can write to it.
    public static func checkIsPrivate(_ path: String) throws(FileError) {
        try requirePrivate(try Folder.open(path), path)
    }

    /// The same for a folder below `root`, which is reached by no link.
    public static func checkIsPrivate(_ path: String, under root: String) throws(FileError) {
        let folder = try Folder.open(root).descending(try steps(ofRelative: path), "\(root)/\(path)")
        try requirePrivate(folder, "\(root)/\(path)")
    }

    private static func requirePrivate(
        _ folder: borrowing Folder, _ path: String, as role: Role = .workspace
    ) throws(FileError) {
        let status = try folder.file.status(path)
        let isOpen =
            switch role {
            case .workspace: status.permissions & 0o022 != 0
            case .sticky: status.permissions & 0o022 != 0 && status.permissions & S_ISVTX == 0
            case .parent: status.permissions & 0o002 != 0 && status.permissions & S_ISVTX == 0
            }
        guard !isOpen else {
            throw FileError(
                .openToOthers, at: path, "Other users can write to \(quoted(path)).",
                advice: "Remove their permission (chmod go-w) or choose another workspace.")
        }
        guard role == .parent || status.owner == geteuid() || status.owner == 0 else {
            throw FileError(
                .notOurs, at: path, "\(quoted(path)) belongs to another user, who could replace its files.",
                advice: "Run Gantry as the user who owns the workspace, or choose another workspace.")
        }
    }

    /// Whether this process may make files in a folder: not on a read-only file system.
    public static func isWritable(_ path: String) throws(FileError) -> Bool {
        try checkName(path)
        if unsafe faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0 { return true }
        guard errno == EACCES || errno == EROFS else { throw FileError(doing: "Looking at", path, errno) }
        return false
    }

    /// Checks a file of the workspace that another library opens by its name; nothing there is fine.
    ///
    /// - Returns: whether it exists.
    /// - Throws: `FileError` unless it is a regular file with one name that belongs to this user and that only they can
    ///   write.
    @discardableResult
    public static func checkIsOwn(_ name: String, in folder: String) throws(FileError) -> Bool {
        let path = "\(folder)/\(name)"
        do throws(FileError) {
            // Not opened: closing it would take away the locks that the library has on it for another part of this
            // process. It can be removed while it is looked at, and has no names then.
            guard let status = try Folder.open(folder).status(of: name, path), status.names > 0 else { return false }
            try status.requireOwnFile(path)
            guard status.permissions & 0o022 == 0 else {
                throw FileError(
                    .openToOthers, at: path, "Other users can write to \(quoted(path)).",
                    advice: "Check whether they changed it, then remove their permission: chmod 600.")
            }
            return true
        } catch  where error.code == .missing {
            return false
        }
    }

    private static func remove(
        _ name: String, in folder: borrowing Folder, _ path: String, depth: Int
    ) throws(FileError) {
        guard depth < maximumDepth else { throw FileError(.tooMany, at: path, "\(quoted(path)) is nested too deeply.") }
        guard let found = try folder.status(of: name, path) else { return }
        guard found.kind == .folder else { return try folder.remove(name, isFolder: false, path) }
        let inner = try folder.subfolder(name, path)
        for child in try inner.names(path, limit: maximumEntries) {
            try remove(child, in: inner, "\(path)/\(child)", depth: depth + 1)
        }
        try folder.remove(name, isFolder: true, path)
    }
}
