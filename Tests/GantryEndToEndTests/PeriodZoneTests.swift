import Testing

/// An office whose day begins when UTC has another one.
@Suite("The day of an office") struct PeriodZoneTests {
    private let desk: OperatingDesk

    init() async throws {
        desk = try await OperatingDesk(["--entries", "60", "--employees", "6", "--seed", "7"])
    }

    private func setZone(_ zone: String?) throws {
        let path = desk.workspace + "/gantry.yaml"
        let lines = try text(of: path).split(separator: "\n").filter { !$0.hasPrefix("office:") }
        try write((lines + (zone.map { ["office: { zone: \($0) }"] } ?? [])).joined(separator: "\n") + "\n", to: path)
    }

    private func plan(_ words: [String], on time: String) async throws -> String {
        let plan = try await desk.run(["plan"] + words, on: time)
        plan.expect(exit: 0)
        return plan.out
    }

    @Test("decides what last-month is, and the result says where UTC has another day") func lastMonth() async throws {
        try setZone("Europe/Copenhagen")
        let done = try await desk.run(["run", "payroll-monthly", "--period", "last-month"], on: "2026-10-31 23:30:00")
        done.expect(exit: 0)
        #expect(exists(desk.workspace + "/exports/payroll-monthly/2026-10/r1"))
        #expect(
            done.out.hasPrefix(
                "Today is 2026-11-01 in Europe/Copenhagen, and 2026-10-31 by UTC, so the period is 2026-10.\n"),
            "\(done)")
        // Whoever looks at it from another zone finds it whole: it was over when it was made.
        try setZone(nil)
        for time in ["2026-10-31 23:45:00", "2026-11-02 08:00:00"] {
            let again = try await desk.run(["run", "payroll-monthly", "--period", "2026-10"], on: time)
            #expect(again.status == .exited(time < "2026-11" ? 64 : 3), "\(again)")
        }
        let json = try await desk.run(
            ["run", "payroll-monthly", "--period", "last-month", "--json"], on: "2026-11-02 08:00:00")
        #expect(!json.out.contains("\"today\""), "\(json)")
        try setZone("Europe/Copenhagen")
        let told = try await desk.run(
            ["run", "payroll-monthly", "--period", "last-month", "--json"], on: "2026-11-01 23:30:00")
        #expect(
            told.out.contains(#""today":{"day":"2026-11-02","zone":"Europe/Copenhagen","utcDay":"2026-11-01"}"#),
            "\(told)")
    }

    @Test(
        "is the one of gantry.yaml",
        arguments: [
            ("Europe/Copenhagen", "2026-10-31 22:50:00", "2026-09"),
            ("Europe/Copenhagen", "2026-10-31 23:00:00", "2026-10"),
            ("America/New_York", "2026-11-01 03:50:00", "2026-09"),
            ("America/New_York", "2026-11-01 04:00:00", "2026-10"),
            ("Asia/Kolkata", "2026-10-31 18:20:00", "2026-09"), ("Asia/Kolkata", "2026-10-31 18:30:00", "2026-10"),
            ("Pacific/Kiritimati", "2026-10-31 10:00:00", "2026-10"), ("UTC", "2026-10-31 23:50:00", "2026-09"),
        ])
    func zones(zone: String, time: String, month: String) async throws {
        try setZone(zone)
        let out = try await plan(["payroll-monthly", "--period", "last-month"], on: time)
        #expect(out.contains("payroll-monthly/\(month)/r1"), "\(out)")
    }

    @Test("stands beside UTC's at a work date that is a time, and the folder proves it on a machine of another zone")
    func workDate() async throws {
        let desk = try await OperatingDesk([])
        let path = desk.workspace + "/gantry.yaml"
        let plain = try text(of: path)
        try write(plain + "office: { zone: Europe/Copenhagen }\n", to: path)
        let done = try await desk.run(["run", "payroll-monthly", "--period", "2026-10"], on: "2026-11-02 08:00:00")
        #expect(done.status == .exited(0) || done.status == .exited(2), "\(done)")
        let folder = desk.workspace + "/exports/payroll-monthly/2026-10/r1"
        let list = try text(of: folder + "/data/exceptions.csv")
        #expect(
            list.contains("2026-09-30T22:00:00Z is 2026-09-30 by UTC and 2026-10-01 in Europe/Copenhagen"), "\(list)")
        #expect(try text(of: folder + "/data/totals.json").contains("\"zone\""))
        try write(plain, to: path)
        let proof = try await desk.run(["verify", "payroll-monthly/2026-10/r1"])
        proof.expect(exit: 0)
    }

    @Test("is the machine's without one") func ofMachine() async throws {
        var command = desk.command(["plan", "payroll-monthly", "--period", "last-month"], on: "2026-11-01 00:30:00")
        command.environment["TZ"] = "Europe/Copenhagen"
        let plan = try await command.run()
        #expect(plan.out.contains("payroll-monthly/2026-10/r1") && plan.out.contains("2026-10-31 by UTC"), "\(plan)")
    }

    @Test("that has no such name ends every command that asks for the day") func unknown() async throws {
        try setZone("Europe/Kopenhagen")
        for words in [
            ["plan", "payroll-monthly", "--period", "last-month"], ["items", "payroll-monthly", "--period", "2026-10"],
            ["schedule", "nightly-archive", "--at", "02:30", "--cron"],
        ] {
            let refused = try await desk.run(words)
            refused.expect(exit: 78)
            #expect(refused.err.contains("zone"), "\(refused)")
        }
    }

    @Test("schedules by the office's clock, and says which day counts and when the clocks skip the time")
    func schedule() async throws {
        let units = desk.folder.file("units")
        func schedule(_ words: [String], on time: String = "2026-11-05 12:00:00") async throws -> Ending {
            try await desk.run(["schedule"] + words, on: time)
        }
        try setZone("Europe/Copenhagen")
        let made = try await schedule(["payroll-monthly", "--at", "00:30", "--monthly", "1", "--output", units])
        made.expect(exit: 0)
        let timer = try text(of: units + "/gantry-payroll-monthly.timer")
        #expect(timer.contains("OnCalendar=*-*-01 00:30:00 Europe/Copenhagen\n"), "\(timer)")
        #expect(
            made.out.contains(
                "At 00:30 UTC can have another day (2026-11-30 at the start on 2026-12-01): the day in Europe/Copenhagen counts."
            ), "\(made)")
        let list = try await Command(
            [Product.binary, "schedule", "list", "--output", units], environment: ["TZ": "UTC"],
            folder: desk.folder.path
        ).run()
        #expect(list.out.contains("00:30 in Europe/Copenhagen"), "\(list)")
        let quiet = try await schedule(["payroll-monthly", "--at", "06:00", "--monthly", "1", "--output", units])
        #expect(!quiet.out.contains("counts."), "\(quiet)")
        let nightly = try await schedule(["customers-and-workers", "--at", "02:30", "--output", units])
        #expect(
            nightly.out.contains(
                "On 2027-03-28 the clocks in Europe/Copenhagen skip 02:30, so it doesn't start that day."), "\(nightly)"
        )
    }

    @Test("is told where cron starts by another clock") func cron() async throws {
        try setZone("America/New_York")
        var command = desk.command(
            ["schedule", "payroll-monthly", "--at", "00:30", "--monthly", "1", "--cron"], on: "2026-11-05 12:00:00")
        command.environment["TZ"] = "UTC"
        let made = try await command.run()
        made.expect(exit: 0)
        #expect(
            made.out.contains(
                "cron starts it at 00:30 of the machine's clock (UTC), which is 19:30 or 20:30 in America/New_York."),
            "\(made)")
        #expect(
            made.out.contains(
                "When it starts on 2026-12-01, it is 2026-11-30 in America/New_York, and that is the day that counts."),
            "\(made)")
    }
}
