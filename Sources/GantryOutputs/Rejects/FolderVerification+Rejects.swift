internal import GantryEngine
internal import GantryFiles
internal import GantryFormats
internal import GantryModel

extension FolderVerification {
    /// Compares a list of records that can't be used.
    mutating func checkRejects(_ file: StatedFile, _ section: inout VerifiedSection) throws {
        let path = file.path
        var rows = CSVRows(try ReadFile.bytes(of: "\(folder)/\(path)"), dialect: try dialect(file.tree))
        guard rows.next() == RejectsColumns.headings else {
            throw RunError(
                .verificationFailed,
                "its headings are not those of a reject list: \(RejectsColumns.headings.joined(separator: ", "))")
        }
        var count = 0
        var rejected: Set<String> = []
        var isWhole = true
        while let row = rows.next() {
            count += 1
            guard row.count == RejectsColumns.headings.count else {
                throw RunError(.verificationFailed, "row \(count + 1) has \(counted(row.count, "cell"))")
            }
            if row[0].isEmpty {
                isWhole = false
            } else {
                rejected.insert(row[0])
            }
        }
        compareRows(count, file)
        // Past the first hundred a file counts what can't be used, and a record can have several such values.
        if isWhole { section.rejected = (rejected.count, path) }
        prove("\(path): \(counted(count, "row")).")
        leaveOpen("\(path): what was found and expected")
    }
}
