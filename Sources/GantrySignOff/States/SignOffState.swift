public import GantryEngine
public import GantryFiles
internal import GantryModel

/// How far a revision is on its way to being paid.
public struct SignOffState: Equatable, Sendable {
    /// The states, in their order.
    public enum Phase: String, Comparable, CaseIterable, Sendable {
        case published, prepared, signed, delivered, received

        /// Whether the first comes earlier.
        public static func < (a: Phase, b: Phase) -> Bool { a.rank < b.rank }

        private var rank: Int { Phase.allCases.firstIndex(of: self) ?? 0 }
    }

    /// The state; `published` where nobody has signed.
    public private(set) var phase = Phase.published
    /// The line by which it was prepared; `nil` where it isn't.
    public private(set) var prepared: BookLine?
    /// The line by which it was approved; `nil` where it isn't.
    public private(set) var approved: BookLine?
    /// The line by which it was delivered, or typed where no file carries it; `nil` where it isn't.
    public private(set) var delivered: BookLine?
    /// The last line about it.
    public private(set) var last: BookLine?

    /// That of a revision that nobody has signed.
    public init() {}

    /// The SHA-256 of the statement that is prepared or signed; `nil` where none is.
    public var statement: ContentDigest? { prepared?.statement }

    /// The state after a line; `nil` where the line can't follow.
    func after(_ line: BookLine) -> SignOffState? {
        var next = self
        next.last = line
        if let statement, line.statement != statement { return nil }
        switch (phase, line.action) {
        case (.published, .prepared):
            next.phase = .prepared
            next.prepared = line
        case (.prepared, .signed) where line.person.id != prepared?.person.id:
            next.phase = .signed
            next.approved = line
        case (.prepared, .withdrawn), (.signed, .withdrawn):
            next = SignOffState()
            next.last = line
        case (.signed, .delivered), (.signed, .typed):
            next.phase = .delivered
            next.delivered = line
        case (.delivered, .received): next.phase = .received
        case (.delivered, .failed):
            next.phase = .signed
            next.delivered = nil
        default: return nil
        }
        return next
    }
}

/// What a book says of every revision.
public struct SignOffHistory: Equatable, Sendable {
    /// The book itself.
    public private(set) var book: Book
    private var states: [RunID: SignOffState] = [:]

    /// Of a book without a line.
    public init() { book = Book() }

    /// - Throws: for the first line that can't follow those before it.
    public init(_ book: Book) throws(BookError) {
        self.book = Book()
        for line in book.lines { try add(line) }
    }

    /// Adds a line to the book.
    public mutating func add(_ line: BookLine) throws(BookError) {
        let state = self[line.run]
        guard let next = state.after(line) else {
            throw BookError(
                line.number, "says that \(line.run) was \(line.action.rawValue) by \(line.person.id)",
                expected: "what can follow the state \(state.phase.rawValue)")
        }
        try book.add(line)
        states[line.run] = next
    }

    /// The state of a revision.
    public subscript(_ run: RunID) -> SignOffState { states[run] ?? SignOffState() }

    /// The last revision that was signed and still is, of all or of those of a run's period.
    public func newestSigned(where isWanted: (RunID) -> Bool = { _ in true }) -> SignOffState? {
        states.filter { isWanted($0.key) }.values.filter { $0.phase >= .signed }
            .max { ($0.approved?.number ?? 0) < ($1.approved?.number ?? 0) }
    }

    /// The revisions of the period of a run that were signed and still are, by revision.
    public func signedRevisions(of run: RunID) -> [(run: RunID, state: SignOffState)] {
        states.filter {
            $0.key.pipeline == run.pipeline && $0.key.period == run.period && $0.value.phase >= .signed
        }.map { (run: $0.key, state: $0.value) }.sorted { $0.run.revision < $1.run.revision }
    }

    /// The last revision of the period of a run that was delivered and didn't fail: what the payroll program has.
    public func newestDelivered(of run: RunID) -> (run: RunID, state: SignOffState)? {
        signedRevisions(of: run).last { $0.state.phase >= .delivered }
    }

    /// The line that would be next, without what only the caller knows.
    func next(
        _ action: BookLine.Action, of run: RunID, statement: ContentDigest, by person: Person, proof: BookLine.Proof,
        at time: Instant
    ) -> BookLine {
        BookLine(
            number: book.lines.count + 1, previous: book.lines.last?.digest, time: time, action: action, run: run,
            statement: statement, person: person.signer, proof: proof)
    }
}
