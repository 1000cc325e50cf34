internal import GantryFiles
internal import GantryPages

/// What the desk sends to a request.
struct DeskAnswer: Sendable {
    var status: Int
    var type: String
    var content: Content
    /// More headers than every answer has.
    var headers: [(name: String, value: String)] = []

    /// What it may load, where it isn't what pages of the desk may.
    var contentPolicy: String?

    /// Whether a browser says to nobody where it comes from, not even to the desk: its address holds the key.
    var isSecretAddress = false

    enum Content: Sendable {
        case bytes([UInt8])
        /// A file of this many bytes, by its path in a folder; nothing outside the folder is read.
        case file(path: String, folder: String, bytes: Int)
    }

    static func page(_ html: HTML, status: Int = 200) -> DeskAnswer {
        DeskAnswer(status: status, type: "text/html; charset=utf-8", content: .bytes(Array(html.text.utf8)))
    }

    /// Leads to another page: after a form, so that a reload sends nothing again.
    static func seeOther(_ address: DeskAddress, query: String = "") -> DeskAnswer {
        DeskAnswer(
            status: 303, type: "text/plain; charset=utf-8", content: .bytes([]),
            headers: [("Location", address.path + (query.isEmpty ? "" : "?" + query))])
    }

    /// A file of a folder, which a browser keeps and never shows.
    static func download(_ path: String, in folder: String, type: String) throws -> DeskAnswer {
        let size = try ReadFile.open(path, under: folder).size
        // Names of files of a run are plain; whatever else one may have can't end the quotes.
        let name = String(
            path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...].map {
                $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) ? $0 : "_"
            })
        return DeskAnswer(
            status: 200, type: type, content: .file(path: path, folder: folder, bytes: size),
            headers: [("Content-Disposition", "attachment; filename=\"\(name)\"")])
    }
}
