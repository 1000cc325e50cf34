internal import GantryEngine
internal import GantryFiles
package import GantryFormats
package import GantryJSON
internal import GantryModel

/// A file of an export folder, and what `totals.json` states of it.
package struct StatedFile {
    /// Its entry in `totals.json`.
    package let tree: JSONTree
    /// The path of the entry: `files[2]`.
    package let figure: String
    /// Relative to the export folder.
    package let path: String

    package init(tree: JSONTree, figure: String, path: String) {
        self.tree = tree
        self.figure = figure
        self.path = path
    }
}

extension FolderVerification {
    /// Compares a file with what the totals say about it. Pay files and archives of work entries are also compared with
    /// each other, by `checkPayroll`.
    package mutating func check(
        _ file: JSONTree, at figure: String, in section: inout VerifiedSection
    ) {
        guard let name = file["file"]?.text, let format = file["format"]?.text else {
            return find(Self.totalsPath, "\(figure) has no file and format")
        }
        let path = "data/\(name)"
        // Copies of profiles have a folder of their own.
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        let isPlain = parts.count == (format == FileEntry.profileCopy ? 2 : 1)
        guard isPlain, !parts.contains(where: { $0.hasPrefix(".") || $0.isEmpty }) else {
            return find(path, "the totals list it, but a bag can't contain such a file")
        }
        show(path)
        let stated = StatedFile(tree: file, figure: figure, path: path)
        do {
            if let known = formats.first(where: { $0.name == format }) {
                try known.verify(stated, of: &section, in: &self)
            } else if format == FileEntry.rejects {
                try checkRejects(stated, &section)
            } else if !FileEntry.companions.contains(format) {
                return find(
                    Self.totalsPath, "\(figure).format is \(singleLine(format)), which this version doesn't know")
            }
            markCompared("\(figure).format")
        } catch let error as any ExplainedError {
            find(path, error.explanation)
        } catch {
            find(path, "it can't be read: \(error)")
        }
    }

    package func dialect(_ file: JSONTree) throws -> CSVDialect {
        guard let dialect = CSVDialect.named(file["dialect"]?.text ?? "machine") else {
            throw RunError(
                .verificationFailed,
                "the totals give an unknown dialect: \(singleLine(file["dialect"]?.text ?? ""))")
        }
        return dialect
    }

    /// Reads a CSV file once and gives its headings, rows and the sums of the columns asked for.
    package func sum(
        _ file: JSONTree, at path: String, columns: (_ headings: [String]) -> [Int]
    ) throws -> (headings: [String], rows: Int, sums: [Int128]) {
        let dialect = try dialect(file)
        let opened = try ReadFile.open("\(folder)/\(path)")
        var piece: [UInt8] = []
        guard try opened.read(appendingTo: &piece, atMost: 256 << 10) > 0 else {
            throw RunError(.verificationFailed, "it is empty")
        }
        let headings = CSVRow.cells(piece, dialect: dialect)
        var summer = CSVSummer(dialect: dialect, columns: headings.count, summed: columns(headings))
        do throws(CSVSummer.Problem) {
            try summer.read(piece.span)
            while true {
                piece.removeAll(keepingCapacity: true)
                let count: Int
                do throws(FileError) {
                    count = try opened.read(appendingTo: &piece, atMost: 256 << 10)
                } catch {
                    throw CSVSummer.Problem(row: summer.rows, column: 0, message: error.explanation)
                }
                guard count > 0 else { break }
                try summer.read(piece.span)
            }
            try summer.finish()
        } catch {
            throw RunError(.verificationFailed, "row \(error.row), column \(error.column): \(error.message)")
        }
        return (headings, summer.rows - 1, summer.sums)
    }

    /// Compares how many rows a file has, and counts its dialect as right, since it was read in it.
    package mutating func compareRows(_ rows: Int, _ file: StatedFile) {
        if file.tree["dialect"] != nil { markCompared("\(file.figure).dialect") }
        compare("\(file.figure).rows", with: .integer(rows), origin: file.path)
    }
}
