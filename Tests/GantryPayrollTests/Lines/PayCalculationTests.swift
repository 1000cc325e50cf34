import GantryConnectors
import GantryModel
import GantryPayroll
import Testing

@Suite("Pay lines")
struct PayCalculationTests {
    /// One entry: its number, day of October 2026, and hours in billionths.
    struct Work {
        var id: Int64
        var day: Int
        var normal = 0.0
        var overtime = 0.0
        var weekend = 0.0
        var project: Int64?
    }

    static func code(_ code: String, _ pays: PayBasis, _ price: PayPrice? = nil) -> PaySettings.Code {
        PaySettings.Code(code: code, title: code, pays: pays, price: price)
    }

    static func range(_ text: String) throws -> HoursRange { try #require(HoursRange(text)) }

    static func settings(_ codes: [PaySettings.Code], byProject: Bool = false) -> PaySettings {
        var settings = PaySettings(
            payrollNumber: FieldReference(name: "employeeId"), name: nil, currency: "DKK", codes: codes,
            notPaid: [])
        settings.isByProject = byProject
        return settings
    }

    /// The lines of one employee as `code[/project] units amount`.
    static func lines(
        _ work: [Work], _ settings: PaySettings, period: String = "2026-10",
        calendar: PayCalendar = PayCalendar(), rate: Int64 = 100, employees: EmployeeTable? = nil,
        leave: ApprovedLeave? = nil
    ) throws -> [String] {
        let period = try PayPeriod(period)
        let batch = PayrollBatch(
            system: "ksr-cranes", connection: "ksr", pipeline: "p", period: period, revision: 1,
            snapshot: Instant(secondsSince1970: 0), unitsDecimals: settings.unitsDecimals)
        let inputs = PayInputs(employees: employees, calendar: calendar, leave: leave)
        let roster = Roster([.init(id: 7, name: "Worker 7", hourlyRate: Money(nano: Int128(rate) * 1_000_000_000))])
        var rules = PayrollRules(
            checks: PayrollChecks(), period: period, roster: roster, inputs: inputs, detail: HoursDetail(settings),
            wholeBatch: nil)
        let entries = work.map { item in
            Entry(
                Int(item.id), day: "2026-10-\(item.day < 10 ? "0" : "")\(item.day)", normal: "\(item.normal)",
                overtime: "\(item.overtime)", weekend: "\(item.weekend)",
                others: item.project.map { "\"projectId\":\($0)" } ?? ""
            ).json()
        }
        for chunk in try chunks(entries, sizes: [2]) { _ = rules.check(chunk) }
        let calculation = PayCalculation(settings, batch: batch, inputs: inputs)
        return try calculation.employees(of: rules.summary().employees, in: roster).flatMap { employee in
            employee.lines.map { line in
                "\(line.payCode)\(line.project.map { "/\($0)" } ?? "") \(line.units)"
                    + (line.amount.map { " \($0)" } ?? "")
            }
        }
    }

    @Test("count the hours of a day in the order of ids, also where these are texts") func textIDs() throws {
        let settings = Self.settings(
            [
                Self.code("1", .hours(HoursSelection(.normal, ofDay: try Self.range("0-7.40")))),
                Self.code("2", .hours(HoursSelection(.normal, ofDay: try Self.range("7.40-")))),
            ], byProject: true)
        for (first, second) in [("a00", "a40"), ("7", "a00"), ("9", "10"), ("b", "c"), ("x1", "x2")] {
            let (one, two) = (try #require(Int64(key: first)), try #require(Int64(key: second)))
            let work = [
                Work(id: two, day: 5, normal: 5, project: 1), Work(id: one, day: 5, normal: 5, project: 2),
            ]
            let lines = try Self.lines(work, settings)
            #expect(lines.contains { $0.hasPrefix("2/1 2.60") }, "\(first), \(second): \(lines)")
        }
    }

    @Test("take hours for what they are by the clock, though thirds of an hour come with nine decimals")
    func clock() throws {
        let settings = Self.settings([
            Self.code("N", .hours(HoursSelection(.normal, ofDay: try Self.range("0-7.4")))),
            Self.code("O", .hours(HoursSelection(.normal, ofDay: try Self.range("7.4-")))),
            Self.code("D", .daysWith(Hours(4))),
        ])
        func lines(_ seconds: [Int], _ period: String = "2026-10") throws -> [String] {
            try Self.lines(
                seconds.enumerated().map { Work(id: Int64($0.offset + 1), day: 5, normal: Double($0.element) / 3_600) },
                settings, period: period)
        }
        // 3 × 2:28 are 7:24, and nothing of them is overtime; one minute more is.
        #expect(try lines([8_880, 8_880, 8_880]) == ["N 7.40", "D 1.00"])
        #expect(try lines([8_880, 8_880, 8_940]) == ["N 7.40", "O 0.02", "D 1.00"])
        // 3 × 1:20 are the four hours of an allowance; a second less is not.
        #expect(try lines([4_800, 4_800, 4_800]) == ["N 4.00", "D 1.00"])
        #expect(try lines([4_800, 4_800, 4_799]) == ["N 4.00"])
        // 20:00 + 20:00 + 20:18 minutes are 1.005 hours.
        #expect(try lines([1_200, 1_200, 1_218]) == ["N 1.01"])
        #expect(try lines([1_200, 1_200, 1_217]) == ["N 1.00"])
    }

    @Test("pay the first hours of overtime of a day by one code and the others by the next")
    func tiers() throws {
        let settings = Self.settings([
            Self.code("N", .hours(HoursSelection(.normal))),
            Self.code("O1", .hours(HoursSelection(.overtime, ofDay: try Self.range("0-3")))),
            Self.code("O2", .hours(HoursSelection(.overtime, ofDay: try Self.range("3-")))),
        ])
        let work = [
            Work(id: 1, day: 5, normal: 7.4, overtime: 2.5), Work(id: 2, day: 6, overtime: 3),
            Work(id: 3, day: 7, overtime: 1), Work(id: 4, day: 7, overtime: 3.25),
        ]
        #expect(try Self.lines(work, settings) == ["N 7.40", "O1 8.50", "O2 1.25"])
    }

    @Test("count the hours of an ISO week, which starts on Monday")
    func weeks() throws {
        let settings = Self.settings([
            Self.code("A", .hours(HoursSelection(.normal, ofWeek: try Self.range("0-10")))),
            Self.code("B", .hours(HoursSelection(.normal, ofWeek: try Self.range("10-")))),
        ])
        // 5 and 7 October are of one week, 12 October of the next.
        let work = [
            Work(id: 1, day: 5, normal: 8), Work(id: 2, day: 7, normal: 8), Work(id: 3, day: 12, normal: 8),
        ]
        #expect(try Self.lines(work, settings, period: "2026-W41-W42") == ["A 18.00", "B 6.00"])
        // Six times 1:40 are the ten hours, though they come as 10.000000002.
        let shifts = (1...6).map { Work(id: Int64($0), day: 5 + $0 / 2, normal: 1.666666667) }
        #expect(try Self.lines(shifts, settings, period: "2026-W41-W42") == ["A 10.00"])
    }

    @Test("go by the kind of day")
    func kinds() throws {
        let settings = Self.settings([
            Self.code("SAT", .hours(HoursSelection(.weekend, on: [.saturday]))),
            Self.code(
                "SUN", .hours(HoursSelection(.weekend, on: [.sunday, .holiday, .workday])),
                .fixed(Money(nano: 52_100_000_000))),
        ])
        let work = [
            Work(id: 1, day: 10, weekend: 5), Work(id: 2, day: 11, weekend: 4), Work(id: 3, day: 12, weekend: 1),
        ]
        let holiday = try PayCalendar(holidays: [#require(CivilDate("2026-10-12"))])
        #expect(try Self.lines(work, settings, calendar: holiday) == ["SAT 5.00", "SUN 5.00 260.50"])
    }

    @Test("pay an allowance for each day with enough hours of all kinds")
    func allowances() throws {
        let settings = Self.settings([
            Self.code("N", .hours(HoursSelection(.normal))),
            Self.code("A", .daysWith(Hours(3)), .fixed(Money(nano: 85_000_000_000))),
        ])
        let work = [
            Work(id: 1, day: 5, normal: 2, overtime: 1), Work(id: 2, day: 6, normal: 2.99),
            Work(id: 3, day: 7, normal: 9),
        ]
        #expect(try Self.lines(work, settings) == ["N 13.99", "A 2.00 170.00"])
    }

    @Test("of projects add up to the line of the whole, units and amounts, whatever the shares")
    func projects() throws {
        let codes = [Self.code("N", .hours(HoursSelection(.normal)), .rate(.hourly, factorNano: 1_000_000_000))]
        let third = 7.333333333
        let work = [
            Work(id: 1, day: 5, normal: third, project: 20), Work(id: 2, day: 5, normal: third, project: 10),
            Work(id: 3, day: 6, normal: third),
        ]
        #expect(try Self.lines(work, Self.settings(codes), rate: 237) == ["N 22.00 5214.00"])
        #expect(
            try Self.lines(work, Self.settings(codes, byProject: true), rate: 237) == [
                "N 7.34 1739.58", "N/10 7.33 1737.21", "N/20 7.33 1737.21",
            ])
    }

    @Test("take the hours of a day project by project, in the order of their first entries")
    func tiersOfProjects() throws {
        let settings = Self.settings(
            [
                Self.code("O1", .hours(HoursSelection(.overtime, ofDay: try Self.range("0-3")))),
                Self.code("O2", .hours(HoursSelection(.overtime, ofDay: try Self.range("3-")))),
            ], byProject: true)
        // The page has them in another order than their numbers.
        let work = [
            Work(id: 9, day: 5, overtime: 2, project: 1), Work(id: 8, day: 5, overtime: 2, project: 2),
        ]
        #expect(try Self.lines(work, settings) == ["O1/1 1.00", "O1/2 2.00", "O2/1 1.00"])
    }

    @Test("have the payroll number of the office's list, and no amount for a salary")
    func employees() throws {
        let codes = [Self.code("N", .hours(HoursSelection(.normal)), .rate(.hourly, factorNano: 1_000_000_000))]
        var settings = Self.settings(codes)
        settings.employees = "employees.csv"
        let work = [Work(id: 1, day: 5, normal: 8)]
        let hourly = EmployeeTable([.init(employeeID: 7, payrollNumber: "0042")])
        #expect(try Self.lines(work, settings, employees: hourly) == ["N 8.00 800.00"])
        let salaried = EmployeeTable([.init(employeeID: 7, payrollNumber: "0042", isSalaried: true)])
        #expect(try Self.lines(work, settings, employees: salaried).isEmpty)
        settings.salaried = .lines
        #expect(try Self.lines(work, settings, employees: salaried) == ["N 8.00"])
        // Without a row nobody knows the number, so the hours are held.
        #expect(try Self.lines(work, settings, employees: EmployeeTable([])).isEmpty)
    }

    @Test("pay leave by the employee's own workdays and hours of a day, and half a day where the office is half free")
    func partTimeLeave() throws {
        let settings = Self.settings([
            Self.code("V", .leave(PaidLeave(type: "VACATION", hoursADay: nil))),
            Self.code("S", .leave(PaidLeave(type: "SICK", hoursADay: Hours(nano: 7_400_000_000)))),
        ])
        func request(_ id: Int64, _ type: String, _ first: String, _ last: String) throws -> ApprovedLeave.Request {
            .init(
                id: id, employeeID: 7, type: type, first: try #require(CivilDate(first)),
                last: try #require(CivilDate(last)), isHalfDay: false, statedDays: nil)
        }
        let leave = ApprovedLeave([
            try request(1, "SICK", "2026-10-05", "2026-10-09"), try request(2, "VACATION", "2026-10-12", "2026-10-16"),
        ])
        let calendar = PayCalendar(halfDays: [try #require(CivilDate("2026-10-12"))])
        func lines(_ row: EmployeeTable.Row) throws -> [String] {
            try Self.lines([], settings, calendar: calendar, employees: EmployeeTable([row]), leave: leave)
        }
        #expect(try lines(.init(employeeID: 7, payrollNumber: "7")) == ["V 4.50", "S 37.00"])
        #expect(
            try lines(.init(employeeID: 7, payrollNumber: "7", hoursADay: Hours(nano: 3_700_000_000)))
                == ["V 4.50", "S 18.50"])
        #expect(
            try lines(.init(employeeID: 7, payrollNumber: "7", workdays: Workdays("mon-wed")))
                == ["V 2.50", "S 22.20"])
    }

    @Test("pay leave on the workdays of the period, in days or hours")
    func leave() throws {
        func request(
            _ id: Int64, _ type: String, _ first: String, _ last: String, half: Bool = false
        ) throws
            -> ApprovedLeave.Request
        {
            .init(
                id: id, employeeID: 7, type: type, first: try #require(CivilDate(first)),
                last: try #require(CivilDate(last)), isHalfDay: half, statedDays: nil)
        }
        let settings = Self.settings([
            Self.code("V", .leave(PaidLeave(type: "VACATION", hoursADay: nil))),
            Self.code("S", .leave(PaidLeave(type: "SICK", hoursADay: Hours(nano: 7_400_000_000)))),
        ])
        let leave = ApprovedLeave([
            try request(1, "VACATION", "2026-09-30", "2026-10-02"),  // two workdays of the period
            try request(2, "VACATION", "2026-10-09", "2026-10-12"),  // Friday and Monday
            try request(3, "SICK", "2026-10-14", "2026-10-14", half: true),
            // These two want the same day, the 21st, which is held.
            try request(4, "SICK", "2026-10-20", "2026-10-21"), try request(5, "VACATION", "2026-10-21", "2026-10-22"),
        ])
        #expect(try Self.lines([], settings, leave: leave) == ["V 5.00", "S 11.10"])
    }
}
