internal import FoundationEssentials
internal import GantryEngine
internal import GantryFiles
internal import GantryFormats
internal import GantryImports
internal import GantryJSON
internal import GantryModel
internal import GantryRuns
internal import GantryTerminal
internal import GantryYAML

/// A sheet with its files that somebody dropped, and what became of it so far.
struct DroppedSheet: Sendable {
    let id: String
    let pipeline: String
    let dropped: Instant
    /// When something was last done with it.
    private(set) var touched: Instant
    /// What a person said of its columns.
    var columns: [Pipeline.Import.Column] = []
    /// The headings of those that are not read, though they are recognised.
    var ignored: [String] = []
    /// And of words in them, by the field: the sheet's word with the field's.
    var values: [String: [String: String]] = [:]
    /// Cells that were mended and rows that are left out, the oldest first; the sheet stays as it was dropped.
    var changes: [SheetChange] = []
    /// The SHA-256 of the sheet whose cells were mended: the rows of another one are others.
    var mended: String?
    /// Whether rows without a number make new records.
    var creates = false
    /// What names the batch, for a kind that needs a period.
    var period: String?
    /// The newest command that checked it.
    var check: String?
    /// What ``fingerprint(of:)`` was of the files that it checked.
    var checked: String?
    /// The most kilobytes that are sent in a second; `nil` for as many as can be.
    var pace: Int?
    /// The commands that sent it, the newest last.
    var sent: [String] = []

    init(id: String, pipeline: String, dropped: Instant) {
        self.id = id
        self.pipeline = pipeline
        self.dropped = dropped
        touched = dropped
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
        ignored = (tree["ignored"]?.list ?? []).compactMap(\.text)
        for value in tree["values"]?.list ?? [] {
            guard let field = value["field"]?.text, let word = value["word"]?.text, let meant = value["value"]?.text
            else { continue }
            values[field, default: [:]][word] = meant
        }
        for change in tree["changes"]?.list ?? [] {
            guard let row = change["row"]?.int, let heading = change["column"]?.text, let value = change["value"]?.text
            else { continue }
            changes.append(.init(row: row, heading: heading, value: value, was: change["was"]?.text))
        }
        touched = tree["touched"]?.text.flatMap { Instant($0) } ?? dropped
        checked = tree["checked"]?.text
        pace = tree["pace"]?.int
        mended = tree["mended"]?.text
        creates = tree["creates"] == .bool(true)
        period = tree["period"]?.text
        check = tree["check"]?.text
        sent = (tree["sent"]?.list ?? []).compactMap(\.text)
    }

    private var bytes: [UInt8] {
        Array(
            JSONTree.object([
                "pipeline": .string(pipeline), "dropped": JSONTree(dropped),
                "touched": JSONTree(Instant.now), "checked": JSONTree(checked), "pace": JSONTree(pace),
                "columns": .array(
                    columns.map { .object(["field": .string($0.field), "heading": .string($0.heading)]) }),
                "ignored": .array(ignored.map(JSONTree.string)),
                "values": .array(
                    words.map {
                        .object(["field": .string($0.field), "word": .string($0.word), "value": .string($0.value)])
                    }),
                "changes": .array(
                    changes.map {
                        .object([
                            "row": .integer($0.row), "column": .string($0.heading), "value": .string($0.value),
                            "was": JSONTree($0.was),
                        ])
                    }), "mended": JSONTree(mended), "creates": .bool(creates), "period": JSONTree(period),
                "check": JSONTree(check),
                "sent": .array(sent.map(JSONTree.string)),
            ]).line.utf8)
    }

