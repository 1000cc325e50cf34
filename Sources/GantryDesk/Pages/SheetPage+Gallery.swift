internal import GantryConnectors
internal import GantryFiles
internal import GantryImports
internal import GantryJSON
internal import GantryPages

/// Small pictures of the files that would be sent, each beside what its row says, so that a wrong match is seen.
extension SheetPage {
    /// So many rows are shown.
    private static let most = 60

    func gallery(_ result: JSONTree) -> HTML {
        guard let file, !attached.isEmpty, let found = try? SheetColumns(of: path(file), work, for: kind.description)
        else {
            return ""
        }
        let refused = Set((result["refused"]?.list ?? []).compactMap { $0["row"]?.int })
        let numbers = (found.headerRow + 1)...(found.headerRow + SheetPage.most + refused.count)
        let cells = (try? SheetColumns.cells(of: Set(numbers), in: path(file), work, for: kind.description)) ?? [:]
        let files = Dictionary(
            attached.flatMap { entry in NamedFiles.spellings(of: entry.path).map { ($0, entry) } }
        ) { first, _ in first }
        func named(in cell: String) -> FolderEntry? { NamedFiles.names(in: cell).lazy.compactMap { files[$0] }.first }
        let rows = numbers.filter { !refused.contains($0) }.compactMap { number -> (Int, FolderEntry, [String])? in
            guard let cells = cells[number] else { return nil }
            guard let entry = cells.lazy.compactMap(named).first else { return nil }
            return (number, entry, cells.filter { !$0.isEmpty && named(in: $0) == nil })
        }
        guard !rows.isEmpty else { return "" }
        let items = rows.prefix(SheetPage.most).map { number, entry, others in
            Gallery.Item(
                row: String(number), cells: others, file: entry.path,
                picture: DeskAddress.upload(id: sheet.id, path: entry.path).path)
        }
        let title = t.sentence(
            min(rows.count, SheetPage.most), one: ("The first file with its row", "Den første fil med dens række"),
            many: ("The first # files with their rows", "De første # filer med deres rækker"))
        return "<h3>\(title)</h3>\n\(Gallery(items).markup(t))"
    }

    /// The picture of a dropped file: one that the program made.
    static func picture(_ id: String, path: String, _ asked: Asked) async throws -> DeskAnswer {
        let bytes = try await asked.desk.thumbnails.picture(id, path)
        // A file without one has a frame of its own, so that nothing looks broken.
        guard let bytes else {
            return DeskAnswer(status: 200, type: DeskAssets.icon.type, content: .bytes(DeskAssets.icon.bytes))
        }
        return DeskAnswer(status: 200, type: "image/jpeg", content: .bytes(bytes))
    }
}
