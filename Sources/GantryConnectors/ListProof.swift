public import GantryJSON
public import GantryModel

extension Dataset {
    /// Notes what the request for the page behind this one says, where ``after`` tells, and the order of its records
    /// where that is the proof: each page goes on behind the last record, so what isn't in order would be left out.
    ///
    /// - Parameter asked: how many records were asked for.
    public func noteNext(behind page: Chunk<R>, asked: Int?, in envelope: inout PageEnvelope) {
        guard let after else { return }
        let afters = page.records.map { after($0, page) }
        envelope.afters = afters
        guard let last = page.records.last else { return }
        let goesOn = self.proof.needsTotal || self.proof.endsEmpty || page.count == asked
        envelope.next = goesOn ? afters.last ?? nil : nil
        guard !self.proof.needsTotal, !self.proof.isNone else { return }
        let unusable = Set(page.rejects.map(\.index))
        let isNumber = if case .integer = last.key { true } else { false }
        var order = PageOrder(isNumber: isNumber)
        for index in 0..<page.count where !unusable.contains(index) {
            if let value = afters[index] { order.add(value) }
        }
        // A record that can't be used, or is none, has the blank value of its type where it has none.
        let isBlank = ["", isNumber && unusable.contains(page.count - 1) ? "0" : ""].contains(envelope.next ?? "")
        order.lacksLast = goesOn && isBlank
        envelope.order = order
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
