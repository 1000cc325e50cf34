internal import GantryEngine
internal import GantryFiles
internal import GantryFormats
internal import GantryJSON
internal import GantryModel
internal import GantryRuns

/// The file of a backup: tar in Zstandard, which `tar --zstd` reads too.
///
/// First comes `gantry-backup.json`, then the files of the workspace below `workspace/`, and last `SHA256SUMS` with the digest of
/// every file before it.
enum BackupFile {
    static let format = "urn:gantry:backup:1"
    static let head = "gantry-backup.json"
    static let sums = "SHA256SUMS"
    static let root = "workspace/"
}

/// Writes a backup; nothing has its name before the last byte is durable.
final class BackupWriter {
    private static let frame = 4 << 20

    private let part: PartFile
    private let encoder: ZstdFrameEncoder
    private let time: Instant
    private var buffer: [UInt8] = []
    private var sums: [String] = []
    private(set) var files = 0
    private(set) var bytes: Int64 = 0

    init(_ path: String, time: Instant) throws {
        part = try PartFile.create("\(path).part", replacingLeftover: true)
        encoder = try ZstdFrameEncoder(ZstdSettings(level: 3) ?? .lines)
        self.time = time
    }

    /// Adds a small file.
    func add(_ name: String, _ content: [UInt8]) throws {
        try append(TarFormat.header(name, size: content.count, time: time) + content)
        try append(TarFormat.padding(after: content.count))
        sums.append("\(ContentHasher.digest(of: content.span))  \(name)\n")
    }

    /// Adds a file of the workspace, with the bytes that it has now.
    ///
    /// - Parameter name: its name in the workspace, where it is another one than the file's.
    func add(_ path: String, under root: String, as name: String? = nil) throws {
        guard !path.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) else {
            throw RunError(
                .unusableRun, "\(quoted(path)) has a line break in its name, which a backup can't hold.",
                advice: "Give it another name, or remove it: Gantry makes no such files.")
        }
        let file = try ReadFile.open(path, under: root)
        let name = BackupFile.root + (name ?? path)
        try append(TarFormat.header(name, size: file.size, time: time))
        var hasher = ContentHasher()
        var piece: [UInt8] = []
        var left = file.size
        while left > 0 {
            piece.removeAll(keepingCapacity: true)
            guard try file.read(appendingTo: &piece, atMost: min(left, 1 << 20)) > 0 else {
                throw RunError(
                    .verificationFailed, "\(root)/\(path) became shorter while it was read.",
                    advice: "Make the backup again when nothing else changes the workspace.", isRetryable: true)
            }
            hasher.update(piece.span)
            try append(piece)
            left -= piece.count
        }
        try append(TarFormat.padding(after: file.size))
        sums.append("\(hasher.digest())  \(name)\n")
        files += 1
        bytes += Int64(file.size)
    }

    /// Writes the digests and the end, and gives the file its name.
    func finish(as path: String) throws -> Int64 {
        let text = Array(sums.joined().utf8)
        try append(TarFormat.header(BackupFile.sums, size: text.count, time: time) + text)
        try append(TarFormat.padding(after: text.count) + TarFormat.end)
        try flush()
        try part.sync()
        let length = Int64(part.length)
        try part.close()
        try Publishing.publish(file: "\(path).part", to: path)
        return length
    }

    private func append(_ bytes: [UInt8]) throws {
        buffer += bytes
        if buffer.count >= BackupWriter.frame { try flush() }
    }

    private func flush() throws {
        guard !buffer.isEmpty else { return }
        let content = buffer
        buffer = []
        var frame: [UInt8] = []
        try encoder.encode(content.span, appendingTo: &frame)
        try part.append(frame.span)
    }
}

/// Reads a backup into a folder.
struct BackupReader {
    private let path: String
    private let decoder: ZstdFrameDecoder
    private var buffer: [UInt8] = []
    private var place = 0
    private var digests: [String: String] = [:]
    private(set) var files = 0
    private(set) var bytes: Int64 = 0

    init(_ path: String) throws {
        self.path = path
        decoder = try ZstdFrameDecoder(reading: ReadFile.open(path))
    }

    /// What the backup says about itself.
    /// - Throws: `RunError.verificationFailed` for anything but a backup of this version.
    mutating func readHead() throws -> JSONTree {
        guard let entry = try next(), entry.name == BackupFile.head, entry.size < 1 << 20 else {
            throw damaged("it doesn't begin with \(BackupFile.head)")
        }
        let bytes = try content(entry)
        let tree = try? JSONTree(bytes)
        guard let tree, tree["format"]?.text == BackupFile.format else {
            throw damaged("its format isn't \(BackupFile.format)")
        }
        return tree
    }

