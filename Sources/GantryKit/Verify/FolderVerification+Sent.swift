internal import GantryEngine
internal import GantryFormats
internal import GantryImports
internal import GantryJSON
internal import GantryModel
internal import GantryOutputs

extension FolderVerification {
    /// Compares the result sheet of a run that sent rows with the counts: every row must be there with its outcome.
    mutating func checkSent(_ stated: LedgerCounts) throws {
        if stated.rows == stated.done + stated.refused {
            prove("The rows add up: \(stated.rows) in the sheet = \(stated.done) done + \(stated.refused) refused.")
        } else {
            find(
                Self.totalsPath,
                "its rows don't add up: \(stated.rows) in the sheet, \(stated.done) done, \(stated.refused) refused")
        }
        let path = "data/\(ResultSheet.name)"
        do {
            let found = try rows(path)
            compare("rows.all", with: .integer(found.values.reduce(0, +)), origin: path)
            compare("rows.done", with: .integer(found["done"] ?? 0), origin: path)
            compare("rows.refused", with: .integer(found["refused"] ?? 0), origin: path)
            let expected = ["done": stated.done, "refused": stated.refused].filter { $0.value > 0 }
            if found == expected {
                prove("\(path): every row has an outcome: \(stated.done) done, \(stated.refused) refused.")
            } else {
                find(path, "it has \(words(found)), expected \(words(expected))")
            }
        } catch let error as any ExplainedError {
            find(path, error.explanation)
        }
        for (index, file) in (document["files"]?.list ?? []).enumerated() {
            guard let name = file["file"]?.text, file["format"]?.text == "sheet", !name.contains("/"),
                !name.hasPrefix(".")
            else {
                find(Self.totalsPath, "files[\(index)] names no sheet")
                continue
            }
            markCompared("files[\(index)].format")
            do {
                compare("files[\(index)].rows", with: .integer(try countRows("data/\(name)")), origin: "data/\(name)")
            } catch let error as any ExplainedError {
                find("data/\(name)", error.explanation)
            }
        }
    }

    /// Every row of a sheet, whether or not it can be used.
    private func countRows(_ path: String) throws -> Int {
        let reader = try SheetReader.open("\(folder)/\(path)", hints: .anyEncoding)
        var count = 0
        while try reader.next() != nil { count += 1 }
        return count
    }

    private func words(_ counts: [String: Int]) -> String {
        counts.isEmpty
            ? "no rows" : counts.keys.sorted().map { "\(counts[$0] ?? 0) \(singleLine($0))" }.joined(separator: ", ")
    }

    /// How many rows of the sheet have which status.
    private func rows(_ path: String) throws -> [String: Int] {
        let reader = try SheetReader.open("\(folder)/\(path)", hints: .anyEncoding)
        guard let column = reader.header.firstIndex(of: ResultSheet.statusHeading) else {
            throw RunError(.verificationFailed, "it has no column \(ResultSheet.statusHeading)")
        }
        var counts: [String: Int] = [:]
        while let item = try reader.next() {
            switch item {
            case .row(let row): counts[row.cells[column], default: 0] += 1
            case .unusable(let row): throw RunError(.verificationFailed, "\(row)")
            }
        }
        return counts
    }
}
