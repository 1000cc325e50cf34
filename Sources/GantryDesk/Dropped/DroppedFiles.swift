internal import GantryFiles
internal import GantryModel
internal import GantryTerminal

/// Files that a browser sent: for each form or sheet, in `desk/dropped/ID/files` of the workspace.
struct DroppedFiles: Sendable {
    let workspace: Workspace

    /// A file is no larger, in bytes.
    static let mostBytes = 200_000_000
    /// A sheet has no more files.
    static let mostFiles = 5_000
    /// And no more bytes in all.
    static let mostInAll: Int64 = 2_000_000_000
    static let root = "desk/dropped"
    private static let part = ".part"

    func folder(_ id: String) -> String { "\(workspace.path)/\(DroppedFiles.root)/\(id)/files" }

    /// What was sent, in the order of the paths; nothing for an id that has nothing.
    func list(_ id: String) throws -> [FolderEntry] {
        guard FormFields.isNumber(id), Session.isFolder(folder(id)) else { return [] }
        return try Folders.list(folder(id), limit: DroppedFiles.mostFiles * 2).filter {
            $0.kind == .file && !$0.path.hasSuffix(DroppedFiles.part)
        }
    }

    /// Makes the folder, so that a person can put files there too.
    func make(_ id: String) throws {
        try Folders.makePrivate(workspace.path)
        try Folders.makePrivate("\(DroppedFiles.root)/\(id)/files", under: workspace.path)
    }

    /// Keeps a file under its name, in the place of one that has it.
    ///
    /// - Parameters:
    ///   - path: relative, as a folder on the person's machine had it.
    ///   - bytes: piece by piece; `nil` at the end.
    /// - Returns: false for a name that can't be kept, or what would be too much.
    func keep(_ id: String, at path: String, _ bytes: () async throws -> [UInt8]?) async throws -> Bool {
        let steps = path.split(separator: "/", omittingEmptySubsequences: false)
        guard FormFields.isNumber(id), (1...5).contains(steps.count), steps.allSatisfy(DroppedFiles.isName) else {
            return false
        }
        let known = try list(id)
        guard known.count < DroppedFiles.mostFiles else { return false }
        let room = DroppedFiles.mostInAll - known.reduce(0) { $0 + Int64($1.size) }
        let parent = steps.dropLast().map { "/" + $0 }.joined()
        try Folders.makePrivate("\(DroppedFiles.root)/\(id)/files\(parent)", under: workspace.path)
        let whole = "\(folder(id))/\(path)"
        let file = try PartFile.create(whole + DroppedFiles.part, replacingLeftover: true)
        while let piece = try await bytes() {
            guard file.length + piece.count <= min(Int64(DroppedFiles.mostBytes), room) else {
                try Folders.remove(
                    "\(DroppedFiles.root)/\(id)/files/\(path)\(DroppedFiles.part)", under: workspace.path)
                return false
            }
            try file.append(piece.span)
        }
        try file.close()
        try Publishing.replace(whole, with: whole + DroppedFiles.part)
        return true
    }

    func remove(_ id: String, _ path: String) throws {
        guard try list(id).contains(where: { $0.path == path }) else { return }
        try Folders.remove("\(DroppedFiles.root)/\(id)/files/\(path)", under: workspace.path)
    }

    /// A name that no folder reads as another place, and that nothing hides.
    private static func isName(_ name: Substring) -> Bool {
        !name.isEmpty && name.utf8.count <= 200 && !name.hasPrefix(".") && !name.hasSuffix(part)
            && !name.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F || $0 == "\\" }
    }
}
