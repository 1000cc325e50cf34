internal import FoundationEssentials
internal import GantryModel

/// The folders in which a pipeline is searched by its name, in order.
public struct PipelineFolders: Sendable, Equatable {
    /// Paths of folders, in the order in which they are searched. They need not exist.
    public let folders: [String]

    /// Searches exactly these folders.
    public init(_ folders: [String]) { self.folders = folders }

    /// `Pipelines` in the working directory, `Pipelines` in the workspace, and the folder that was installed with the
    /// program.
    public init(workingDirectory: String, workspace: String?, installed: String?) {
        folders =
            [workingDirectory + "/Pipelines"] + [workspace.map { $0 + "/Pipelines" }, installed].compactMap(\.self)
    }

    /// The file of a pipeline.
    ///
    /// - Parameter nameOrPath: A path if it contains a `/` or ends in `.yaml` or `.yml`, which is returned unchanged,
    ///   whether the file exists or not; otherwise a name.
    /// - Parameter other: a path that isn't meant, although the name fits. The default is none.
    /// - Throws: `PipelineFileError` with code `notFound`, which lists the names nearest to the one given.
    public func path(of nameOrPath: String, besides other: String? = nil) throws(PipelineFileError) -> String {
        if nameOrPath.contains("/") || PipelineFolders.stem(nameOrPath) != nil { return nameOrPath }
        for folder in folders {
            for ending in [".yaml", ".yml"] {
                let path = folder + "/" + nameOrPath + ending
                var isDirectory = false
                if FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory), !isDirectory, path != other
                {
                    return path
                }
            }
        }
        let names = self.names()
        let known =
            names.isEmpty
            ? "These folders have no pipeline files." : "Available pipelines: \(names.joined(separator: ", "))."
        let nearest = nearestWord(to: nameOrPath, among: names).map { "Did you mean \($0)? " } ?? ""
        throw PipelineFileError(
            .notFound, file: nameOrPath,
            explanation: "There is no pipeline called \(quoted(nameOrPath)) in \(listed(folders, "or")).",
            advice: "\(nearest)\(known) You can also give the path of a pipeline file.")
    }

    /// The names that can be found, sorted, each once. A folder that is not there or can't be read has none.
    public func names() -> [String] {
        var names: Set<String> = []
        for folder in folders {
            // A folder that isn't there is the ordinary case: only one of the three need exist.
            guard let files = try? FileManager.default.contentsOfDirectory(atPath: folder) else { continue }
            for file in files {
                if let stem = PipelineFolders.stem(file), !stem.hasPrefix(".") { names.insert(stem) }
            }
        }
        return names.sorted()
    }

    private static func stem(_ file: String) -> String? {
        for ending in [".yaml", ".yml"] where file.hasSuffix(ending) { return String(file.dropLast(ending.count)) }
        return nil
    }
}
