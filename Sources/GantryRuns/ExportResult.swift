public import GantryEngine
public import GantryModel
package import GantrySignOff

/// The result of an export.
public struct ExportResult: Sendable {
    /// The run that was published.
    public let id: RunID
    /// The published export folder.
    public let folder: String
    /// Where the records came from; `nil` for a run that doesn't say.
    public let source: RunSource?
    /// What the records add up to; zero where the journal keeps no totals of the run.
    public let totals: ExportTotals
    /// The files under `data/`. A folder of downloads is one entry, with the number of its files as `rows`.
    public let files: [ExportedFile]
    /// True when the run was published before and nothing was done.
    public let wasPublished: Bool
    /// Published periods of pay that hold the same days.
    public var overlaps: [PayOverlap] = []
    /// What of its period was delivered, where the run was published before; `nil` where nothing was.
    public var delivered: String?
    /// The signatures that it still waits for, where people sign the pipeline's runs; `nil` where nobody does.
    public var waits: WaitingSignatures?
    /// Whether the folder of a run that was published before is there no more.
    public var isFolderMissing = false
    /// The machine and folder where another workspace with the same journal published the run; `nil` where that was
    /// here.
    public var publishedElsewhere: String?

    /// The run of the period before that pay isn't compared with, because its folder isn't in this workspace as it was
    /// published; `nil` where it was compared, and where there is no period before.
    public var lostBase: LostBase?

    /// A run whose pay a new one can't be compared with.
    public struct LostBase: Equatable, Sendable {
        /// The run of the period before.
        public let run: RunID
        /// The machine and folder where another workspace published it; `nil` where that was here.
        public let place: String?

        package init(run: RunID, place: String?) {
            self.run = run
            self.place = place
        }
    }

    /// Signatures that a run waits for.
    public struct WaitingSignatures: Equatable, Sendable {
        /// 0, 1 or 2.
        public let count: Int
        /// Who can sign next, as gantry.yaml names them; none where that isn't known.
        public let people: [String]
        /// The first of these.
        public var next: String? { people.first }

        /// - Parameters:
        ///   - count: 0, 1 or 2.
        ///   - people: who can sign next; none where that isn't known.
        public init(count: Int, people: [String]) {
            self.count = count
            self.people = people
        }

        package init(_ state: SignOffState, _ rules: SignOffRules) {
            count = state.phase == .published ? 2 : state.phase == .prepared ? 1 : 0
            let may = state.phase == .published ? rules.prepare : rules.approve
            people = may.filter { $0 != state.prepared?.person.id }
        }
    }

    /// A result with the given values, without overlaps.
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

/// The totals of an export, as in its `totals.json`.
public struct ExportTotals: Equatable, Sendable {
    /// The counts of the records.
    public var counts = BatchCounts()
    /// Hours by name of the quantity (`normalHours`): exported, and held.
    public var hours: [QuantityTotal] = []
    /// Hours of the entries that are kept out, of all quantities.
    public var heldHours: HoursSum { hours.reduce(.zero) { $0 + $1.held } }
    /// Employees in the payroll files, each counted once; 0 for an export of datasets.
    public var employees = 0
    /// Units, and amount where rates are known, for each pay code in the file's order.
    public var payCodes: [PayCodeTotal] = []
    /// Sum of all amounts; `nil` when no rate is known.
    public var amount: Money?
    /// The currency of all amounts, three capital letters of ISO 4217; `nil` without pay.
    public var currency: String?
    /// Lines of pay codes that have no rate, and so no amount.
    public var linesWithoutRate = 0
    /// Lines without an amount although their pay code has a rate: the worker has none that can be used.
    public var linesMissingRate = 0
    /// Employees with such lines.
    public var employeesMissingRate = 0
    /// Exported hours of employees on a salary, which no rate pays; `nil` where no list says who they are.
    public var salariedHours: HoursSum?
    /// What became of the days of approved leave; `nil` where no pay code pays leave.
    public var leave: LeaveDays?
    /// What became of the holidays on workdays of employees; `nil` where no pay code pays them.
    public var holidays: HolidayDays?
    /// How often each check found something, by rule.
    public var exceptions: [ExceptionCount] = []
    /// Outputs that are missing in the export, because a value doesn't fit their layout.
    public var leftOut: [String] = []
    /// Each dataset of an export of datasets, in the file's order; `counts` and `exceptions` are then those of all
    /// together.
    public var datasets: [DatasetTotal] = []

