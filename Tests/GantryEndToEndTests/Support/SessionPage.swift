import Testing

/// A page with a session at the terminal, which is the golden file of a test.
enum SessionPage {
    /// Compares what was seen with the block of a page of the documentation, or of a file by its path, after a comment of this
    /// name. With
    /// GANTRY_REGENERATE_GOLDEN=1 the page gets what was seen.
    static func compare(_ seen: [String], page name: String, block: String) throws {
        let path = name.hasPrefix("/") ? name : Product.root + "/Documentation/" + name
        let page = try text(of: path)
        let start = try #require(page.firstRange(of: "<!-- session: \(block) -->\n```\n"), "the page has no such block")
        let end = try #require(page[start.upperBound...].firstRange(of: "```\n"))
        let found = seen.joined(separator: "\n") + "\n"
        if Product.environment["GANTRY_REGENERATE_GOLDEN"] == "1" {
            try write(String(page[..<start.upperBound] + found + page[end.lowerBound...]), to: path)
            return
        }
        #expect(String(page[start.upperBound..<end.lowerBound]) == found)
    }
}
