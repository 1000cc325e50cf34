internal import GantryFiles
internal import GantryImports
internal import GantryJSON
internal import GantryModel
internal import GantryRuns
internal import GantryTerminal

/// A sheet with its files that somebody dropped, and what became of it so far.
struct DroppedSheet: Sendable {
    let id: String
    let pipeline: String
    let dropped: Instant
    /// What a person said of its columns.
    var columns: [Pipeline.Import.Column] = []
    /// Cells that were mended, the oldest first; the sheet stays as it was dropped.
    var changes: [Pipeline.Import.Change] = []
    /// The SHA-256 of the sheet whose cells were mended: the rows of another one are others.
    var mended: String?
    /// What names the batch, for a kind that needs a period.
    var period: String?
    /// The newest command that checked it.
    var check: String?
    /// The commands that sent it, the newest last.
    var sent: [String] = []

    init(id: String, pipeline: String, dropped: Instant) {
        self.id = id
        self.pipeline = pipeline
        self.dropped = dropped
    }

    private init?(id: String, _ bytes: [UInt8]) {
        guard let tree = try? JSONTree(bytes), let pipeline = tree["pipeline"]?.text,
            let dropped = tree["dropped"]?.text.flatMap({ Instant($0) })
        else { return nil }
        self.init(id: id, pipeline: pipeline, dropped: dropped)
        for column in tree["columns"]?.list ?? [] {
            guard let field = column["field"]?.text, let heading = column["heading"]?.text else { continue }
            columns.append(.init(field: field, heading: heading))
        }
        for change in tree["changes"]?.list ?? [] {
            guard let row = change["row"]?.int, let heading = change["column"]?.text, let value = change["value"]?.text
            else { continue }
            changes.append(.init(row: row, heading: heading, value: value))
        }
        mended = tree["mended"]?.text
        period = tree["period"]?.text
        check = tree["check"]?.text
        sent = (tree["sent"]?.list ?? []).compactMap(\.text)
    }

    private var bytes: [UInt8] {
        Array(
            JSONTree.object([
                "pipeline": .string(pipeline), "dropped": JSONTree(dropped),
                "columns": .array(
                    columns.map { .object(["field": .string($0.field), "heading": .string($0.heading)]) }),
                "changes": .array(
                    changes.map {
                        .object(["row": .integer($0.row), "column": .string($0.heading), "value": .string($0.value)])
                    }), "mended": JSONTree(mended), "period": JSONTree(period), "check": JSONTree(check),
                "sent": .array(sent.map(JSONTree.string)),
            ]).line.utf8)
    }

    /// - Returns: `nil` where there is none.
    static func read(_ id: String, in workspace: Workspace) throws -> DroppedSheet? {
        guard StartedCommand.isID(id), let bytes = try ReadFile.ifExists(path(id, workspace)) else { return nil }
        return DroppedSheet(id: id, bytes)
    }

    /// Every sheet that is there, the newest first.
    static func all(in workspace: Workspace) throws -> [DroppedSheet] {
        guard Session.isFolder("\(workspace.path)/\(DroppedFiles.root)") else { return [] }
        return try Folders.names(of: DroppedFiles.root, under: workspace.path).compactMap {
            try read($0, in: workspace)
        }
        .sorted { $0.dropped > $1.dropped }
    }

    func write(in workspace: Workspace) throws {
        try DroppedFiles(workspace: workspace).make(id)
        if !changes.isEmpty {
            try Publishing.writeDurably(Pipeline.Import.Change.file(changes).span, to: changesPath(workspace))
        }
        try Publishing.writeDurably(bytes.span, to: DroppedSheet.path(id, workspace))
    }

    /// Removes it with its files.
    func remove(in workspace: Workspace) throws {
        try Folders.remove("\(DroppedFiles.root)/\(id)", under: workspace.path)
    }

    private func changesPath(_ workspace: Workspace) -> String {
        "\(workspace.path)/\(DroppedFiles.root)/\(id)/changes.csv"
    }

    private static func path(_ id: String, _ workspace: Workspace) -> String {
        "\(workspace.path)/\(DroppedFiles.root)/\(id)/sheet.json"
    }

    /// The file with the rows: the only one that can be; `nil` where there is none, or several.
    static func file(among files: [FolderEntry]) -> FolderEntry? {
        let sheets = files.filter { file in
            [".csv", ".xlsx", ".xlsm", ".ods", ".txt"].contains { file.path.lowercased().hasSuffix($0) }
        }
        return sheets.count == 1 ? sheets[0] : nil
    }

    /// The words that say which rows and files are sent, after the command and the pipeline.
    func words(_ file: FolderEntry, in workspace: Workspace) -> [String] {
        let folder = DroppedFiles(workspace: workspace).folder(id)
        return ["--sheet", "\(folder)/\(file.path)", "--files", folder] + (period.map { ["--period", $0] } ?? [])
            + (changes.isEmpty ? [] : ["--changes", changesPath(workspace)])
            + columns.flatMap { ["--set", "sheet.columns.\($0.field)=\($0.heading)"] }
    }
}
