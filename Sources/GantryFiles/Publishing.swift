import CLinux
internal import GantryModel
import Glibc

extension Span<UInt8> {
    fileprivate func isEqual(to other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        for index in indices where self[index] != other[index] { return false }
        return true
    }
}

/// The only ways in which a finished file or folder gets its final name: whole and durable, or not at all.
public enum Publishing {
    /// What `publish` found to do.
    public enum Outcome: Sendable {
        /// The folder was renamed now.
        case published
        /// An earlier run had renamed it and was stopped before it could say so; the names are synced again.
        case alreadyPublished
    }

    /// Writes a file that can be made again into a private folder, which is made where it is missing; one of that name is
    /// replaced at once.
    public static func keep(_ bytes: [UInt8], as name: String, in folder: String) throws(FileError) {
        try Folders.makePrivate(folder)
        let path = "\(folder)/\(name)"
        // Several tasks and processes can make the same file.
        let part = "\(path).\(UInt64.random(in: .min ... .max)).part"
        let file = try PartFile.create(part)
        do throws(FileError) {
            try file.append(bytes.span)
            try file.sync()
            try file.close()
            try replace(path, with: part)
        } catch {
            try? Folders.remove(String(part.dropFirst(folder.utf8.count + 1)), under: folder)
            throw error
        }
    }

    /// Gives a finished folder its final name, in one rename that replaces nothing, and makes the name durable.
    ///
    /// Every file inside must have been synced by its writer; the folders inside are synced here. The folder that gets
    /// the new name must exist. When `from` is gone and `to` is a folder, a crash came between the rename and the
    /// caller's own record of it, which is not an error.
    ///
    /// - Throws: `FileError`; `.alreadyExists` when both names exist, `.symbolicLink` or `.wrongKind` when something
    ///   that is neither file nor folder is inside. After a failed sync of a parent the folder already has its new
    ///   name, and is complete.
    public static func publish(folder from: String, to: String) throws(FileError) -> Outcome {
        try publish(folder: from, to: to, calls: FileCalls())
    }

    package static func publish(folder from: String, to: String, calls: FileCalls) throws(FileError) -> Outcome {
        let (fromParent, fromName) = try split(from)
        let (toParent, toName) = try split(to)
        let target = try Folder.open(toParent)
        // The unfinished folder's own parent may also be gone after publishing and tidying up.
        let existing = try target.status(of: toName, to)
        guard let source = try folder(fromParent, holding: fromName) else {
            guard existing?.kind == .folder else { throw FileError(doing: "Publishing", from, ENOENT) }
            try target.sync(toParent, calls)
            return .alreadyPublished
        }
        guard existing == nil else { throw taken(to) }
        try syncTree(try source.subfolder(fromName, from), path: from, depth: 0, calls: calls)
        if unsafe linux_rename_without_replacing(source.file.number, fromName, target.file.number, toName) != 0 {
            let reason = errno
            if reason == EEXIST { throw taken(to) }
            // Some file systems don't support this rename. A plain one replaces only an empty folder, and none was
            // there.
            guard reason == EINVAL || reason == ENOSYS else { throw FileError(doing: "Publishing", to, reason) }
            guard unsafe renameat(source.file.number, fromName, target.file.number, toName) == 0 else {
                throw FileError(doing: "Publishing", to, errno)
            }
        }
        try target.sync(toParent, calls)
        try source.sync(fromParent, calls)
        return .published
    }

    /// Gives a finished file its final name in a rename that replaces nothing, and makes the name durable.
    ///
    /// The file must have been synced by its writer. Both folders must exist.
    ///
    /// - Throws: `FileError`; `.alreadyExists` when the new name is taken.
    public static func publish(file from: String, to: String) throws(FileError) {
        let (fromParent, fromName) = try split(from)
        let (toParent, toName) = try split(to)
        let source = try Folder.open(fromParent)
        let target = try Folder.open(toParent)
        guard try target.status(of: toName, to) == nil else { throw taken(to) }
        if unsafe linux_rename_without_replacing(source.file.number, fromName, target.file.number, toName) != 0 {
            let reason = errno
            if reason == EEXIST { throw taken(to) }
            guard reason == EINVAL || reason == ENOSYS else { throw FileError(doing: "Renaming", to, reason) }
            guard unsafe renameat(source.file.number, fromName, target.file.number, toName) == 0 else {
                throw FileError(doing: "Renaming", to, errno)
            }
        }
        try target.sync(toParent, FileCalls())
        try source.sync(fromParent, FileCalls())
    }

