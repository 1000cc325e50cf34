internal import GantryFiles
internal import GantryFormats
package import GantryJSON

/// The first rows of a published file of exceptions.
public struct ListedExceptions: Equatable, Sendable {
    /// Relative to the export folder: `data/exceptions.csv`.
    public let path: String
    /// The headings of the file; empty if it can't be read.
    public let headings: [String]
    /// Cells of at most the first hundred rows, with a decimal point as in everything that is shown beside them.
    public let rows: [[String]]
    /// Why the file can't be read, where it can't.
    public let problem: String?

    /// Exceptions with the given values. The default is a file that could be read.
    public init(path: String, headings: [String], rows: [[String]], problem: String? = nil) {
        self.path = path
        self.headings = headings
        self.rows = rows
        self.problem = problem
    }
}

extension ListedExceptions {
    /// This much of a file is read: a hundred rows of long texts.
    private static let readLimit = 256 << 10

    /// Reads the files of exceptions of an export; a file that can't be read says why.
    /// - Parameter tree: what the journal keeps of the finished export.
    package static func read(_ tree: JSONTree, folder: String, limit: Int = 100) -> [ListedExceptions] {
        TotalsDocument.exceptionFiles(tree).map { path, dialect in
            var bytes: [UInt8] = []
            do throws(FileError) {
                let file = try ReadFile.open("\(folder)/\(path)")
                while bytes.count < readLimit, try file.read(appendingTo: &bytes) > 0 {}
            } catch {
                return ListedExceptions(path: path, headings: [], rows: [], problem: error.explanation)
            }
            // A row that the limit cut off is incomplete.
            if bytes.count >= readLimit, let end = bytes.lastIndex(of: 0x0A) { bytes.removeSubrange((end + 1)...) }
            var table = CSVRows(bytes, dialect: dialect)
            let headings = table.next() ?? []
            var rows: [[String]] = []
            let hours = dialect.decimalPoint == UInt8(ascii: ",") ? headings.firstIndex(of: "hours") : nil
            while rows.count < limit, var row = table.next() {
                if let hours, row.indices.contains(hours) { row[hours] = row[hours].replacing(",", with: ".") }
                rows.append(row)
            }
            return ListedExceptions(path: path, headings: headings, rows: rows)
        }
    }
}
