public import GantryEngine
public import GantryModel

/// One kind of thing that is sent to a system row by row: a row of a sheet as typed values, how it is checked, and how
/// it is sent.
///
/// It knows requests and answers. Everything is sent through the ledger; nothing here sends by itself.
public protocol Submission: CheckedRow, DeliveredRow {
    static var kind: SubmissionKind { get }
}

/// A row that is checked before anything is sent.
public protocol CheckedRow: TypedRow {
    /// The data of the server that rows are checked against, read before anything is sent.
    associatedtype ReferenceData: Sendable
    /// What is kept of the rows of a sheet to check later ones against; nothing unless a kind says otherwise.
    associatedtype Earlier: Sendable = Void

    /// Reads what rows are checked against.
    static func loadReferenceData(_ server: some ServerReader) async throws -> ReferenceData
    /// Reads what only the rows show to be needed, such as the holidays of a year. Called with a few hundred rows at a
    /// time, before they are checked. The default reads nothing.
    static func loadReferenceData(
        into referenceData: inout ReferenceData, about rows: [Self], today: CivilDate, from server: some ServerReader
    ) async throws
    /// Every rule that the row breaks.
    ///
    /// - Parameters:
    ///   - today: The day at the system's place when the run began.
    ///   - now: When the run began, for a kind to which the hour matters.
    func check(_ referenceData: ReferenceData, today: CivilDate, now: Instant) -> [RowProblem]
    /// No row yet.
    static var noneEarlier: Earlier { get }
    /// What is wrong with the row compared with those before it in the sheet. Called in the order of the sheet, after
    /// ``check(_:today:now:)``. The default is nothing.
    func check(_ referenceData: ReferenceData, after earlier: Earlier) -> [RowProblem]
    /// Keeps what later rows are checked against. Called for rows that are sent. The default keeps nothing.
    func join(_ earlier: inout Earlier, with referenceData: ReferenceData)
    /// The limits that the rows of a sheet share. None by default.
    var sharedLimits: [SharedLimit] { get }
    /// What the row would do at the server, for a kind whose rows can make and change records. The default is `nil`.
    func effect(_ referenceData: ReferenceData) -> RowEffect?
    /// What the check passes on to the requests: the first `resumeState` of the row's entry in the ledger. No secret.
    /// The default is an empty text.
    func resumeState(_ referenceData: ReferenceData) -> String
    /// Puts such a state into the row: before it is checked, and again when it is sent. The default leaves the row as
    /// it is.
    mutating func restore(_ resumeState: String)
    /// Records at the server that need a row and have none, as lines for a person. The default is none.
    ///
    /// - Parameter rows: What the rows of the sheet that are not refused are for.
    static func recordsWithoutRow(_ referenceData: ReferenceData, rows: Set<RowTarget>) -> [String]
    /// Whether what an earlier run made under an id is gone from the server, so that the same row may be sent again;
    /// `nil`, the default, if the effect of a row can't be undone.
    static var isUndone: (@Sendable (_ serverID: String, _ referenceData: ReferenceData) -> Bool)? { get }
}

extension CheckedRow {
    /// Reads nothing.
    public static func loadReferenceData(
        into _: inout ReferenceData, about _: [Self], today _: CivilDate, from _: some ServerReader
    ) async throws {}
    /// Finds no problem.
    public func check(_: ReferenceData, after _: Earlier) -> [RowProblem] { [] }
    /// Keeps nothing.
    public func join(_: inout Earlier, with _: ReferenceData) {}
    /// No limits.
    public var sharedLimits: [SharedLimit] { [] }
    /// `nil`: rows of most kinds all do the same.
    public func effect(_: ReferenceData) -> RowEffect? { nil }
    /// An empty text.
    public func resumeState(_: ReferenceData) -> String { "" }
    /// Leaves the row as it is.
    public mutating func restore(_: String) {}
    /// No records.
    public static func recordsWithoutRow(_: ReferenceData, rows _: Set<RowTarget>) -> [String] { [] }
    /// `nil`: the effect of a row can't be undone.
    public static var isUndone: (@Sendable (_ serverID: String, _ referenceData: ReferenceData) -> Bool)? { nil }
}

extension CheckedRow where Earlier == Void {
    /// Nothing, for kinds that keep nothing of earlier rows.
    public static var noneEarlier: Void { () }
}

/// A row that is sent in one or more steps, each a request.
public protocol DeliveredRow: TypedRow {
    /// How many of the kind's steps this row needs, from the first on. The default is all.
    var stepCount: Int { get }
    /// The request of a step: of one row, or of all rows of a group if the step is shared. It may read, and has no
    /// effect itself.
    static func request(for rows: [OutgoingRow<Self>], step: Int, server: some ServerReader) async throws -> StepRequest
    /// What a successful answer says.
    static func receive(_ answer: StepAnswer, for rows: [OutgoingRow<Self>], step: Int) -> EffectOutcome
    /// What a refusal (an answer of 4xx) means for the rows that were sent together. By default it applies to all of
    /// them.
    static func refused(_ problem: RowProblem, status: Int?, for rows: [OutgoingRow<Self>], step: Int) -> EffectOutcome
    /// What an answer of 5xx means for the rows that were sent together, where it says for certain; `nil`, the default,
    /// where they may have had their effect.
    static func failed(_ problem: RowProblem, status: Int, for rows: [OutgoingRow<Self>], step: Int) -> EffectOutcome?
    /// Whether this server can be asked for the outcome of a lost answer's row. If it can't, fewer rows are sent at a
    /// time to limit the risk. The default is true. An error counts as no.
    ///
    /// - Parameter codes: Problems that the pipeline file allows, which can make a lookup impossible.
    func canBeFound(_ server: some ServerReader, allowing codes: Set<String>) async throws -> Bool
    /// Asks the server whether a step had its effect.
    static func find(_ rows: [OutgoingRow<Self>], step: Int, server: some ServerReader) async throws -> LookupOutcome
}

extension DeliveredRow {
    /// The rows are rejected together.
    public static func refused(
        _ problem: RowProblem, status: Int?, for _: [OutgoingRow<Self>], step: Int
    ) -> EffectOutcome {
        .rejected(problem)
    }
    /// `nil`: a server that fails may have had the effect.
    public static func failed(
        _: RowProblem, status _: Int, for _: [OutgoingRow<Self>], step _: Int
    ) -> EffectOutcome? { nil }
    /// True: most servers show what they have.
    public func canBeFound(_: some ServerReader, allowing _: Set<String>) async throws -> Bool { true }
}

extension Submission {
    /// All steps of the kind.
    public var stepCount: Int { Self.kind.delivery.steps.count }
}