    /// Puts a finished file in the place of another, and makes the name durable. Who has the other one open keeps it.
    ///
    /// The file must have been synced by its writer.
    package static func replace(_ path: String, with new: String) throws(FileError) {
        let (fromParent, fromName) = try split(new)
        let (toParent, toName) = try split(path)
        let source = try Folder.open(fromParent)
        let target = try Folder.open(toParent)
        guard unsafe renameat(source.file.number, fromName, target.file.number, toName) == 0 else {
            throw FileError(doing: "Replacing", path, errno)
        }
        try target.sync(toParent, FileCalls())
    }

    /// Writes a small file so that at any instant it has either its complete old content or its complete new one: a
    /// temporary file beside it (`.NAME.tmp`, 0600) is written, synced, closed and renamed, and the folder synced.
    ///
    /// - Throws: `FileError`. A link or a pipe under either name is refused and left alone. A temporary file that an
    ///   interrupted run left behind is replaced.
    public static func writeDurably(_ bytes: Span<UInt8>, to path: String) throws(FileError) {
        try writeDurably(bytes, to: path, calls: FileCalls())
    }

    package static func writeDurably(_ bytes: Span<UInt8>, to path: String, calls: FileCalls) throws(FileError) {
        let (parent, name) = try split(path)
        let folder = try Folder.open(parent)
        if let found = try folder.status(of: name, path) { try found.requireOwnFile(path) }
        let temporary = ".\(name).tmp"
        let shown = parent == "." ? temporary : "\(parent)/\(temporary)"
        try folder.removeLeftover(temporary, shown)
        let file = try folder.openFile(temporary, flags: O_WRONLY | O_CREAT | O_EXCL, path: shown)
        do throws(FileError) {
            try file.writeAll(bytes, path: shown, calls: calls)
            guard calls.sync(file.number) == 0 else { throw FileError(doing: "Syncing", shown, errno) }
            try file.close(shown)
            guard unsafe renameat(folder.file.number, temporary, folder.file.number, name) == 0 else {
                throw FileError(doing: "Renaming", shown, errno)
            }
        } catch {
            // The first failure is the one to report; a temporary file that stays is replaced the next time.
            _ = unsafe unlinkat(folder.file.number, temporary, 0)
            throw error
        }
        try folder.sync(parent, calls)
        // A write can report more than it did, so the file is read back.
        let written = try ReadFile.open(path)
        var found: [UInt8] = []
        while try written.read(appendingTo: &found) > 0 {}
        guard found.count == bytes.count, found.span.isEqual(to: bytes) else {
            throw FileError(
                .damaged, at: path,
                "\(quoted(path)) doesn't contain the \(counted(bytes.count, "byte")) written to it.",
                advice: "Check the disk, then run the same command again.")
        }
    }

    private static func folder(_ path: String, holding name: String) throws(FileError) -> Folder? {
        do throws(FileError) {
            let folder = try Folder.open(path)
            if try folder.status(of: name, path) == nil { return nil }
            return folder
        } catch  where error.code == .missing {
            return nil
        }
    }

    private static func taken(_ path: String) -> FileError {
        FileError(
            .alreadyExists, at: path, "\(quoted(path)) already exists and was not changed.",
            advice: "A published folder is never replaced. Publish a new revision, or move the folder away.",
            errorNumber: EEXIST)
    }

    private static func syncTree(
        _ folder: borrowing Folder, path: String, depth: Int, calls: FileCalls
    ) throws(FileError) {
        guard depth < Folders.maximumDepth else {
            throw FileError(.tooMany, at: path, "\(quoted(path)) is nested too deeply.")
        }
        for name in try folder.names(path, limit: Folders.maximumEntries) {
            let inner = "\(path)/\(name)"
            guard let found = try folder.status(of: name, inner) else { continue }
            switch found.kind {
            case .file: continue
            case .folder: try syncTree(try folder.subfolder(name, inner), path: inner, depth: depth + 1, calls: calls)
            case .symbolicLink, .other: throw FileError(unexpected: found.kind, at: inner, wanted: "a file or folder")
            }
        }
        try folder.sync(path, calls)
    }
}
