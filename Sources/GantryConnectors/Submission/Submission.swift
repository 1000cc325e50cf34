public import GantryEngine
public import GantryModel

/// One kind of thing that is sent to a system row by row: the columns of its sheets, what its rows are checked against,
/// and how they are sent.
///
/// It knows requests and answers. Everything is sent through the ledger; nothing here sends by itself.
public struct Submission<Row: SubmittedRow>: Sendable {
    /// What a catalogue shows of it, and how its rows reach the server.
    public let kind: SubmissionKind
    /// The columns of a sheet, in the order in which they are listed.
    public let fields: [SheetField<Row>]
    /// Reads what rows are checked against, before anything is sent.
    public let loadReferenceData: @Sendable (_ server: any ServerReader) async throws -> Row.ReferenceData
    /// Reads what only the rows show to be needed, such as the holidays of a year. Called with a few hundred rows at a
    /// time, before they are checked. The default reads nothing.
    public var loadMore:
        @Sendable (
            _ into: inout Row.ReferenceData, _ about: [Row], _ today: CivilDate, _ server: any ServerReader
        ) async throws -> Void = { _, _, _, _ in }
    /// Records at the server that need a row and have none, as lines for a person; `rows` is what the rows of the sheet
    /// that are not refused are for. The default is none.
    public var recordsWithoutRow: @Sendable (_ referenceData: Row.ReferenceData, _ rows: Set<RowTarget>) -> [String] = {
        _, _ in []
    }
    /// Whether what an earlier run made under an id is gone from the server, so that the same row may be sent again;
    /// `nil`, the default, if the effect of a row can't be undone.
    public var isUndone: (@Sendable (_ serverID: String, _ referenceData: Row.ReferenceData) -> Bool)?
    /// The request of a step: of one row, or of all rows of a group if the step is shared. It may read, and has no
    /// effect itself.
    public let request:
        @Sendable (_ rows: [OutgoingRow<Row>], _ step: Int, _ server: any ServerReader) async throws -> StepRequest
    /// What a successful answer says.
    public let receive: @Sendable (_ answer: StepAnswer, _ rows: [OutgoingRow<Row>], _ step: Int) -> EffectOutcome
    /// What a refusal (an answer of 4xx) means for the rows that were sent together. By default it applies to all of
    /// them.
    public var refused:
        @Sendable (_ problem: RowProblem, _ status: Int?, _ rows: [OutgoingRow<Row>], _ step: Int) -> EffectOutcome = {
            problem, _, _, _ in .rejected(problem)
        }
    /// What an answer of 5xx means for the rows that were sent together, where it says for certain; `nil`, the default,
    /// where they may have had their effect.
    public var failed:
        @Sendable (_ problem: RowProblem, _ status: Int, _ rows: [OutgoingRow<Row>], _ step: Int) -> EffectOutcome? = {
            _, _, _, _ in nil
        }
    /// Whether the server shows a row by itself if a step had its effect, so that what is found can't be another's. By
    /// default it doesn't.
    public var showsExactly: @Sendable (_ step: Int) -> Bool = { _ in false }
    /// Asks the server whether a step had its effect.
    public let find:
        @Sendable (_ rows: [OutgoingRow<Row>], _ step: Int, _ server: any ServerReader) async throws -> LookupOutcome

    /// A kind with its columns, what rows are checked against, and how they are sent and found again.
    public init(
        _ kind: SubmissionKind, fields: [SheetField<Row>],
        loadReferenceData: @escaping @Sendable (_ server: any ServerReader) async throws -> Row.ReferenceData,
        request:
            @escaping @Sendable (
                _ rows: [OutgoingRow<Row>], _ step: Int, _ server: any ServerReader
            ) async throws -> StepRequest,
        receive:
            @escaping @Sendable (_ answer: StepAnswer, _ rows: [OutgoingRow<Row>], _ step: Int) -> EffectOutcome,
        find:
            @escaping @Sendable (
                _ rows: [OutgoingRow<Row>], _ step: Int, _ server: any ServerReader
            ) async throws -> LookupOutcome
    ) {
        self.kind = kind
        self.fields = fields
        self.loadReferenceData = loadReferenceData
        self.request = request
        self.receive = receive
        self.find = find
    }

    /// The same kind with another value at `path`.
    func with<Value>(_ path: WritableKeyPath<Submission, Value>, _ value: Value) -> Submission {
        var changed = self
        changed[keyPath: path] = value
        return changed
    }
}

/// A submission without the type of its rows, for catalogues and look-up by name.
public protocol SubmissionDescription<Row>: Sendable {
    associatedtype Row: SubmittedRow
    /// The submission with its type: pass the existential to a generic function to open it.
    var submission: Submission<Row> { get }
}

extension Submission: SubmissionDescription {
    /// The submission itself.
    public var submission: Submission<Row> { self }
}

extension SubmissionDescription {
    /// What a catalogue shows of it, and how its rows reach the server.
    public var kind: SubmissionKind { submission.kind }
    /// The columns of its sheets, without their row type.
    public var columns: [FieldDescription] { submission.fields.map(\.description) }
    /// The names of those that hold paths of files.
    public var fileColumns: [String] { submission.fields.filter(\.isFile).map(\.name) }
}
