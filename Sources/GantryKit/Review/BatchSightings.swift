internal import GantryEngine
internal import GantryFiles
internal import GantryJSON
internal import GantryModel
internal import GantryOutputs
internal import GantryRuns

/// What was seen of the payroll batches of a period, on disk: `batches/PIPELINE/PERIOD.jsonl` in the workspace. A step
/// can only be judged by the one before it, and the server keeps none.
struct BatchSightings {
    private let workspace: Workspace
    private let folder: String
    private let name: String

    init(_ workspace: Workspace, _ run: RunID) {
        self.workspace = workspace
        folder = "batches/\(run.pipeline)"
        name = "\(run.period).jsonl"
    }

    private var path: String { "\(workspace.path)/\(folder)/\(name)" }

    private struct Line {
        let batch: String
        let sighting: BatchReview.Sighting
    }

    /// Those of a batch, the newest last.
    func read(of batch: String) throws -> [BatchReview.Sighting] {
        try lines().compactMap { $0.batch == batch ? $0.sighting : nil }
    }

    /// Adds what was seen, unless it is what was seen last: the file is replaced as a whole.
    func add(_ sighting: BatchReview.Sighting, of batch: String, command: String) throws {
        try Folders.makePrivate(folder, under: workspace.path)
        let lock = try RunLock.acquire(
            in: "\(workspace.path)/\(folder)", name: workspace.lockName(name), command: command, now: Instant.now)
        if let document = try document(with: Line(batch: batch, sighting: sighting)) {
            try Publishing.writeDurably(document.span, to: path)
        }
        try lock.release()
    }

    /// The file with another line; `nil` where that says nothing new.
    private func document(with line: Line) throws -> [UInt8]? {
        let known = try lines()
        let last = known.last { $0.batch == line.batch }
        if let last, last.sighting.shows(line.sighting) { return nil }
        return (known + [line]).flatMap { BatchSightings.bytes(of: $0) }
    }

    private func lines() throws -> [Line] {
        try (ReadFile.ifExists(path) ?? []).split(separator: 0x0A).enumerated().map { index, line in
            guard let tree = try? JSONTree(Array(line)), let batch = tree["batch"]?.text,
                let status = tree["status"]?.text, let time = tree["time"]?.text.flatMap({ Instant($0) })
            else {
                throw RunError(
                    .unsupported, "\(path), line \(index + 1): not a state of a batch.",
                    advice: "Restore the file from a copy, or remove it: the states are then seen anew.")
            }
            return Line(
                batch: batch,
                sighting: BatchReview.Sighting(
                    time: time, status: status, hours: tree["hours"]?.nano.map(HoursSum.init(nano:)),
                    workers: tree["workers"]?.int))
        }
    }

    private static func bytes(of line: Line) -> [UInt8] {
        let sighting = line.sighting
        let tree = JSONTree.object([
            "batch": .string(line.batch), "status": .string(sighting.status),
            "hours": sighting.hours.map { .string($0.description) } ?? .null,
            "workers": sighting.workers.map { .integer($0) } ?? .null, "time": .string(sighting.time.description),
        ])
        return Array((tree.compact + "\n").utf8)
    }
}
