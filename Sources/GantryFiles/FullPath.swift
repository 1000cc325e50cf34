internal import FoundationEssentials

extension Folders {
    /// The path from the root, without `.` and, where no link is before it, without `..`: what a relative path means
    /// depends on where a person stands.
    public static func fullPath(_ path: String) -> String {
        let path = path.hasPrefix("/") ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
        var names: [Substring] = []
        for name in path.split(separator: "/") where name != "." {
            // The folders above a link are not known from its path.
            if name == "..", let last = names.last, last != "..", !isLink("/" + names.joined(separator: "/")) {
                names.removeLast()
            } else {
                names.append(name)
            }
        }
        return "/" + names.joined(separator: "/")
    }

    private static func isLink(_ path: String) -> Bool {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil
    }
}
