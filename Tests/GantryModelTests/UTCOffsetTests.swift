import GantryModel
import Testing

@Suite("An offset from UTC")
struct UTCOffsetTests {
    @Test(
        "decides which day it is at a place",
        arguments: [
            (UTCOffset.zero, "2026-10-24"), (UTCOffset(hours: 6), "2026-10-25"),
            (UTCOffset(hours: 5, minutes: 30), "2026-10-24"), (UTCOffset(hours: -19), "2026-10-23"),
        ])
    func day(offset: UTCOffset, day: String) throws {
        #expect(offset.date(at: try #require(Instant("2026-10-24T18:00:00Z"))).description == day)
    }
}
