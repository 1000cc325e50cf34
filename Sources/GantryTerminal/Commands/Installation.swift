/// Where the pipeline files that came with the program are.
public enum Installation {
    /// The folder with the shipped pipeline files, or `nil` when there is none.
    ///
    /// - Parameters:
    ///   - environment: `GANTRY_HOME` names the folder that holds `Pipelines`; when it is set, nothing else is tried.
    ///   - executable: the path of the running program. `Pipelines` is looked for beside it and in the folders above it
    ///     (a package root above `.build/release`), then in `share/gantry` next to its `bin`.
    ///   - isFolder: whether a path is a folder.
    public static func pipelines(
        environment: [String: String], executable: String?, isFolder: (String) -> Bool
    ) -> String? {
        if let home = environment["GANTRY_HOME"], !home.isEmpty {
            return isFolder(home + "/Pipelines") ? home + "/Pipelines" : nil
        }
        guard var folder = executable.flatMap(parent) else { return nil }
        if let prefix = parent(folder), isFolder(prefix + "/share/gantry/Pipelines") {
            return prefix + "/share/gantry/Pipelines"
        }
        for _ in 0..<5 {
            if isFolder(folder + "/Pipelines") { return folder + "/Pipelines" }
            guard let above = parent(folder) else { return nil }
            folder = above
        }
        return nil
    }

    private static func parent(_ path: String) -> String? {
        guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return nil }
        return String(path[..<slash])
    }
}
