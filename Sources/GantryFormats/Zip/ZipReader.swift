internal import CMinizip
internal import GantryFiles
internal import GantryModel
internal import Glibc

/// Unpacks a zip file that somebody sent: nothing in it is trusted.
///
/// It owns minizip's handle, and belongs to one task.
@safe public final class ZipReader {
    private let path: String
    private let handle: unzFile

    /// The most files that are unpacked.
    private static let mostFiles = 600_000
    /// A file of text becomes at most so many times smaller; zeros, a thousand times.
    private static let mostGrowth = 100
    /// What any zip file may unpack to.
    private static let littleSpace = 64 << 20
    private static let longestName = 1_024

    /// - Throws: `ZipError` where it is no zip file, or one that is cut short; `FileError` where it can't be read.
    public init(_ path: String) throws {
        self.path = path
        guard try Self.isWhole(path) else {
            throw ZipError.damaged(path, "it is no zip file, it is cut short, or something follows its end")
        }
        guard let opened = unsafe unzOpen64(path) else { throw ZipError.damaged(path, "it is no zip file") }
        unsafe handle = unsafe opened
    }

    /// Whether the record at the end of every zip file ends where the file does: 22 bytes, the last two of which say
    /// how long a comment follows. Readers of zip files pass over what is missing of it.
    private static func isWhole(_ path: String) throws -> Bool {
        let size = try ReadFile.open(path).size
        let file = try ReadFile.open(path, from: max(0, size - 22 - Int(UInt16.max)))
        var end: [UInt8] = []
        while try file.read(appendingTo: &end, atMost: 1 << 17) > 0 {}
        for at in stride(from: end.count - 22, through: 0, by: -1)
        where end[at] == 0x50 && end[at + 1] == 0x4B && end[at + 2] == 5 && end[at + 3] == 6 {
            return at + 22 + Int(end[at + 20]) + Int(end[at + 21]) << 8 == end.count
        }
        return false
    }

    deinit { _ = unsafe unzClose(handle) }

    private struct Entry {
        let name: String
        let size: Int
        var isFolder: Bool { name.hasSuffix("/") }
    }

    /// Unpacks everything into an empty private folder. All names and sizes are looked at before anything is written.
    ///
    /// - Parameter isStopped: asked often; true ends it.
    /// - Returns: the names of the files, in the order of the zip file.
    /// - Throws: `ZipError`, `FileError`, `CancellationError`.
    public func unpack(into folder: String, isStopped: () -> Bool = { false }) throws -> [String] {
        let entries = try entries()
        let files = entries.filter { !$0.isFolder }
        let total = files.reduce(0) { $0 + $1.size }
        let packed = try ReadFile.open(path).size
        guard total <= max(packed.multipliedReportingOverflow(by: Self.mostGrowth).partialValue, Self.littleSpace)
        else {
            throw ZipError.tooLarge(
                path, "its \(packed) bytes would become \(total), more than \(Self.mostGrowth) times as many")
        }
        let free = try Self.freeBytes(folder)
        guard total < free else {
            throw ZipError.tooLarge(path, "it needs \(total) bytes in \(quoted(folder)), where \(free) are free")
        }
        guard unsafe unzGoToFirstFile(handle) == UNZ_OK else { throw ZipError.damaged(path, "it is empty") }
        for (index, entry) in entries.enumerated() {
            if index > 0, unsafe unzGoToNextFile(handle) != UNZ_OK {
                throw ZipError.damaged(path, "its list of files ends early")
            }
            if !entry.isFolder { try write(entry, into: folder, isStopped) }
        }
        return files.map(\.name)
    }

    /// The names of its files, in the order of the zip file.
    package func names() throws(ZipError) -> [String] { try entries().filter { !$0.isFolder }.map(\.name) }

