/// In which order a page has the values of the field behind which the next page goes on.
public struct PageOrder: Equatable, Sendable {
    /// Whether they are numbers; else texts, which only the server can put in its order.
    public let isNumber: Bool
    /// Those of the first record and, so far, of the last one.
    public private(set) var first: String?
    private var last: String?
    /// Whether they rise from record to record, or fall; `nil` for fewer than two records. Texts that differ count as
    /// rising.
    public private(set) var rises: Bool?
    /// Two values, one after the other, that don't go on in that way, or are the same.
    public private(set) var fault: (before: String, after: String)?
    /// Whether the last record has none, so that no page can be asked for behind it.
    public var lacksLast = false

    /// That of no records.
    public init(isNumber: Bool) { self.isNumber = isNumber }

    /// The value of the next record.
    public mutating func add(_ value: String) {
        defer { last = value }
        guard let last else {
            first = value
            return
        }
        let step = rises(from: last, to: value)
        if step == nil || rises.map({ $0 != step }) ?? false { fault = fault ?? (last, value) }
        rises = rises ?? step
    }

    /// Whether a value comes after another, or before it; `nil` where they are the same. A text comes after any other:
    /// how a server sorts texts, its bytes don't show.
    public func rises(from one: String, to other: String) -> Bool? {
        if isNumber, let one = Int64(one), let other = Int64(other) { return one == other ? nil : one < other }
        return one.utf8.elementsEqual(other.utf8) ? nil : true
    }

    public static func == (one: PageOrder, other: PageOrder) -> Bool {
        one.isNumber == other.isNumber && one.first == other.first && one.last == other.last && one.rises == other.rises
            && one.fault?.after == other.fault?.after && one.lacksLast == other.lacksLast
    }
}
