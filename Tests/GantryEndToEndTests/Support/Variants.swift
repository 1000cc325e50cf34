/// Copies of the shipped pipeline file with changes, for jobs that need other outputs.
enum Variants {
    /// Writes a copy into a folder.
    ///
    /// - Throws: `HarnessError` when the shipped file has no such text.
    static func file(
        in folder: TestFolder, _ changes: [(old: String, new: String)] = [], more: String = "",
        name: String = "payroll-monthly.yaml"
    ) throws -> String {
        var text = try text(of: Product.pipeline)
        for change in changes {
            guard text.contains(change.old) else {
                throw HarnessError("The shipped pipeline file has no \"\(change.old)\"")
            }
            text = text.split(separator: change.old, omittingEmptySubsequences: false).joined(separator: change.new)
        }
        if !more.isEmpty {
            let mark = "# How often progress is saved"
            guard let at = text.firstRange(of: mark) else {
                throw HarnessError("The shipped pipeline file has no \"\(mark)\"")
            }
            text.insert(contentsOf: more, at: at.lowerBound)
        }
        let path = folder.file(name)
        try write(text, to: path)
        return path
    }

    /// Every dialect of every table.
    static let allDialects = ["excel-da", "excel-en"].map { dialect in
        """
          - file: work-entries-\(dialect).csv
            format: csv
            dialect: \(dialect)
            columns:
              - { field: id }
              - { field: workDate }
              - { field: worker.name }
              - { field: normalHours, decimals: 2 }
              - { field: overtimeHours, decimals: exact }
              - { field: weekendHours, decimals: 0 }
              - { field: notes }
          - file: payroll-\(dialect).csv
            format: payroll-csv
            dialect: \(dialect)
          - file: exceptions-\(dialect).csv
            format: exceptions-csv
            dialect: \(dialect)


        """
    }.joined()
}
