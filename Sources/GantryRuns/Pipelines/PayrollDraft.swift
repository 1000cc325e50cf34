internal import GantryFiles
internal import GantryModel
internal import GantryYAML

/// A pipeline file of an office that is about to be written: like a shipped one, and what differs.
public struct PayrollDraft: Sendable {
    /// The pipeline's name.
    public var name = "payroll"
    /// The pipeline that it extends.
    public var base: String
    /// The connection, as gantry.yaml names it.
    public var connection: String
    /// The layout of the payroll program's file; `nil` where none is written.
    public var profile: ProfileFile?
    /// What the layout needs: each with its value.
    public var needs: [(name: String, value: String)] = []
    /// What the payroll program calls each pay code.
    public var codes: [(code: String, theirs: String)] = []
    /// Who prepares and who approves; both are empty where nobody signs.
    public var signers: (prepare: [String], approve: [String]) = ([], [])
    /// The destination of the files, as gantry.yaml names it; `nil` where nobody has said it.
    public var destination: String?

    /// A file that only has another connection than the one that it extends.
    public init(base: String, connection: String) {
        self.base = base
        self.connection = connection
    }

    /// The whole file.
    public var text: String {
        var lines = [
            "# How this office pays: like \(base), and what differs.",
            "extends: \(base)", "pipeline: \(name)", "title: Payroll", "connection: \(connection)",
        ]
        if let profile {
            func map(_ pairs: [(String, String)]) -> String {
                "{ " + pairs.map { "\($0): \(literal($1))" }.joined(separator: ", ") + " }"
            }
            lines += [
                "", "outputs:", "  # For the payroll program: \(profile.title)",
                "  - file: \(literal(file(of: profile)))",
                "    format: \(profile.name)",
            ]
            if !needs.isEmpty { lines.append("    needs: \(map(needs.map { ($0.name, $0.value) }))") }
            if codes.contains(where: { $0.code != $0.theirs }) {
                lines += [
                    "    # What the payroll program calls our pay codes.",
                    "    codes: \(map(codes.map { (literal($0.code), $0.theirs) }))",
                ]
            }
        }
        if !signers.prepare.isEmpty {
            lines += [
                "", "sign-off:", "  prepare: [\(signers.prepare.joined(separator: ", "))]",
                "  approve: [\(signers.approve.joined(separator: ", "))]",
                "  # The name is enough. With key, who approves signs with a key of their own: Documentation/SignOff.md.",
                "  proof: declared",
            ]
        }
        if let destination { lines += ["", "deliver:", "  - { to: \(destination) }"] }
        return lines.joined(separator: "\n") + "\n"
    }

    /// `danlon-{period}.csv`, with the ending of such files.
    private func file(of profile: ProfileFile) -> String {
        let ending =
            profile.hasSchema ? "xml" : profile.rowLength != nil ? "txt" : profile.name == "iif" ? "iif" : "csv"
        return "\(profile.name)-{period}.\(ending)"
    }

    /// Checks the file and writes it; missing folders are made.
    ///
    /// - Throws: `PipelineFileError` with every mistake, after which nothing is written; `FileError`.
    public func write(
        to path: String, catalog: Catalog, profiles: ProfileFolders, pipelines: PipelineFolders
    ) throws {
        try check(as: path, catalog: catalog, profiles: profiles, pipelines: pipelines)
        if let end = path.lastIndex(of: "/") { try Folders.makePrivate(String(path[..<end])) }
        try Publishing.writeDurably(Array(text.utf8).span, to: path)
    }

    /// - Throws: `PipelineFileError` with every mistake in its explanation: the places are those of a file that nobody
    ///   has seen.
    public func check(
        as path: String, catalog: Catalog, profiles: ProfileFolders, pipelines: PipelineFolders
    ) throws(PipelineFileError) {
        do throws(PipelineFileError) {
            _ = try Pipeline.read(
                Array(text.utf8), named: path, catalog: catalog, profiles: profiles, pipelines: pipelines)
        } catch {
            let found = error.mistakes.map { $0.found + ($0.expected.map { " Expected \($0)." } ?? "") }
            throw PipelineFileError(
                .mistaken, file: path,
                explanation:
                    "The answers can't be used. \((found.isEmpty ? [error.explanation] : found).joined(separator: " "))",
                advice: "Nothing was written.")
        }
    }
}
