import GantryConnectors
import GantryEngine
import GantryModel
import Testing

@Suite("A payroll batch for KSR Cranes")
struct KSRBatchTests: OfficeRows {
    typealias Row = KSRCranes.BatchedEntry
    static let list = "/api/app/chef/payroll/batches", entries = "/api/app/work-entries"

    private func batch(
        _ id: Int, _ status: String, days: String = "2026-10-19 2026-11-01", hours: String = "8.00"
    ) -> String {
        let days = days.split(separator: " ")
        return
            #"{"id":\#(id),"batch_number":"2026-\#(id)","period_start":"\#(days[0])T00:00:00Z","period_end":"\#(days[1])T00:00:00Z","#
            + #""total_employees":1,"total_hours":"\#(hours)","status":"\#(status)"}"#
    }

    private func calls(_ batches: String...) throws -> OfficeCalls {
        let entry =
            #"{"id":7,"employeeId":1007,"workDate":"2026-10-19","normalHours":8,"overtimeHours":0,"weekendHours":0,"status":"APPROVED"}"#
        return OfficeCalls(
            [Self.list: "[\(batches.joined(separator: ","))]", Self.entries: "[\(entry)]"],
            period: try PayPeriod("2026-10-19..2026-11-01"))
    }

    private var entry: Row { row(Row.submission, ["entry_id": "7", "employee_id": "1007", "normal_hours": "8"]) }

    @Test("is found when it stands, and not when it was cancelled") func find() async throws {
        func find(_ batches: String...) async throws -> String {
            let calls = try calls(batches.joined(separator: ","))
            return word(try await Row.find(outgoing([entry]), step: 0, server: calls))
        }
        #expect(try await find(batch(3, "draft")) == "there 2026-3, id 3")
        #expect(try await find(batch(3, "cancelled")) == "missing")
        #expect(try await find(batch(3, "draft"), batch(4, "cancelled")) == "there 2026-3, id 3")
        #expect(try await find(batch(3, "draft", hours: "9.00")) == "cannot tell")
        #expect(try await find(batch(3, "draft", days: "2026-10-05 2026-10-18")) == "missing")
        #expect(try await find(batch(3, "draft", days: "x 2026-11-01")) == "cannot tell")
        #expect(try await find(batch(3, "cancelled", days: "x 2026-11-01")) == "missing")
    }

    @Test("is undone when it was cancelled or is gone, and the server shows its batches") func undone() async throws {
        let referenceData = try await Row.loadReferenceData(
            try calls(batch(3, "cancelled"), batch(4, "approved", days: "2026-10-05 2026-10-18")))
        #expect(
            Row.submission.isTakenBack("2026-3, id 3", referenceData)
                && Row.submission.isTakenBack("id 3", referenceData)
                && Row.submission.isTakenBack("2026-9, id 9", referenceData))
        #expect(!Row.submission.isTakenBack("2026-4, id 4", referenceData))
        #expect(!Row.submission.isTakenBack("2026-3", referenceData) && !Row.submission.isTakenBack("", referenceData))
        #expect(entry.check(referenceData, today: someDay).isEmpty)
        // None is shown also where they can't be read.
        #expect(!Row.submission.isTakenBack("2026-3, id 3", try await Row.loadReferenceData(try calls())))
        let spoiled = try await Row.loadReferenceData(try calls(batch(3, "cancelled"), #"{"id":null}"#))
        #expect(
            Row.submission.isTakenBack("2026-3, id 3", spoiled) && !Row.submission.isTakenBack("2026-9, id 9", spoiled))
        #expect(entry.check(spoiled, today: someDay).map(\.code) == ["batches-unreadable"])
        let two = try await Row.loadReferenceData(try calls(#"{"id":null}"#, #"{"id":null}"#))
        let sentences = [spoiled, two].compactMap { entry.check($0, today: someDay).first?.sentence }
        #expect(
            sentences
                == ["1 unreadable batch", "2 unreadable batches"].map {
                    "The server lists \($0), which may cover days of this period."
                })
        #expect(
            sentences.map(DanishProblems.shown)
                == ["1 ulæselig lønkørsel", "2 ulæselige lønkørsler"].map {
                    "Serveren har \($0), som kan dække dage i perioden."
                })
    }

    @Test("is looked up by its id with whatever status it has, and an empty list says nothing of it") func lookUp()
        async throws
    {
        func lookUp(_ name: String = "2026-3, id 3", _ batches: String...) async throws -> KSRCranes.BatchLookup {
            try await KSRCranes.BatchLookup.of(name, try calls(batches.joined(separator: ",")))
        }
        guard case .found(let status, let hours?, let workers?) = try await lookUp("2026-3, id 3", batch(3, "paid"))
        else { throw OfficeCalls.Nothing(request: "the batch") }
        #expect(status == "paid" && hours > 0 && workers > 0)
        #expect(try await lookUp("2026-4, id 4", batch(3, "draft")) == .missing)
        for unreadable in [
            try await lookUp(), try await lookUp("2026-4, id 4", batch(3, "draft"), #"{"id":null}"#),
            try await lookUp("2026-3", batch(3, "draft")),
        ] {
            guard case .unreadable = unreadable else { throw OfficeCalls.Nothing(request: "\(unreadable)") }
        }
    }
}
