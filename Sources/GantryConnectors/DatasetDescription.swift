public import GantryModel

/// A dataset without its record type, for catalogues and look-up by name.
public protocol DatasetDescription<R>: Sendable {
    associatedtype R: DatasetRecord
    /// The dataset with its type: pass the existential to a generic function to open it.
    var dataset: Dataset<R> { get }
}

extension Dataset: DatasetDescription {
    /// The dataset itself.
    public var dataset: Dataset<R> { self }
}

extension DatasetDescription {
    /// The name within the system: `leaves`.
    public var name: String { dataset.name }
    /// Its description, in a sentence for the person who writes a pipeline file.
    public var help: String { dataset.help }
    /// Stands for what the file says that describes it; `nil` for one that is compiled.
    public var fileDigest: String? { dataset.traits.fileDigest }
    /// Stands for what the file says about which records the list has and how they follow each other.
    public var listDigest: String? { dataset.traits.listDigest }
    /// Stands for what the file says about how a record is read; `nil` for one that is compiled.
    public var readingDigest: String? { dataset.traits.readingDigest }
    /// Where in a record its key is, as the file says that describes it; `nil` for one that is compiled.
    public var keyPath: String? { dataset.traits.keyPath }
    /// What asks for the list, as the file says that describes it; `nil` for one that is compiled.
    public var listRequest: String? { dataset.traits.listRequest }
    /// The fields of a record without its lists.
    public var fields: [FieldDescription] { dataset.shape.fieldDescriptions }
    /// The earlier dataset whose records columns can show.
    public var join: DatasetJoin? { dataset.join?.description }
    /// Whether its records represent files.
    public var downloadsFiles: Bool { dataset.downloads != nil }
    /// The lists in a record, each with the fields of its elements.
    public var lists: [ListDescription] { dataset.shape.lists }
}
