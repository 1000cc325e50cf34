/// A field that holds a list of records: their type, and how they learn which record they belong to.
public struct NestedList<R>: Sendable {
    /// What the records in the list have in common.
    public let child: any NestedShape
    /// Copies what names each parent into its children. The rows must be a `Nested` of the child type.
    public let link: @Sendable (_ parents: [R], _ rows: inout any NestedRows) -> Void

    /// Specialised where it is called with a known type; a link then costs no more than its assignment.
    @inlinable
    public init<Child: DeclaredRecord>(of child: Child.Type, link: @escaping @Sendable (R, inout Child) -> Void) {
        self.init(of: child.shape, link: link)
    }

    /// A list of records of a shape; see ``init(of:link:)-(Child.Type,_)``.
    @inlinable
    public init<Shape: NestedShape>(of shape: Shape, link: @escaping @Sendable (R, inout Shape.Child) -> Void) {
        child = shape
        self.link = { parents, rows in
            guard var nested = rows as? Nested<Shape.Child> else { return }
            // The only reference to the records is the local one, so that they are changed in place.
            rows = Nested<Shape.Child>(nested.fields)
            for index in nested.records.indices { link(parents[Int(nested.parents[index])], &nested.records[index]) }
            rows = nested
        }
    }
}

/// What the records of a list field have in common. A ``RecordShape`` is one.
public protocol NestedShape<Child>: Sendable {
    associatedtype Child: Record
    /// The fields of the records, and an empty one.
    var shape: RecordShape<Child> { get }
}

extension NestedShape {
    /// Every field but the lists.
    public var fieldDescriptions: [FieldDescription] { shape.fieldDescriptions }
}

extension RecordShape: NestedShape {
    /// The shape itself.
    public var shape: RecordShape<R> { self }
}

/// The records of one list field, those of all parents of a chunk together. Their texts are slices of the chunk's
/// bytes.
public struct Nested<Child: Record>: NestedRows {
    /// The fields of a child.
    public let fields: [Field<Child>]
    /// The children in the order of their parents.
    public var records: [Child]
    /// For each child the index of its parent in the chunk, in ascending order.
    public var parents: [Int32]

    /// The children and, of the same count, the indices of their parents.
    @inlinable
    public init(_ fields: [Field<Child>], records: [Child] = [], parents: [Int32] = []) {
        self.fields = fields
        self.records = records
        self.parents = parents
    }

    /// Appends `  name="value"` on a line for each field of each row; an absent value has no quotes.
    public func appendCanonicalText(_ rows: Range<Int>, to out: inout String, text: (TextSlice) -> String) {
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
