import GantryConnectors
import GantryJSON
import GantryOutputs
import Testing

@Suite("Landed lines that are looked at again") struct LandedLinesTests {
    @Test("are those with the number, where keys are numbers") func numbers() throws {
        let lines = try #require(KSRCranes.Customer.dataset.lines(ofNumbers: [7]))
        var found: [UInt8] = []
        let text =
            Array(#"{"customer_id":7,"name":"A"}"#.utf8) + [0x0A] + Array(#"{"customer_id":8,"name":"B"}"#.utf8) + [
                0x0A
            ]
        lines.select(from: text.span, into: &found)
        #expect(String(decoding: found, as: UTF8.self) == #"{"customer_id":7,"name":"A"}"# + "\n")
    }

    @Test("are all, where keys are texts, which servers also send as digits, or days with names") func others() {
        #expect(VynqTalk.User.dataset.lines(ofNumbers: [7]) == nil)
        #expect(VynqTalk.User.current.lines(ofNumbers: [7]) == nil)
        #expect(CDBL.Leave.dataset.lines(ofNumbers: [7]) == nil)
        #expect(CDBL.Holiday.dataset.lines(ofNumbers: [7]) == nil)
        #expect(KSRCranes.PayrollPeriod.dataset.lines(ofNumbers: [7]) == nil)
        #expect(CDBL.LeaveBalance.dataset.lines(ofNumbers: [0]) == nil)
    }
}
