internal import GantryEngine
internal import GantryFiles
internal import GantryMedia

/// A file as it is sent.
struct OutgoingFile: Sendable {
    let content: FileContent
    /// What the server is told that it is called: the last name of its path.
    let name: String
    let contentType: String

    /// - Parameter path: what the sheet calls the file.
    init(_ content: FileContent, _ type: MediaType, of path: String) {
        self.content = content
        name = path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? path
        contentType = type.mimeType
    }

    /// What the ledger has of it.
    var mark: FileMark {
        FileMark(digest: content.digest.description, length: content.length, checksum: content.checksum?.description)
    }

    /// Whether this is what the ledger has, also where it has no checksum.
    func isMarked(_ mark: FileMark?) -> Bool {
        mark?.digest == content.digest.description && mark?.length == content.length
    }
}
