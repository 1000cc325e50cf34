public import GantryModel

/// Decodes pages and landed lines of one record type, keeping what it learns from page to page. Belongs to one task.
///
/// Make it in the module of the record type: there the compiler knows the type and specialises the loops over records
/// and fields, which otherwise take several times as long.
public final class PageDecoder<R: Record> {
    /// Whether an answer is one record instead of a list.
    public let isOneRecord: Bool
    /// What the records have in common.
    public let shape: RecordShape<R>
    /// Where exactly an answer holds its records; `nil` where they are looked for.
    @usableFromInline let plan: EnvelopePlan?
    @usableFromInline let page: (inout Chunk<R>, PageShape) throws(JSONProblem) -> PageEnvelope
    @usableFromInline let lines: (inout Chunk<R>) throws(JSONProblem) -> Void

    /// - Parameter single: whether an answer is one record instead of a list.
    @inlinable @inline(__always)
    public convenience init(_ type: R.Type, single: Bool = false) where R: DeclaredRecord {
        self.init(R.shape, single: single)
    }

    /// - Parameters:
    ///   - single: whether an answer is one record instead of a list.
    ///   - plan: where exactly an answer holds its records. The default is under a key that is asked for.
    @inlinable @inline(__always)
    public init(_ shape: RecordShape<R>, single: Bool = false, plan: EnvelopePlan? = nil) {
        let state = DecoderState(RecordDecoder<R>(shape))
        self.plan = plan
        isOneRecord = single
        self.shape = shape
        page = { chunk, shape throws(JSONProblem) in try state.decoder.decodePage(&chunk, shape: shape) }
        lines = { chunk throws(JSONProblem) in try state.decoder.decodeLines(&chunk) }
    }

    /// Decodes an answer with its records, or its one record, under one of the keys or bare; see
    /// `RecordDecoder.decodePage(_:shape:)`.
    public func decodePage(_ chunk: inout Chunk<R>, listKeys: [String], asked: Int?) throws(JSONProblem) -> PageEnvelope
    {
        if let plan { return try page(&chunk, .planned(plan, asked: asked)) }
        return try page(&chunk, isOneRecord ? .single(listKeys) : .list(listKeys, asked: asked))
    }

    /// Decodes landed lines; see `RecordDecoder.decodeLines(_:)`.
    public func decodeLines(_ chunk: inout Chunk<R>) throws(JSONProblem) { try lines(&chunk) }
}

/// A decoder in a place of its own, so that closures can share it.
@usableFromInline
final class DecoderState<R: Record> {
    @usableFromInline var decoder: RecordDecoder<R>
    /// Of nested records: those of the page so far, and the index of each one's parent.
    @usableFromInline var chunk = Chunk<R>()
    @usableFromInline var parents: [Int32] = []

    @inlinable
    init(_ decoder: consuming RecordDecoder<R>) { self.decoder = decoder }
}

/// A type of records in lists inside other records.
public protocol NestedRecord: DeclaredRecord {
    /// `NestedDecoder(Self.self, withholding: keys)`, written in the module of the type so that it is specialised.
    static func makeNestedDecoder(withholding keys: [String]) -> NestedDecoder
}

/// A shape of records in lists that makes the decoder in its own module, so that it is specialised.
public protocol SpecialisedShape: NestedShape {
    /// `NestedDecoder(shape, withholding: keys)`
    func makeNestedDecoder(withholding keys: [String]) -> NestedDecoder
}

/// Decodes the records of one list field of other records, and collects those of a page.
public final class NestedDecoder {
    @usableFromInline let list:
        (borrowing JSONText, Int, Int, String, inout [UInt8], inout [Range<Int>], inout Reject?) throws(JSONProblem) ->
            Int
    @usableFromInline let begin: (_ most: Int) -> Void
    @usableFromInline let take: () -> any NestedRows

    /// - Parameter others: keys that are withheld besides the type's own: those of the records round the lists.
    @inlinable @inline(__always)
    public convenience init<R: DeclaredRecord>(_ type: R.Type, withholding others: [String]) {
        self.init(R.shape, withholding: others)
    }

    /// - Parameter others: as for a type.
    @inlinable @inline(__always)
    public init<R: Record>(_ shape: RecordShape<R>, withholding others: [String]) {
        let state = DecoderState(RecordDecoder<R>(shape, withholding: others))
        begin = { most in
            state.decoder.most = most
            state.decoder.forgetKeys()
            state.chunk = Chunk<R>()
            state.parents = []
        }
        take = {
            let rows = Nested(shape.fields, records: state.chunk.records, parents: state.parents)
            state.chunk = Chunk<R>()
            state.parents = []
            return rows
        }
        list = { text, token, parent, name, arena, redactions, fault throws(JSONProblem) in
            let first = state.chunk.count
            let firstReject = state.chunk.rejects.count
            // Texts and redactions of children go where those of their parents go.
            swap(&arena, &state.chunk.decoded)
            swap(&redactions, &state.chunk.redactions)
            defer {
                swap(&arena, &state.chunk.decoded)
                swap(&redactions, &state.chunk.redactions)
            }
            let end = try state.decoder.decodeList(text, token, into: &state.chunk)
            while state.parents.count < state.chunk.count { state.parents.append(Int32(truncatingIfNeeded: parent)) }
            if firstReject < state.chunk.rejects.count, fault == nil {
                fault = state.chunk.rejects[firstReject].inParent(name, first, index: parent)
            }
            // The parent is the reject.
            state.chunk.rejects.removeLast(state.chunk.rejects.count - firstReject)
            return end
        }
    }

    @inlinable
    func decode(
        _ text: borrowing JSONText, at token: Int, parent: Int, name: String, arena: inout [UInt8],
        redactions: inout [Range<Int>], fault: inout Reject?
    ) throws(JSONProblem) -> Int {
        try list(text, token, parent, name, &arena, &redactions, &fault)
    }
}

extension Reject {
    /// The reject of the parent of a child that can't be used: `approvals[2].role`.
    @usableFromInline
    func inParent(_ list: String, _ first: Int, index parent: Int) -> Reject {
        Reject(
            index: parent, field: "\(list)[\(index - first)]" + (field.isEmpty ? "" : "." + field), found: found,
            expected: expected)
    }
}

/// The type's own decoder for nested records, or one that isn't specialised.
@usableFromInline
func makeNestedDecoder(of shape: any NestedShape, withholding keys: [String]) -> NestedDecoder {
    func decoder<Shape: NestedShape>(_ nested: Shape) -> NestedDecoder {
        if let type = Shape.Child.self as? any NestedRecord.Type { return type.makeNestedDecoder(withholding: keys) }
        let shape = nested.shape
        precondition(!shape.fields.contains { $0.access.nestedList != nil }, "a record in a list can't hold lists")
        return NestedDecoder(shape, withholding: keys)
    }
    if let specialised = shape as? any SpecialisedShape { return specialised.makeNestedDecoder(withholding: keys) }
    return decoder(shape)
}
