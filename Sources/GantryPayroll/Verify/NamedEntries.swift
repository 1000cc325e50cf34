internal import GantryConnectors
internal import GantryFiles
internal import GantryModel
internal import GantryOutputs

/// What an archive has of entries that somebody names, and whose entries it holds.
package struct NamedEntries: Sendable {
    /// Those that are there.
    package private(set) var found: Set<Int64> = []
    /// Everybody with an entry.
    package private(set) var employees: Set<Int64> = []
    /// By the number of an entry that isn't there: the one that looks most like it, and its neighbours.
    package private(set) var nearest: [Int64: [Int64]] = [:]

    /// - Throws: `FileError`, or `RunError.landingDamaged` for a line that is not JSON.
    package init(_ wanted: Set<Int64>, in archive: SharedEntries.Archive) async throws {
        try await NamedEntries.each(archive) { entry in
            if wanted.contains(entry.id) { found.insert(entry.id) }
            employees.insert(entry.employeeID)
        }
        let missing = wanted.subtracting(found)
        guard !missing.isEmpty else { return }
        var looks: [Int64: Int64] = [:]
        var below: [Int64: Int64] = [:]
        var above: [Int64: Int64] = [:]
        try await NamedEntries.each(archive) { entry in
            for id in missing {
                if entry.id < id { below[id] = max(below[id] ?? entry.id, entry.id) }
                if entry.id > id { above[id] = min(above[id] ?? entry.id, entry.id) }
                let known = [looks[id], entry.id].compactMap { $0?.keyText }
                looks[id] = nearestWord(to: id.keyText, among: known).flatMap { Int64(key: $0) } ?? looks[id]
            }
        }
        for id in missing {
            var near: [Int64] = []
            for other in [looks[id], below[id], above[id]].compactMap(\.self) where !near.contains(other) {
                near.append(other)
            }
            nearest[id] = near
        }
    }

    /// The numbers of some employees' entries, by employee, whatever became of the entries.
    package static func of(
        _ employees: Set<Int64>, in archive: SharedEntries.Archive
    ) async throws -> [Int64: Set<Int64>] {
        var found: [Int64: Set<Int64>] = [:]
        try await each(archive) { entry in
            if employees.contains(entry.employeeID) { found[entry.employeeID, default: []].insert(entry.id) }
        }
        return found
    }

    private static func each(_ archive: SharedEntries.Archive, _ body: (WorkEntry) -> Void) async throws {
        let length = Int(try ReadFile.open(archive.path).size)
        let reader = try LandingReader(
            WorkEntry.dataset, path: archive.path, length: length, tail: [], compression: archive.compression)
        while let chunk = try await reader.next() {
            let rejected = Set(chunk.rejects.map(\.index))
            for (index, entry) in chunk.records.enumerated() where !rejected.contains(index) { body(entry) }
        }
    }
}
