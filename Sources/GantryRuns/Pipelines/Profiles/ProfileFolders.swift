internal import GantryModel

/// The folders in which a profile is looked for by its name, the first one first.
public struct ProfileFolders: Sendable, Equatable {
    private let folders: PipelineFolders

    /// `Profiles` in the working directory, `Profiles` in the workspace, and the folder that was installed with the
    /// program.
    public init(workingDirectory: String, workspace: String?, installed: String?) {
        folders = PipelineFolders(
            [workingDirectory + "/Profiles"] + [workspace.map { $0 + "/Profiles" }, installed].compactMap(\.self))
    }

    /// Searches exactly these folders.
    public init(_ folders: [String]) { self.folders = PipelineFolders(folders) }

    /// The names that can be found, sorted, each once.
    public func names() -> [String] { folders.names() }

    /// The path of a profile; `nil` where there is none of this name.
    public func path(named name: String) -> String? {
        guard isPlain(name) else { return nil }
        return try? folders.path(of: name)
    }

    /// The profile of a name or path, read and checked.
    /// - Throws: `PipelineFileError`, with the nearest name where there is none.
    public func load(_ nameOrPath: String) throws(PipelineFileError) -> ProfileFile {
        if nameOrPath.contains("/") || nameOrPath.hasSuffix(".yaml") || nameOrPath.hasSuffix(".yml") {
            return try ProfileFile.load(path: nameOrPath)
        }
        guard let path = path(named: nameOrPath) else {
            let names = names()
            let nearest = nearestWord(to: nameOrPath, among: names).map { "Did you mean \($0)? " } ?? ""
            throw PipelineFileError(
                .notFound, file: nameOrPath,
                explanation: "There is no profile called \(quoted(nameOrPath)) in \(listed(folders.folders, "or")).",
                advice: "\(nearest)Available profiles: \(names.isEmpty ? "none" : names.joined(separator: ", ")).")
        }
        return try ProfileFile.load(path: path)
    }

    private func isPlain(_ name: String) -> Bool { !name.contains("/") && !name.hasPrefix(".") }
}
