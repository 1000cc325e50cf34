internal import GantryEngine
internal import GantryFiles
internal import GantryFormats
internal import GantryModel

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
