internal import FoundationEssentials
internal import GantryConnectors
internal import GantryEngine
internal import GantryFiles
internal import GantryFormats
internal import GantryJSON
internal import GantryModel

/// Cuts a sheet into parts by a hash of what its rows are for. It reads the sheet twice: to find out which rows belong
/// together, and to write them.
struct SheetCutter<Row: SubmittedRow> {
    private let submission: Submission<Row>
    private let cut: PartList.Cut
    private let digest: ContentDigest

    init(_ submission: Submission<Row>, cut: PartList.Cut, digest: ContentDigest) {
        self.submission = submission
        self.cut = cut
        self.digest = digest
    }

    /// Makes the folder of the parts, whole or not at all. One that appears meanwhile is left alone.
    func write() throws {
        let rows = try bonds()
        let temporary = "\(cut.folder).tmp-\(ProcessInfo.processInfo.processIdentifier)"
        let slash = temporary.lastIndex(of: "/")
        let home = slash.map { $0 == temporary.startIndex ? "/" : String(temporary[..<$0]) } ?? "."
        let name = slash.map { String(temporary[temporary.index(after: $0)...]) } ?? temporary
        try Folders.remove(name, under: home)
        try Folders.makePrivate(temporary)
        do {
            let list = PartList(cut, digest: digest, parts: try write(rows, into: temporary))
            let text = Array((list.json.line + "\n").utf8)
            try Publishing.writeDurably(text.span, to: "\(temporary)/\(SheetParts.listName)")
            _ = try Publishing.publish(folder: temporary, to: cut.folder)
        } catch let error as FileError where error.code == .alreadyExists {
            // Another process cut the same sheet, and its parts count.
            try Folders.remove(name, under: home)
        } catch {
            // The first failure is the one to report.
            try? Folders.remove(name, under: home)
            throw error
        }
    }

    /// The part of each row, from 0.
    private func bonds() throws -> [Int] {
        let reader = try cut.work.open(cut.sheet, for: submission)
        let binding = try SheetBinding(submission, to: try cut.work.open(cut.sheet, for: submission), work: cut.work)
        var bonds = RowGroups()
        while let item = try reader.next() {
            switch item {
            case .unusable(let bad):
                throw RunError(
                    .unusableRun, "\(cut.name) can't be cut. \(bad.description)",
                    advice: "Correct the row, or send the sheet whole.")
            case .row(let sheetRow):
                let row = binding.read(sheetRow.cells).row
                let identity = row.identity
                // Where a row makes something new, its values are what it is.
                let target = identity.target.isEmpty ? identity.values ?? "" : identity.target
                bonds.add(
                    ["target \(target)"] + [identity.group.map { "group \($0)" }].compactMap(\.self)
                        + row.sharedLimits.map { "limit \($0.of)" })
            }
        }
        guard reader.digest == digest else {
            throw RunError(.unusableRun, "\(cut.name) changed while it was read.", advice: "Give the command again.")
        }
        guard reader.hiddenRows == 0 else {
            throw RunError(
                .unusableRun,
                "\(cut.name) can't be cut: \(reader.hiddenRows == 1 ? "1 row of it is" : "\(reader.hiddenRows) rows of it are") hidden, and no part would say that they are left out.",
                advice: "Show or delete them and save it, or send the sheet whole.")
        }
        if let skipped = reader.skipped.first.first {
            throw RunError(
                .unusableRun,
                "\(cut.name) can't be cut: row \(skipped.number) of it is a sum, a remark, the headings again or left out, and no part would say that it is left out.",
                advice: "Delete such rows, or send the sheet whole.")
        }
        guard bonds.count > 0 else {
            throw RunError(.unusableRun, "\(cut.name) has no rows to cut.", advice: "Send the sheet whole.")
        }
        let parts = bonds.parts(of: cut.count)
        guard bonds.groups > 1 || bonds.count == 1 else {
            throw RunError(
                .unusableRun,
                "\(cut.name) can't be cut: its \(bonds.count) rows all depend on each other, since each has something in "
                    + "common with another, such as a task or a day.",
                advice: "Send the sheet whole.")
        }
        return parts
    }

