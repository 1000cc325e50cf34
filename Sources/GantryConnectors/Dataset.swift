public import GantryModel

/// A record that can be exported as it is: part of a dataset, with a key of its own.
public protocol DatasetRecord: Record {
    static var dataset: Dataset<Self> { get }
    /// The JSON key of what names a record: `id`.
    static var idKey: String { get }
    /// What names this record among the others of its dataset.
    var key: RecordKey { get }
    /// Keeps what it learns from page to page; belongs to one task.
    static func makeDecoder() -> any PageDecoding<Self>
}

/// What names a record.
public enum RecordKey: Hashable, Sendable {
    case integer(Int64)
    /// A slice of the record's chunk.
    case text(TextSlice)
    /// The dataset holds one record.
    case single
}

/// One kind of record of a system: its name in pipeline files, and how it is asked for.
public struct Dataset<R: DatasetRecord>: Sendable {
    /// `leaves`; with the system's prefix `cdbl.leaves`.
    public let name: String
    /// What it is, in a sentence for the person who writes a pipeline file.
    public let help: String
    public let paging: DatasetPaging
    /// The keys under which the list may stand in an envelope; a bare list is always taken.
    public let listKeys: [String]
    /// What the server can narrow it by.
    public let filters: [DatasetFilter]
    /// The page sizes that the endpoint takes.
    public let pageSizes: ClosedRange<Int>
    /// What is sent for a page, or for a key.
    public let request: @Sendable (DatasetRequest) -> ReadRequest

    public init(
        _ name: String, help: String, paging: DatasetPaging = .whole, listKeys: [String] = [], filters: [DatasetFilter] = [],
        pageSizes: ClosedRange<Int> = 1...1_000, request: @escaping @Sendable (DatasetRequest) -> ReadRequest
    ) {
        self.name = name
        self.help = help
        self.paging = paging
        self.listKeys = listKeys
        self.filters = filters
        self.pageSizes = pageSizes
        self.request = request
    }
}

/// How the pages of a dataset follow each other.
public enum DatasetPaging: Equatable, Sendable {
    /// One answer holds everything.
    case whole
    /// Pages are numbered from 1 and tell how many there are.
    case pages
    /// A limit and an offset; the answer tells the total.
    case offset
    /// One request for each key.
    case keyed
}

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

/// What is asked for: the period, the filters of the pipeline file, and which page or key.
public struct DatasetRequest: Sendable {
    /// The run's period; `nil` where the run has none that matters.
    public var period: PayPeriod?
    public var filters: [String: String]
    /// From 1.
    public var page: Int
    public var pageSize: Int
    /// For a keyed dataset.
    public var key: String

    public init(period: PayPeriod?, filters: [String: String] = [:], page: Int = 1, pageSize: Int = 1_000, key: String = "") {
        self.period = period
        self.filters = filters
        self.page = page
        self.pageSize = pageSize
        self.key = key
    }

    /// Records before the page.
    public var offset: Int { (page - 1) * pageSize }
}
