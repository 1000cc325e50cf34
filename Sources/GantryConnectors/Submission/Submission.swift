public import GantryEngine
public import GantryModel

/// One kind of thing that is sent to a system row by row: a row of a sheet as typed values, how it is checked, and how
/// it is sent.
///
/// It knows requests and answers. What is sent goes through the ledger; nothing here sends by itself.
public protocol Submission: Sendable {
    /// What is read from the server before anything is sent, to check rows against.
    associatedtype ReferenceData: Sendable
    /// What is kept of the rows of a sheet, to check those after them against; nothing unless a kind says otherwise.
    associatedtype Earlier: Sendable = Void

    /// A row of which no field is set yet.
    init()
    static var kind: SubmissionKind { get }
    /// The columns of a sheet, in the order in which they are listed.
    static var fields: [SheetField<Self>] { get }
    /// What the row is for.
    var identity: RowIdentity { get }
    /// The same for plans and events, in ids, dates and words of the system: no name, address or other text of a
    /// person. The default is the target and the purpose of the identity.
    var label: String { get }

    /// Reads what rows are checked against.
    static func loadReferenceData(_ server: some ServerReader) async throws -> ReferenceData
    /// Reads what only the rows show to be needed, such as the holidays of a year. Called with a few hundred rows at a
    /// time, before they are checked.
    static func loadReferenceData(
        into referenceData: inout ReferenceData, about rows: [Self], today: CivilDate, from server: some ServerReader)
        async throws
    /// What is wrong with the row, every rule that it breaks. `today` is the day at the system's place when the run
    /// began.
    func check(_ referenceData: ReferenceData, today: CivilDate) -> [RowProblem]
    /// The same for a kind to which the hour matters. `now` is when the run began.
    func check(_ referenceData: ReferenceData, today: CivilDate, now: Instant) -> [RowProblem]
    /// No row yet.
    static var noneEarlier: Earlier { get }
    /// What is wrong with the row beside those before it in the sheet. Called in the order of the sheet, after `check`.
    func check(_ referenceData: ReferenceData, after earlier: Earlier) -> [RowProblem]
    /// Keeps what rows after this one are checked against. Called for rows that are sent.
    func join(_ earlier: inout Earlier, _ referenceData: ReferenceData)
    /// What the row would do at the server, for a kind whose rows both make records and change them. The default is
    /// `nil`.
    func effect(_ referenceData: ReferenceData) -> RowEffect?
    /// What the rows of a sheet may have only so much of together.
    var sharedLimits: [SharedLimit] { get }
    /// What the check leaves to the requests: the `resumeState` that the row's entry in the ledger begins with. No secret.
    func resumeState(_ referenceData: ReferenceData) -> String
    /// Puts such a state into the row: before it is checked, and again when it is sent. The default leaves the row as
    /// it is.
    mutating func restore(_ resumeState: String)
    /// Things at the server that want a row and have none, as lines for a person.
    ///
    /// - Parameter rows: What the rows of the sheet that are not refused are for.
    static func recordsWithoutRow(_ referenceData: ReferenceData, _ rows: Set<RowTarget>) -> [String]

    /// Whether the row takes the place of what was sent to its target before, so that the same can be right again after
    /// something else was. The default is false.
    var replacesSomething: Bool { get }
    /// Whether what an earlier run made under this id does not stand any more at the server, so that the same row may
    /// be sent again. Asked only of a kind that ``SubmissionKind/canBeUndone``. The default is false.
    static func isUndone(_ serverID: String, _ referenceData: ReferenceData) -> Bool

    /// How many of the kind's steps this row needs, from the first on.
    var stepCount: Int { get }
    /// The request of a step: of one row, or where the step is shared of all rows of a group. It may read, and has no
    /// effect itself.
    static func request(_ rows: [OutgoingRow<Self>], step: Int, _ server: some ServerReader) async throws -> StepRequest
    /// What a 2xx answer says.
    static func receive(_ answer: StepAnswer, _ rows: [OutgoingRow<Self>], step: Int) -> EffectOutcome
    /// What a refusal (an answer of 4xx) means for the rows that were sent together. The default takes it for all of
    /// them.
    static func refused(_ problem: RowProblem, status: Int?, _ rows: [OutgoingRow<Self>], step: Int) -> EffectOutcome
    /// Whether this server can be asked what became of a row whose answer is lost. Where it can't, fewer rows are sent
    /// at a risk. The default is true. An error is taken for no.
    ///
    /// - Parameter codes: Problems that the pipeline file allows, which can take away what a lookup goes by.
    func canBeFound(_ server: some ServerReader, allowing codes: Set<String>) async throws -> Bool
    /// Asks the server whether a step has had its effect.
    static func find(_ rows: [OutgoingRow<Self>], step: Int, _ server: some ServerReader) async throws -> LookupOutcome
}

