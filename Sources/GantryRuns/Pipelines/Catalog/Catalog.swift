public import GantryModel
public import GantryPayroll

/// What this build of Gantry knows: the datasets with their fields, and the checks.
///
/// A pipeline file is checked against a catalog before anything is fetched. The catalog is made from the compiled
/// record types, so that a field that a file may name is a field that exists.
public struct Catalog: Sendable, Equatable {
    /// What can be exported; no name twice.
    public var datasets: [DatasetDescriptor]
    /// In the order in which a pipeline file's checks are kept and listed.
    public var checks: [CheckDescriptor]
    /// The parameters that the engine understands. The default is the pay period alone.
    public var parameters: [ParameterDescriptor]
    /// What can be sent.
    public var submissions: [SubmissionDescriptor]
    /// Why the datasets of a system are missing, by its prefix: its file has mistakes. Empty by default.
    public var faults: [String: String] = [:]

    /// A catalog with the given values. By default nothing can be sent and the only parameter is the period.
    public init(
        datasets: [DatasetDescriptor], checks: [CheckDescriptor], parameters: [ParameterDescriptor] = [.period],
        submissions: [SubmissionDescriptor] = []
    ) {
        self.submissions = submissions
        self.datasets = datasets
        self.checks = checks
        self.parameters = parameters
    }

    /// The dataset with this name, such as `ksr.workers`; `nil` for an unknown one.
    public func dataset(named name: String) -> DatasetDescriptor? { datasets.first { $0.name == name } }

    /// Why the system before the point of a name, or of this name, is missing; `nil` where its file has no mistakes.
    public func fault(of name: String) -> String? { faults[String(name.prefix { $0 != "." })] }
}

/// One kind of thing that can be sent, as a pipeline file sees it.
public struct SubmissionDescriptor: Sendable, Equatable {
    /// `cdbl.certificates`
    public var name: String
    /// What a person calls it.
    public var title: String
    /// The columns of a sheet.
    public var fields: [FieldDescription]
    /// The fields that name files of a row.
    public var fileFields: [String]
    /// Whether the files are photos.
    public var isPhoto: Bool
    /// Whether the server takes JPEG images, so that photos can be converted.
    public var takesJPEG: Bool
    /// Whether rows can go over a WebSocket.
    public var hasSocket: Bool
    /// Whether rows without a number make records, and those with one change them.
    public var canCreate: Bool

    /// Whether rows can name files.
    public var hasFiles: Bool { !fileFields.isEmpty }
    /// Whether every row has a file, so that it is uploaded and not submitted.
    public var isUpload: Bool { fields.contains { $0.isRequired && fileFields.contains($0.name) } }
}

/// One kind of record of a system, as a pipeline file sees it.
public struct DatasetDescriptor: Sendable, Equatable {
    /// `ksr.work-entries`
    public var name: String
    /// What a person calls it: "Work entries".
    public var title: String
    /// In the order of the record type.
    public var fields: [FieldDescription]
    /// The datasets that can be joined to this one.
    public var joins: [JoinDescriptor]
    /// The earlier dataset of a file whose records columns can show.
    public var join: DatasetJoin?
    /// Nested lists, each of which can have a CSV file of its own.
    public var lists: [ListDescription]
    /// What a file may narrow the dataset by.
    public var filters: [DatasetFilter]
    /// Whether every record is asked for by its key instead of in a list.
    public var isKeyed: Bool
    /// Whether a record tells the days that it is about, for `within: period`.
    public var hasDays: Bool
    /// The field by which a later run can continue, for `since: last-run`; `nil` if there is none.
    public var order: String?
    /// The page sizes that the endpoint takes. The default is 1...10,000.
    public var pageSizes: ClosedRange<Int>
    /// Records in a page unless a file says otherwise; `nil`, the default, for 1,000 or as many as there can be.
    public var usualPageSize: Int?
    /// Whether it always has records of the run's period alone. The default is false.
    public var isWithinPeriod = false
    /// Whether records that the server sends are left out whatever a file says. The default is false.
    public var excludesRecords = false

    /// A dataset with the given values. By default it is a list without joins, nested lists, filters, days or order.
    public init(
        name: String, title: String, fields: [FieldDescription], joins: [JoinDescriptor] = [],
        lists: [ListDescription] = [],
        join: DatasetJoin? = nil,
        filters: [DatasetFilter] = [], isKeyed: Bool = false, hasDays: Bool = false, order: String? = nil,
        pageSizes: ClosedRange<Int> = 1...10_000
    ) {
        self.hasDays = hasDays
        self.order = order
        self.lists = lists
        self.join = join
        self.filters = filters
        self.isKeyed = isKeyed
        self.name = name
        self.title = title
        self.fields = fields
        self.joins = joins
        self.pageSizes = pageSizes
    }

    /// The field with this name; `nil` for an unknown one. Joined fields are not among these.
    public func field(named name: String) -> FieldDescription? { fields.first { $0.name == name } }
}

/// How the records of another dataset are found for a record.
public struct JoinDescriptor: Sendable, Equatable {
    /// The word before the dot in a joined field: `worker` in `worker.name`.
    public var name: String
    /// The dataset that is joined: `ksr.workers`.
    public var dataset: String
    /// The field of this dataset that refers to the other: `employeeId`.
    public var field: String
    /// The field of the joined dataset that it is compared with: `employee_id`.
    public var key: String

    /// A join with the given values, which are not checked against a catalog.
    public init(name: String, dataset: String, field: String, key: String) {
        self.name = name
        self.dataset = dataset
        self.field = field
        self.key = key
    }
}

/// A parameter that the engine understands.
public struct ParameterDescriptor: Sendable, Equatable {
    /// The parameter's name in a pipeline file.
    public var name: String
    /// What it means and how its values are written, for people.
    public var help: String

    /// The days that are exported, given with `--period` or `--from` and `--to`.
    public static let period = ParameterDescriptor(
        name: "period", help: "A month (2026-10), one or two ISO weeks (2026-W41-W42) or days (2026-10-05..2026-10-18)."
    )
}

extension DatasetFilter.Kind {
    var words: [String]? {
        if case .choice(let words) = self { words } else { nil }
    }

    var expectation: String {
        switch self {
        case .date: "a day, such as 2026-10-05"
        case .integer: "a whole number"
        case .text: "a text"
        case .choice(let words): listed(words)
        }
    }

    func accepts(_ text: String) -> Bool {
        switch self {
        case .date: CivilDate(text) != nil
        case .integer: plainDigits(text) != nil
        case .text: true
        case .choice(let words): words.contains(text)
        }
    }
}
