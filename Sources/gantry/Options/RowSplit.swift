internal import ArgumentParser
internal import GantryImports

/// Reads `rows:8`: into how many parts a sheet is cut.
@Sendable func rowSplit(_ text: String) throws -> Int {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.first == "keys" {
        throw ValidationError(
            "A list of keys can't be split: the keys are no part of a run's name, so that all parts would be one run. Use a pipeline file for each part of the list."
        )
    }
    guard parts.count == 2, parts[0] == "rows", let count = Int(parts[1]), SheetParts.possibleCounts.contains(count)
    else {
        let most = SheetParts.possibleCounts
        throw ValidationError(
            "Expected rows: and a number from \(most.lowerBound) to \(most.upperBound), such as rows:8.")
    }
    return count
}
