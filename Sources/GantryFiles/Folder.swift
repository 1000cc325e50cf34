internal import GantryModel
import Glibc

/// An open folder: names are looked up in it, so that its path can't be exchanged in the meantime.
///
/// `path` arguments of its methods are only shown in errors.
struct Folder: ~Copyable {
    let file: OpenFile

    /// Opens a folder by its path; links on the way are followed, since the way to a workspace is its owner's business.
    static func open(_ path: String) throws(FileError) -> Folder {
        try checkName(path)
        let number = repeated { unsafe Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard number >= 0 else { throw FileError(doing: "Opening the folder", path, errno) }
        return Folder(file: OpenFile(number: number))
    }

    func subfolder(_ name: String, _ path: String) throws(FileError) -> Folder {
        let number = repeated { unsafe openat(file.number, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) }
        guard number >= 0 else {
            let reason = errno
            // A link gives ENOTDIR here, which would be a misleading message.
            if reason == ENOTDIR || reason == ELOOP, let found = try status(of: name, path) {
                throw FileError(unexpected: found.kind, at: path, wanted: "a folder")
            }
            throw FileError(doing: "Opening the folder", path, reason)
        }
        return Folder(file: OpenFile(number: number))
    }

    /// The folder at the end of `steps`, no link followed on the way.
    func descending(_ steps: some Collection<String>, _ path: String) throws(FileError) -> Folder {
        guard let first = steps.first else { return try subfolder(".", path) }
        var folder = try subfolder(first, path)
        for step in steps.dropFirst() { folder = try folder.subfolder(step, path) }
        return folder
    }

    /// Opens a file in this folder, never through a link and never waiting for a pipe's other end.
    func openFile(_ name: String, flags: Int32, path: String) throws(FileError) -> OpenFile {
        let number = repeated { unsafe openat(file.number, name, flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600) }
        guard number >= 0 else {
            let reason = errno
            if [EEXIST, ELOOP, ENXIO].contains(reason), let found = try status(of: name, path), found.kind != .file {
                throw FileError(unexpected: found.kind, at: path, wanted: "a file")
            }
            throw FileError(doing: flags & O_CREAT == 0 ? "Opening" : "Creating", path, reason)
        }
        return OpenFile(number: number)
    }

    /// What has a name, or `nil` if nothing does. A link is not followed.
    func status(of name: String, _ path: String) throws(FileError) -> FileStatus? {
        var raw = stat()
        guard unsafe fstatat(file.number, name, &raw, AT_SYMLINK_NOFOLLOW) == 0 else {
            let reason = errno
            if reason == ENOENT { return nil }
            throw FileError(doing: "Looking at", path, reason)
        }
        return FileStatus(raw)
    }

    /// Removes a file that an interrupted run left behind. A missing file is fine; anything but a file of ours is
    /// refused.
    func removeLeftover(_ name: String, _ path: String) throws(FileError) {
        guard let found = try status(of: name, path) else { return }
        try found.requireOwnFile(path)
        try remove(name, isFolder: false, path)
    }

    func remove(_ name: String, isFolder: Bool, _ path: String) throws(FileError) {
        guard unsafe unlinkat(file.number, name, isFolder ? AT_REMOVEDIR : 0) == 0 || errno == ENOENT else {
            throw FileError(doing: "Removing", path, errno)
        }
    }

    /// Makes the names in this folder durable.
    func sync(_ path: String, _ calls: FileCalls) throws(FileError) {
        guard calls.sync(file.number) == 0 else { throw FileError(doing: "Syncing the folder", path, errno) }
    }

    /// The names in this folder but `.` and `..`, sorted by their bytes.
    func names(_ path: String, limit: Int) throws(FileError) -> [String] {
        var names: [String] = []
        try forEachName(path) { (name, bytes) throws(FileError) in
            guard let name else {
                throw FileError(
                    .unusableName, at: path,
                    "\(quoted(path)) contains a file whose name is not UTF-8: \(quoted(escaped(bytes))).",
                    advice: "Rename or remove it.")
            }
            guard names.count < limit else {
                throw FileError(.tooMany, at: path, "\(quoted(path)) contains more than \(limit) files.")
            }
            names.append(name)
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// The names in this folder that start so; those that are not UTF-8 are passed over.
    func names(startingWith prefix: String, _ path: String) throws(FileError) -> [String] {
        var names: [String] = []
        try forEachName(path) { (name, _) throws(FileError) in
            if let name, name.hasPrefix(prefix) { names.append(name) }
        }
        return names
    }

    /// Each name but `.` and `..` with its bytes, in any order; `nil` for one that is not UTF-8.
    private func forEachName(
        _ path: String, _ body: (String?, [UInt8]) throws(FileError) -> Void
    ) throws(FileError) {
        // A descriptor of its own, which the listing takes over, so that each listing starts at the front.
        let number = repeated { unsafe openat(file.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard number >= 0 else { throw FileError(doing: "Listing", path, errno) }
        guard let listing = unsafe fdopendir(number) else {
            let reason = errno
            _ = Glibc.close(number)
            throw FileError(doing: "Listing", path, reason)
        }
        defer { _ = unsafe closedir(listing) }
        while true {
            errno = 0
            guard let entry = unsafe readdir(listing) else {
                let reason = errno
                guard reason == 0 else { throw FileError(doing: "Listing", path, reason) }
                break
            }
            let bytes = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { raw in
                unsafe Array(raw.prefix { $0 != 0 })
            }
            let name = String(validating: bytes, as: UTF8.self)
            if name == "." || name == ".." { continue }
            try body(name, bytes)
        }
    }
}

/// A name that is not UTF-8 as a person can read it: `caf\xe9.csv`.
private func escaped(_ name: [UInt8]) -> String {
    name.map { byte in
        (0x20..<0x7F).contains(byte)
            ? String(UnicodeScalar(byte)) : "\\x" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16)
    }.joined()
}

/// Refuses what the system would silently cut short or resolve elsewhere.
func checkName(_ path: String) throws(FileError) {
    guard !path.isEmpty, !path.utf8.contains(0) else {
        throw FileError(.unusableName, at: path, "\(quoted(path)) can't be a file name.")
    }
}

/// The separator of names, as a byte: for Swift a slash with an accent after it is a different character.
private let slash = UInt8(ascii: "/")

/// A path as its folder (`.` when it names none) and its last name, which is neither `.` nor `..`.
func split(_ path: String) throws(FileError) -> (folder: String, name: String) {
    try checkName(path)
    var text = path.utf8[...]
    while text.count > 1, text.last == slash { text = text.dropLast() }
    let name: String
    let folder: String
    if let place = text.lastIndex(of: slash) {
        name = String(Substring(text[place...].dropFirst()))
        folder = place == text.startIndex ? "/" : String(Substring(text[..<place]))
    } else {
        name = String(Substring(text))
        folder = "."
    }
    guard !name.isEmpty, name != ".", name != ".." else {
        throw FileError(.unusableName, at: path, "\(quoted(path)) is not the path of a file or folder inside a folder.")
    }
    return (folder, name)
}

/// The names of a relative path that can't leave its root: no empty name, no `.`, no `..`, not absolute.
func steps(ofRelative path: String) throws(FileError) -> [String] {
    try checkName(path)
    let steps = path.utf8.split(separator: slash, omittingEmptySubsequences: false).map { String(Substring($0)) }
    guard steps.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." }) else {
        throw FileError(.unusableName, at: path, "\(quoted(path)) is not a plain relative path.")
    }
    return steps
}
