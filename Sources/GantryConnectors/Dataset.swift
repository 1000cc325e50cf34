public import GantryJSON
public import GantryModel

/// A record that can be exported unchanged: part of a dataset, with a key of its own.
public protocol DatasetRecord: Record {
    /// What names this record among the others of its dataset.
    var key: RecordKey { get }
}

/// What names a record.
public enum RecordKey: Hashable, Sendable {
    case integer(Int64)
    /// A slice of the record's chunk.
    case text(TextSlice)
    /// A day with a slice of the record's chunk, where neither is enough; spelled `2026-12-16 Victory Day`, or with an
    /// empty text `2026-12-16`.
    case dated(CivilDate, TextSlice)
    /// The dataset holds one record.
    case single
}

/// One kind of record of a system: its name in pipeline files, and how it is asked for.
public struct Dataset<R: DatasetRecord>: Sendable {
    /// `leaves`; with the system's prefix `cdbl.leaves`.
    public let name: String
    /// Its description, in a sentence for the person who writes a pipeline file.
    public let help: String
    /// The JSON key that identifies a record, `id` by default; empty if it isn't one key of the record.
    public let id: String
    /// How its pages follow each other, ``DatasetPaging/whole`` by default.
    public let paging: DatasetPaging
    /// The keys under which an envelope may contain the list; a bare list is always accepted.
    public let listKeys: [String]
    /// The filters that the server supports.
    public let filters: [DatasetFilter]
    /// The page sizes that the endpoint takes.
    public let pageSizes: ClosedRange<Int>
    /// How many parts a key of a keyed dataset has, with a `/` between them: two for a pair of users.
    public let keyParts: Int
    /// The order from which a later run can continue; `nil` if the server's records have none.
    public let order: DatasetOrder<R>?
    /// The days that a record is about, `nil` for a record without days; no function if the records aren't about days.
    public let days: (@Sendable (R) -> ClosedRange<CivilDate>?)?
    /// Records in a request for a day of a list whose order is not unique, whatever the pipeline file says: as many as
    /// possible, since the pages of such a list can repeat and leave out records. It is fetched day by day, and a
    /// record that comes again means that another one is missing. `nil`, the default, for a list with a fixed order.
    public var unorderedPageSize: Int?
    /// Whether each record is of one day, and a request for a day gives exactly those of that day. The default is
    /// false.
    public var isByDay = false
    /// Stands for what the file says that describes it; `nil`, the default, for one that is compiled. It is part of the
    /// identity of a run.
    public var fileDigest: String?
    /// Stands for what the file says about which records the list has and how they follow each other; `nil`, the
    /// default, for a compiled dataset and one without an order. Runs that continue from others say the same.
    public var listDigest: String?
    /// Stands for what the file says about how a record is read; `nil`, the default, for a compiled dataset.
    public var readingDigest: String?
    /// Where in a record its key is, as the file says that describes it; `nil`, the default, for a compiled dataset.
    /// Keys from another place are other keys.
    public var keyPath: String?
    /// What asks for the list, and where an answer has it, as the file says that describes it: `GET /hours?sort=id`;
    /// `nil`, the default, for a compiled dataset. Two names for the same are one list.
    public var listRequest: String?
    /// Records in a page unless the pipeline file says otherwise; `nil`, the default, for 1,000 or as many as there can
    /// be.
    public var usualPageSize: Int?
    /// What shows that the list is whole. The default is whatever its answers say.
    public var proof = ListProof.answers
    /// Whether the answers must say how many records there are at least. Only the pages show that all have come. The
    /// default is false.
    public var statesLeast = false
    /// Whether its pages or records are counted from 1, as a file says that may be wrong: what the server has at 0 would
    /// be left out. The default is false.
    public var countsFromOne = false
    /// What the headers of its answers say about the list. The default is nothing.
    public var headers = AnswerHeaders()
    /// What the request for the page behind a record says, of a list whose pages go on behind the last record; `nil`,
    /// the default, for other lists. It gives nothing for a record that doesn't say it.
    public var after: (@Sendable (R, Chunk<R>) -> String?)?
    /// Whether a file says in which zone the times of its records are days. The default is false.
    public var hasDaysOfTimes = false
    /// What a period means for the records whatever the pipeline file says; `nil`, the default, where the file says it.
    public var periodRule: PeriodRule?
    /// Why an empty list need not mean that there are no records, as a sentence; `nil`, the default, where it does.
    public var whyEmptyIsDoubtful: String?
    /// What its records have in common.
    public let shape: RecordShape<R>
    /// Whether an answer is one record instead of a list.
    public let isOneRecord: Bool
    /// Makes the decoder of landed lines and, unless ``pageDecoder`` does, of pages. A decoder keeps its state from
    /// page to page, and belongs to one task.
    public let decoder: @Sendable () -> any PageDecoding<R>
    /// Makes the decoder of pages that differ from landed lines; `nil`, the default, where none do.
    public var pageDecoder: (@Sendable () -> any PageDecoding<R>)?
    /// Makes the check of every record, which can use the datasets before it, or `nil` without those. No check by
    /// default.
    public var check: @Sendable (_ earlier: any EarlierDatasets) async throws -> RecordCheck<R>? = { _ in nil }
    /// The earlier dataset whose records columns can show; `nil`, the default, if there is none.
    public var join: Join?
    /// The files that its records represent; `nil`, the default, where they represent none.
    public var downloads: (any FileListing<R>)?
    /// The dataset as servers of other contracts than the documented one give it, where they differ. None by default.
    public var variants: [Contract: Dataset<R>] = [:]

