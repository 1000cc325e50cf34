internal import GantryConnectors
internal import GantryEngine
internal import GantryFiles
package import GantryFormats
internal import GantryJSON
package import GantryModel
package import GantryOutputs

/// The entries of an export: its archive, and the list that says which of them are held.
package struct ExportedEntries: Sendable {
    private let archive: String
    private let compression: ArchiveCompression
    private let held: Set<Int64>
    /// Numbers under which there are different entries, none of which is exported.
    private let conflicting: Set<Int64>

    /// - Parameters:
    ///   - folder: The export folder, with `data` in it.
    ///   - exceptions: The list of exceptions; `nil` where nothing is held.
    package init(
        folder: String, archive: String, compression: ArchiveCompression,
        exceptions: (name: String, dialect: CSVDialect)?
    ) throws {
        self.archive = "\(folder)/data/\(archive)"
        self.compression = compression
        let list = try exceptions.map {
            try VerifiedExceptions("data/\($0.name)", under: folder, dialect: $0.dialect, layout: .payroll)
        }
        func key(_ cell: String) -> Int64? { exceptions?.dialect.unguarded(cell).flatMap { Int64(key: $0) } }
        held = Set((list?.held.keys ?? [:].keys).compactMap(key))
        conflicting = Set((list?.conflicting ?? []).compactMap(key))
    }

    /// - Throws: `RunError.unusableRun` where the export doesn't hold what that takes.
    package init(_ folder: ExportFolder) throws {
        let exceptions = folder.file(ExceptionsFormat.name)
        guard let archive = folder.file("archive"), let compression = archive.compression,
            exceptions != nil || folder.totals["counts"]?["held"]?.int == 0
        else {
            throw RunError(
                .unusableRun, "\(folder.path) has no archive of its entries with a list of exceptions.",
                advice: "Only an export with both can be corrected.")
        }
        try self.init(
            folder: folder.path, archive: archive.name, compression: compression,
            exceptions: exceptions.map { ($0.name, $0.dialect) })
    }

    /// Gives every exported entry once, in the order of the archive.
    ///
    /// - Parameter wanted: The numbers that are asked for; `nil` for all.
    private func each(_ wanted: Set<Int64>? = nil, _ body: (PaidEntry) -> Void) async throws {
        let reader = try LandingReader(
            WorkEntry.dataset, path: archive, length: Int(ReadFile.open(archive).size), tail: [],
            compression: compression,
            only: wanted.flatMap { WorkEntry.dataset.lines(ofNumbers: $0) })
        var seen = RecordIDSet()
        while let chunk = try await reader.next() {
            let rejected = Set(chunk.rejects.map(\.index))
            for (index, entry) in chunk.records.enumerated() where !rejected.contains(index) {
                guard wanted?.contains(entry.id) ?? true, !conflicting.contains(entry.id), seen.insert(entry.id),
                    !held.contains(entry.id)
                else { continue }
                body(PaidEntry(entry))
            }
        }
    }

    /// The numbers of all exported entries.
    package func ids() async throws -> EntryNumbers {
        var ids: [Int64] = []
        try await each { ids.append($0.id) }
        return EntryNumbers(ids)
    }

    /// Every exported entry by its number, with a hash of what pay depends on.
    private func marks() async throws -> [(id: Int64, hash: Int)] {
        var marks: [(id: Int64, hash: Int)] = []
        try await each { marks.append(($0.id, $0.hashValue)) }
        return marks.sorted { $0.id < $1.id }
    }

    /// Those of the numbers that are exported.
    package func values(of numbers: Set<Int64>) async throws -> [Int64: PaidEntry] {
        var found: [Int64: PaidEntry] = [:]
        if !numbers.isEmpty { try await each(numbers) { found[$0.id] = $0 } }
        return found
    }

    /// The entries that are exported now and weren't then, were and aren't, or were with other values; by employee, day
    /// and number.
    ///
    /// Memory follows the number of entries with 32 bytes each, and what differs.
    package static func differences(
        from old: ExportedEntries, to new: ExportedEntries
    ) async throws -> [EntryDifference] {
        async let before = old.marks()
        async let now = new.marks()
        let (gone, come) = try await differing(before, now)
        async let then = old.values(of: gone)
        let values = try await new.values(of: come)
        let known = try await then
        return gone.union(come).compactMap { id in
            EntryDifference(
                old: known[id], new: values[id], wasHeld: known[id] == nil && old.held.contains(id),
                isHeld: values[id] == nil && new.held.contains(id))
        }.sorted { $0.order < $1.order }
    }

    /// The exported hours of some employees by day.
    /// - Parameter apart: days whose entries are kept one by one.
    package func days(of employees: Set<Int64>, apart: Set<EmployeeDay>) async throws -> [Int64: [CivilDate: PaidDay]] {
        var days: [Int64: [CivilDate: PaidDay]] = [:]
        guard !employees.isEmpty else { return days }
        try await each { entry in
            guard employees.contains(entry.employee) else { return }
            let isApart = apart.contains(EmployeeDay(employeeID: entry.employee, date: entry.date))
            days[entry.employee, default: [:]][entry.date, default: PaidDay()].add(entry, isApart: isApart)
        }
        return days
    }

    /// The numbers of each side that the other doesn't have, or has with another hash. Both are in order.
    private static func differing(
        _ old: [(id: Int64, hash: Int)], _ new: [(id: Int64, hash: Int)]
    ) -> (old: Set<Int64>, new: Set<Int64>) {
        var gone: Set<Int64> = []
        var come: Set<Int64> = []
        var (a, b) = (0, 0)
        while a < old.count || b < new.count {
            if b == new.count || a < old.count && old[a].id < new[b].id {
                gone.insert(old[a].id)
                a += 1
            } else if a == old.count || new[b].id < old[a].id {
                come.insert(new[b].id)
                b += 1
            } else {
                if old[a].hash != new[b].hash {
                    gone.insert(old[a].id)
                    come.insert(new[b].id)
                }
                a += 1
                b += 1
            }
        }
        return (gone, come)
    }
}
