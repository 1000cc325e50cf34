public import GantryEngine
public import GantryModel

/// A source that gives chunks from an array.
public actor ArraySource<R: Record>: PageSource {
    private let chunks: [Chunk<R>]
    private var next: Int
    private let total: Int?
    private let pageSize: Int
    private let knowsEnd: Bool
    private let faults: Faults
    private let operation: String
    private let willGive: @Sendable (_ page: Int) async throws -> Void

    /// - Parameters:
    ///   - page: where to begin, from 1.
    ///   - statedTotal: what the source says it has; known from the first chunk on.
    ///   - pageSize: the page size that its position states; the default is 0.
    ///   - knowsEnd: whether it knows that no page follows the last. The default is false: it has to be asked.
    ///   - operation: the name of its calls in `faults`.
    ///   - willGive: called before each page is given; what it throws is what the source throws.
    public init(
        _ chunks: [Chunk<R>], startingAt page: Int = 1, statedTotal: Int? = nil, pageSize: Int = 0,
        knowsEnd: Bool = false,
        faults: Faults = Faults(),
        operation: String = "source.next", willGive: @escaping @Sendable (_ page: Int) async throws -> Void = { _ in }
    ) {
        self.chunks = chunks
        next = page - 1
        total = statedTotal
        self.pageSize = pageSize
        self.knowsEnd = knowsEnd
        self.faults = faults
        self.operation = operation
        self.willGive = willGive
    }

    /// The next page and the records of the pages before it; at the end only if `knowsEnd` is set.
    public func position() -> SourcePosition {
        var position = SourcePosition(pageSize: pageSize, statedTotal: total)
        position.page = next + 1
        position.records = chunks.prefix(next).reduce(0) { $0 + $1.count }
        position.isAtEnd = knowsEnd && next >= chunks.count
        return position
    }

    /// The next chunk, or `nil` after the last. Throws what `willGive` or an ordered fault throws.
    public func next() async throws -> Chunk<R>? {
        let call = try faults.enter(operation)
        guard next < chunks.count else {
            try faults.leave(call)
            return nil
        }
        try await willGive(next + 1)
        let chunk = chunks[next]
        next += 1
        try faults.leave(call)
        return chunk
    }
}
