internal import GantryEngine

/// A file on a `MemoryDisk` that grows by complete frames of lines; an incomplete frame is kept as the tail.
struct MemoryPart {
    let disk: MemoryDisk
    let name: String
    /// The name in marks.
    let markName: String
    let linesPerFrame: Int
    private(set) var tail: [UInt8] = []
    private var tailLines = 0
    private(set) var rows = 0
    /// A running sum that only the mark remembers.
    private(set) var sum: Int64 = 0

    init(_ disk: MemoryDisk, _ name: String, markName: String, linesPerFrame: Int) {
        self.disk = disk
        self.name = name
        self.markName = markName
        self.linesPerFrame = linesPerFrame
    }

    mutating func start() {
        disk.create(name)
        tail = []
        tailLines = 0
        rows = 0
        sum = 0
    }

    /// Goes on at the mark; false when the file isn't what the mark says.
    mutating func open(at mark: FileCheckpoint) -> Bool {
        let length = Int(mark.length)
        guard let bytes = disk.contents(of: name), bytes.count >= length, testDigest(bytes[..<length]) == mark.sha256
        else {
            return false
        }
        disk.cut(name, to: length)
        tail = mark.tail
        tailLines = mark.tail.count { $0 == 0x0A }
        rows = mark.rows
        sum = mark.sums["units"].flatMap { Int64($0) } ?? 0
        return true
    }

    mutating func append(_ line: some Sequence<UInt8>, units: Int64 = 0) {
        tail.append(contentsOf: line)
        tailLines += 1
        rows += 1
        sum &+= units
        guard tailLines == linesPerFrame else { return }
        flush()
    }

    /// Makes what is held back a frame of its own.
    mutating func flush() {
        disk.append(tail, to: name)
        tail = []
        tailLines = 0
    }

    func checkpoint() -> FileCheckpoint {
        disk.sync(name)
        let bytes = disk.contents(of: name) ?? []
        return FileCheckpoint(
            name: markName, length: Int64(bytes.count), sha256: testDigest(bytes), tail: tail, rows: rows,
            sums: ["units": "\(sum)"])
    }
}
