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

    /// A path as a person types it: `~` at its start, alone or before a slash, is the home folder. A shell expands only
    /// words that begin with it, and nothing expands it in a file or a unit of systemd.
    ///
    /// The home folder is `HOME` of the process; without one the path stays as it is.
    public static func expandingHome(_ path: String) -> String {
        expandingHome(path, home: ProcessInfo.processInfo.environment["HOME"])
    }

    package static func expandingHome(_ path: String, home: String?) -> String {
        guard path == "~" || path.hasPrefix("~/"), let home, home.hasPrefix("/") else { return path }
        return home + path.dropFirst()
    }

    /// A path as an answer to a question, where no shell has been: terminals paste one with blanks in quotation marks.
    public static func answered(_ answer: String) -> String {
        let isQuoted = answer.count > 1 && answer.first == answer.last && ["'", "\""].contains(answer.first)
        return expandingHome(isQuoted ? String(answer.dropFirst().dropLast()) : answer)
    }

    private static func isLink(_ path: String) -> Bool {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil
    }
}
