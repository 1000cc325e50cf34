import Testing

/// Two lists of hours of one system, each of which counts its entries from 1.
@Suite("Pay from two lists of one system") struct TwoListsTests {
    private static let month = "2026-10"

    /// An office that has paid two entries of October, with a second list.
    ///
    /// - Parameter calls: the entries of the second list.
    private func paidOffice(_ calls: [(id: Int, day: String, hours: Int)]) async throws -> MovingHours {
        let office = try await MovingHours()
        let folder = office.workspace.path
        let system = try text(of: folder + "/Systems/hours.yaml")
        let first = try #require(system.firstRange(of: "  hours:\n"))
        let next = try #require(system.firstRange(of: "  users:\n"))
        let list = String(system[first.lowerBound..<next.lowerBound])
        try write(
            system.replacing(
                list,
                with: list + list.replacing("  hours:\n", with: "  calls:\n").replacing("/hours", with: "/calls")),
            to: folder + "/Systems/hours.yaml")
        try write(
            try text(of: folder + "/Pipelines/pay.yaml").replacing("pipeline: pay", with: "pipeline: calls")
                .replacing("hours.hours", with: "hours.calls").replacing("pay-{period}", with: "calls-{period}"),
            to: folder + "/Pipelines/calls.yaml")
        try office.serve([.init(id: 1, day: "2026-10-05", hours: 8), .init(id: 2, day: "2026-10-06", hours: 6)])
        let entries = calls.map {
            "{\"id\":\($0.id),\"day\":\"\($0.day)\",\"user\":1,\"hours\":\($0.hours),\"state\":\"OK\"}"
        }
        let records = office.workspace.folder.file("hours.json")
        try write(
            try text(of: records).replacing(
                "{\"hours\":", with: "{\"calls\":[\(entries.joined(separator: ","))],\"hours\":"),
            to: records)
        try await office.run(Self.month).succeed()
        try await office.settle("pay/2026-10/r1")
        return office
    }

    @Test("pays both, though they have the same ids on days of one month") func both() async throws {
        let office = try await paidOffice([(id: 1, day: "2026-10-20", hours: 3)])
        defer { office.end() }
        try await office.command(["run", "calls", "--period", Self.month]).succeed()
        let review = try await office.command(["review", "calls/2026-10/r1"]).run()
        #expect(!review.out.contains("paid-before"), "\(review)")
        try await office.settle("calls/2026-10/r1")
        #expect(try office.paid() == 17)
    }

    @Test("finds an entry of the same id, day and employee, as where a list has another name now") func renamed()
        async throws
    {
        let office = try await paidOffice([(id: 1, day: "2026-10-20", hours: 3), (id: 2, day: "2026-10-06", hours: 6)])
        defer { office.end() }
        try await office.command(["run", "calls", "--period", Self.month]).succeed()
        let review = try await office.command(["review", "calls/2026-10/r1"]).run()
        #expect(review.out.contains("pay/2026-10/r1 has 1 entry of it"), "\(review)")
        let line = try #require(review.lines.first { $0.contains("paid-before") }, "\(review)")
        let id = try #require(line.split(separator: " ").first)
        try await office.command(
            ["review", "calls/2026-10/r1", String(id), "--hold", "--by", "clerk", "--because", "It was paid before"]
        ).succeed()
        try await office.command(["run", "calls", "--from", "calls/2026-10/r1"]).succeed()
        try await office.settle("calls/2026-10/r2")
        #expect(try office.paid() == 17)
    }
}