    /// The request for a page, or for a key.
    public let request: @Sendable (DatasetRequest) -> ReadRequest

    /// An earlier dataset whose records columns can show.
    public struct Join: Sendable {
        /// Its name and fields, for the catalogue.
        public let description: DatasetJoin
        /// Reads its records; `nil` if the run has not fetched it.
        public let records: @Sendable (_ earlier: any EarlierDatasets) async throws -> JoinedRecords<R>?
    }

    /// A dataset in one answer unless `paging` says otherwise; pages may have 1 to 1,000 records, and a key one part.
    ///
    /// - Parameters:
    ///   - shape: what its records have in common.
    ///   - isOneRecord: whether an answer is one record instead of a list.
    ///   - plan: where exactly an answer holds its records. The default is under one of `listKeys`, or bare.
    ///   - decoder: makes a decoder of other pages or landed lines than these.
    public init(
        _ name: String, help: String, id: String = "id", paging: DatasetPaging = .whole, listKeys: [String] = [],
        filters: [DatasetFilter] = [],
        pageSizes: ClosedRange<Int> = 1...1_000, keyParts: Int = 1, order: DatasetOrder<R>? = nil,
        days: (@Sendable (R) -> ClosedRange<CivilDate>?)? = nil,
        shape: RecordShape<R>, isOneRecord: Bool = false, plan: EnvelopePlan? = nil,
        decoder: (@Sendable () -> any PageDecoding<R>)? = nil,
        request: @escaping @Sendable (DatasetRequest) -> ReadRequest
    ) {
        self.name = name
        self.help = help
        self.id = id
        self.shape = shape
        self.isOneRecord = isOneRecord
        self.decoder = decoder ?? { PageDecoder(shape, single: isOneRecord, plan: plan) }
        self.paging = paging
        self.listKeys = listKeys
        self.filters = filters
        self.pageSizes = pageSizes
        self.keyParts = keyParts
        self.order = order
        self.days = days
        self.request = request
    }
}

extension Dataset {
    /// The same dataset with another value at `path`.
    func with<Value>(_ path: WritableKeyPath<Dataset, Value>, _ value: Value) -> Dataset {
        var changed = self
        changed[keyPath: path] = value
        return changed
    }

    /// The dataset as servers of a contract give it.
    public func variant(of contract: Contract) -> Dataset { variants[contract] ?? self }

    /// Whether a file describes it, which can be wrong about its records.
    public var isDescribed: Bool { fileDigest != nil }

    /// A decoder of its pages, for one task.
    public func makePageDecoder() -> any PageDecoding<R> { (pageDecoder ?? decoder)() }