    /// Writes every file below a folder, and compares each with its digest.
    /// - Throws: `RunError.verificationFailed` where the backup is damaged.
    mutating func extract(to folder: String) throws {
        var made: Set<String> = []
        while let entry = try next() {
            if entry.name == BackupFile.sums { return try finish(content(entry)) }
            guard entry.name.hasPrefix(BackupFile.root) else {
                throw damaged("it has an entry \(singleLine(entry.name))")
            }
            let name = String(entry.name.dropFirst(BackupFile.root.count))
            if let slash = name.lastIndex(of: "/"), made.insert(String(name[..<slash])).inserted {
                try Folders.makePrivate(String(name[..<slash]), under: folder)
            }
            try write(entry, to: "\(folder)/\(name)")
        }
        throw damaged("it ends without \(BackupFile.sums)")
    }

    private mutating func write(_ entry: TarFormat.Entry, to target: String) throws {
        guard
            !entry.name.split(separator: "/", omittingEmptySubsequences: false).contains(where: {
                ["", ".", ".."].contains($0)
            })
        else { throw damaged("it has an entry \(singleLine(entry.name))") }
        let part = try PartFile.create(target)
        var left = entry.size
        while left > 0 {
            let piece = try take(min(left, 1 << 20))
            try part.append(piece.span)
            left -= piece.count
        }
        digests[entry.name] = try part.digest().description
        try part.sync()
        try part.close()
        try skipPadding(after: entry.size)
        files += 1
        bytes += Int64(entry.size)
    }

    private mutating func finish(_ text: [UInt8]) throws {
        var listed: [String: String] = [:]
        for line in String(decoding: text, as: UTF8.self).split(separator: "\n") {
            listed[String(line.dropFirst(66))] = String(line.prefix(64))
        }
        guard listed == digests else {
            let names = Set(listed.keys).union(digests.keys).sorted().filter { listed[$0] != digests[$0] }
            throw damaged("these differ from \(BackupFile.sums): \(names.prefix(5).joined(separator: ", "))")
        }
        guard try take(TarFormat.end.count) == TarFormat.end else { throw damaged("its end is missing") }
        // The last frame is proven only by its end.
        guard try decoder.read(appendingTo: &buffer, atMost: 1) == 0, place == buffer.count else {
            throw damaged("something follows its end")
        }
    }

    private mutating func content(_ entry: TarFormat.Entry) throws -> [UInt8] {
        let bytes = try take(entry.size)
        try skipPadding(after: entry.size)
        if entry.name == BackupFile.head { digests[entry.name] = ContentHasher.digest(of: bytes.span).description }
        return bytes
    }

    /// The next file; `nil` at the end.
    private mutating func next() throws -> TarFormat.Entry? {
        let block = try take(TarFormat.blockSize)
        guard block.contains(where: { $0 != 0 }) else { return nil }
        guard let entry = TarFormat.entry(block[...]) else { throw damaged("a header in it is damaged") }
        switch entry.kind {
        case UInt8(ascii: "0"): return entry
        case UInt8(ascii: "x") where entry.size < 1 << 20:
            let bytes = try take(entry.size)
            try skipPadding(after: entry.size)
            guard let records = TarFormat.records(bytes),
                let file = TarFormat.entry(try take(TarFormat.blockSize)[...]),
                file.kind == UInt8(ascii: "0")
            else { throw damaged("a header in it is damaged") }
            return TarFormat.Entry(
                name: records["path"] ?? file.name, size: records["size"].flatMap { Int($0) } ?? file.size,
                kind: file.kind)
        default: throw damaged("it has an entry that is no file")
        }
    }

    private mutating func skipPadding(after size: Int) throws { _ = try take(TarFormat.padding(after: size).count) }

    /// Exactly so many bytes.
    private mutating func take(_ count: Int) throws -> [UInt8] {
        while buffer.count - place < count {
            if place > 1 << 22 {
                buffer.removeFirst(place)
                place = 0
            }
            guard try decoder.read(appendingTo: &buffer, atMost: 1 << 20) > 0 else {
                throw damaged("it ends too early")
            }
        }
        defer { place += count }
        return Array(buffer[place..<place + count])
    }

    private func damaged(_ why: String) -> RunError {
        RunError(
            .verificationFailed, "\(singleLine(path, limit: 4_000)) is not a whole backup of a workspace: \(why).",
            advice: "Nothing was restored. Take another copy of it.")
    }
}
