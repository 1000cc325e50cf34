internal import GantryConnectors
internal import GantryEngine
internal import GantryFiles
internal import GantryFormats
package import GantryModel
package import GantryOutputs

/// Work entries that several archives hold.
package enum SharedEntries {
    /// An archive of work entries.
    package struct Archive: Sendable {
        let path: String
        let compression: ArchiveCompression

        /// That of an export; `nil` where it keeps none.
        package init?(of folder: ExportFolder) {
            guard let file = folder.file("archive"), !file.name.contains("/"), let compression = file.compression else {
                return nil
            }
            (path, self.compression) = (file.path, compression)
        }
    }

    /// An entry of a list, as others tell it.
    private struct Place: Hashable {
        let id: Int64
        let day: EmployeeDay
    }

    /// How often an entry of one of the days is in an archive after the first that holds it.
    ///
    /// - Parameter onAnyDay: whether an entry is the same on whichever of the days, of whichever employee. The archives
    ///   are of one list then. The default is yes.
    /// - Throws: `FileError`, or `RunError.landingDamaged` for a line that is not JSON.
    package static func count(
        in archives: [Archive], of days: ClosedRange<CivilDate>, onAnyDay: Bool = true
    ) async throws -> Int {
        var ids = RecordIDSet()
        var places: Set<Place> = []
        func isNew(_ entry: WorkEntry) -> Bool {
            guard !onAnyDay else { return ids.insert(entry.id) }
            let day = EmployeeDay(employeeID: entry.employeeID, date: entry.workDate)
            return places.insert(Place(id: entry.id, day: day)).inserted
        }
        var count = 0
        for archive in archives {
            let length = Int(try ReadFile.open(archive.path).size)
            let reader = try LandingReader(
                WorkEntry.dataset, path: archive.path, length: length, tail: [], compression: archive.compression)
            // Within one archive an entry may be repeated.
            var own = RecordIDSet()
            while let chunk = try await reader.next() {
                let rejected = Set(chunk.rejects.map(\.index))
                for (index, entry) in chunk.records.enumerated()
                where days.contains(entry.workDate) && !rejected.contains(index) {
                    if own.insert(entry.id), !isNew(entry) { count += 1 }
                }
            }
        }
        return count
    }
}
