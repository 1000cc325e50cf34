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
    fileprivate func each(_ body: (Int64, Values) -> Void) async throws {
        let reader = try LandingReader<WorkEntry>(
            path: archive, length: Int(ReadFile.open(archive).size), tail: [], compression: compression)
        var seen = RecordIDSet()
        while let chunk = try await reader.next() {
            let rejected = Set(chunk.rejects.map(\.index))
            for (index, entry) in chunk.records.enumerated() where !rejected.contains(index) {
                guard !conflicting.contains(entry.id), seen.insert(entry.id), !held.contains(entry.id) else { continue }
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

    /// What is exported now and wasn't then, was and isn't, or was with other values; by employee, day and entry.
    ///
    /// Memory follows the number of entries with a few bytes each, and what differs.
    package static func changes(from old: ExportedEntries, to new: ExportedEntries) async throws -> [EntryChange] {
        var known: [Int64: Int] = [:]
        try await old.each { id, values in known[id] = values.hashValue }
        var changed: [Int64: Values] = [:]
        var rows: [EntryChange] = []
        try await new.each { id, values in
            guard let before = known.removeValue(forKey: id) else {
                rows.append(
                    EntryChange(
                        .late, entry: id, employee: values.employee, date: values.date, field: EntryChange.hours,
                        old: "", new: values.hours))
                return
            }
            if before != values.hashValue { changed[id] = values }
        }
        if !known.isEmpty || !changed.isEmpty {
            try await old.each { id, before in
                if known[id] != nil {
                    rows.append(
                        EntryChange(
                            .vanished, entry: id, employee: before.employee, date: before.date,
                            field: EntryChange.hours,
                            old: before.hours, new: ""))
                } else if let now = changed[id] {
                    for (was, field) in zip(before.fields, now.fields) where was.value != field.value {
                        rows.append(
                            EntryChange(
                                .changedAfterSigning, entry: id, employee: now.employee, date: now.date,
                                field: field.name, old: was.value, new: field.value))
                    }
                }
            }
        }
        return rows.sorted {
            ($0.employee, $0.date ?? CivilDate(daysSince1970: 0), $0.entry ?? 0)
                < ($1.employee, $1.date ?? CivilDate(daysSince1970: 0), $1.entry ?? 0)
        }
    }
}
