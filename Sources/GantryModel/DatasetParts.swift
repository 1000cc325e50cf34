/// A value by which the server narrows a dataset.
public struct DatasetFilter: Equatable, Sendable {
    /// What the value of a filter is.
    public enum Kind: Equatable, Sendable {
        case date
        case integer
        case text
        case choice([String])
    }

    /// Its key in pipeline files.
    public let name: String
    /// What it narrows the dataset to, in a sentence.
    public let help: String
    /// What a value must be.
    public let kind: Kind
    /// Whether the dataset can't be asked for without it. The default is false.
    public let isRequired: Bool
    /// The field that has the filter's value in every record that is let through, which shows that the server knows the
    /// filter; `nil`, the default, where no field has it.
    public let field: String?

    /// A filter that may be left out unless `required` says otherwise.
    public init(_ name: String, help: String, _ kind: Kind, required: Bool = false, field: String? = nil) {
        self.name = name
        self.help = help
        self.kind = kind
        isRequired = required
        self.field = field
    }

    /// Whether it can be set to a value.
    public func takes(_ value: String) -> Bool {
        if case .choice(let words) = kind { words.contains(value) } else { true }
    }
}

/// An earlier dataset of a run whose records columns of this one can show.
public struct DatasetJoin: Equatable, Sendable {
    /// What precedes the point in a column: `service` in `service.priceRub`.
    public let name: String
    /// The dataset in pipeline files: `autodetail.services`.
    public let dataset: String
    /// The fields that can be shown.
    public let fields: [FieldDescription]

    /// A join by the word before the point and the dataset that is joined.
    public init(name: String, dataset: String, fields: [FieldDescription]) {
        self.name = name
        self.dataset = dataset
        self.fields = fields
    }
}
