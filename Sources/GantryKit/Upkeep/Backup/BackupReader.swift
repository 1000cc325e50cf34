internal import GantryEngine
internal import GantryFiles
internal import GantryFormats
internal import GantryJSON
internal import GantryModel

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
            if entry.name == BackupFile.sums { return try finish(entry) }
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

    private mutating func finish(_ entry: TarFormat.Entry) throws {
        // One line for each file that was read, so that no stated size decides how much memory is used.
        guard entry.size == digests.keys.reduce(0, { $0 + $1.utf8.count + 67 }) else {
            throw damaged("\(BackupFile.sums) doesn't list its files")
        }
        let text = try content(entry)
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
                file.kind == UInt8(ascii: "0"),
                let size = records["size"].map(StatedNumber.count) ?? file.size
            else { throw damaged("a header in it is damaged") }
            return TarFormat.Entry(name: records["path"] ?? file.name, size: size, kind: file.kind)
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