extension Submission {
    public var stepCount: Int { Self.kind.steps.count }
    public var label: String { [identity.target, identity.purpose].filter { !$0.isEmpty }.joined(separator: ", ") }
    public var sharedLimits: [SharedLimit] { [] }
    public func effect(_: ReferenceData) -> RowEffect? { nil }
    public var replacesSomething: Bool { false }
    public func canBeFound(_: some ServerReader, allowing _: Set<String>) async throws -> Bool { true }
    public static func refused(_ problem: RowProblem, status: Int?, _: [OutgoingRow<Self>], step: Int) -> EffectOutcome
    {
        .rejected(problem)
    }
    public static func recordsWithoutRow(_: ReferenceData, _: Set<RowTarget>) -> [String] { [] }
    public static func isUndone(_: String, _: ReferenceData) -> Bool { false }
    public static func loadReferenceData(
        into _: inout ReferenceData, about _: [Self], today _: CivilDate, from _: some ServerReader
    ) async throws {}
    public func check(_: ReferenceData, today _: CivilDate) -> [RowProblem] { [] }
    public func check(_ referenceData: ReferenceData, today: CivilDate, now _: Instant) -> [RowProblem] {
        check(referenceData, today: today)
    }
    public func check(_: ReferenceData, after _: Earlier) -> [RowProblem] { [] }
    public func join(_: inout Earlier, _: ReferenceData) {}
    public func resumeState(_: ReferenceData) -> String { "" }
    public mutating func restore(_: String) {}
}

extension Submission where Earlier == Void {
    public static var noneEarlier: Void { () }
}

/// A kind of submission, for catalogues and for what sends it.
public struct SubmissionKind: Sendable {
    /// `certificates`; with the system's prefix `cdbl.certificates`.
    public let name: String
    /// What it is, in a sentence for the person who writes a pipeline file.
    public let help: String
    /// Which files are taken, where rows have files.
    public let files: FileRule?
    /// The requests that a row needs, in order; at least one.
    public let steps: [SubmissionStep]
    /// Whether one and the same thing is sent once for good or once in a batch.
    public let once: Once
    /// Whether a step of every row is sent before the next one of any.
    public let isStepwise: Bool
    /// Whether a run needs a period, which ``ServerReader/period`` then has.
    public let needsPeriod: Bool
    /// Whether the rows of a sheet are one thing, so that none is sent where one is refused.
    public let isWhole: Bool
    /// Whether the rows of a group reach the server in the order of the sheet, and none before what became of those
    /// ahead of it is known. The default is false.
    public var isOrdered = false
    /// Whether a row becomes something that the server names by an id and shows by it, so that a list of the ids is of
    /// use.
    public let makesRecords: Bool
    /// Hours by which days begin earlier at the system's place than by UTC. The default is 0.
    public let hoursEast: Int
    /// Whether rows go over a WebSocket where there is one.
    public let hasSocket: Bool

    /// How long a row that was sent keeps another like it from being sent.
    public enum Once: Sendable {
        /// For good: what is added to the server, and would be there twice.
        case ever
        /// Within a batch: what is meant anew in another batch, however alike it is.
        case perBatch
    }

    /// Whether rows act for the account that signs in, so that equal rows of two accounts are two things. The default
    /// is false.
    public var isPersonal = false
    /// Whether what a row made can be taken back at the server, which ``Submission/isUndone(_:_:)`` then tells. The
    /// default is false.
    public var canBeUndone = false

    /// The record that a row with a number changes, and a row without one makes; `nil` for a kind whose rows all do the
    /// same.
    public var record: NumberedRecord?

    /// The same kind, whose rows make such a record unless they have its number.
    public func changing(_ thing: String, by field: String) -> SubmissionKind {
        var kind = self
        kind.record = NumberedRecord(thing: thing, field: field)
        return kind
    }

    /// The same kind, whose rows act for the account that signs in.
    public var personal: SubmissionKind {
        var kind = self
        kind.isPersonal = true
        return kind
    }

    /// The same kind, whose rows reach the server in the order of the sheet.
    public var ordered: SubmissionKind {
        var kind = self
        kind.isOrdered = true
        return kind
    }

    /// The same kind, whose effects can be taken back.
    public var undoable: SubmissionKind {
        var kind = self
        kind.canBeUndone = true
        return kind
    }

    public init(
        _ name: String, help: String, files: FileRule? = nil, steps: [SubmissionStep], once: Once = .ever,
        isStepwise: Bool = false,
        needsPeriod: Bool = false, isWhole: Bool = false, makesRecords: Bool = false, hoursEast: Int = 0,
        hasSocket: Bool = false
    ) {
        self.name = name
        self.help = help
        self.files = files
        self.steps = steps
        self.once = once
        self.isStepwise = isStepwise
        self.needsPeriod = needsPeriod
        self.isWhole = isWhole
        self.makesRecords = makesRecords
        self.hoursEast = hoursEast
        self.hasSocket = hasSocket
    }
}

