internal import GantryConnectors
internal import GantryEngine
internal import GantryFiles
package import GantryFormats
package import GantryJSON
internal import GantryModel
internal import GantryOutputs

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
        held = Set((list?.held.keys ?? [:].keys).compactMap { Int64($0) })
        conflicting = Set((list?.conflicting ?? []).compactMap { Int64($0) })
    }

    /// - Parameter totals: Those of the export folder.
    /// - Throws: `RunError.unusableRun` where the export doesn't hold what that takes.
    package init(folder: String, totals: JSONTree) throws {
        let files = totals["files"]?.list ?? []
        func file(_ format: String) -> JSONTree? { files.first { $0["format"]?.text == format } }
        let archive = file("archive")
        let exceptions = file(ExceptionsFormat.name)
        guard let name = archive?["file"]?.text,
            let compression = ArchiveCompression(rawValue: archive?["compression"]?.text ?? ""),
            exceptions != nil || totals["counts"]?["held"]?.int == 0
        else {
            throw RunError(
                .unusableRun, "\(folder) has no archive of its entries with a list of exceptions.",
                advice: "Only an export with both can be corrected.")
        }
        try self.init(
            folder: folder, archive: name, compression: compression,
            exceptions: exceptions?["file"]?.text.map {
                ($0, CSVDialect.named(exceptions?["dialect"]?.text ?? "") ?? .machine)
            })
    }

    /// What pay depends on.
    fileprivate struct Values: Equatable, Hashable {
        var employee: Int64
        var date: CivilDate
        var normal: Hours
        var overtime: Hours
        var weekend: Hours
        var project: Int64?

        init(_ entry: WorkEntry) {
            employee = entry.employeeID
            date = entry.workDate
            normal = entry.normalHours
            overtime = entry.overtimeHours
            weekend = entry.weekendHours
            project = entry.projectID
        }

        var hours: String { "\(normal + overtime + weekend)" }

        /// The fields as pipeline files name them.
        var fields: [(name: String, value: String)] {
            [
                ("employeeId", "\(employee)"), ("workDate", "\(date)"), ("normalHours", "\(normal)"),
                ("overtimeHours", "\(overtime)"), ("weekendHours", "\(weekend)"),
                ("projectId", project.map { "\($0)" } ?? ""),
            ]
        }
    }

    /// Gives every exported entry once, in the order of the archive.
    ///
    /// - Parameter wanted: The numbers that are asked for; `nil` for all.
    private func each(_ wanted: Set<Int64>? = nil, _ body: (Int64, Values) -> Void) async throws {
        let reader = try LandingReader<WorkEntry>(
            path: archive, length: Int(ReadFile.open(archive).size), tail: [], compression: compression,
            only: wanted.flatMap { WorkEntry.lines(ofNumbers: $0) })
        var seen = RecordIDSet()
        while let chunk = try await reader.next() {
            let rejected = Set(chunk.rejects.map(\.index))
            for (index, entry) in chunk.records.enumerated() where !rejected.contains(index) {
                guard wanted?.contains(entry.id) ?? true, !conflicting.contains(entry.id), seen.insert(entry.id),
                    !held.contains(entry.id)
                else { continue }
                body(entry.id, Values(entry))
            }
        }
    }

    /// The numbers of all exported entries.
    package func ids() async throws -> Set<Int64> {
        var ids: Set<Int64> = []
        try await each { id, _ in ids.insert(id) }
        return ids
    }

    /// Every exported entry by its number, with a hash of what pay depends on.
    private func marks() async throws -> [(id: Int64, hash: Int)] {
        var marks: [(id: Int64, hash: Int)] = []
        try await each { marks.append(($0, $1.hashValue)) }
        return marks.sorted { $0.id < $1.id }
    }

    private func values(of numbers: Set<Int64>) async throws -> [Int64: Values] {
        var found: [Int64: Values] = [:]
        if !numbers.isEmpty { try await each(numbers) { found[$0] = $1 } }
        return found
    }

    /// What is exported now and wasn't then, was and isn't, or was with other values; by employee, day and entry.
    ///
    /// Memory follows the number of entries with 32 bytes each, and what differs.
    package static func changes(from old: ExportedEntries, to new: ExportedEntries) async throws -> [EntryChange] {
        async let before = old.marks()
        async let now = new.marks()
        let (gone, come) = try await differing(before, now)
        async let then = old.values(of: gone)
        let values = try await new.values(of: come)
        var rows: [EntryChange] = []
        for (id, before) in try await then {
            guard let now = values[id] else {
                rows.append(
                    EntryChange(
                        .vanished, entry: id, employee: before.employee, date: before.date, field: EntryChange.hours,
                        old: before.hours, new: ""))
                continue
            }
            for (was, field) in zip(before.fields, now.fields) where was.value != field.value {
                rows.append(
                    EntryChange(
                        .changedAfterSigning, entry: id, employee: now.employee, date: now.date, field: field.name,
                        old: was.value, new: field.value))
            }
        }
        for (id, now) in values where !gone.contains(id) {
            rows.append(
                EntryChange(
                    .late, entry: id, employee: now.employee, date: now.date, field: EntryChange.hours, old: "",
                    new: now.hours))
        }
        return rows.sorted {
            ($0.employee, $0.date ?? CivilDate(daysSince1970: 0), $0.entry ?? 0, $0.field)
                < ($1.employee, $1.date ?? CivilDate(daysSince1970: 0), $1.entry ?? 0, $1.field)
        }
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
