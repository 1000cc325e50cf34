public import GantryModel

/// The records of a page that could be read, in order, with the texts in them.
///
/// An unreadable record has placeholder values, so those aren't shown, only how many such records there are.
public struct UsableRecords<R: Record>: Sequence, Sendable {
    private let chunk: Chunk<R>

    /// The records of a chunk whose rejects are in the order of its records.
    public init(_ chunk: Chunk<R>) { self.chunk = chunk }

    /// How many records could not be read.
    public var unreadable: Int { chunk.rejects.count { !$0.isLeftOut } }

    /// The first readable record; `nil` if there is none.
    public var first: R? {
        var records = makeIterator()
        return records.next()
    }

    /// The slice of a record of this page as a `String`; invalid UTF-8 becomes U+FFFD.
    public func text(_ slice: TextSlice) -> String { chunk.text(slice) }

    /// An iterator that starts at the first record that could be read.
    public func makeIterator() -> Iterator { Iterator(records: chunk.records, rejects: chunk.rejects) }

    /// Iterates over the records and, in parallel, over the rejects: at most one for each record, in the same order.
    public struct Iterator: IteratorProtocol {
        private let records: [R]
        private let rejects: [Reject]
        private var index = 0
        private var reject = 0

        fileprivate init(records: [R], rejects: [Reject]) {
            self.records = records
            self.rejects = rejects
        }

        /// The next record that could be read; `nil` after the last.
        public mutating func next() -> R? {
            while reject < rejects.count, rejects[reject].index == index {
                reject += 1
                index += 1
            }
            guard index < records.count else { return nil }
            index += 1
            return records[index - 1]
        }
    }
}

/// Why a list with unreadable records can't prove that something is missing.
///
/// - Parameter things: as in `unreadableRecords`.
func hiddenRecords(_ count: Int, _ thing: String, plural things: String? = nil) -> String {
    "The server's list has \(unreadableRecords(count, thing, plural: things)); "
        + (count == 1 ? "it may be the one that was sent." : "the one that was sent may be among them.")
}

/// What is added to the sentence that a server doesn't list something; empty if the whole list was readable.
///
/// - Parameter things: as in `unreadableRecords`.
func unreadableNote(_ count: Int, _ thing: String, plural things: String? = nil) -> String {
    guard count > 0 else { return "" }
    return
        " The server lists \(unreadableRecords(count, thing, plural: things)), which may \(count == 1 ? "be" : "include") it. Have that corrected there."
}

/// `1 unreadable worker`, `2 unreadable workers`.
///
/// - Parameter things: where another word than `thing` with an s is said of several.
func unreadableRecords(_ count: Int, _ thing: String, plural things: String? = nil) -> String {
    counted(count, "unreadable \(thing)", plural: things.map { "unreadable \($0)" })
}