    private func write(_ rows: [Int], into folder: String) throws -> [PartList.Part] {
        let reader = try cut.work.open(cut.sheet, for: submission)
        let binding = try SheetBinding(submission, to: try cut.work.open(cut.sheet, for: submission), work: cut.work)
        var files: [Int: Part] = [:]
        for part in Set(rows) {
            files[part] = try Part("\(folder)/\(name(of: part))", reader)
        }
        var parts = rows.makeIterator()
        while let item = try reader.next(), let part = parts.next() {
            guard case .row(let row) = item else { break }
            try files[part]?.append(row, meaning: binding.canonical(row.cells))
        }
        guard reader.digest == digest else {
            throw RunError(.unusableRun, "\(cut.name) changed while it was read.", advice: "Give the command again.")
        }
        return try files.keys.sorted().compactMap { part in
            try files[part].map { PartList.Part(file: name(of: part), digest: try $0.finish(cut, submission)) }
        }
    }

    /// `october-2-of-8.csv`: it names the batch.
    private func name(of part: Int) -> String {
        let stem = SheetPath.stem(cut.name)
        return "\(stem)-\(part + 1)-of-\(cut.count).csv"
    }

    /// A part that is being written, with the heading of the sheet and the number that each row has there.
    private final class Part {
        private let path: String
        private let file: PartFile
        private let delimiter: SheetDialect.Delimiter
        private let header: [String]
        private let hasNumbers: Bool
        private var encoder: SheetRowEncoder
        /// Of what its rows mean in the whole sheet.
        private var meanings = ContentHasher()
        private var out: [UInt8] = []

        init(_ path: String, _ reader: SheetReader) throws {
            self.path = path
            file = try PartFile.create(path)
            delimiter = reader.dialect.delimiter
            hasNumbers = reader.header.contains(ResultSheet.rowHeading)
            header = reader.header + (hasNumbers ? [] : [ResultSheet.rowHeading])
            encoder = SheetRowEncoder(dialect: reader.dialect)
            encoder.appendStart(to: &out)
            encoder.append(reader.headerCells, added: hasNumbers ? [] : [ResultSheet.rowHeading], to: &out)
        }

        func append(_ row: SheetRow, meaning: String) throws {
            meanings.update(Array((meaning + "\0").utf8).span)
            encoder.append(row.cells, added: hasNumbers ? [] : [String(row.number)], to: &out)
            if out.count > 64 << 10 { try flush() }
        }

        /// - Returns: the file's digest.
        func finish(_ cut: PartList.Cut, _ submission: Submission<Row>) throws -> String {
            try flush()
            try file.sync()
            let digest = try file.digest().description
            try file.close()
            // A few rows can look otherwise than all.
            let read = try cut.work.open(path, for: submission)
            guard read.dialect.delimiter == delimiter, read.header == header else {
                throw RunError(
                    .unusableRun, "\(cut.name) can't be cut: a part of it would be read otherwise than the whole.",
                    advice: "Write its delimiter and encoding into the pipeline file, under sheet:.")
            }
            // What proves how the sheet writes numbers and days can be in other parts.
            let binding = try SheetBinding(
                submission, to: try cut.work.open(path, for: submission), work: cut.work)
            var own = ContentHasher()
            while let item = try read.next() {
                guard case .row(let row) = item else { break }
                own.update(Array((binding.canonical(row.cells) + "\0").utf8).span)
            }
            guard own.digest() == meanings.digest() else {
                throw RunError(
                    .unusableRun,
                    "\(cut.name) can't be cut: numbers or days in a part of it would be read otherwise than in the whole.",
                    advice: "Write into the pipeline file, under sheet:, how it writes them: decimal and dates.")
            }
            return digest
        }

        private func flush() throws {
            var piece: [UInt8] = []
            swap(&piece, &out)
            try file.append(piece.span)
        }
    }
}
