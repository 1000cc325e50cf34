internal import GantryModel

/// The encodings that a sheet can have, where nothing in the file proves one.
struct SheetEncodingChoice {
    let path: String
    /// As it was guessed.
    let dialect: SheetDialect
    let limits: SheetLimits

    private static let mostCells = 8
    private static let mostCharacters = 60

    private var encodings: [SheetDialect.Encoding] {
        (dialect.encoding == .utf8 ? [.utf8] : []) + [.windows1252, .windows1250]
    }

    /// What a person has to decide, with the first cells that have more than ASCII.
    ///
    /// - Throws: `FileError` when the file can't be read.
    func error() throws -> SheetError {
        let readers = try encodings.map(reader)
        var cells = differences(
            row: readers.compactMap(\.self).first?.headerNumber ?? 1, readers.map { $0?.headerCells }, [])
        let header = readers.compactMap(\.self).first?.header ?? []
        while cells.count <= SheetEncodingChoice.mostCells {
            let items = try readers.map { try $0?.next() }
            guard let number = items.compactMap(\.self).first?.number else { break }
            cells += differences(
                row: number, items.map { if case .row(let row)? = $0 { row.cells } else { nil } }, header)
        }
        let names = encodings.map(\.title)
        return SheetError(
            .encodingNotCertain, at: path,
            "nothing in it says whether it is \(names.dropLast().joined(separator: ", ")) or \(names.last ?? "")",
            details: cells.prefix(SheetEncodingChoice.mostCells)
                + (cells.count > SheetEncodingChoice.mostCells ? ["and others"] : []),
            encodings: encodings,
            advice: "Open it in the program that it comes from, and save it as \"CSV UTF-8\".")
    }

    /// `nil` where the header can't be read in the encoding.
    private func reader(_ encoding: SheetDialect.Encoding) throws -> SheetReader? {
        do {
            return try SheetReader.open(
                path, hints: SheetDialect.Hints(encoding: encoding, delimiter: dialect.delimiter), limits: limits,
                hashing: false)
        } catch is SheetError {
            return nil
        }
    }

    /// - Parameter rows: the cells of a row in each encoding; `nil` where it can't be read.
    private func differences(row: Int, _ rows: [[String]?], _ header: [String]) -> [String] {
        let count = rows.compactMap { $0?.count }.min() ?? 0
        return (0..<count).compactMap { column in
            let texts = rows.map { $0?[column] }
            guard texts.contains(where: isForeign) else { return nil }
            let heading = header.indices.contains(column) ? " (\(singleLine(header[column], limit: 60)))" : ""
            let start = commonStart(texts.compactMap(\.self))
            let readings = zip(encodings, texts).map { encoding, text in
                text.map { "\"\(shown($0, from: start))\" in \(encoding.rawValue)" }
                    ?? "unreadable in \(encoding.rawValue)"
            }
            return "Row \(row), column \(sheetColumnLetters(column))\(heading): \(readings.joined(separator: ", "))"
        }
    }

    private func isForeign(_ text: String?) -> Bool { text?.utf8.contains { $0 >= 0x80 } ?? false }

    /// How much of the texts can be left out because it is the same in all of them.
    private func commonStart(_ texts: [String]) -> Int {
        guard let first = texts.first, texts.contains(where: { $0.count > SheetEncodingChoice.mostCharacters }) else {
            return 0
        }
        let same = texts.map { zip(first, $0).prefix { $0 == $1 }.count }.min() ?? 0
        return max(0, same - 20)
    }

    private func shown(_ text: String, from start: Int) -> String {
        (start > 0 ? "…" : "") + singleLine(String(text.dropFirst(start)), limit: SheetEncodingChoice.mostCharacters)
    }
}
