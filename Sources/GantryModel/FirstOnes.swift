/// How many things there are, and the first of them: what a person is told of many.
public struct FirstOnes<Element: Sendable>: Sendable {
    /// All of them.
    public private(set) var count = 0
    /// The first thousand.
    public private(set) var first: [Element] = []

    /// None.
    public init() {}

    /// So many, of which these are the first.
    public init(count: Int, first: [Element]) {
        self.count = max(count, first.count)
        self.first = Array(first.prefix(Self.mostKept))
    }

    private static var mostKept: Int { 1_000 }

    /// Counts one more, and keeps it if it is among the first.
    public mutating func append(_ element: Element) {
        count += 1
        if first.count < Self.mostKept { first.append(element) }
    }

    /// As many, made into something else.
    public func map<Other>(_ change: (Element) -> Other) -> FirstOnes<Other> {
        FirstOnes<Other>(count: count, first: first.map(change))
    }
}

extension FirstOnes: Equatable where Element: Equatable {}
