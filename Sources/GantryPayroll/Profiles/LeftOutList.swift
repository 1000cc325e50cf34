internal import GantryEngine
internal import GantryFiles
internal import GantryFormats
internal import GantryJSON
internal import GantryModel
internal import GantryOutputs

extension Misfits {
    /// The file of an export that they keep from being written.
    func leftOut(file: String, profile: String) -> LeftOutFile {
        var rows = first.map { [$0.employee, $0.payCode, $0.column, $0.value, $0.expected] }
        if count > first.count { rows.append([nil, nil, nil, counted(count - first.count, "more value"), nil]) }
        return LeftOutFile(name: file, profile: profile, rows: rows, error: error(file: file, profile: profile))
    }
}

/// The list in an export of the values that kept files from being written.
package enum LeftOutList {
    /// The file of an export.
    package static let name = "does-not-fit.csv"
    package static let headings = ["file", "profile", "payroll_number", "pay_code", "column", "value", "expected"]

    /// One value, or how many more there are.
    package struct Row: Sendable {
        package let file: String
        package let profile: String
        /// A sentence about the employee, the pay code, the column and the value.
        package let found: String
        package let expected: String
    }

    /// In the dialect `machine`, with the number of its rows.
    package static func csv(_ files: [LeftOutFile]) -> (bytes: [UInt8], rows: Int) {
        var table = CSVTable(dialect: .machine)
        table.appendHeader(headings)
        var rows = 0
        for file in files {
            for row in file.rows {
                table.append(([file.name, file.profile] + row).map { $0.map { .text($0) } ?? .empty })
            }
            rows += file.rows.count
        }
        return (table.take(), rows)
    }

    /// Reads what `csv` gave.
    /// - Throws: `RunError.verificationFailed` for something else; `FileError`.
    package static func read(_ path: String) throws -> [Row] {
        let dialect = CSVDialect.machine
        var table = CSVRows(try ReadFile.bytes(of: path), dialect: dialect)
        guard table.next() == headings else {
            throw RunError(
                .verificationFailed, "its headings are not those of a list of values that don't fit a layout")
        }
        var rows: [Row] = []
        while let row = table.next() {
            guard row.count == headings.count else {
                throw RunError(.verificationFailed, "row \(rows.count + 2) has \(counted(row.count, "cell"))")
            }
            let cells = row.map { dialect.unguarded($0) }
            var found = cells[5] ?? ""
            if let column = cells[4] {
                let misfit = Misfit(employee: cells[2], payCode: cells[3], column: column, value: found, expected: "")
                found = misfit.found
            }
            rows.append(Row(file: cells[0] ?? "", profile: cells[1] ?? "", found: found, expected: cells[6] ?? ""))
        }
        return rows
    }
}

extension FolderVerification {
    /// Compares the list of values that don't fit with what the totals say of it.
    mutating func checkLeftOut(_ file: JSONTree, at figure: String) {
        guard let name = file["file"]?.text else { return }
        let path = "data/\(name)"
        do {
            let rows = try LeftOutList.read("\(folder)/\(path)")
            compareRows(rows.count, StatedFile(tree: file, figure: figure, path: path))
            let stated = (document["files"]?.list ?? []).compactMap { $0["file"]?.text }
            let listed = file["left_out"]?.list ?? []
            for (index, item) in listed.enumerated() {
                let place = "\(figure).left_out[\(index)]"
                guard let row = rows.first(where: { $0.file == item["file"]?.text }), !stated.contains(row.file) else {
                    find(Self.totalsPath, "\(place).file is not a file that \(path) is about")
                    continue
                }
                compare("\(place).file", with: .string(row.file), origin: path)
                compare("\(place).profile", with: .string(row.profile), origin: path)
            }
            for row in rows where !listed.contains(where: { $0["file"]?.text == row.file }) {
                find(path, "it lists values of \(singleLine(row.file)), which the totals don't say is left out")
            }
            prove("\(path): \(counted(rows.count, "row")).")
            leaveOpen("\(path): what was found and expected")
        } catch {
            find(path, (error as? any ExplainedError)?.explanation ?? "\(error)")
        }
    }
}