    /// - Returns: `nil` where there is none.
    static func read(_ id: String, in workspace: Workspace) throws -> DroppedSheet? {
        guard FormFields.isNumber(id), let bytes = try ReadFile.ifExists(path(id, workspace)) else { return nil }
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
            try Publishing.writeDurably(SheetChanges.file(changes).span, to: changesPath(workspace))
        }
        try Publishing.writeDurably(bytes.span, to: DroppedSheet.path(id, workspace))
    }

    /// Removes it with its files.
    func remove(in workspace: Workspace) throws {
        try Folders.remove("\(DroppedFiles.root)/\(id)", under: workspace.path)
    }

    /// Removes what was dropped and is no longer worked on: a sheet after thirty days, seven where everything of it is
    /// sent, and the file of any other form after seven.
    static func removeOld(in workspace: Workspace, isSent: (DroppedSheet) -> Bool) {
        let day: Int64 = 86_400 * 1_000_000_000
        guard Session.isFolder("\(workspace.path)/\(DroppedFiles.root)"),
            let names = try? Folders.names(of: DroppedFiles.root, under: workspace.path)
        else { return }
        for name in names where FormFields.isNumber(name) {
            let end: Instant
            if let sheet = try? read(name, in: workspace) {
                end = sheet.touched.adding(nanoseconds: (isSent(sheet) ? 7 : 30) * day)
            } else {
                let folder = "\(workspace.path)/\(DroppedFiles.root)/\(name)"
                let facts = try? FileManager.default.attributesOfItem(atPath: folder)
                guard let time = facts?[.modificationDate] as? Date else { continue }
                end = Instant(secondsSince1970: Int64(time.timeIntervalSince1970)).adding(nanoseconds: 7 * day)
            }
            // One that can't be removed is tried again the next time.
            if end < .now { try? Folders.remove("\(DroppedFiles.root)/\(name)", under: workspace.path) }
        }
    }

    /// What differs where files came, went or have another size.
    static func fingerprint(of files: [FolderEntry]) -> String {
        var hasher = ContentHasher()
        hasher.update(Array(files.map { "\($0.path)\t\($0.size)\n" }.joined().utf8).span)
        return hasher.digest().description
    }

    private func changesPath(_ workspace: Workspace) -> String {
        "\(workspace.path)/\(DroppedFiles.root)/\(id)/changes.csv"
    }

    private static func path(_ id: String, _ workspace: Workspace) -> String {
        "\(workspace.path)/\(DroppedFiles.root)/\(id)/sheet.json"
    }

    /// The file with the rows: the only one that can be; `nil` where there is none, or several.
    static func file(among files: [FolderEntry]) -> FolderEntry? {
        let sheets = files.filter { has($0, [".csv", ".xlsx", ".xlsm", ".ods", ".txt"]) }
        return sheets.count == 1 ? sheets[0] : nil
    }

    /// Files that a person takes for a sheet, and that can't be read as one.
    static func unreadable(among files: [FolderEntry]) -> [FolderEntry] {
        files.filter { has($0, [".xls", ".xlsb", ".numbers", ".doc", ".docx", ".rtf", ".odt", ".pages"]) }
    }

    private static func has(_ file: FolderEntry, _ endings: [String]) -> Bool {
        let name = file.path.lowercased()
        return endings.contains { name.hasSuffix($0) }
    }

    /// The pages of the sheets that runs send, of those that were dropped here and are still there.
    static func pages(of runs: [RunHead], _ asked: Asked) async throws -> [RunID: DeskAddress] {
        let runs = runs.filter(\.isOfSheet)
        guard !runs.isEmpty, let journal = try asked.workspace.existingJournal() else { return [:] }
        let commands = try await journal.documents(named: RunDirectories.commandName, of: runs.map(\.id))
        return try commands.compactMapValues { command in
            guard let id = command.firstMatch(of: /\/desk\/dropped\/([0-9A-Fa-f]{32})\/files/)?.1,
                let sheet = try read(String(id), in: asked.workspace)
            else { return nil }
            return .sheet(pipeline: sheet.pipeline, id: sheet.id)
        }
    }

    /// ``values`` in a fixed order.
    private var words: [(field: String, word: String, value: String)] {
        values.sorted { $0.key < $1.key }.flatMap { field, words in
            words.sorted { $0.key < $1.key }.map { (field, $0.key, $0.value) }
        }
    }

    /// The words that say which rows and files are sent, after the command and the pipeline.
    ///
    /// - Parameter own: how many columns the pipeline file itself ignores.
    func words(_ file: FolderEntry, in workspace: Workspace, ignoring own: Int) -> [String] {
        let folder = DroppedFiles(workspace: workspace).folder(id)
        var given = ["--sheet", "\(folder)/\(file.path)", "--files", folder]
        if let period { given += ["--period", period] }
        if !changes.isEmpty { given += ["--changes", changesPath(workspace)] }
        if creates { given += ["--set", "creates=true"] }
        for column in columns { given += ["--set", "sheet.columns.\(column.field)=\(column.heading)"] }
        for (place, heading) in ignored.enumerated() {
            given += ["--set", "sheet.ignore[\(own + place)]=\(heading)"]
        }
        for word in words { given += ["--set", "sheet.values.\(word.field).\(literal(word.word))=\(word.value)"] }
        return given
    }
}