    private func write(_ entry: Entry, into folder: String, _ isStopped: () -> Bool) throws {
        let parents = entry.name.split(separator: "/").dropLast().joined(separator: "/")
        if !parents.isEmpty { try Folders.makePrivate(parents, under: folder) }
        let file = try PartFile.create("\(folder)/\(entry.name)")
        guard unsafe unzOpenCurrentFile(handle) == UNZ_OK else {
            throw ZipError.damaged(path, "\(quoted(entry.name)) is packed in a way that isn't known")
        }
        while true {
            guard !isStopped() else { throw CancellationError() }
            var result: Int32 = 0
            let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 256 << 10) { buffer, count in
                result = unsafe unzReadCurrentFile(handle, buffer.baseAddress, UInt32(buffer.count))
                count = max(Int(result), 0)
            }
            guard result >= 0, file.length + bytes.count <= entry.size else {
                throw ZipError.damaged(path, "the bytes of \(quoted(entry.name)) are damaged")
            }
            if result == 0 { break }
            try file.append(bytes.span)
        }
        guard unsafe unzCloseCurrentFile(handle) == UNZ_OK, file.length == entry.size else {
            throw ZipError.damaged(path, "the checksum of \(quoted(entry.name)) differs")
        }
        try file.close()
    }

    // MARK: The list of files

    private func entries() throws(ZipError) -> [Entry] {
        var about = unz_global_info64()
        guard unsafe unzGetGlobalInfo64(handle, &about) == UNZ_OK else {
            throw .damaged(path, "it has no list of files")
        }
        guard about.number_entry <= UInt64(Self.mostFiles) else {
            throw .tooLarge(path, "it has \(about.number_entry) files, and at most \(Self.mostFiles) are unpacked")
        }
        var entries: [Entry] = []
        var seen: Set<String> = []
        var found = unsafe unzGoToFirstFile(handle)
        while found == UNZ_OK {
            let entry = try entry()
            guard entries.count < Self.mostFiles, seen.insert(entry.name).inserted else {
                throw .unsafe(path, named: entry.name, "is there twice")
            }
            entries.append(entry)
            found = unsafe unzGoToNextFile(handle)
        }
        guard found == UNZ_END_OF_LIST_OF_FILE, !entries.isEmpty else {
            throw .damaged(path, "its list of files can't be read")
        }
        return entries
    }

    /// The one that is looked at, if it may be unpacked.
    private func entry() throws(ZipError) -> Entry {
        var about = unz_file_info64()
        var name = [CChar](repeating: 0, count: Self.longestName + 1)
        guard
            unsafe unzGetCurrentFileInfo64(handle, &about, &name, UInt(Self.longestName), nil, 0, nil, 0) == UNZ_OK,
            about.size_filename > 0, about.size_filename <= UInt(Self.longestName)
        else { throw .damaged(path, "a name in its list of files can't be read") }
        let bytes = name.prefix(Int(about.size_filename)).map { UInt8(bitPattern: $0) }
        // Windows writes the letters of its consoles without saying so (APPNOTE.TXT, 4.4.4, bit 11).
        let text = String(validating: bytes, as: UTF8.self) ?? CodePage850.text(bytes)
        guard Self.isPlain(text), !bytes.contains(0) else {
            throw .unsafe(path, named: text, "has a name that isn't used")
        }
        guard about.flag & 1 == 0 else { throw .unsafe(path, named: text, "is encrypted") }
        let kind = about.external_fa >> 16 & 0o170000
        guard [0, 0o100000, 0o040000].contains(kind) else { throw .unsafe(path, named: text, "is no file") }
        // A sum of these can't overflow.
        guard about.uncompressed_size <= 1 << 40 else { throw .tooLarge(path, "\(quoted(text)) in it is too large") }
        return Entry(name: text, size: Int(about.uncompressed_size))
    }

    /// Whether a name stays in the folder, on every system. One slash at its end says that it is a folder.
    private static func isPlain(_ name: String) -> Bool {
        let steps = (name.hasSuffix("/") ? name.dropLast() : name[...])
            .split(separator: "/", omittingEmptySubsequences: false)
        return steps.count <= 16
            && steps.allSatisfy { step in
                !step.isEmpty && step != "." && step != ".." && step.utf8.count <= 255
                    && step.unicodeScalars.allSatisfy {
                        $0.value >= 0x20 && $0 != "\\" && $0 != ":" && $0.value != 0x7F
                    }
            }
    }

    private static func freeBytes(_ folder: String) throws -> Int {
        var status = statvfs()
        guard unsafe statvfs(folder, &status) == 0 else { return .max }
        return Int(status.f_bavail) * Int(status.f_frsize)
    }
}
