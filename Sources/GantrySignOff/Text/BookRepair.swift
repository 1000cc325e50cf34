internal import GantryModel

/// What makes a book's file whole again after a kill: how much of it stays, and what is appended.
public struct BookRepair: Equatable, Sendable {
    /// Bytes of the file that stay.
    public let kept: Int
    /// What is appended then; empty where the file is whole.
    public let missing: [UInt8]

    /// Appends bytes after those that stay.
    public init(kept: Int, missing: [UInt8]) {
        self.kept = kept
        self.missing = missing
    }

    /// Compares the file with the lines that the journal keeps.
    ///
    /// A line is in the journal before it is in the file, and the next one only after. So the file may lack the last
    /// line, or have its beginning. Where machines share the journal, others add lines too, so the file may lack any at
    /// its end.
    ///
    /// - Parameters:
    ///   - file: the file's bytes; none where it isn't there.
    ///   - lines: of the journal, without line breaks.
    ///   - isFinished: whether the last of them is known to have been in the file.
    ///   - isShared: whether other machines have files of their own beside the same journal. The default is no.
    /// - Throws: for the first line that differs or is missing.
    public init(
        _ file: [UInt8], journal lines: [String], isFinished: Bool, isShared: Bool = false
    ) throws(BookError) {
        var place = 0
        for (index, line) in lines.enumerated() {
            let wanted = Array(line.utf8) + [0x0A]
            let end = min(place + wanted.count, file.count)
            let found = file[place..<end]
            if found.elementsEqual(wanted) {
                place = end
                continue
            }
            let mayLack = isShared || index == lines.count - 1 && !(found.isEmpty && isFinished)
            let hasMore = file.count > place + wanted.count || file[place...].contains(0x0A)
            // After a power loss the end of a file can be zeros.
            let isTorn = wanted.starts(with: found) || found.allSatisfy { $0 == 0 }
            guard mayLack, !hasMore, isTorn else {
                throw BookError(
                    index + 1, found.isEmpty ? "is missing" : "differs from the journal",
                    expected: "the line that the journal keeps, number \(index + 1) of \(lines.count)")
            }
            kept = place
            missing = Array(lines[index...].map { $0 + "\n" }.joined().utf8)
            return
        }
        guard place == file.count else {
            throw BookError(
                lines.count + 1, "is not in the journal", expected: "\(counted(lines.count, "line")) and no more",
                isAhead: true)
        }
        kept = place
        missing = []
    }
}
