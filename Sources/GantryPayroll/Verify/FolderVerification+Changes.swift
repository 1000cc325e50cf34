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
        checkRates()
        guard document["kind"] != nil else { return nil }
        compare("kind", with: .string("correction"), origin: "data/\(ChangesTable.fileName)")
        let causes = entryChanges(files)
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
            let amount = Money.sum(rows.map(\.amountDifference))
            compare("changes.amount", with: amount.map { .string($0.description) } ?? .null, origin: path)
            if let known { compare(rows, with: known, path) }
            if let causes { compare(rows, with: causes, path) }
            leaveOpen(
                "\(path) against the lines before: they are in \(document["base"]?["run"]?.text ?? "another export")")
            return rows
        } catch {
            find(path, (error as? any ExplainedError)?.explanation ?? "\(error)")
            return nil
        }
    }

    /// A run that asked for the rates itself did so when it began.
    private mutating func checkRates() {
        guard document[PayFigures.ratesAsOfKey] != nil else { return }
        guard let other = document[PayFigures.ratesOfKey] else {
            return compare(
                PayFigures.ratesAsOfKey, with: document["snapshot"] ?? .null,
                origin: "the snapshot in \(Self.totalsPath)")
        }
        let (own, run) = (RunID(document["run"]?.text ?? ""), other.text.flatMap { RunID($0) })
        guard let own, let run, run != own, (run.pipeline, run.period) == (own.pipeline, own.period) else {
            return find(
                Self.totalsPath,
                "\(PayFigures.ratesOfKey) is \(singleLine(other.figureText)), which is no other revision of the period")
        }
        leaveOpen("\(PayFigures.ratesAsOfKey) in \(Self.totalsPath): the rates are those of \(run)")
    }

    /// The causes that a correction lists; `nil` where it lists none, or they can't be read.
    private mutating func entryChanges(
        _ files: [(figure: String, tree: JSONTree)]
    ) -> (path: String, causes: [EntryChange])? {
        guard let (figure, file) = files.first(where: { $0.tree["format"]?.text == FileEntry.entryChanges }),
            let name = file["file"]?.text
        else { return nil }
        let path = "data/\(name)"
        do {
            let causes = try EntryChangesTable.read(ReadFile.bytes(of: "\(folder)/\(path)"), dialect: dialect(file))
            compareRows(EntryChangesTable.rows(causes), StatedFile(tree: file, figure: figure, path: path))
            return (path, causes)
        } catch {
            find(path, (error as? any ExplainedError)?.explanation ?? "\(error)")
            return nil
        }
    }

    /// Whether what the causes change adds up to the difference of every line.
    private mutating func compare(
        _ rows: [ChangeRow], with list: (path: String, causes: [EntryChange]), _ path: String
    ) {
        let explained = Dictionary(
            LineEffect.sums(list.causes.flatMap(\.effects)).map { ($0.line, $0) }
        ) { $1 }
        let differences = Dictionary(
            LineEffect.sums(rows.map { LineEffect($0.line, units: $0.unitsDifference, amount: $0.amountDifference) })
                .map { ($0.line, $0) }
        ) { $1 }
        var problems = 0
        for line in Set(explained.keys).union(differences.keys).sorted() {
            let (sum, difference) = (explained[line], differences[line])
            let isRight =
                sum?.units ?? 0 == difference?.units ?? 0 && sum?.amount ?? .zero == difference?.amount ?? .zero
            guard !isRight || sum == nil else { continue }
            problems += 1
            find(
                list.path,
                "employee \(singleLine(line.payrollNumber)), pay code \(singleLine(line.payCode)): its causes add up to "
                    + "\(LineEffect.words(sum)), but \(path) has \(LineEffect.words(difference))")
        }
        if problems == 0 {
            prove("\(list.path): the causes add up to the differences of all lines in \(path).")
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
        if problems == 0 {
            prove("\(path): the new figures of \(allOf(rows.count, "change", "match")) \(known.origin).")
        }
    }

    private func key(_ row: ChangeRow) -> PayLines.Key {
        PayLines.Key(employee: row.payrollNumber, code: row.payCode, project: row.project)
    }
}