    /// The lists that nothing shows to be whole: the server states no count, and can't be asked for what follows.
    public var unproven: [String] = []

    /// What a correction changes; `nil` for a whole period.
    public var correction: CorrectionTotal?

    /// The counts of one dataset.
    public struct DatasetTotal: Equatable, Sendable {
        /// The dataset as the catalog names it, such as `ksr.customers`.
        public let name: String
        /// The counts of its records.
        public let counts: BatchCounts
        /// The months in which exported records begin or were made, in their order; empty where records have neither
        /// days nor times.
        public let months: [MonthTotal]
        /// The field with the times whose months those are, by UTC; `nil` where records have days.
        public let monthsField: String?

        /// A total with the given values; by default without months.
        public init(name: String, counts: BatchCounts, months: [MonthTotal] = [], of monthsField: String? = nil) {
            self.name = name
            self.counts = counts
            self.months = months
            self.monthsField = monthsField
        }
    }

    /// How many exported records begin in a month, or were made in it.
    public struct MonthTotal: Equatable, Sendable {
        /// The year.
        public let year: Int
        /// The month, from 1 to 12.
        public let month: Int
        /// The records.
        public let count: Int

        /// The month by ISO 8601, such as `2026-10`.
        public var name: String {
            CivilDate(year: year, month: month, day: 1)?.description.dropLast(3).description ?? ""
        }

        /// A total with the given values.
        public init(year: Int, month: Int, count: Int) {
            self.year = year
            self.month = month
            self.count = count
        }
    }

    /// Hours of one quantity.
    public struct QuantityTotal: Equatable, Sendable {
        /// The quantity as pipeline files name it, such as `normalHours`.
        public let name: String
        /// Hours in the published files.
        public let exported: HoursSum
        /// Hours that a blocker holds back.
        public let held: HoursSum

        /// A total with the given values.
        public init(name: String, exported: HoursSum, held: HoursSum) {
            self.name = name
            self.exported = exported
            self.held = held
        }
    }

    /// What one pay code adds up to.
    public struct PayCodeTotal: Equatable, Sendable {
        /// The code that the payroll file contains.
        public let code: String
        /// What a person calls the code.
        public let title: String
        /// The sum of its lines, in hours.
        public let units: HoursSum
        /// The sum of its lines' amounts, in the currency of the totals; `nil` if no rate is known.
        public let amount: Money?
        /// The number of payroll lines with this code.
        public let lines: Int
        /// The field that its rate comes from, as a pipeline file names it; `nil` if it has none.
        public let rate: String?
        /// The field with the hours that it pays; `nil` if it pays something else.
        public let hours: String?
        /// What a unit is paid, one for each group that is paid another: `worker.hourly_rate`,
        /// `worker.hourly_rate × 1.5`, `33.33`; empty for a code without a rate.
        public let rates: [String]

        /// A total with the given values. The default is a code without a rate that pays no hours of a field.
        public init(
            code: String, title: String, units: HoursSum, amount: Money?, lines: Int, rate: String? = nil,
            hours: String? = nil, rates: [String] = []
        ) {
            self.hours = hours
            self.rates = rates
            self.code = code
            self.title = title
            self.units = units
            self.amount = amount
            self.lines = lines
            self.rate = rate
        }
    }

    /// Totals of zero, without a currency.
    public init() {}
}

/// A file of an export folder.
public struct ExportedFile: Equatable, Sendable {
    /// Relative to the export folder: `data/payroll.xml`.
    public let path: String
    /// The size in bytes; for a folder of downloads, that of all its files.
    public let bytes: Int64
    /// Data rows or records; `nil` if the file has none, like a schema.
    public let rows: Int?
    /// The SHA-256 of its bytes, in hexadecimal; empty for a folder of downloads.
    public let sha256: String
    /// Whether its rows are the exceptions of the export.
    public let listsExceptions: Bool

    /// A file with the given values. By default it doesn't list exceptions.
    public init(path: String, bytes: Int64, rows: Int?, sha256: String, listsExceptions: Bool = false) {
        self.listsExceptions = listsExceptions
        self.path = path
        self.bytes = bytes
        self.rows = rows
        self.sha256 = sha256
    }
}