extension SubmissionKind {
    /// The day at the system's place.
    public func day(at time: Instant) -> CivilDate {
        time.adding(nanoseconds: Int64(hoursEast) * 3_600_000_000_000).utcDate
    }
}

/// What a row with a number changes, and one without a number makes.
public struct NumberedRecord: Sendable, Equatable {
    /// What it is, for messages: `worker`.
    public let thing: String
    /// The column of its number: `employee_id`.
    public let field: String
}

/// A request that a row needs.
public struct SubmissionStep: Sendable {
    /// A word for messages: `upload`.
    public let name: String
    /// Whether one request is for all rows of a group.
    public let isShared: Bool
    /// Whether its request is good for a moment only, such as one to a signed address, so that none is made before its
    /// turn.
    public let isShortLived: Bool
    /// Whether it sends a file of the row.
    public let needsFiles: Bool

    public init(_ name: String, isShared: Bool = false, isShortLived: Bool = false, needsFiles: Bool = true) {
        self.name = name
        self.isShared = isShared
        self.isShortLived = isShortLived
        self.needsFiles = needsFiles
    }
}

/// Which files a kind takes.
public struct FileRule: Sendable, Equatable {
    /// Names of types: `pdf`, `jpeg`, `png`, `webp`.
    public let types: [String]
    /// The largest file in bytes.
    public let limit: Int
    /// Whether it is a photo, whose metadata can tell more than its picture.
    public let isPhoto: Bool

    public init(types: [String], limit: Int, isPhoto: Bool = false) {
        self.types = types
        self.limit = limit
        self.isPhoto = isPhoto
    }
}

/// What a row is for. Rows with the same identity and content are one side effect.
public struct RowIdentity: Equatable, Sendable {
    /// What it is sent to or makes: the id of a leave.
    public let target: String
    /// What for, and whatever else tells two rows apart: `medical`.
    public let purpose: String
    /// Rows of one group are sent in order, and can share a request; `nil` where each is its own.
    public let group: String?
    /// What tells rows apart that are for the same; `nil` where the values of the sheet do.
    public let values: String?

    public init(target: String, purpose: String, group: String? = nil, values: String? = nil) {
        self.target = target
        self.purpose = purpose
        self.group = group
        self.values = values
    }
}

/// What a row is sent to, and what for: the part of its identity that rows of other content can have too.
public struct RowTarget: Hashable, Sendable {
    /// As in ``RowIdentity``; both empty where the row can't be read.
    public let target: String
    public let purpose: String

    public init(_ target: String, _ purpose: String) {
        self.target = target
        self.purpose = purpose
    }
}

/// What a row takes of something that the rows of a sheet share, such as the hours of a day.
public struct SharedLimit: Sendable {
    /// What is shared; equal texts are the same thing.
    public let of: String
    public let amount: Int
    /// What all rows may take together.
    public let most: Int
    /// What is wrong with the row that takes more than is left.
    public let problem: RowProblem

    public init(of: String, amount: Int = 1, most: Int = 1, _ problem: RowProblem) {
        self.of = of
        self.amount = amount
        self.most = most
        self.problem = problem
    }
}

/// What a submission may ask a system while it checks and looks up. Nothing of it has an effect there.
public protocol ServerReader: Sendable {
    /// The run's period, where its kind needs one.
    var period: PayPeriod? { get }
    /// The body of a 2xx answer, or `nil` where the system itself says that it has no such thing. A 404 that is not in
    /// the system's own words comes from something in between and is an error that passes.
    func read(_ request: ReadRequest) async throws -> [UInt8]?
    /// The body of a 2xx answer to a search, or `nil` where the server offers none, in whatever words.
    func search(_ request: ReadRequest) async throws -> [UInt8]?
    /// Whether the ledger has this id of the server for another row of the same kind at the same server, whichever run
    /// or batch that is of: then what bears it is not what the row has become. The default knows of none.
    ///
    /// - Parameter entry: The row that is looked up.
    func isTaken(_ serverID: String, besides entry: LedgerEntry) async throws -> Bool
    /// Whether a failure to read means that the account may not read it, whenever it asks.
    func isNotAllowed(_ error: any Error) -> Bool
    /// Whether a failure to read is about what was asked for, so that something else can be read all the same.
    func isAboutRequest(_ error: any Error) -> Bool
    /// Shows every record of a dataset that can be read, page by page.
    func readAll<R: DatasetRecord>(
        _ type: R.Type, period: PayPeriod?, filters: [String: String], _ body: (UsableRecords<R>) -> Void
    ) async throws
}

extension ServerReader {
    public var period: PayPeriod? { nil }
    public func isTaken(_: String, besides _: LedgerEntry) async throws -> Bool { false }
    public func isNotAllowed(_: any Error) -> Bool { false }
    public func isAboutRequest(_ error: any Error) -> Bool { (error as? RunError)?.code == .unreadablePage }
    public func search(_ request: ReadRequest) async throws -> [UInt8]? { try await read(request) }
}
