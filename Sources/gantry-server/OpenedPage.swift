internal import GantryFiles
internal import GantryModel
internal import GantryTerminal

/// Opens the desk in the browser.
enum OpenedPage {
    /// Everybody on this machine sees the arguments of a program, so the browser is given a file that only this account
    /// can read, which leads to the address with the key.
    ///
    /// - Returns: the path of the file.
    static func open(_ link: String, in workspace: Workspace) throws -> String {
        try Folders.makePrivate("desk", under: workspace.path)
        let path = Folders.fullPath("\(workspace.path)/desk/open.html")
        let page = """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8"><meta name="referrer" content="no-referrer">
            <meta http-equiv="refresh" content="0; url=\(link)"><title>Gantry</title></head>
            <body><p><a href="\(link)">Gantry</a></p></body></html>

            """
        try Publishing.writeDurably(Array(page.utf8).span, to: path)
        try ShownPage.open(path)
        return path
    }
}
