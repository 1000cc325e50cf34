internal import GantryEngine
internal import GantryFiles
internal import GantryModel
package import GantryRuns

/// The files of a folder whose names contain the fields of rows, and the other files.
package struct NamedFiles: Sendable {
    /// Relative to the folder, each with the values of its fields.
    package private(set) var rows: [(path: String, values: [String: String])] = []
    /// `nil` if every file is a row.
    package private(set) var leftOut: UnmatchedFiles?

    /// Names kept of files that are left out.
    private static let mostNames = 50

    /// - Parameter text: the pattern as it is written.
    /// - Throws: `RunError` when the folder is not there; `FileError` when it can't be listed.
    package init(of folder: String, _ pattern: FilePattern, text: String) throws {
        var names: [String] = []
        var count = 0
        for entry in try NamedFiles.list(folder) where entry.kind == .file {
            let steps = entry.path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
            guard !NamedFiles.isNoRow(entry.path) else { continue }
            if let values = pattern.match(steps.last ?? entry.path) {
                rows.append((entry.path, values))
                continue
            }
            count += 1
            if names.count < NamedFiles.mostNames { names.append(entry.path) }
        }
        if count > 0 { leftOut = UnmatchedFiles(pattern: text, count: count, names: names) }
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
}
