package import GantryEngine
internal import GantryFiles
internal import GantryModel
package import GantrySignOff

extension SignOffState {
    /// How far a run is; `nil` where its book isn't what the journal keeps, which every command about signatures
    /// reports.
    init?(of run: RunID, _ journal: any WorkspaceJournal, _ workspace: Workspace) async throws {
        do {
            self = try await BookKeeper(journal, SignOffPlace(run: run, workspace: workspace)).history[run]
        } catch is BookError {
            return nil
        }
    }
}

/// The book of a pipeline's signatures: its file in the workspace, and the journal, which has every line first.
package struct BookKeeper {
    let journal: any WorkspaceJournal
    let place: SignOffPlace
    package private(set) var history = SignOffHistory()
    /// Numbers of the lines to which something is still missing.
    package private(set) var pending: Set<Int> = []

    /// Reads the book; only its end may be missing, as a kill leaves it.
    /// - Throws: `BookError` where the file isn't what the journal keeps, `JournalError`, `FileError`.
    package init(_ journal: any WorkspaceJournal, _ place: SignOffPlace) async throws {
        self.journal = journal
        self.place = place
        let lines = try await journal.signatures(of: place.run.pipeline)
        do {
            let repair = try repair(lines)
            history = try SignOffHistory(Book(reading: Array(lines.map { $0.line + "\n" }.joined().utf8)))
            pending = Set(lines.filter { !$0.isFinished }.map(\.number))
            missing = repair
        } catch var error as BookError {
            error.file = place.book
            throw error
        }
    }

    private var missing: BookRepair?

    private func repair(_ lines: [JournaledSignature]) throws -> BookRepair {
        try BookRepair(
            ReadFile.ifExists(place.book) ?? [], journal: lines.map(\.line),
            isFinished: lines.last?.isFinished ?? true, isShared: !(journal is any JournalFile))
    }

    /// Writes the end of the book that a killed command didn't.
    mutating func mend() throws {
        guard let repair = missing, !repair.missing.isEmpty else { return }
        try write(repair)
        missing = nil
    }

    /// Enters a line into the journal, then into the book.
    mutating func add(_ line: BookLine) async throws {
        try history.add(line)
        let before = history.book.text.utf8.count - line.text.utf8.count - 1
        try await journal.addSignature(line.text, number: line.number, of: place.run.pipeline)
        pending.insert(line.number)
        try write(BookRepair(kept: before, missing: Array(line.text.utf8) + [0x0A]))
    }

    /// Notes that all that belongs to a line is done.
    mutating func finish(_ line: BookLine) async throws {
        try await journal.finishSignature(line.number, of: place.run.pipeline)
        pending.remove(line.number)
    }

    private func write(_ repair: BookRepair) throws {
        let part: PartFile
        if let bytes = try ReadFile.ifExists(place.book) {
            let kept = ContentHasher.digest(of: Array(bytes.prefix(repair.kept)).span)
            part = try PartFile.resume(place.book, length: repair.kept, digest: kept)
            // Its first writer may have been killed before its name was durable.
            try Folders.sync(place.root)
        } else {
            part = try PartFile.create(place.book)
        }
        try part.append(repair.missing.span)
        try part.sync()
        try part.close()
    }
}
