internal import GantryConnectors
internal import GantryFiles
internal import GantryModel
package import GantryRuns

/// The files of a folder whose names contain the fields of rows, and the other files.
package struct NamedFiles: Sendable {
    /// Relative to the folder, each with the values of its fields. Those of a name that fits in several ways are
    /// ``unclear``; the check refuses such a row.
    package private(set) var rows: [(path: String, values: [String: String])] = []
    /// `nil` if every file is a row.
    package private(set) var leftOut: UnmatchedFiles?

    /// What stands in a cell where a name leaves its value open. It is never sent as one.
    static let unclear = "(unclear)"

    static func isUnclear(_ cell: String) -> Bool { cell.trimmed.lowercased() == unclear }

    /// Names kept of files that are left out.
    private static let mostNames = 50

    /// - Parameters:
    ///   - text: the pattern as it is written.
    ///   - isRead: whether fields can have such values. Of a name that fits in several ways only those count whose
    ///     values they can have.
    /// - Throws: `RunError` when the folder is not there; `FileError` when it can't be listed.
    package init(
        of folder: String, _ pattern: FilePattern, text: String, isRead: ([String: String]) -> Bool = { _ in true }
    ) throws {
        var names: [String] = []
        var count = 0
        for entry in try NamedFiles.list(folder) where entry.kind == .file {
            let steps = entry.path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
            guard !NamedFiles.isNoRow(entry.path) else { continue }
            let ways = pattern.matches(steps.last ?? entry.path)
            if let first = ways.first {
                let read = ways.count > 1 ? ways.filter(isRead) : ways
                // Of a name without any, the row is refused with the reason.
                let values = read.first ?? first
                // Of a name with too many ways, not all are known.
                let isUnknown = ways.count == FilePattern.mostWays
                rows.append(
                    (
                        entry.path,
                        Dictionary(
                            uniqueKeysWithValues: values.map { field, value in
                                (field, isUnknown || read.contains { $0[field] != value } ? NamedFiles.unclear : value)
                            })
                    ))
                continue
            }
            count += 1
            if names.count < NamedFiles.mostNames { names.append(entry.path) }
        }
        guard count > 0 else { return }
        leftOut = UnmatchedFiles(pattern: text, count: count, names: names)
    }

    private static func list(_ folder: String) throws -> [FolderEntry] {
        do throws(FileError) {
            return try Folders.list(folder)
        } catch {
            throw error.code == .missing ? FileFinder.noFolder(folder) as any Error : error
        }
    }

    /// Hidden files, lock files of office programs and files that file managers leave are not rows.
    static func isNoRow(_ path: String) -> Bool {
        path.split(separator: "/").contains { $0.hasPrefix(".") || $0.hasPrefix("~$") || DesktopFile.isOne(String($0)) }
    }

    /// The names that a cell has between semicolons or line breaks; none where it has neither.
    static func separated(_ cell: String) -> [String] {
        guard cell.utf8.contains(where: { $0 == UInt8(ascii: ";") || $0 == 0x0A || $0 == 0x0D }) else { return [] }
        return cell.split { $0 == ";" || $0.isNewline }.map { String($0).trimmed }.filter { !$0.isEmpty }
    }

    /// The last name of a path as people write it, in small letters.
    static func last(_ path: String) -> String {
        (path.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? "").trimmed.lowercased()
    }

    /// The paths that a cell can have.
    package static func paths(in cell: String) -> [String] { ([cell.trimmed] + separated(cell)).filter { !$0.isEmpty } }

    /// The last names of those, in small letters.
    package static func names(in cell: String) -> [String] { paths(in: cell).map(last) }

    /// What ``names(in:)`` can have for a file: its name, with and without its ending.
    package static func spellings(of path: String) -> Set<String> { [last(path), FileFinder.stem(last(path))] }
}
