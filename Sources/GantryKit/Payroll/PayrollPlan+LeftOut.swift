internal import GantryEngine
internal import GantryFiles
internal import GantryJSON
internal import GantryOutputs
internal import GantryPayroll
internal import GantryRuns

// Files in the layouts of payroll programs that an export is published without.
extension PayrollPlan {
    /// Marks a file that is left out in the mark of their list.
    private static let key = "left-out:"

    /// Writes the values that don't fit; no mark where every file was written.
    func writeLeftOut(_ files: [LeftOutFile], folder: String) throws -> [FileCheckpoint] {
        guard !files.isEmpty else { return [] }
        let (bytes, rows) = LeftOutList.csv(files)
        try Publishing.writeDurably(bytes.span, to: "\(folder)/\(LeftOutList.name)")
        return [
            FileCheckpoint(
                name: LeftOutList.name, length: Int64(bytes.count),
                sha256: ContentHasher.digest(of: bytes.span).description, rows: rows,
                sums: Dictionary(files.map { (PayrollPlan.key + $0.name, $0.profile) }) { first, _ in first })
        ]
    }

    /// What `totals.json` says of the files that are left out: what their outputs give the layout, too.
    func leftOutEntries(_ mark: FileCheckpoint) -> [JSONTree] {
        payroll.outputs.filter { mark.sums[PayrollPlan.key + $0.file] != nil }.map { output in
            let entry = output.format.entry(of: output, FileCheckpoint(name: output.file, length: 0, sha256: ""))
            return .object(entry.tree.members.filter { ["file", "profile", "needs", "codes"].contains($0.key) })
        }
    }
}
