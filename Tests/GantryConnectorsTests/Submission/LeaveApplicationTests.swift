import GantryConnectors
import GantryEngine
import GantryModel
import Testing

/// 2027 began on a Friday; 16 March 2027 is a Tuesday.
@Suite("A request for leave")
struct LeaveApplicationTests {
    typealias Application = CDBL.LeaveApplication

    static let today = CivilDate("2027-03-16") ?? CivilDate(daysSince1970: 0)

    private func problems(
        _ row: Application, _ office: LeaveOffice = LeaveOffice()
    ) async throws -> [RowProblem] {
        let problems = try await office.check([row], today: Self.today)[0]
        DanishProblems.expect(problems)
        return problems
    }

    // MARK: Rules

    @Test(
        "breaks no rule when it keeps them all",
        arguments: [
            ("CASUAL", "2027-03-21", "2027-03-23"), ("EARNED", "2027-03-23", "2027-03-23"),
            ("EARNED", "2027-04-11", "2027-04-15"),
            ("MEDICAL", "2027-02-14", "2027-02-16"), ("MATERNITY", "2027-03-26", "2027-06-26"),
            ("EARNED", "2027-03-25", "2027-03-28"),
        ])
    func kept(type: String, start: String, end: String) async throws {
        #expect(try await problems(try .init(type, start, end)).map(\.sentence) == [])
    }

    /// A row, and every rule that it breaks.
    static let broken: [(type: String, start: String, end: String, codes: [String])] = [
        ("CASUAL", "2027-03-22", "2027-03-21", ["invalid_dates"]),
        ("CASUAL", "2027-03-21", "2027-03-24", ["cl_exceeds_consecutive_limit"]),
        ("CASUAL", "2027-03-25", "2027-03-26", ["cl_cannot_touch_holiday"]),
        ("CASUAL", "2027-04-14", "2027-04-14", ["cl_cannot_touch_holiday"]),
        ("CASUAL", "2027-03-25", "2027-03-28", ["cl_cannot_touch_holiday", "cl_exceeds_consecutive_limit"]),
        ("EARNED", "2027-03-21", "2027-03-21", ["el_insufficient_notice"]),
        ("EARNED", "2027-04-09", "2027-04-10", ["invalid_dates", "invalid_dates"]),
        ("EARNED", "2027-04-14", "2027-04-15", ["invalid_dates"]),
        ("EARNED", "2027-04-04", "2027-05-31", ["insufficient_balance"]),
        ("MEDICAL", "2027-02-11", "2027-02-11", ["invalid_dates"]),
        ("MEDICAL", "2027-03-07", "2027-03-10", ["medical_certificate_required"]),
        ("MEDICAL", "2027-03-01", "2027-03-10", ["medical_certificate_required", "fitness_certificate_required"]),
        (
            "MEDICAL", "2027-04-01", "2027-04-25",
            [
                "medical_certificate_required", "fitness_certificate_required", "ml_annual_cap_exceeded",
                "insufficient_balance",
            ]
        ),
        ("MATERNITY", "2027-03-26", "2027-03-27", ["invalid_dates"]),
        ("MATERNITY", "2027-04-01", "2028-06-01", ["invalid_dates"]),
        ("CASUAL", "2028-01-05", "2028-01-05", ["holidays-unknown"]),
        ("CASUAL", "2045-01-04", "2045-01-04", ["holidays-unknown"]),
    ]

    @Test("breaks every rule that it breaks by the documented code", arguments: broken)
    func rules(type: String, start: String, end: String, codes: [String]) async throws {
        #expect(try await problems(try .init(type, start, end)).map(\.code) == codes)
    }

    @Test("is refused in Danish by every rule of the handbook") func danish() async throws {
        var office = LeaveOffice()
        var codes: Set<String> = []
        for row in Self.broken {
            codes.formUnion(try await problems(try .init(row.type, row.start, row.end)).map(\.code))
        }
        office.leaves = [
            LeaveOffice.leave("a", "CASUAL", "2027-01-10", "2027-01-12", "8", "APPROVED"),
            LeaveOffice.leave("b", "CASUAL", "2027-03-21", "2027-03-21", "1", "APPROVED"),
        ]
        for row in [
            try Application("CASUAL", "2027-03-23", "2027-03-25"),
            try Application("CASUAL", "2027-03-21", "2027-03-21"),
            try Application("CASUAL", "2027-03-24", "2027-03-24", reason: "X"),
        ] {
            codes.formUnion(try await problems(row, office).map(\.code))
        }
        // Each was checked on its way, as those of every test of a kind.
        let listed = try DanishProblems.codes(ofTable: "rule")
        #expect(listed.count > 9 && listed.subtracting(codes).isEmpty, "\(listed.subtracting(codes))")
    }

