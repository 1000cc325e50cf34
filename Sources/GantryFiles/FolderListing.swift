package import GantryModel
import Glibc

/// One name found below a folder.
public struct FolderEntry: Equatable, Sendable {
    /// Relative to the listed folder, with `/`.
    public let path: String
    /// What the name is: a file, a folder, a link or something else.
    public let kind: FileKind
    /// Bytes of a file; 0 for anything else.
    public let size: Int
}

extension Folders {
    /// Everything below a folder, in the order of the names' bytes per folder; folders come before what they hold.
    ///
    /// Links are listed, never followed.
    ///
    /// - Parameter limit: the most entries. The default is a million.
    /// - Throws: `FileError`; `.tooMany` past the limit or at more than 32 levels.
    public static func list(_ root: String, limit: Int = maximumEntries) throws(FileError) -> [FolderEntry] {
        var entries: [FolderEntry] = []
        try list(try Folder.open(root), in: root, prefix: "", depth: 0, limit: limit, into: &entries)
        return entries
    }

    /// The names in one folder, in the order of their bytes, without the contents of its folders.
    ///
    /// - Parameters:
    ///   - path: the folder, relative to `root`; empty for `root` itself. No name of it is followed if it is a link.
    ///   - limit: the most names. The default is a million.
    /// - Throws: `FileError`; `.missing` and `.wrongKind` if the folder doesn't exist, `.tooMany` past the limit.
    public static func names(
        of path: String = "", under root: String, limit: Int = maximumEntries
    ) throws(FileError) -> [String] {
        guard !path.isEmpty else { return try Folder.open(root).names(root, limit: limit) }
        return try Folder.open(root).descending(try steps(ofRelative: path), path).names(path, limit: limit)
    }

    /// When a file below a folder was last written, lock files aside; `nil` where there is none. Folders don't count:
    /// looking for a lock changes them.
    package static func newestChange(in root: String) throws(FileError) -> Instant? {
        var newest: Instant?
        for entry in try list(root) where entry.kind == .file && !entry.path.hasSuffix("lock") {
            let (parent, name) = try split("\(root)/\(entry.path)")
            guard let status = try Folder.open(parent).status(of: name, entry.path) else { continue }
            newest = max(newest ?? status.changed, status.changed)
        }
        return newest
    }

    private static func list(
        _ folder: borrowing Folder, in root: String, prefix: String, depth: Int, limit: Int,
        into entries: inout [FolderEntry]
    ) throws(FileError) {
        let path = prefix.isEmpty ? root : "\(root)/\(prefix.dropLast())"
        guard depth < maximumDepth else { throw FileError(.tooMany, at: path, "\(quoted(path)) is nested too deeply.") }
        for name in try folder.names(path, limit: limit) {
            guard entries.count < limit else {
                throw FileError(.tooMany, at: root, "\(quoted(root)) contains more than \(limit) files.")
            }
            let inner = "\(path)/\(name)"
            guard let found = try folder.status(of: name, inner) else { continue }
            entries.append(
                FolderEntry(path: prefix + name, kind: found.kind, size: found.kind == .file ? found.size : 0))
            if found.kind == .folder {
                try list(
                    try folder.subfolder(name, inner), in: root, prefix: prefix + name + "/", depth: depth + 1,
                    limit: limit,
                    into: &entries)
            }
        }
    }
}
