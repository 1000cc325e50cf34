internal import GantryFiles
internal import GantryImports
internal import GantryJSON
internal import GantryPages

/// Small pictures of the files that would be sent, each beside what its row says, so that a wrong match is seen.
extension SheetPage {
    /// So many rows are shown.
    private static let most = 60
    /// Of so many rows it is said which files they don't name; empty ones between them have numbers too.
    private static let mostRows = 5_000

    func gallery(_ result: JSONTree) -> HTML {
        guard let file, !attached.isEmpty, let found = try? SheetColumns(of: path(file), work, for: kind.description)
        else {
            return ""
        }
        let refused = Set((result["refused"]?.list ?? []).compactMap { $0["row"]?.int })
        let numbers = (found.headerRow + 1)...(found.headerRow + SheetPage.most + refused.count)
        let cells = (try? SheetColumns.cells(of: Set(numbers), in: path(file), work, for: kind.description)) ?? [:]
        let files = Dictionary(
            attached.flatMap { entry in NamedFiles.spellings(of: entry.path).map { ($0, [entry]) } },
            uniquingKeysWith: +)
        let meant = Dictionary(
            (result["read"]?["filesFound"]?.list ?? []).compactMap { found in
                found["row"]?.int.flatMap { row in found["meant"]?.text.map { (row, $0) } }
            }
        ) { first, _ in first }
        // Of files in several folders that have one name, the cell or the check says which; else none is shown.
        func named(in cell: String, of row: Int) -> FolderEntry? {
            let paths = Set(NamedFiles.paths(in: cell))
            let named = NamedFiles.names(in: cell).compactMap { files[$0] }.joined()
            return named.first { $0.path == meant[row] } ?? named.first { paths.contains($0.path) }
                ?? (named.count == 1 ? named.first : nil)
        }
        let isRead = found.columns.map { $0.field != nil }
        let rows = numbers.filter { !refused.contains($0) }.compactMap { number -> (Int, FolderEntry, [String])? in
            guard let row = cells[number] else { return nil }
            let cells = zip(row, isRead).filter(\.1).map(\.0)
            guard let entry = cells.lazy.compactMap({ named(in: $0, of: number) }).first else { return nil }
            let others = cells.filter { !$0.isEmpty && NamedFiles.names(in: $0).allSatisfy { files[$0] == nil } }
            return (number, entry, others)
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

    /// Files that no row names, where every row was looked at.
    func unnamed(_ result: JSONTree) -> HTML {
        let read = result["read"]
        let matched = (read?["filesFound"]?.list ?? []).compactMap { $0["meant"]?.text }
        guard let file, !attached.isEmpty, matched.count == read?["filesFoundCount"]?.int ?? 0,
            let found = try? found?.get(), found.rows < SheetPage.mostRows,
            let cells = try? SheetColumns.cells(
                of: Set(found.headerRow + 1...found.headerRow + 4 * SheetPage.mostRows), in: path(file), work,
                for: kind.description)
        else { return "" }
        let isRead = found.columns.map { $0.field != nil }
        let names = Set(
            cells.values.flatMap { row in zip(row, isRead).filter(\.1).flatMap { NamedFiles.names(in: $0.0) } }
                + matched.flatMap { NamedFiles.names(in: $0) })
        let left = attached.filter { NamedFiles.spellings(of: $0.path).allSatisfy { !names.contains($0) } }
        guard !left.isEmpty else { return "" }
        let title = t.count(
            left.count, ("file is named by no row, and isn't sent", "fil nævnes ikke af nogen række og sendes ikke"),
            ("files are named by no row, and aren't sent", "filer nævnes ikke af nogen række og sendes ikke"))
        let more = left.count - min(left.count, 20)
        let rest: HTML = more > 0 ? "<li>\(t("and \(t.count(more)) more", "og \(t.count(more)) mere"))</li>\n" : ""
        return
            "<h3>\(title)</h3>\n<ul class=\"list\">\n\(each(left.prefix(20)) { "<li>\($0.path)</li>\n" })\(rest)</ul>\n"
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
