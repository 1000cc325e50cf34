public import GantryEngine
public import GantryModel

/// What came of an export.
public struct ExportResult: Sendable {
    public let id: RunID
    /// The published export folder.
    public let folder: String
    /// Where the records came from; `nil` for a run that doesn't say.
    public let source: RunSource?
    public let totals: ExportTotals
    public let files: [ExportedFile]
    /// True when the run was published before and nothing was done.
    public let wasPublished: Bool
    /// Published periods of pay that hold the same days.
    public var overlaps: [PayOverlap] = []

    public init(
        id: RunID, folder: String, source: RunSource? = nil, totals: ExportTotals, files: [ExportedFile],
        wasPublished: Bool
    ) {
        self.id = id
        self.folder = folder
        self.source = source
        self.totals = totals
        self.files = files
        self.wasPublished = wasPublished
    }
}

/// The totals of an export, as they stand in its `totals.json`.
public struct ExportTotals: Equatable, Sendable {
    public var counts = BatchCounts()
    /// Hours by name of the quantity (`normalHours`): exported, and held.
    public var hours: [QuantityTotal] = []
    public var employees = 0
    /// Units, and amount where rates are known, for each pay code in the file's order.
    public var payCodes: [PayCodeTotal] = []
    /// Sum of all amounts; `nil` when no rate is known.
    public var amount: Money?
    public var currency: String?
    /// Lines of pay codes that have no rate, and so no amount.
    public var linesWithoutRate = 0
    /// Lines without an amount although their pay code has a rate: the worker has none that can be used.
    public var linesMissingRate = 0
    /// Employees with such lines.
    public var employeesMissingRate = 0
    public var exceptions: [ExceptionTotal] = []
    /// Each dataset of an export of datasets, in the file's order; `counts` and `exceptions` are then those of all
    /// together.
    public var datasets: [DatasetTotal] = []

    public struct DatasetTotal: Equatable, Sendable {
        public let name: String
        public let counts: BatchCounts

        public init(name: String, counts: BatchCounts) {
            self.name = name
            self.counts = counts
        }
    }

    public struct QuantityTotal: Equatable, Sendable {
        public let name: String
        public let exported: HoursSum
        public let held: HoursSum

        public init(name: String, exported: HoursSum, held: HoursSum) {
            self.name = name
            self.exported = exported
            self.held = held
        }
    }

    public struct PayCodeTotal: Equatable, Sendable {
        public let code: String
        public let title: String
        public let units: HoursSum
        public let amount: Money?
        public let lines: Int
        /// The field that its rate comes from, as a pipeline file names it; `nil` where it has none.
        public let rate: String?

        public init(code: String, title: String, units: HoursSum, amount: Money?, lines: Int, rate: String? = nil) {
            self.code = code
            self.title = title
            self.units = units
            self.amount = amount
            self.lines = lines
            self.rate = rate
        }
    }

    public struct ExceptionTotal: Equatable, Sendable {
        public let rule: String
        public let severity: Severity
        public let count: Int

        public init(rule: String, severity: Severity, count: Int) {
            self.rule = rule
            self.severity = severity
            self.count = count
        }
    }

    public init() {}
}

/// A file of an export folder.
public struct ExportedFile: Equatable, Sendable {
    /// Relative to the export folder: `data/payroll.xml`.
    public let path: String
    public let bytes: Int64
    /// Data rows or records; `nil` where the file has none, like a schema.
    public let rows: Int?
    public let sha256: String
    /// Whether its rows are the exceptions of the export.
    public let listsExceptions: Bool

    public init(path: String, bytes: Int64, rows: Int?, sha256: String, listsExceptions: Bool = false) {
        self.listsExceptions = listsExceptions
        self.path = path
        self.bytes = bytes
        self.rows = rows
        self.sha256 = sha256
    }
}
