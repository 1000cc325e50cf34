public import GantryModel

extension Dataset {
    /// What the request for the page behind this one says, where ``after`` tells; `nil` where none follows.
    ///
    /// - Parameter asked: how many records were asked for.
    public func next(behind page: Chunk<R>, asked: Int?) -> String? {
        guard let after, let last = page.records.last else { return nil }
        return proof.needsTotal || proof.endsEmpty || page.count == asked ? after(last, page) : nil
    }
}

/// What shows that a list which was read is whole.
public enum ListProof: Sendable, Equatable {
    /// Whatever its answers say: a total, how many pages there are, or that no page follows.
    case answers
    /// The total, which the answers must state.
    case total
    /// The total, and a second reading: a list whose pages lead to each other can move while it is read, and then leaves
    /// a record out and has as many.
    case totalReadTwice
    /// A second reading of the pages, which has the same records: the answers state nothing. Whether only an empty page
    /// is the end; else a short one is.
    case secondReading(endsEmpty: Bool)
    /// Nothing: the answers state nothing, and the list is read once. Whether only an empty page is the end.
    case none(endsEmpty: Bool)

    /// Whether only a page without records is the end.
    public var endsEmpty: Bool {
        switch self {
        case .answers, .total, .totalReadTwice: false
        case .secondReading(let endsEmpty), .none(let endsEmpty): endsEmpty
        }
    }

    /// Whether the list is read a second time.
    public var isSecondReading: Bool {
        switch self {
        case .totalReadTwice, .secondReading: true
        case .answers, .total, .none: false
        }
    }
    /// Whether the answers must state the total.
    public var needsTotal: Bool { self == .total || self == .totalReadTwice }
    /// Whether nothing shows it.
    public var isNone: Bool { if case .none = self { true } else { false } }
}
