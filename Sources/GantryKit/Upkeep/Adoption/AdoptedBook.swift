internal import GantryEngine
internal import GantryFiles
internal import GantryModel
internal import GantrySignOff

/// The book of signatures of a pipeline, from its copies: that in the workspace, and those beside signed exports. They
/// may only differ in length.
struct AdoptedBook {
    private let workspace: Workspace
    private let runs: [RunID]
    private let book: Book
    /// Lines that a copy beside an export has: everything that belongs to them is done.
    private let finished: Int

    /// - Parameter runs: signed runs of one pipeline, whose folders are verified.
    /// - Throws: `FoundBag.Refusal` where two copies contradict each other.
    init(_ runs: [RunID], in workspace: Workspace) throws {
        self.workspace = workspace
        self.runs = runs
        var book = Book()
        for run in runs {
            let copy = "\(SignOffPlace(run: run, workspace: workspace).signed)/\(SignedFolder.book)"
            book = try AdoptedBook.longer(book, AdoptedBook.read(copy), at: copy)
        }
        finished = book.lines.count
        if let run = runs.first {
            let own = SignOffPlace(run: run, workspace: workspace).book
            book = try AdoptedBook.longer(book, AdoptedBook.read(own), at: own)
        }
        self.book = book
    }

    private static func longer(_ book: Book, _ other: Book, at path: String) throws -> Book {
        guard other.text.hasPrefix(book.text) || book.text.hasPrefix(other.text) else {
            throw FoundBag.Refusal(why: "\(path) contradicts another copy of the book")
        }
        return other.lines.count > book.lines.count ? other : book
    }

    /// A book without a line where there is no file.
    @inline(never)
    private static func read(_ path: String) throws -> Book {
        guard let bytes = try ReadFile.ifExists(path) else { return Book() }
        do throws(BookError) {
            return try SignOffHistory(try Book(reading: bytes)).book
        } catch {
            throw FoundBag.Refusal(why: "\(path) is no book of signatures: \(error.explanation)")
        }
    }

    /// Enters the book into a journal that has none of the pipeline, and writes what belongs to it into the workspace.
    /// - Throws: `FoundBag.Refusal` where the journal has another book.
    func enter(into journal: any WorkspaceJournal) async throws {
        guard let run = runs.first else { return }
        let known = try await journal.signatures(of: run.pipeline).map { $0.line + "\n" }.joined()
        guard known.hasPrefix(book.text) || known.isEmpty else {
            throw FoundBag.Refusal(
                why:
                    "the book of signatures beside it isn't the one that the journal keeps; move \(run).signed away, and it is entered without signatures"
            )
        }
        for run in runs { try restore(SignOffPlace(run: run, workspace: workspace)) }
        guard known.isEmpty else { return }
        let place = SignOffPlace(run: run, workspace: workspace)
        try place.create()
        try Publishing.writeDurably(Array(book.text.utf8).span, to: place.book)
        try await journal.adoptSignatures(book.lines.map(\.text), finished: finished, of: run.pipeline)
    }

    /// The statement, signatures, decisions and receipts in the workspace, where they are missing.
    private func restore(_ place: SignOffPlace) throws {
        try place.create()
        for name in try Folders.names(under: place.signed) {
            let isDecisions = name == SignedFolder.decisions
            guard isDecisions || name.hasPrefix("r\(place.run.revision).") else { continue }
            try copy(name, of: place, to: isDecisions ? place.keptDecisions : place.file(name))
        }
    }

    private func copy(_ name: String, of place: SignOffPlace, to path: String) throws {
        guard try !ReadFile.exists(path) else { return }
        let bytes = try ReadFile.bytes(of: "\(place.signed)/\(name)")
        try Publishing.writeDurably(bytes.span, to: path)
    }
}