    /// Whether an answer holds one record, so that nothing else is lost with it.
    public var isOneAnAnswer: Bool { downloads?.isOneAnAnswer ?? isOneRecord }

    /// Records in a page, where the pipeline file wants so many.
    public func pageSize(wanted: Int) -> Int { unorderedPageSize ?? wanted }

    /// Whether a text can be a key: it has the right number of parts, none of them empty or a step in a path.
    public func isKey(_ text: String) -> Bool {
        // By bytes: a slash with a mark on it is one character, and a slash in the path all the same.
        let parts = text.utf8.split(separator: 0x2F, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        return parts.count == keyParts && !parts.contains { $0.isEmpty || $0 == "." || $0 == ".." }
    }
}

/// Which headers of an answer say something about its list.
public struct AnswerHeaders: Equatable, Sendable {
    /// The address of the next page: in a header of this name, or in `Link` (RFC 8288).
    public enum Next: Equatable, Sendable {
        case header(String)
        case link
    }

    /// Where the next page is; `nil` where no header says it.
    public var next: Next?
    /// How many records the list has; `nil` where no header says it.
    public var total: String?
    /// Whether only the answer to `HEAD` has the total.
    public var asksForTotal = false
    /// What changes with any record of the list, such as `ETag`; `nil` for none.
    public var state: String?

    /// Nothing.
    public init() {}
}

/// What the period of a run means for records that are about days.
public enum PeriodRule: Sendable {
    /// The server is asked for the days of the period, and a record of another day shows that it doesn't listen.
    case asked
    /// The server can't be asked; records of other days are left out.
    case selected
}

/// What makes one record later than another, so that a run can continue where the previous one ended.
///
/// The field never changes after the record was made.
public struct DatasetOrder<R: Record>: Sendable {
    /// The JSON key of the order: `id`.
    public let field: String
    /// Whether places are times.
    public let isTime: Bool
    /// A record's position: its number, or its time in nanoseconds since 1970; `nil` if it has none.
    public let position: @Sendable (R) -> Int64?
    /// For records that are requested key by key: the key of a record, in one spelling for each key. `nil` for a list.
    public let group: (@Sendable (R, Chunk<R>) -> String)?

    /// A number that grows from record to record.
    public static func number(_ field: String, _ number: @escaping @Sendable (R) -> Int64?) -> DatasetOrder {
        DatasetOrder(field: field, isTime: false, position: number, group: nil)
    }

    /// The time at which a record was made. Records with equal times can be on both sides of an edge.
    public static func time(
        _ field: String, group: (@Sendable (R, Chunk<R>) -> String)? = nil, _ time: @escaping @Sendable (R) -> Instant?
    ) -> DatasetOrder {
        DatasetOrder(field: field, isTime: true, position: { time($0)?.nanosecondsSince1970 }, group: group)
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
    /// Each page says where the next one is.
    case linked
}

/// What is requested: the period, the filters of the pipeline file, and which page or key.
public struct DatasetRequest: Sendable {
    /// The run's period; `nil` if it doesn't matter.
    public var period: PayPeriod?
    /// The values of the pipeline file by the name of the filter.
    public var filters: [String: String]
    /// From 1.
    public var page: Int
    /// How many records a page may have, 1,000 by default.
    public var pageSize: Int
    /// For a keyed dataset.
    public var key: String
    /// Where the page is, as the page before says it; `nil`, the default, for the first page and for other lists.
    public var next: String?
    /// Records before this place in the dataset's order aren't wanted: a number, or nanoseconds since 1970. A server
    /// that can't leave them out sends them all the same. `nil` by default.
    public var since: Int64?

    /// A request for the first page, without filters, by default.
    public init(
        period: PayPeriod?, filters: [String: String] = [:], page: Int = 1, pageSize: Int = 1_000, key: String = ""
    ) {
        self.period = period
        self.filters = filters
        self.page = page
        self.pageSize = pageSize
        self.key = key
    }

    /// The filters with these names that are set, as a query.
    func query(_ names: [String]) -> [(String, String)] {
        names.compactMap { name in filters[name].map { (name, $0) } }
    }

    /// Records before the page.
    public var offset: Int { (page - 1) * pageSize }
}
