public import GantryModel

/// The records of a page that could be read, in order, with the texts in them.
///
/// One that could not be read has values that nobody gave it, so none of those is shown, only how many there are.
public struct UsableRecords<R: Record>: Sequence, Sendable {
    private let chunk: Chunk<R>

    /// The records of a chunk whose rejects are in the order of its records.
    public init(_ chunk: Chunk<R>) { self.chunk = chunk }

    /// How many records could not be read.
    public var unreadable: Int { chunk.rejects.count }

    /// The first record that could be read; `nil` where there is none.
    public var first: R? {
        var records = makeIterator()
        return records.next()
    }

    /// The slice of a record of this page as a `String`; bytes that are no UTF-8 become U+FFFD.
    public func text(_ slice: TextSlice) -> String { chunk.text(slice) }

    /// An iterator that starts at the first record that could be read.
    public func makeIterator() -> Iterator { Iterator(records: chunk.records, rejects: chunk.rejects) }

    /// Goes through the records and, beside them, through the rejects: one of a record at most, in the same order.
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

/// Why it can't be told that something is missing from a list of which records could not be read.
func hiddenRecords(_ count: Int, _ things: String) -> String {
    "The server's list has \(count) unreadable \(things); the one that was sent may be among them."
}

/// What stands behind the sentence that a server does not list something; empty where it could all be read.
func unreadableNote(_ count: Int, _ thing: String) -> String {
    guard count > 0 else { return "" }
    return
        " The server lists \(unreadableRecords(count, thing)), which may \(count == 1 ? "be" : "include") it. Have that corrected there."
}

/// `2 workers that can't be read`.
func unreadableRecords(_ count: Int, _ thing: String) -> String {
    "\(count) unreadable \(thing)\(count == 1 ? "" : "s")"
}
