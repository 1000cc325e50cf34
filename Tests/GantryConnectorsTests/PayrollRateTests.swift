import GantryConnectors
import GantryModel
import Testing

@Suite("Rates of workers")
struct PayrollRateTests {
    @Test("and kinds of hours are all known to pay: a field of another name can't be paid by mistake") func fields() {
        let hours = WorkEntry.fields.filter { $0.access.kind == .hours }.map(\.name)
        #expect(hours == PayQuantity.allCases.map(\.rawValue))
        #expect(Worker.fields.filter { $0.access.kind == .money }.map(\.name) == PayRate.allCases.map(\.rawValue))
        // Each kind is that field's hours, and no other's.
        for (index, quantity) in PayQuantity.allCases.enumerated() {
            var entry = WorkEntry()
            let field = WorkEntry.fields.first { $0.name == quantity.rawValue }
            if case .hours(_, let set)? = field?.access { set(&entry, Hours(index + 1), true) }
            var sums = HoursByCategory()
            sums.add(entry)
            for other in PayQuantity.allCases {
                #expect((entry[other] == Hours(index + 1)) == (other == quantity) && (sums[other] == HoursSum(index + 1)) == (other == quantity))
            }
        }
    }
}
