public import GantryEngine
internal import GantryModel

/// Outputs on a `MemoryDisk`: exported records, held and repeated ones, rejects, and the summary once it is sealed.
///
/// It verifies nothing: a test sees in the published files what the run did.
public actor MemoryOutputs<Summary: Sendable & CustomStringConvertible>: BatchOutputs {
    /// The outputs hold test entries, written as lines.
    public typealias R = TestEntry

    /// The folder of unfinished files on the disk.
    public static var parts: String { "parts/" }
    /// The folder of published files.
    public static var export: String { "export/" }

    private let disk: MemoryDisk
    private let faults: Faults
    private var exported: MemoryPart
    private var held: MemoryPart
    private var rejects: MemoryPart

    private let counts: @Sendable (Summary) -> BatchCounts

    /// - Parameter counts: what the result of the stage counts, taken from the summary.
    public init(
        _ disk: MemoryDisk, faults: Faults = Faults(), counts: @escaping @Sendable (Summary) -> BatchCounts
    ) {
        self.disk = disk
        self.faults = faults
        self.counts = counts
        exported = MemoryPart(disk, "parts/exported", markName: "exported", linesPerFrame: 4)
        held = MemoryPart(disk, "parts/held", markName: "held", linesPerFrame: 1)
        rejects = MemoryPart(disk, "parts/rejects", markName: "rejects", linesPerFrame: 3)
    }

    /// Starts over without marks, or cuts the three parts to theirs; false if one of them can't be cut.
    public func open(at marks: [FileCheckpoint]) throws -> Bool {
        try faults.around("outputs.open") {
            guard !marks.isEmpty else {
                start()
                return true
            }
            func mark(_ name: String) -> FileCheckpoint? { marks.first { $0.name == name } }
            guard let first = mark("exported"), let second = mark("held"), let third = mark("rejects") else {
                return false
            }
            return exported.open(at: first) && held.open(at: second) && rejects.open(at: third)
        }
    }

    /// Empties the three parts.
    public func startOver() throws { try faults.around("outputs.startOver") { start() } }

    private func start() {
        exported.start()
        held.start()
        rejects.start()
    }

    /// Writes each record to the part that its verdict names; excluded records are in none.
    public func write(_ checked: Checked<TestEntry>, from first: Int) throws {
        try faults.around("outputs.write") {
            for index in first..<checked.chunk.count {
                let line = checked.chunk.line(index)
                switch checked.verdicts[index] {
                case .exported: exported.append(line, units: checked.chunk.records[index].units)
                case .held: held.append(Array("held ".utf8) + line)
                case .repeated: held.append(Array("repeated ".utf8) + line)
                case .excluded: break
                case .rejected: rejects.append(Array("\(checked.chunk.firstOrdinal + index): ".utf8) + line)
                }
            }
        }
    }

    /// The marks of `exported`, `held` and `rejects`, after a sync.
    public func checkpoint() throws -> [FileCheckpoint] {
        try faults.around("outputs.checkpoint") { [exported.checkpoint(), held.checkpoint(), rejects.checkpoint()] }
    }

    /// Appends the totals, copies the parts to the bag and writes the summary there; the parts stay.
    public func seal(_ summary: Summary) throws -> StageResult {
        try faults.around("outputs.seal") {
            exported.append(Array("rows \(exported.rows), units \(exported.sum)\n".utf8))
            exported.flush()
            held.flush()
            rejects.flush()
            var digests = ""
            for (name, part) in [("exported", exported), ("held", held), ("rejects", rejects)] {
                let bytes = disk.contents(of: part.name) ?? []
                disk.create("bag/" + name)
                disk.append(bytes, to: "bag/" + name)
                disk.sync("bag/" + name)
                digests += testDigest(bytes)
            }
            disk.create("bag/summary")
            disk.append(Array("\(summary)\n".utf8), to: "bag/summary")
            disk.sync("bag/summary")
            return StageResult(
                name: "records", counts: counts(summary), files: [], totals: testDigest((digests + "\(summary)").utf8))
        }
    }
}
