import GantryKit
import Testing

@Suite("What findings are about in sum") struct OncePerRecordTests {
    @Test("counts an entry that several rules find once, and each of different records under one id") func records() {
        let conflict = "conflicting-id"
        #expect(
            ReviewReport.oncePerRecord([
                (7, conflict), (7, "not-approved"), (8, "not-approved"), (7, conflict), (8, "hours-per-day"),
                (nil, "no-work"), (nil, "no-work"),
            ]) == [0, 2, 3, 5, 6])
        #expect(
            ReviewReport.oncePerRecord([(7, "not-approved"), (7, "held-by-decision"), (7, "held-by-decision")])
                == [1, 2])
    }
}
