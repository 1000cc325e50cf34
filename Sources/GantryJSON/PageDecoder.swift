public import GantryModel

/// Decodes pages and landed lines of one record type, keeping what it learns from page to page. Belongs to one task.
public final class PageDecoder<R: Record> {
    private let isOneRecord: Bool
    private let shape: RecordShape<R>
    /// Where exactly an answer holds its records; `nil` where they are looked for.
    private let plan: EnvelopePlan?
    private var decoder: RecordDecoder
    private var indexer = JSONIndexer()

    /// - Parameter single: whether an answer is one record instead of a list.
    public convenience init(_ type: R.Type, single: Bool = false) where R: DeclaredRecord {
        self.init(R.shape, single: single)
    }

    /// - Parameters:
    ///   - single: whether an answer is one record instead of a list.
    ///   - plan: where exactly an answer holds its records. The default is under a key that is asked for.
    public init(_ shape: RecordShape<R>, single: Bool = false, plan: EnvelopePlan? = nil) {
        self.plan = plan
        isOneRecord = single
        self.shape = shape
        decoder = RecordDecoder(shape)
    }

    /// Decodes an answer with its records, or its one record, under one of the keys or bare; see
    /// ``decodePage(_:shape:)``.
    /// - Parameter asked: how many records were asked for; `nil` for as many as there are.
    public func decodePage(
        _ chunk: inout Chunk<R>, listKeys: [String], asked: Int? = nil
    ) throws(JSONProblem) -> PageEnvelope {
        if let plan { return try decodePage(&chunk, shape: .planned(plan, asked: asked)) }
        return try decodePage(&chunk, shape: isOneRecord ? .single(listKeys) : .list(listKeys, asked: asked))
    }

    /// Decodes an answer of the given shape.
    ///
    /// A record that can't be used becomes a reject of the chunk and never costs the page. If the server says `success:
    /// false` there may be no records: see the envelope.
    /// - Parameter chunk: has no records yet.
    /// - Throws: `JSONProblem` when the answer is not JSON, or not of this shape, or holds far more records than were
    ///   asked for.
    public func decodePage(_ chunk: inout Chunk<R>, shape: PageShape) throws(JSONProblem) -> PageEnvelope {
        let envelope = try indexer.withText(chunk.bytes.span) {
            (text: borrowing JSONText) throws(JSONProblem) -> PageEnvelope in
            try decoder.decodePage(text, shape)
        }
        finish(&chunk)
        return envelope
    }

    /// Decodes records that are separated by white space only (JSON Lines), all that `chunk.bytes` holds. Empty bytes
    /// hold no records.
    ///
    /// A record that can't be used becomes a reject of the chunk, as in a page, and so does any value but an object.
    /// - Parameter chunk: has no records yet.
    /// - Throws: `JSONProblem` when the text is not JSON.
    public func decodeLines(_ chunk: inout Chunk<R>) throws(JSONProblem) {
        guard !chunk.bytes.isEmpty else { return }
        try indexer.withText(chunk.bytes.span) { (text: borrowing JSONText) throws(JSONProblem) in
            try decoder.decodeLines(text)
        }
        finish(&chunk)
    }

    /// Hands over what was decoded; nested records each with what names its parent.
    private func finish(_ chunk: inout Chunk<R>) {
        chunk.records = decoder.page.records.take(as: R.self)
        chunk.decoded = take(&decoder.page.decoded)
        chunk.ranges = take(&decoder.page.ranges)
        chunk.rejects = take(&decoder.page.rejects)
        chunk.redactions = take(&decoder.page.redactions)
        let links = shape.fields.compactMap(\.access.nestedList)
        for (list, link) in zip(decoder.lists, links) {
            var rows = list.take()
            link.link(chunk.records, &rows)
            chunk.nested.append(rows)
        }
    }
}

/// Decodes the records of one list field of other records, and collects those of a page.
final class NestedDecoder {
    private var decoder: RecordDecoder
    /// For each record the index of its parent.
    private var parents: [Int32] = []
    private let rows: (inout RecordMemory, [Int32]) -> any NestedRows

    /// - Parameter others: keys that are withheld besides the type's own: those of the records round the lists.
    init<Shape: NestedShape>(_ nested: Shape, withholding others: [String]) {
        let shape = nested.shape
        precondition(!shape.fields.contains { $0.access.nestedList != nil }, "a record in a list can't hold lists")
        decoder = RecordDecoder(shape, withholding: others)
        rows = { records, parents in
            Nested(shape.fields, records: records.take(as: Shape.Child.self), parents: parents)
        }
    }

    func begin(most: Int) {
        decoder.begin(most: most)
        parents = []
    }

    /// Hands over the records since the beginning.
    func take() -> any NestedRows { rows(&decoder.page.records, GantryJSON.take(&parents)) }

    /// Decodes the list at `token` of the record `parent` of a page, and gives the token after it.
    /// - Parameters:
    ///   - name: that of the field.
    ///   - fault: that of the parent, which an element that can't be used is.
    func decode(
        _ text: borrowing JSONText, at token: Int, parent: Int, name: String, page: inout DecodedPage,
        fault: inout Reject?
    ) throws(JSONProblem) -> Int {
        let first = decoder.index
        // Texts and redactions of children go where those of their parents go.
        swap(&page.decoded, &decoder.page.decoded)
        swap(&page.redactions, &decoder.page.redactions)
        defer {
            swap(&page.decoded, &decoder.page.decoded)
            swap(&page.redactions, &decoder.page.redactions)
        }
        let end = try decoder.decodeList(text, token)
        while parents.count < decoder.index { parents.append(Int32(truncatingIfNeeded: parent)) }
        // The parent is the reject.
        if let reject = decoder.page.rejects.first, fault == nil {
            fault = reject.inParent(name, first, index: parent)
        }
        decoder.page.rejects.removeAll()
        return end
    }
}

extension Reject {
    /// The reject of the parent of a child that can't be used: `approvals[2].role`.
    func inParent(_ list: String, _ first: Int, index parent: Int) -> Reject {
        Reject(
            index: parent, field: "\(list)[\(index - first)]" + (field.isEmpty ? "" : "." + field), found: found,
            expected: expected)
    }
}
