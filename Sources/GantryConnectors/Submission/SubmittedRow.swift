public import GantryEngine
public import GantryModel

/// A row of a sheet as typed values: its identity, and how it is checked before anything is sent.
public protocol SubmittedRow: Sendable {
    /// The data of the server that rows are checked against.
    associatedtype ReferenceData: Sendable
    /// What is kept of the rows of a sheet to check later ones against; nothing unless a kind says otherwise.
    associatedtype Earlier: Sendable = Void

    /// A row with every column at its default; reading a sheet fills it.
    init()
    /// The identity of the row.
    var identity: RowIdentity { get }
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
    /// The record that the row means, where it names it by something else than its id, for a person to see. Asked
    /// before a state is put into the row. The default is `nil`.
    func reference(_ referenceData: ReferenceData) -> RowReference?
    /// What the check passes on to the requests: the first `resumeState` of the row's entry in the ledger. No secret.
    /// The default is an empty text.
    func resumeState(_ referenceData: ReferenceData) -> String
    /// Puts such a state into the row: before it is checked, and again when it is sent. The default leaves the row as
    /// it is.
    mutating func restore(_ resumeState: String)
    /// How many of the kind's steps this row needs, from the first on; `nil`, the default, for all.
    var stepCount: Int? { get }
    /// Whether this server can be asked for the outcome of a lost answer's row. If it can't, fewer rows are sent at a
    /// time to limit the risk. The default is true: most servers show what they have. An error counts as no.
    ///
    /// - Parameter codes: Problems that the pipeline file allows, which can make a lookup impossible.
    func canBeFound(_ server: any ServerReader, allowing codes: Set<String>) async throws -> Bool
}

extension SubmittedRow {
    /// Finds no problem.
    public func check(_: ReferenceData, after _: Earlier) -> [RowProblem] { [] }
    /// Keeps nothing.
    public func join(_: inout Earlier, with _: ReferenceData) {}
    /// No limits.
    public var sharedLimits: [SharedLimit] { [] }
    /// `nil`: rows of most kinds all do the same.
    public func effect(_: ReferenceData) -> RowEffect? { nil }
    /// `nil`: rows of most kinds name records by their ids.
    public func reference(_: ReferenceData) -> RowReference? { nil }
    /// An empty text.
    public func resumeState(_: ReferenceData) -> String { "" }
    /// Leaves the row as it is.
    public mutating func restore(_: String) {}
    /// All steps of the kind.
    public var stepCount: Int? { nil }
    /// True.
    public func canBeFound(_: any ServerReader, allowing _: Set<String>) async throws -> Bool { true }
}

extension SubmittedRow where Earlier == Void {
    /// Nothing, for kinds that keep nothing of earlier rows.
    public static var noneEarlier: Void { () }
}
