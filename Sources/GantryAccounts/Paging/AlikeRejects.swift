package import GantryConnectors
package import GantryEngine
internal import GantryJSON
package import GantryModel

extension Dataset {
    /// Requires that the records of a page aren't all unusable for one reason: then the description of the system is
    /// wrong, not the records.
    ///
    /// - Throws: `RunError.sourceIncomplete`, for datasets that a file describes.
    package func requireUsable(_ chunk: borrowing Chunk<R>) throws(RunError) {
        guard isDescribed, chunk.count >= 10, chunk.rejects.count == chunk.count, let first = chunk.rejects.first,
            chunk.rejects.allSatisfy({ $0.field == first.field && !$0.isLeftOut })
        else { return }
        let record = try? JSONTree(chunk.ranges.first.map { Array(chunk.bytes[$0]) } ?? [])
        // An entry by roles has the record as the server sent it.
        let sent = R.self == WorkEntry.self ? record?["source"] : record
        // Keys alone: what the records hold isn't shown.
        let keys = (sent?.members ?? []).map { singleLine($0.key, limit: 60) }
        let nearest = nearestWord(to: first.field, among: keys).map { " Did you mean \($0)?" } ?? ""
        throw RunError(
            .sourceIncomplete,
            "None of \(counted(chunk.count, "record")) of \(name) can be used: \(first.field) is \(first.found), expected \(first.expected)."
                + (keys.isEmpty ? "" : " The first has the keys \(listed(Array(keys.prefix(20)), "and")).\(nearest)"),
            advice:
                "Correct \(first.field) in the file that describes the system, or at the roles of the pipeline file.")
    }
}
