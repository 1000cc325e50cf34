import GantryDesk
import GantryModel
import Testing

@Suite("Sums of findings") struct FindingSumTests {
    @Test("come with unknown money first, then the most, whether it is paid or taken back") func order() {
        let euros: (Int128) -> FindingSum = { FindingSum(amount: Money(nano: $0 * 1_000_000_000)) }
        let unknown = FindingSum(amount: nil)
        let sorted = [euros(5), euros(-20_000), unknown, euros(300)].sorted(by: FindingSum.precedes)
        #expect(sorted.map(\.isPartial) == [true, false, false, false])
        #expect(sorted.dropFirst().map(\.amount) == [euros(-20_000), euros(300), euros(5)].map(\.amount))
    }
}
