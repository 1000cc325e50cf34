internal import GantryConnectors
internal import GantryFiles
internal import GantryModel
internal import GantryYAML

/// The file of a system that an author begins to describe. What is still to be found out is `TODO` in it.
public struct SystemDraft: Sendable {
    /// The name of the system, and of the file.
    public let name: String
    /// The whole file.
    public let text: String
    /// The names of its datasets.
    public let datasets: [String]
    /// How many values are still to be filled in.
    public let open: Int
    /// What of a document can't be said in a system file, such as `field tags`, each with why.
    public let leftOut: [(name: String, why: String)]

    /// A file with the keys that every system must have, and what belongs to each in comments.
    public static func blank(_ name: String) -> SystemDraft {
        SystemDraft(
            name,
            DraftPart(
                nil, indent: 0,
                DraftText.comment(
                    "How the system \(name) is read. Every TODO is a value to fill in, by the vendor's pages.")
                    + ["system: \(name)", "# Its name for people.", "title: TODO", ""],
                parts: [
                    DraftPart(nil, indent: 0, blankEnvironments), DraftPart(nil, indent: 0, blankSignIn),
                    DraftPart(nil, indent: 0, ["datasets:"], parts: [blankDataset]),
                ]))
    }

    /// A file with what an OpenAPI document (3.0 or 3.1, JSON or YAML, at most 16 MiB) says.
    ///
    /// - Throws: `SystemFileError` when the document isn't there or can't be read.
    public static func drafted(_ name: String, from path: String) throws(SystemFileError) -> SystemDraft {
        draft(name, of: try OpenAPIDocument.load(path: path), path)
    }

    /// - Parameter file: how messages call the document; its ending says how it is written.
    package static func drafted(
        _ name: String, from bytes: [UInt8], named file: String
    ) throws(SystemFileError) -> SystemDraft {
        draft(name, of: try OpenAPIDocument.read(bytes, named: file), file)
    }

    private static func draft(_ name: String, of document: OpenAPIDocument, _ file: String) -> SystemDraft {
        var drafting = OpenAPIDrafting(document: document)
        return SystemDraft(name, drafting.draft(name, file: file))
    }

    init(_ name: String, _ whole: DraftPart) {
        var whole = whole
        var settled = whole.settle(file: name + ".yaml")
        let place = whole.parts.count - 1
        if !whole.parts[place].parts.contains(where: \.isThere) {
            // A system has a dataset at least.
            whole.parts[place].parts.append(SystemDraft.blankDataset)
            settled = whole.settle(file: name + ".yaml")
        }
        self.name = name
        (text, open) = settled
        datasets = whole.parts[place].parts.filter(\.isThere).compactMap(\.dataset)
        leftOut = whole.problems
    }

    // MARK: What is in every file

    static let blankEnvironments =
        DraftText.comment("Addresses that all connections share; without them each connection says its own:")
        + ["# environments: { production: https://tracker.example.com }", ""]

    static let signInForms =
        DraftText.comment(
            "How a request says whose it is: one of none, api-key, basic, bearer, login, client-credentials and session,"
                + " and a check that fails with a wrong key, such as")
        + ["#   api-key: { header: X-API-Key }", "#   check: { get: /me, account: user.login }"]

    private static let blankSignIn = signInForms + ["sign-in: TODO", ""]

    static let blankDataset: DraftPart = {
        var part = DraftPart(nil, indent: 2, blankDatasetLines)
        part.dataset = "records"
        return part
    }()

    private static let blankDatasetLines =
        [
            "  # The name after the point in pipeline files.", "  records:",
            "    # What the records are, in a sentence.",
            "    help: TODO", "    # The path below the address, such as /api/entries.", "    get: TODO",
            "    # The key of the list in the answer, or \"\" where the answer is the list.", "    records: TODO",
            "    # The field that tells one record from another.", "    key: TODO",
        ]
        + DraftText.comment("How the pages follow each other: \(SystemKeys.pagingForms).", indent: 4)
        + ["    paging: TODO"]
        + DraftText.comment("Where the answer says how many records there are: \(SystemKeys.totalForms).", indent: 4)
        + [
            "    total: TODO",
            "    # By name, such as hours: { at: time.hours, type: decimal, required: true }.", "    fields: TODO",
        ]

    // MARK: Writing

    /// - Parameter folders: where files of systems are looked for.
    /// - Throws: `SystemFileError` where no file of this name can be made.
    public static func requireFree(_ name: String, in folders: [String]) throws(SystemFileError) {
        guard isPlainName(name) else {
            throw SystemFileError(
                .unusableName, file: name, explanation: "\(quoted(name)) can't be the name of a system.",
                advice: "Use lower-case letters, digits and -, such as redmine.")
        }
        if let compiled = Systems.builtIn.all.first(where: { [$0.name, $0.prefix].contains(name) }) {
            throw SystemFileError(
                .unusableName, file: name,
                explanation: "\(quoted(name)) is \(compiled.title), which Gantry has built in.",
                advice: "Choose another name.")
        }
        if let taken = SystemFile.files(in: folders).first(where: { $0.name == name }) {
            throw SystemFileError.exists(taken.path)
        }
    }

    /// Writes the file `NAME.yaml` to a folder, which is made where it isn't there. A file that is there is left alone.
    ///
    /// - Returns: its path.
    /// - Throws: `SystemFileError` with code `exists`; `FileError` when it can't be written.
    public func write(in folder: String) throws -> String {
        let path = "\(folder)/\(name).yaml"
        guard try !ReadFile.exists(path) else { throw SystemFileError.exists(path) }
        try Folders.makePrivate(folder)
        try Publishing.writeDurably(Array(text.utf8).span, to: path)
        return path
    }
}

extension SystemFileError {
    fileprivate static func exists(_ path: String) -> SystemFileError {
        SystemFileError(
            .exists, file: path, explanation: "\(singleLine(path, limit: 4_000)) exists already and was not changed.",
            advice: "Choose another name, or go on with that file: \(.validate(file: path))")
    }
}
