import GantryConnectors
import Testing

@Suite("The usable records of a page")
struct UsableRecordsTests {
    private func decoded(_ records: [String]) throws -> UsableRecords<AutoDetail.Service> {
        UsableRecords(try decode(AutoDetail.Service.dataset, "[\(records.joined(separator: ","))]"))
    }

    private static let good = ["s1", "s2"].map { #"{"id":"\#($0)","name":"N","priceRub":1,"durationMinutes":1}"# }
    /// Several fields of it are at fault.
    private static let bad = #"{"id":"b","priceRub":"x","durationMinutes":"y"}"#

    @Test("leave out every rejected one, wherever it stands, and count it once") func skipped() throws {
        let (one, two, bad) = (Self.good[0], Self.good[1], Self.bad)
        for records in [
            [one, two], [bad, one, two], [one, bad, two], [one, two, bad], [bad, one, bad, bad, two, bad],
        ] {
            let page = try decoded(records)
            #expect(page.map { page.text($0.id) } == ["s1", "s2"])
            #expect(page.first.map { page.text($0.id) } == "s1" && page.unreadable == records.count - 2)
        }
    }

    @Test("are none where there is none that can be read") func none() throws {
        for count in [0, 2] {
            let page = try decoded(Array(repeating: Self.bad, count: count))
            #expect(page.first == nil && page.unreadable == count)
        }
    }
}
