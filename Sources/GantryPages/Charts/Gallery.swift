/// Small pictures of files, each beside what its row says, so that a wrong match is seen.
package struct Gallery {
    package struct Item: Sendable {
        /// The number of its row.
        let row: String
        /// What the row says besides the file.
        let cells: [String]
        /// The path of the file; `nil` where it isn't known.
        let file: String?
        /// The address of its picture; `nil` where it has none.
        let picture: String?

        package init(row: String, cells: [String], file: String?, picture: String?) {
            self.row = row
            self.cells = cells
            self.file = file
            self.picture = picture
        }
    }

    private let items: [Item]

    package init(_ items: [Item]) { self.items = items }

    package func markup(_ t: PageText) -> HTML {
        let shown = each(items) { item in
            let picture: HTML =
                item.picture.map { picture in
                    // One that is in the page itself has nothing to wait for.
                    let isLazy = !picture.hasPrefix("data:")
                    return """
                        <img class="thumb" src="\(picture)" alt=""\(isLazy ? " loading=\"lazy\"" : "") \
                        width="72" height="96">
                        """
                } ?? "<span class=\"thumb\">–</span>"
            return """
                <li>\(picture)<b>\(t("Row \(item.row)", "Række \(item.row)"))</b>\
                <br>\(item.cells.joined(separator: " · "))\(item.file.map { "<br><small>\($0)</small>" })</li>

                """
        }
        return "<ul class=\"gallery\">\n\(shown)</ul>\n"
    }
}
