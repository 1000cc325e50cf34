package import GantryEngine
internal import GantryFiles
package import GantryModel

/// One output that grows chunk by chunk, side by side with others.
package protocol PartWriter<R>: Actor {
    associatedtype R: Record
    /// File name under `data/`.
    nonisolated var name: String { get }
    /// Opens the part at its mark; `nil` starts it.
    func open(at mark: FileCheckpoint?) throws
    func write(_ checked: Checked<R>, from first: Int) throws
    /// Adds what only the whole batch gives: exceptions that belong to no single record.
    func finish(_ notes: [ExceptionNote]) throws
    func checkpoint() throws -> FileCheckpoint
    func close() throws
}

/// What every part writer does with its file.
package struct Part {
    /// Small pages are gathered up to so many bytes, so that a write is worth its system call.
    private static let gathered = 128 << 10

    package let path: String
    package let name: String
    private var file: PartFile?
    private var pending: [UInt8] = []
    package var rows = 0

    /// Whether nothing has been appended yet.
    package var isEmpty: Bool { (file?.length ?? 0) == 0 && pending.isEmpty }

    package init(folder: String, name: String) {
        path = "\(folder)/\(name)"
        self.name = name
    }

    package mutating func open(at mark: FileCheckpoint?) throws {
        pending.removeAll(keepingCapacity: true)
        if let mark, let digest = ContentDigest(hex: mark.sha256) {
            file = try PartFile.resume(path, length: Int(mark.length), digest: digest)
            rows = mark.rows
        } else {
            file = try PartFile.create(path, replacingLeftover: true)
            rows = 0
        }
    }

    package mutating func append(_ bytes: Span<UInt8>) throws {
        if pending.isEmpty, bytes.count >= Part.gathered { return try file?.append(bytes) ?? () }
        unsafe bytes.withUnsafeBufferPointer { unsafe pending.append(contentsOf: $0) }
        if pending.count >= Part.gathered { try flush() }
    }

    private mutating func flush() throws {
        guard !pending.isEmpty else { return }
        try file?.append(pending.span)
        pending.removeAll(keepingCapacity: true)
    }

    package mutating func mark(tail: [UInt8] = [], sums: [String: String] = [:]) throws -> FileCheckpoint {
        guard let file else { return FileCheckpoint(name: name, length: 0, sha256: "") }
        try flush()
        try file.sync()
        return FileCheckpoint(
            name: name, length: Int64(file.length), sha256: try file.digest().description, tail: tail, rows: rows,
            sums: sums)
    }

    package mutating func close() throws {
        try flush()
        try file?.close()
        file = nil
    }
}
