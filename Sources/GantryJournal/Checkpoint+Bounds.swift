internal import GantryEngine
internal import GantryModel

extension Checkpoint {
    /// Whether its numbers are ones that a run can reach, so that going on from them overflows nothing.
    var isBounded: Bool {
        let counts = counts ?? BatchCounts()
        let numbers = [
            nextPage, pageSize, usualPageSize ?? 0, statedTotal ?? 0, repeatsWithinPages ?? 0, records, written,
            counts.fetched, counts.exported, counts.held, counts.repeats, counts.rejected, counts.excluded,
        ]
        return (numbers + ([landing] + parts).flatMap { [$0.rows, Int($0.length)] }).allSatisfy {
            (0...StatedNumber.mostCount).contains($0)
        }
    }
}
