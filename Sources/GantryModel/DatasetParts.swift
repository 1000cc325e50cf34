/// A value by which the server narrows a dataset.
public struct DatasetFilter: Equatable, Sendable {
    public enum Kind: Equatable, Sendable {
        case date
        case integer
        case text
        case choice([String])
    }

    public let name: String
    public let help: String
    public let kind: Kind
    public let isRequired: Bool

    public init(_ name: String, help: String, _ kind: Kind, required: Bool = false) {
        self.name = name
        self.help = help
        self.kind = kind
        isRequired = required
    }
}

/// An earlier dataset of a run whose records columns of this one can show.
public struct DatasetJoin: Equatable, Sendable {
    /// What stands before the point in a column: `service` in `service.priceRub`.
    public let name: String
    /// The dataset in pipeline files: `autodetail.services`.
    public let dataset: String
    /// The fields that can be shown.
    public let fields: [FieldDescription]

    public init(name: String, dataset: String, fields: [FieldDescription]) {
        self.name = name
        self.dataset = dataset
        self.fields = fields
    }
}
