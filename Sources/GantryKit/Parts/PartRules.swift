internal import GantryConnectors
internal import GantryEngine
internal import GantryFormats
internal import GantryModel
internal import GantryOutputs
internal import GantryRuns

/// Takes every record of a part as it came: what it means shows only when all parts are together.
struct PartRules<R: DatasetRecord>: BatchRules, ~Copyable {
    private(set) var counts = BatchCounts()
    private(set) var repeatsWithinPages = 0
    var repeats: Int { 0 }
    var repeatedKeys: [String] { [] }

    mutating func check(_ chunk: consuming Chunk<R>) -> Checked<R> {
        let checked = Checked(chunk: chunk)
        let rejected = Set(checked.chunk.rejects.map(\.index))
        counts.fetched += checked.chunk.count
        let leftOut = checked.chunk.rejects.count(where: \.isLeftOut)
        counts.excluded += leftOut
        counts.rejected += rejected.count - leftOut
        counts.exported += checked.chunk.count - rejected.count
        if checked.chunk.page > 0 {
            var numbers: [Int64] = []
            for index in 0..<checked.chunk.count where !rejected.contains(index) {
                numbers.append(checked.chunk.number(of: checked.chunk.records[index].key))
            }
            numbers.sort()
            for index in numbers.indices.dropFirst() where numbers[index] == numbers[index - 1] {
                repeatsWithinPages += 1
            }
        }
        return checked
    }

    func idsToCompare() -> Set<Int64> { [] }
    func compare(_: Chunk<R>) {}
    func finalize() -> Never? { nil }
    static func names(of chunk: Chunk<R>) -> [UInt64] {
        chunk.names { UInt64(bitPattern: chunk.number(of: chunk.records[$0].key)) }
    }
    func summary() -> BatchCounts { counts }
}

/// A part has no files but what was fetched.
actor PartLanding<R: DatasetRecord>: BatchOutputs {
    private let place: RunDirectories
    private let name: String
    private let landing: LandingFile<R>

    init(_ name: String, place: RunDirectories, landing: LandingFile<R>) {
        self.name = name
        self.place = place
        self.landing = landing
    }

    func open(at _: [FileCheckpoint]) -> Bool { true }
    func startOver() {}
    func write(_: Checked<R>, from _: Int) {}
    func checkpoint() -> [FileCheckpoint] { [] }

    func seal(_ counts: BatchCounts) async throws -> StageResult {
        let mark = try await landing.finish()
        try await SealVerification(folder: place.data).verify([ReadBack(mark: mark, proof: .archive(.zstd))])
        return StageResult(name: name, counts: counts, files: [StageFile(mark)], totals: "{}")
    }
}
