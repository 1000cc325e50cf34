public import GantryConnectors
internal import GantryFiles
public import GantryModel

extension Systems {
    /// The systems that this build knows, and those that files of the workspace's folders describe.
    ///
    /// A file with mistakes is among the ``faults``, so that it stops only what names it.
    public init(in workspace: Workspace) {
        var described: [System] = []
        var faults: [String: any ExplainedError] = [:]
        for (name, path) in SystemFile.files(in: workspace.systemFolders) {
            do throws(SystemFileError) {
                described.append(try SystemFile.load(path: path).system)
            } catch {
                faults[name] = error
            }
        }
        self.init(Systems.builtIn.all + described, faults: faults)
    }
}

extension SystemFile {
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
