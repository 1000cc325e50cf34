/// A field that holds a list of records: their type, and how they learn which record they belong to.
public struct NestedList<R>: Sendable {
    /// The type of the records in the list.
    public let childType: any DeclaredRecord.Type
    /// Copies what names each parent into its children. The rows must be a `Nested` of the child type.
    public let link: @Sendable (_ parents: [R], _ rows: inout any NestedRows) -> Void

    /// Specialised where it is called with a known type; a link then costs no more than its assignment.
    @inlinable
    public init<Child: DeclaredRecord>(of child: Child.Type, link: @escaping @Sendable (R, inout Child) -> Void) {
        childType = child
        self.link = { parents, rows in
            guard var nested = rows as? Nested<Child> else { return }
            // The only reference to the records is the local one, so that they are changed in place.
            rows = Nested<Child>()
            for index in nested.records.indices { link(parents[Int(nested.parents[index])], &nested.records[index]) }
            rows = nested
        }
    }
}

extension NestedList {
    /// The same list in a record that holds the parent.
    public func lifted<Outer>(_ inner: @escaping @Sendable (Outer) -> R) -> NestedList<Outer> {
        let link = link
        return NestedList<Outer>(childType: childType) { parents, rows in link(parents.map(inner), &rows) }
    }

    private init(childType: any DeclaredRecord.Type, link: @escaping @Sendable ([R], inout any NestedRows) -> Void) {
        self.childType = childType
        self.link = link
    }
}

/// The records of one list field, those of all parents of a chunk together. Their texts are slices of the chunk's
/// bytes.
public struct Nested<Child: DeclaredRecord>: NestedRows {
    /// The children in the order of their parents.
    public var records: [Child]
    /// For each child the index of its parent in the chunk, in ascending order.
    public var parents: [Int32]

    /// The children and, of the same count, the indices of their parents.
    @inlinable
    public init(records: [Child] = [], parents: [Int32] = []) {
        self.records = records
        self.parents = parents
    }

    /// Appends `  name="value"` on a line for each field of each row; an absent value has no quotes.
    public func appendCanonicalText(_ rows: Range<Int>, to out: inout String, text: (TextSlice) -> String) {
        let fields = Child.fields
        for row in rows {
            for field in fields {
                out +=
                    "  " + field.name + "="
                    + (field.access.text(of: records[row], text: text).map { "\"" + $0 + "\"" } ?? "") + "\n"
            }
        }
    }
}

/// A `Nested` of some record type.
public protocol NestedRows: Sendable {
    /// For each child the index of its parent in the chunk, in ascending order. Children of rejected parents are
    /// included.
    var parents: [Int32] { get }
    /// Appends every field of the children at `rows`; see `Chunk.canonicalText(of:)`.
    func appendCanonicalText(_ rows: Range<Int>, to out: inout String, text: (TextSlice) -> String)
}

extension NestedRows {
    /// The children of one parent.
    public func rows(of parent: Int) -> Range<Int> {
        let parents = parents
        var first = 0
        var high = parents.count
        while first < high {
            let middle = (first + high) / 2
            if Int(parents[middle]) >= parent { high = middle } else { first = middle + 1 }
        }
        // A parent has few children, so its last one is near.
        var last = first
        while last < parents.count, Int(parents[last]) == parent { last += 1 }
        return first..<last
    }
}
