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
        let files = Dictionary(attached.map { (SheetPage.name($0.path), $0) }) { first, _ in first }
        let rows = numbers.filter { !refused.contains($0) }.compactMap { number -> (Int, FolderEntry, [String])? in
            guard let cells = cells[number] else { return nil }
            guard let named = cells.first(where: { files[SheetPage.name($0)] != nil }),
                let entry = files[SheetPage.name(named)]
            else { return nil }
            return (number, entry, cells.filter { $0 != named && !$0.isEmpty })
        }
        guard !rows.isEmpty else { return "" }
        let items = each(rows.prefix(SheetPage.most)) { number, entry, others in
            """
            <li><img class="thumb" src="\(DeskAddress.upload(id: sheet.id, path: entry.path).path)" alt="" \
            loading="lazy" width="72" height="96">\
            <b>\(t("Row \(number)", "Række \(number)"))</b>\
            <br>\(others.joined(separator: " · "))<br><small>\(entry.path)</small></li>

            """
        }
        let title = t.sentence(
            min(rows.count, SheetPage.most), one: ("The first file with its row", "Den første fil med dens række"),
            many: ("The first # files with their rows", "De første # filer med deres rækker"))
        return "<h3>\(title)</h3>\n<ul class=\"gallery\">\n\(items)</ul>\n"
    }

    /// The last name of a path, as rows and folders spell it.
    private static func name(_ path: String) -> String {
        (path.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? "").lowercased()
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
