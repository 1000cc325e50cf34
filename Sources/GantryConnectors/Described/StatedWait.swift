internal import GantryJSON
public import GantryModel

/// Where a body says how long to wait.
public struct StatedWait: Sendable {
    private let path: [String]
    private let unit: TimeUnit

    /// The keys that lead to a number, which counts this unit.
    public init(path: [String], unit: TimeUnit) {
        self.path = path
        self.unit = unit
    }

    /// The wait; `nil` where no number from 0 on is there. Some servers send more decimals than any clock has.
    public func wait(_ body: [UInt8]) -> Duration? {
        guard let text = JSONTree.object(of: body)?.value(at: path)?.shown, text.utf8.count <= 40,
            text.allSatisfy({ $0.isASCII && $0.isNumber || ".eE+-".contains($0) }), let number = Double(text),
            number.isFinite, number >= 0
        else { return nil }
        // More than thirty years is as much as thirty.
        return .seconds(min(number * Double(unit.nanoseconds) / 1e9, 1e9))
    }
}
