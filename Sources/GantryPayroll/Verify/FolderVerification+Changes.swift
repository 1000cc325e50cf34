internal import GantryEngine
internal import GantryFiles
internal import GantryJSON
internal import GantryModel
internal import GantryOutputs

extension FolderVerification {
    /// Compares what a correction says that it changes with the pay lines as they are now. The lines before are in the
    /// export that it corrects.
    ///
    /// - Returns: the changes; `nil` for a folder that is no correction, or whose list can't be read.
    mutating func checkChanges(
        _ files: [(figure: String, tree: JSONTree)], _ known: PayLines?
    ) -> [ChangeRow]? {
        guard document["kind"] != nil else { return nil }
        compare("kind", with: .string("correction"), origin: "data/\(ChangesTable.fileName)")
        checkEntryChanges(files)
        guard let (figure, file) = files.first(where: { $0.tree["format"]?.text == FileEntry.changes }),
            let name = file["file"]?.text
        else {
            find(Self.totalsPath, "it says that this is a correction, but lists no file of changes")
            return nil
        }
        let path = "data/\(name)"
        do {
            let rows = try ChangesTable.read(ReadFile.bytes(of: "\(folder)/\(path)"), dialect: dialect(file))
            compareRows(rows.count, StatedFile(tree: file, figure: figure, path: path))
            compare("changes.rows", with: .integer(rows.count), origin: path)
            let amounts = rows.compactMap(\.amountDifference)
            compare(
                "changes.amount",
                with: amounts.isEmpty ? .null : .string(amounts.reduce(Money.zero, +).description), origin: path)
            if let known { compare(rows, with: known, path) }
            leaveOpen(
                "\(path) against the lines before: they are in \(document["base"]?["run"]?.text ?? "another export")")
            return rows
        } catch {
            find(path, (error as? any ExplainedError)?.explanation ?? "\(error)")
            return nil
        }
    }

    private mutating func checkEntryChanges(_ files: [(figure: String, tree: JSONTree)]) {
        guard let (figure, file) = files.first(where: { $0.tree["format"]?.text == FileEntry.entryChanges }),
            let name = file["file"]?.text
        else { return }
        let path = "data/\(name)"
        do {
            let rows = try EntryChangesTable.read(ReadFile.bytes(of: "\(folder)/\(path)"), dialect: dialect(file))
            compareRows(rows.count, StatedFile(tree: file, figure: figure, path: path))
        } catch {
            find(path, (error as? any ExplainedError)?.explanation ?? "\(error)")
        }
    }

    private mutating func compare(_ rows: [ChangeRow], with known: PayLines, _ path: String) {
        var problems = 0
        var multiplied = 0
        let added = Set(rows.filter { $0.action == .add }.map(key))
        let rounding = document["rounding"]?.text.flatMap(Rounding.init(rawValue:)) ?? .halfUp
        for row in rows {
            let line = known.lines[key(row)]
            let isRight =
                switch row.action {
                case .void: line == nil || added.contains(key(row))
                case .add, .change:
                    line?.units == row.units.new && (!known.hasWorkers || line?.amount == row.amounts.new?.nano)
                }
            if !isRight {
                problems += 1
                find(
                    path,
                    "employee \(singleLine(row.payrollNumber)), pay code \(singleLine(row.payCode)): the new line "
                        + "differs from that in \(known.origin)")
            }
            if row.action == .change, let rate = line?.rate, let difference = row.amountDifference,
                PayrollChange.multipliesOtherwise(
                    row.unitsDifference, rate: Money(nano: rate), to: difference, rounding)
            {
                multiplied += 1
            }
        }
        if known.hasWorkers {
            compare("changes.multiplied_otherwise", with: .integer(multiplied), origin: known.origin)
        }
        if problems == 0 { prove("\(path): the new figures of all \(rows.count) changes match \(known.origin).") }
    }

    private func key(_ row: ChangeRow) -> PayLines.Key {
        PayLines.Key(employee: row.payrollNumber, code: row.payCode, project: row.project)
    }
}
