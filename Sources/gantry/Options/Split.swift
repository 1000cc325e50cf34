internal import ArgumentParser
internal import GantryImports
internal import GantryRuns

/// How a run is cut into items.
enum Split: Equatable, Sendable {
    /// A sheet, by its rows.
    case rows(Int)
    /// An export, by pages or keys, for `gantry merge`.
    case parts(Int)
}

/// Reads `rows:8`, `pages:8` or `keys:8`.
@Sendable func readSplit(_ text: String) throws -> Split {
    let words = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let count = words.count == 2 ? Int(words[1]) : nil
    switch (words.first, count) {
    case ("rows", let count?) where SheetParts.possibleCounts.contains(count): return .rows(count)
    case ("pages", let count?) where count > 1 && PartNumber.possibleCounts.contains(count),
        ("keys", let count?) where count > 1 && PartNumber.possibleCounts.contains(count):
        return .parts(count)
    default:
        let most = SheetParts.possibleCounts
        throw ValidationError(
            "Expected rows: for a sheet, pages: or keys: for an export, and a number from \(most.lowerBound) to \(most.upperBound), such as rows:8."
        )
    }
}
