internal import GantryModel

/// Ranges that many fields share.
enum FieldRange {
    /// The number of a record.
    static let key: ClosedRange<Int64> = 1...Int64.max
    /// The number of another record, which may be 0 if a server means none.
    static let reference: ClosedRange<Int64> = 0...Int64.max
    static let count: ClosedRange<Int64> = 0...Int64.max
    static let any: ClosedRange<Int64> = Int64.min...Int64.max
    static let notNegative = Decimal9(0)...Decimal9(nano: Int64.max)
}
