import GantryConnectors
import GantryPayroll
import Testing

@Suite("Pay codes of one kind of hours")
struct HoursPartitionTests {
    private func range(_ text: String) throws -> HoursRange { try #require(HoursRange(text)) }

    @Test("cover each hour once")
    func whole() throws {
        let codes = [
            HoursSelection(.overtime, ofDay: try range("0-3"), on: [.workday]),
            HoursSelection(.overtime, ofDay: try range("3-"), on: [.workday]),
            HoursSelection(.overtime, on: [.saturday, .sunday, .holiday]),
        ]
        #expect(HoursPartition.faults(codes, of: .overtime).isEmpty)
    }

    @Test("that leave a gap are refused with the hours that nobody pays")
    func gap() throws {
        let codes = [
            HoursSelection(.overtime, ofDay: try range("0-2")), HoursSelection(.overtime, ofDay: try range("3-")),
        ]
        let faults = HoursPartition.faults(codes, of: .overtime)
        #expect(faults.map(\.part.ofDay.text) == ["2.00-3.00"] && faults.map(\.covering) == [[]])
        let weekend = HoursPartition.faults([HoursSelection(.weekend, on: [.saturday, .sunday])], of: .weekend)
        #expect(weekend.map(\.part.days) == [[.workday, .holiday]])
    }

    @Test("that overlap are refused with the codes that pay the same hours")
    func overlap() throws {
        let codes = [
            HoursSelection(.overtime, ofDay: try range("0-3")), HoursSelection(.overtime, ofDay: try range("2.50-")),
            HoursSelection(.overtime, ofWeek: try range("40-")),
        ]
        let faults = HoursPartition.faults(codes, of: .overtime)
        #expect(faults.contains { $0.part.ofDay.text == "2.50-3.00" && $0.covering == [0, 1] })
        #expect(faults.contains { $0.part.ofWeek.text == "40.00-" && $0.covering.contains(2) })
    }

    @Test(
        "have bounds in hours with at most two decimals",
        arguments: ["3-2", "3-3", "-3", "3", "0-3-", "1.234-2", "a-b", "0-169", "1e1-20", ""])
    func bounds(text: String) { #expect(HoursRange(text) == nil) }
}
