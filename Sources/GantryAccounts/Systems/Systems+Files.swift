public import GantryConnectors
internal import GantryFiles
public import GantryModel

extension Systems {
    /// The systems that this build knows, and those that files of the workspace's folders describe.
    ///
    /// A file with mistakes is among the ``faults``, so that it stops only what names it: by the name of its system, or
    /// by the prefix of the one that it extends.
    public init(in workspace: Workspace) {
        var all = Systems.builtIn.all
        var faults: [String: any ExplainedError] = [:]
        for (name, path) in SystemFile.files(in: workspace.systemFolders) {
            do throws(SystemFileError) {
                let file = try SystemFile.load(path: path)
                guard file.isExtension, let place = all.firstIndex(of: file.system) else {
                    all.append(file.system)
                    continue
                }
                try file.requireNew(besides: all[place])
                all[place].datasets += file.system.datasets
            } catch {
                faults[error.extended ?? name] = error
            }
        }
        self.init(all, faults: faults)
    }
}

extension SystemFile {
    /// Requires that no other file adds a dataset of the same name to the system.
    fileprivate func requireNew(besides extended: System) throws(SystemFileError) {
        guard let twin = system.datasets.first(where: { new in extended.datasets.contains { $0.name == new.name } })
        else {
            return
        }
        var error = SystemFileError(
            .exists, file: path,
            explanation:
                "The system file \(singleLine(path, limit: 4_000)) adds \(system.qualified(twin.name)), which another file adds too.",
            advice: "Give one of them another name.")
        error.extended = system.prefix
        throw error
    }

    /// The files in folders by the names of their systems, sorted; of one name that of the first folder.
    package static func files(in folders: [String]) -> [(name: String, path: String)] {
        var files: [String: String] = [:]
        for folder in folders {
            // A folder that isn't there is the ordinary case.
            guard let found = try? Folders.list(folder) else { continue }
            for entry in found where entry.kind == .file && !entry.path.contains("/") {
                for ending in [".yaml", ".yml"] where entry.path.hasSuffix(ending) && !entry.path.hasPrefix(".") {
                    let name = String(entry.path.dropLast(ending.count))
                    if files[name] == nil { files[name] = "\(folder)/\(entry.path)" }
                }
            }
        }
        return files.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}
