/// Names of files that were dropped in the desk: a person knows them by these names, and not the folder of the
/// workspace in which the desk keeps them.
package enum DroppedNames {
    private static let folder = "/desk/dropped/"
    private static let files = "files"
    /// What a sentence says in the place of the folder.
    private static let among = "among the dropped files"

    /// Whether a sentence is about what was dropped.
    package static func isAbout(_ text: String) -> Bool { shown(text).contains(among) }

    /// A text in which each quoted path of a dropped file is its name, and the folder of all of them is told in words.
    static func shown(_ text: String) -> String {
        guard text.contains(folder) else { return text }
        let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
        var out = String(parts[0])
        for (index, part) in parts.enumerated().dropFirst() {
            // Quoted is every second part; what is quoted last may have no end.
            guard index % 2 == 1, index < parts.count - 1, let start = part.firstRange(of: folder) else {
                out += (out.hasSuffix(among) && index % 2 == 0 ? "" : "\"") + part
                continue
            }
            let steps = part[start.upperBound...].split(separator: "/")
            if steps.count == 2, steps[1] == files, out.hasSuffix(" in ") {
                out.removeLast("in ".count)
                out += among
            } else if steps.count > 2, steps[1] == files {
                out += "\"" + steps.dropFirst(2).joined(separator: "/")
            } else {
                out += "\"" + part
            }
        }
        return out
    }
}
