/// A field of a fetched record, or of the record that is joined to it, as a pipeline file names it.
public struct FieldReference: Sendable, Hashable, CustomStringConvertible {
    /// The join's name, such as `worker`; `nil` for a field of the fetched record.
    public var join: String?
    /// The field's name in its record type, such as `workDate`.
    public var name: String

    /// - Parameter join: the join's name. The default is a field of the fetched record.
    public init(join: String? = nil, name: String) {
        self.join = join
        self.name = name
    }

    /// As the file writes it: `workDate`, `worker.name`.
    public var description: String { join.map { "\($0).\(name)" } ?? name }
}
