internal import GantryEngine
public import GantryJSON

/// A piece of a text that a request of a row has.
public enum RowPiece: Sendable, Equatable {
    case text(String)
    /// The value of a column, by its place.
    case column(Int)
    /// What the row can be recognised by at the server.
    case mark
    /// What an answer to an earlier step had.
    case step(String)
    case fileName
    case fileType
}

/// The body of a request of a row.
public indirect enum BodyTree: Sendable {
    case constant(JSONTree)
    case text([RowPiece])
    /// The value of a column, left out where the cell is empty; with the mark after it, if it has one.
    case column(Int, asText: Bool, hasMark: Bool)
    case list([BodyTree])
    case object([(key: String, value: BodyTree)])
}

/// What the texts and bodies of one row's requests are made of.
struct RowContext {
    let row: DescribedRow
    let mark: String
    let state: StepState
    /// What the answer to this step has for later ones.
    private(set) var taken: [String: String] = [:]

    init(_ outgoing: OutgoingRow<DescribedRow>) {
        row = outgoing.row
        mark = RowContext.mark(of: outgoing.entry)
        state = StepState(outgoing.entry.checkState)
    }

    /// Half a digest tells rows apart just as well, and leaves room in the texts that carry it.
    /// Of a row that replaces something, a part of either: all that replace it begin alike.
    static func mark(of entry: LedgerEntry) -> String {
        let parts = entry.idempotencyKey.split(separator: "-")
        return "gantry:" + parts.map { $0.prefix(20 / parts.count) }.joined()
    }
    /// Its length, and that of the blank before it.
    static let markLength = 28

    /// - Parameter encode: what becomes of each value, but not of constant texts.
    func text(_ pieces: [RowPiece], encode: (String) -> String = { $0 }) -> String {
        pieces.map { piece in
            switch piece {
            case .text(let text): text
            case .column(let column): encode(sent(column))
            case .mark: encode(mark)
            case .step(let name): encode(state.taken[name] ?? "")
            case .fileName: encode(row.fileName)
            case .fileType: encode(row.fileType)
            }
        }.joined()
    }

    /// Names with their texts; a parameter of an empty cell is left out.
    func query(_ query: [(name: String, value: [RowPiece])]) -> [(String, String)] {
        query.compactMap { name, value in
            let isEmpty = value.contains {
                if case .column(let column) = $0 { row.value(column) == nil } else { false }
            }
            return isEmpty ? nil : (name, text(value))
        }
    }

    func sent(_ column: Int) -> String { row.sent(column) }

    /// Whether a server shows the value of a column so; `nil` where that can't be told.
    func isShown(_ column: Int, as shown: String) -> Bool? {
        switch row.value(column) {
        case nil, .text: GantryConnectors.isShown(sent(column), as: shown)
        case let value?: value.isShown(as: shown)
        }
    }

    /// Whether a server has the value of a column as it is sent: numbers, days, times and flags in any spelling, texts
    /// as they are. Of an empty cell it has nothing.
    func isKept(_ column: Int, hasMark: Bool, as shown: JSONTree?) -> Bool {
        let sent = hasMark ? marked(column) : sent(column)
        guard !sent.isEmpty else { return shown == nil || shown == .null || shown?.text == "" }
        if shown?.shown == sent || shown?.text == sent { return true }
        switch row.value(column) {
        // A text with the row's mark is shown with it.
        case _ where hasMark: return false
        case nil, .text: return false
        case let value?: return value.isShown(as: shown?.shown ?? "") == true
        }
    }

    /// `nil` for a column without a value.
    func json(_ tree: BodyTree) -> JSONTree? {
        switch tree {
        case .constant(let constant): return constant
        case .text(let pieces): return .string(text(pieces))
        case .column(let column, let asText, let hasMark):
            if hasMark { return .string(marked(column)) }
            guard let value = row.value(column) else { return nil }
            if case .choice? = row.plan?.columns[column].kind { return .string(sent(column)) }
            return asText ? .string(value.text) : value.json
        case .list(let items): return .array(items.compactMap(json))
        case .object(let members):
            return .object(members.compactMap { key, value in json(value).map { JSONTree.Member(key, $0) } })
        }
    }

    /// Takes texts and numbers out of an answer.
    mutating func take(_ wanted: [(name: String, path: [String])], of answer: JSONTree) {
        taken = [:]
        for (name, path) in wanted {
            let value = answer.value(at: path)
            if let text = value?.text ?? value?.shown, !text.isEmpty { taken[name] = text }
        }
    }

    /// What earlier steps and this one leave to the next.
    var newState: StepState {
        var state = state
        state.taken.merge(taken) { $1 }
        return state
    }

    /// The text of a column with the mark after it.
    func marked(_ column: Int) -> String {
        let text = sent(column)
        return text.isEmpty ? mark : "\(text) \(mark)"
    }
}

/// What the steps of a row leave to those after them, as the ledger keeps it: no secret.
struct StepState {
    /// What answers had, by name.
    var taken: [String: String] = [:]
    /// The records that looked like the row before it was sent; `nil` if nobody looked.
    var before: [String]?

    init(_ text: String) {
        guard let tree = JSONTree.object(of: Array(text.utf8)) else { return }
        for member in tree["taken"]?.members ?? [] { taken[member.key] = member.value.text }
        before = tree["before"]?.list?.compactMap(\.text)
    }

    /// Empty where there is nothing to keep.
    var text: String {
        guard !taken.isEmpty || before != nil else { return "" }
        var members: [JSONTree.Member] = []
        if !taken.isEmpty {
            let sorted = taken.sorted { $0.key < $1.key }
            members.append(JSONTree.Member("taken", .object(sorted.map { JSONTree.Member($0, .string($1)) })))
        }
        if let before { members.append(JSONTree.Member("before", .array(before.map { .string($0) }))) }
        return JSONTree.object(members).compact
    }
}