    @Test("that breaks a rule is told what is required and what it has") func sentences() async throws {
        let notice = try await problems(try .init("EARNED", "2027-03-18", "2027-03-18"))
        #expect(
            notice.map(\.sentence) == [
                "Earned leave must be requested at least 5 working days ahead. Required: 5; provided: 2."
            ])
        #expect(notice.map(\.field) == ["start"])
        let touching = try await problems(try .init("CASUAL", "2027-03-25", "2027-03-27"))
        #expect(
            touching[0].sentence
                == "Casual leave can't include a Friday, a Saturday or a holiday. Required: working days only; provided: 2027-03-26, a Friday and 1 more."
        )
        let days = try await problems(try .init("EARNED", "2027-04-11", "2027-04-15", days: 5))
        #expect(days.map(\.code) == ["invalid_input"] && days[0].field == "working_days")
        #expect(
            days[0].sentence
                == "working_days is 5, but 2027-04-11 to 2027-04-15 has 4 without Fridays, Saturdays and holidays. Correct it, or leave it empty."
        )
    }

    @Test(
        "needs a reason as long as the server wants it",
        arguments: [("Ill", []), ("Ok", ["reason"]), ("X", ["reason"])])
    func reasons(reason: String, fields: [String]) async throws {
        let found = try await problems(try .init("CASUAL", "2027-03-21", "2027-03-23", reason: reason))
        #expect(found.map(\.field) == fields && found.allSatisfy { $0.code == "invalid_input" })
        if reason == "Ok" {
            #expect(found.map(\.sentence) == ["reason has 2 characters; the server requires at least 3."])
        }
    }

    @Test("is undone when the server has it as cancelled or rejected") func undone() async throws {
        var office = LeaveOffice()
        office.leaves = ["APPROVED", "CANCELLED", "REJECTED", "CANCELLATION_REQUESTED", "RETURNED"].map {
            LeaveOffice.leave($0, "CASUAL", "2027-03-21", "2027-03-22", "2", $0)
        }
        let referenceData = try await Application.loadReferenceData(office)
        let ids = ["APPROVED", "CANCELLED", "REJECTED", "CANCELLATION_REQUESTED", "RETURNED", "none", ""]
        #expect(ids.filter { Application.submission.isTakenBack($0, referenceData) } == ["CANCELLED", "REJECTED"])
    }

    @Test("can't be looked up beside one of the same days that the pipeline file lets pass") func canBeFound()
        async throws
    {
        let row = try Application("CASUAL", "2027-03-21", "2027-03-22")
        #expect(try await row.canBeFound(LeaveOffice(), allowing: ["invalid_dates"]))
        #expect(try await !row.canBeFound(LeaveOffice(), allowing: ["overlap"]))
    }

    @Test("needs its certificates only past three and seven working days") func certificates() async throws {
        #expect(try await problems(try .init("MEDICAL", "2027-03-07", "2027-03-10", medical: true)).isEmpty)
        #expect(
            try await problems(try .init("MEDICAL", "2027-02-28", "2027-03-10", medical: true)).map(\.code) == [
                "fitness_certificate_required"
            ])
        #expect(
            try await problems(try .init("MEDICAL", "2027-02-28", "2027-03-10", medical: true, fitness: true)).isEmpty)
        #expect(
            try await problems(try .init("MEDICAL", "2027-02-28", "2027-03-10", fitness: true)).map(\.code) == [
                "medical_certificate_required"
            ])
    }

    @Test("counts what the server has, approved or asked for, and nothing that ended") func standing() async throws {
        var office = LeaveOffice()
        office.leaves = [
            LeaveOffice.leave("a", "CASUAL", "2027-01-04", "2027-01-06", "3", "APPROVED"),
            LeaveOffice.leave("b", "CASUAL", "2027-01-11", "2027-01-13", "3", "PENDING"),
            LeaveOffice.leave("c", "CASUAL", "2027-01-18", "2027-01-20", "3", "SUBMITTED"),
            LeaveOffice.leave("d", "CASUAL", "2027-01-25", "2027-01-27", "3", "REJECTED"),
            LeaveOffice.leave("e", "CASUAL", "2027-03-22", "2027-03-22", "1", "CANCELLED"),
            #"{"id":"f","type":"CASUAL","startDate":"?","endDate":"?","workingDays":9,"status":"APPROVED"}"#,
        ]
        #expect(try await problems(try .init("CASUAL", "2027-03-22", "2027-03-22"), office).isEmpty)
        let over = try await problems(try .init("CASUAL", "2027-03-22", "2027-03-23"), office)
        #expect(over.map(\.code) == ["cl_annual_cap_exceeded"])
        #expect(over[0].sentence.hasSuffix("Required: 10; provided: 11 in 2027, 9 of them with other leave."))
    }

    @Test("is refused for days that the server or a row further up has, and next to casual leave counts as one with it")
    func neighbours() async throws {
        var office = LeaveOffice()
        office.leaves = [LeaveOffice.leave("a", "CASUAL", "2027-03-22", "2027-03-23", "2", "APPROVED")]
        #expect(try await problems(try .init("MEDICAL", "2027-03-21", "2027-03-22"), office).map(\.code) == ["overlap"])
        let same = try await problems(try .init("CASUAL", "2027-03-22", "2027-03-23"), office)
        #expect(same.map(\.code) == ["overlap"] && same[0].sentence.contains("certificates-upload"))
        #expect(try await problems(try .init("CASUAL", "2027-03-24", "2027-03-24"), office).isEmpty)
        let rows: [Application] = [
            try .init("CASUAL", "2027-03-24", "2027-03-25"), try .init("CASUAL", "2027-03-21", "2027-03-21"),
            try .init("CASUAL", "2027-03-24", "2027-03-24"), try .init("MEDICAL", "2027-03-21", "2027-03-21"),
        ]
        // The first row is refused, so it keeps none of those after it from being sent.
        #expect(
            try await office.check(rows, today: Self.today).map { $0.map(\.code) } == [
                ["cl_exceeds_consecutive_limit"], [], ["cl_exceeds_consecutive_limit"], ["overlap"],
            ])
    }

    @Test("counts rows further up against the balance of its year") func balance() async throws {
        var office = LeaveOffice()
        office.balance = #"{"year":2027,"CASUAL":3,"EARNED":2.5}"#
        let rows: [Application] = [
            try .init("CASUAL", "2027-03-21", "2027-03-22"), try .init("CASUAL", "2027-04-04", "2027-04-05"),
            try .init("CASUAL", "2027-04-11", "2027-04-11"), try .init("EARNED", "2027-05-02", "2027-05-04"),
            try .init("MEDICAL", "2027-03-07", "2027-03-07"),
        ]
        let found = try await office.check(rows, today: Self.today)
        #expect(found.map { $0.map(\.code) } == [[], ["insufficient_balance"], [], ["insufficient_balance"], []])
        #expect(
            found[1][0].sentence
                == "There are not enough leave days left. Required: 4, 2 of them from rows above; provided: 3 left in 2027."
        )
        #expect(found[3][0].sentence.hasSuffix("Required: 3; provided: 2.5 left in 2027."))
    }

    @Test("that crosses a year counts in each for its days there") func yearEnd() async throws {
        var office = LeaveOffice()
        office.balance = #"{"year":2026,"CASUAL":10}"#
        office.leaves = [LeaveOffice.leave("a", "MEDICAL", "2026-12-20", "2027-01-13", "18", "APPROVED")]
        let today = try #require(CivilDate("2027-01-14"))
        // 10 working days of the leave lie in 2026 and 9 in 2027.
        let rows: [Application] = [
            try .init("MEDICAL", "2027-01-17", "2027-01-24", medical: true),
            try .init("MEDICAL", "2027-01-17", "2027-01-21", medical: true),
        ]
        let found = try await office.check(rows, today: today)
        #expect(found.map { $0.map(\.code) } == [["ml_annual_cap_exceeded"], []])
        #expect(found[0][0].sentence.contains("15 in 2027, 9 of them with other leave"))
    }
}
