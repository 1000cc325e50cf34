internal import GantryModel

/// What of a list is worth comparing with.
extension Chunk {
    private var spoiled: Set<Int> { Set(rejects.map(\.index)) }

    /// The records that could be read. One that could not has values that nobody gave it.
    var usable: [R] {
        guard !rejects.isEmpty else { return records }
        let spoiled = spoiled
        return records.indices.filter { !spoiled.contains($0) }.map { records[$0] }
    }

    /// How many records could not be read.
    var spoiledCount: Int { spoiled.count }
}

/// Why it can't be told that something is missing from a list of which records could not be read.
func hiddenRecords(_ count: Int, _ things: String) -> String {
    "The server's list has \(count) \(things) that can't be read; what was sent may be among them."
}
