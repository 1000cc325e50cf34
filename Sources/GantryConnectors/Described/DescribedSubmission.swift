internal import GantryEngine
internal import Synchronization

/// A submission as a file describes it.
public struct DescribedSubmission: Sendable {
    /// The name within the system.
    public var name: String
    /// Its description, in a sentence.
    public var help: String
    /// The columns of its sheets.
    public var columns: [DescribedColumn]
    /// Which files are taken; `nil` where rows have none.
    public var files: FileRule?
    /// The requests of a row, in order.
    public var steps: [DescribedStep]
    /// Whether a row takes the place of what was sent to the same path before. The default is false.
    public var replaces = false

    /// A submission of these parts.
    public init(
        name: String, help: String, columns: [DescribedColumn], files: FileRule?, steps: [DescribedStep]
    ) {
        self.name = name
        self.help = help
        self.columns = columns
        self.files = files
        self.steps = steps
    }

    /// How much room a mark needs in a text, with the blank before it.
    public static let markLength = RowContext.markLength

    /// The same as the submission that a compiled system would have.
    public func submission() -> any SubmissionDescription {
        let plan = SubmissionPlan(self)
        let kind = SubmissionKind(
            name, help: help, files: files, delivery: .single(plan.phases.map { plan.name(of: $0) }),
            makes: steps.contains { $0.id != nil } ? .record : .nothing)
        return Submission<DescribedRow>(
            kind, fields: plan.sheetFields, loadReferenceData: { _ in () },
            request: { rows, phase, server in try await plan.request(rows, phase: phase, from: server) },
            receive: { answer, rows, phase in plan.receive(answer, for: rows, phase: phase) },
            find: { rows, phase, server in try await plan.find(rows, phase: phase, at: server) }
        ).with(\.refused) { problem, status, rows, phase in
            plan.refused(problem, status: status, of: rows, phase: phase)
        }.with(\.showsExactly) { plan.showsExactly(phase: $0) }
    }
}

/// What the rows of a described submission have in common.
final class SubmissionPlan: Sendable {
    /// What the ledger calls a step.
    enum Phase: Sendable, Equatable {
        /// A look at what the server has already, so that it isn't taken for the row later.
        case look(Int)
        case send(Int)
        /// A request for an address, and the file to it: the address is a secret, and is kept nowhere.
        case store(ask: Int, put: Int)
    }

    let columns: [DescribedColumn]
    let steps: [DescribedStep]
    let phases: [Phase]
    let fileColumn: Int?
    let replaces: Bool
    /// The columns that stand in a path.
    let pathColumns: Set<Int>
    /// Of each column, where requests have its value.
    let places: [String]
    /// Of each step a row that the server has just confirmed, with the id that it gave, so that a look-up can be tried
    /// with it.
    let confirmed = Mutex<[Int: (outgoing: OutgoingRow<DescribedRow>, id: String)]>([:])

    init(_ described: DescribedSubmission) {
        columns = described.columns
        steps = described.steps
        replaces = described.replaces
        fileColumn = described.columns.firstIndex { $0.kind == .file }
        var phases: [Phase] = []
        var paths: [[RowPiece]] = []
        for (index, step) in described.steps.enumerated() {
            if case .look(let lookup) = step.lost {
                if case .same = lookup.proof { phases.append(.look(index)) }
                if case .list(let path, _, _) = lookup.place { paths.append(path) }
            }
            switch step.target {
            case .path(let pieces):
                paths.append(pieces)
                phases.append(.send(index))
            case .address:
                phases.removeLast()
                phases.append(.store(ask: index - 1, put: index))
            }
        }
        self.phases = phases
        pathColumns = Set(paths.joined().compactMap { if case .column(let column) = $0 { column } else { nil } })
        places = ColumnPlaces(described).names
    }

    func name(of phase: Phase) -> String {
        switch phase {
        case .look(let step): "look before \(steps[step].name)"
        case .send(let step): steps[step].name
        case .store(let step, _): "store by \(steps[step].name)"
        }
    }

    // MARK: Columns

    /// The columns that carry the mark, for which a text leaves room.
    private var markedColumns: Set<Int> { steps.reduce(into: []) { $0.formUnion($1.body?.markedColumns ?? []) } }

    var sheetFields: [SheetField<DescribedRow>] {
        let marked = markedColumns
        return columns.enumerated().map { index, column in
            SheetField(
                column.name, meaning: places[index], required: column.isRequired, help: column.help,
                access(column.kind, index, less: marked.contains(index) ? RowContext.markLength : 0))
        }
    }

    private func access(
        _ kind: DescribedColumn.Kind, _ index: Int, less: Int
    ) -> SheetField<DescribedRow>.Access {
        switch kind {
        case .text(let most):
            .text(most: most - less) { [self] row, text in row.put(.text(text), at: index, of: self) }
        case .integer(let range):
            .integer(range) { [self] row, number in row.put(.integer(number), at: index, of: self) }
        case .decimal: .decimal { [self] row, number in row.put(.decimal(number), at: index, of: self) }
        case .date: .date { [self] row, day in row.put(.date(day), at: index, of: self) }
        case .time: .instant { [self] row, time in row.put(.time(time), at: index, of: self) }
        case .flag: .flag { [self] row, isTrue in row.put(.flag(isTrue), at: index, of: self) }
        case .choice(let words, _):
            .choice(words) { [self] row, word in row.put(.text(word), at: index, of: self) }
        case .file: .file { [self] row, path in row.put(.text(path), at: index, of: self) }
        }
    }
}

extension BodyTree {
    /// The columns that carry the mark.
    var markedColumns: Set<Int> {
        switch self {
        case .constant, .text: []
        case .column(let column, _, let hasMark): hasMark ? [column] : []
        case .list(let items): items.reduce(into: []) { $0.formUnion($1.markedColumns) }
        case .object(let members): members.reduce(into: []) { $0.formUnion($1.value.markedColumns) }
        }
    }
}
