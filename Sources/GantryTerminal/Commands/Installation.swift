/// Where the files that came with the program are.
public enum Installation {
    /// The folder with the shipped pipeline files, or with other shipped files; `nil` if there is none.
    ///
    /// - Parameters:
    ///   - name: the folder's name. The default is `Pipelines`.
    ///   - environment: `GANTRY_HOME` names the folder that holds it; when it is set, nothing else is tried.
    ///   - executable: the path of the running program. The folder is looked for beside it and in the folders above it
    ///     (a package root above `.build/release`), there also in `share/gantry` (next to its `bin` or `lib`).
    ///   - isFolder: whether a path is a folder.
    public static func pipelines(
        _ name: String = "Pipelines", environment: [String: String], executable: String?, isFolder: (String) -> Bool
    ) -> String? {
        if let home = environment["GANTRY_HOME"], !home.isEmpty {
            return isFolder(home + "/" + name) ? home + "/" + name : nil
        }
        guard var folder = executable.flatMap(parent) else { return nil }
        for _ in 0..<5 {
            let places = ["\(folder)/share/gantry/\(name)", "\(folder)/\(name)"]
            if let place = places.first(where: isFolder) { return place }
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
