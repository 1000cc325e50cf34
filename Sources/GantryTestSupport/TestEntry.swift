public import GantryModel

/// A small record for tests: a person with a number of units.
///
/// A line `id person units`. Any other line is a reject of the field that can't be read.
public struct TestEntry: DeclaredRecord, Equatable {
    /// The record's number, which may be negative.
    public var id: Int64 = 0
    /// Whose units they are.
    public var person: Int64 = 0
    /// How many units; sums of them are the totals of a test.
    public var units: Int64 = 0

    /// An entry of zeros; decoding fills it.
    public init() {}

    /// An entry of these three numbers.
    public init(id: Int64, person: Int64, units: Int64) {
        self.id = id
        self.person = person
        self.units = units
    }

    /// The three fields, all required, in the order of a line.
    public static var fields: [Field<TestEntry>] {
        let whole = Int64.min...Int64.max
        return [
            Field("id", \.id, in: whole, help: "The record's number."),
            Field("person", \.person, in: whole, help: "Whose."),
            Field("units", \.units, in: whole, help: "How much."),
        ]
    }
}

extension Chunk where R == TestEntry {
    /// The records spelled by `bytes`, each line ended by a line feed.
    public init(lines bytes: [UInt8], page: Int = 0) {
        self.init(bytes: bytes, page: page)
        var start = 0
        while let end = bytes[start...].firstIndex(of: 0x0A) {
            let text = String(decoding: bytes[start..<end], as: UTF8.self)
            let parts = text.split(separator: " ", omittingEmptySubsequences: false)
            let numbers = parts.map { Int64($0) }
            if numbers.count != 3 {
                rejects.append(Reject(index: count, field: "", found: text, expected: "three numbers"))
            } else if let wrong = numbers.firstIndex(of: nil) {
                let field = TestEntry.fields[wrong]
                rejects.append(
                    Reject(
                        index: count, field: field.name, found: String(parts[wrong]), expected: field.access.expectation
                    ))
            }
            func number(_ index: Int) -> Int64 { index < numbers.count ? numbers[index] ?? 0 : 0 }
            records.append(TestEntry(id: number(0), person: number(1), units: number(2)))
            ranges.append(start..<(end + 1))
            start = end + 1
        }
    }

    /// The records spelled by `lines`.
    public init(_ lines: some Sequence<String>, page: Int = 0) {
        self.init(lines: lines.flatMap { Array($0.utf8) + [0x0A] }, page: page)
    }

    /// The bytes of one record, with its line break.
    public func line(_ index: Int) -> ArraySlice<UInt8> { bytes[ranges[index]] }
}
