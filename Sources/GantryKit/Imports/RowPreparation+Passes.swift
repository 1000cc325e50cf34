internal import GantryConnectors
internal import GantryEngine
internal import GantryFormats
internal import GantryMedia
internal import GantryModel

extension RowPreparation {
    /// The next rows of the sheet after the preflight: what they need to be known is read, and what only one row can have goes to the
    /// first of them.
    mutating func check(_ items: [SheetItem], _ calls: some SystemCalls) async throws -> [Checked] {
        var targets: Set<String> = []
        for case .row(let sheetRow) in items {
            let (row, _, problems) = binding.read(sheetRow.cells)
            if problems.isEmpty { targets.insert(row.identity.target) }
        }
        if !targets.isEmpty { try await Row.learn(&knowledge, about: targets, calls) }
        var checked = await RowPreparation.check(items, with: self)
        for index in checked.indices where checked[index].problems.isEmpty {
            guard let place = checked[index].place else { continue }
            guard let first = places[place] else {
                places[place] = checked[index].number
                continue
            }
            let problem = RowProblem("place-taken", "Row \(first) of the sheet is for \(singleLine(place)) already, and only one row can be. Correct or remove one of them.")
            let entry = checked[index].entry
            checked[index].problems = [problem]
            checked[index].entry = LedgerEntry(row: entry.row, key: entry.key, refused: problem, at: entry.changedAt)
        }
        return checked
    }

    /// Checks several rows, those with files side by side: reading and hashing is most of the work.
    @concurrent
    private static func check(_ items: [SheetItem], with rows: RowPreparation<Row>) async -> [Checked] {
        let time = now()
        guard Row.kind.files != nil else { return items.map { rows.check($0, at: time) } }
        let lanes = 4
        return await withTaskGroup(of: [(Int, Checked)].self) { tasks in
            for lane in 0..<lanes {
                tasks.addTask {
                    stride(from: lane, to: items.count, by: lanes).map { ($0, rows.check(items[$0], at: time)) }
                }
            }
            var checked: [(Int, Checked)] = []
            for await part in tasks { checked += part }
            return checked.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }
}

extension ImportRequest {
    var privacy: PhotoPrivacy { pipeline.files.privacy.flatMap(PhotoPrivacy.init(rawValue:)) ?? .allButOrientation }
}
