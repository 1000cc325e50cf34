internal import GantryFiles
package import GantryFormats
package import GantryJSON

/// An export folder, and the files that its `totals.json` lists.
package struct ExportFolder: Sendable {
    package let path: String
    /// `totals.json`.
    package let totals: JSONTree

    /// A file of it.
    package struct File: Sendable {
        /// In `data`.
        package let name: String
        /// The path of the file itself.
        package let path: String
        /// What the totals say of it.
        package let tree: JSONTree

        /// As it is written; by default like files for programs.
        package var dialect: CSVDialect { CSVDialect.named(tree["dialect"]?.text ?? "") ?? .machine }
        /// `nil` for a file that isn't an archive.
        package var compression: ArchiveCompression? {
            ArchiveCompression(rawValue: tree["compression"]?.text ?? "")
        }
    }

    package init(_ path: String, totals: JSONTree) {
        self.path = path
        self.totals = totals
    }

    /// - Throws: `FileError`, and what says that its totals are no JSON.
    package init(_ path: String) throws {
        self.init(path, totals: try JSONTree(ReadFile.bytes(of: "\(path)/\(TotalsFile.path)")))
    }

    /// `nil` where there is no folder with totals.
    package static func ifExists(_ path: String) throws -> ExportFolder? {
        try ReadFile.ifExists("\(path)/\(TotalsFile.path)").map { ExportFolder(path, totals: try JSONTree($0)) }
    }

    /// Its files of some formats.
    package func files(_ formats: [String]) -> [File] {
        (totals["files"]?.list ?? []).compactMap { tree in
            guard formats.contains(tree["format"]?.text ?? ""), let name = tree["file"]?.text else { return nil }
            return File(name: name, path: "\(path)/data/\(name)", tree: tree)
        }
    }

    /// Its first file of a format.
    package func file(_ format: String) -> File? { files([format]).first }
}
