import FoundationEssentials
import Glibc
import Testing

@Suite("Work that nobody watches") struct UnattendedTests {
    @Test("is scheduled by root for the user who owns the workspace", .enabled(if: geteuid() == 0)) func owner()
        async throws
    {
        let desk = try await OperatingDesk(["--entries", "60", "--employees", "6", "--seed", "7"])
        let units = desk.folder.file("units")
        // The folders of tests are closed to other users.
        let opened = try await Command(["chmod", "a+x", TestFolder.all, desk.folder.path]).run()
        opened.expect(exit: 0)
        let taken = try await Command(["chown", "-R", "daemon", desk.workspace]).run()
        taken.expect(exit: 0)
        let made = try await desk.run(
            ["schedule", "payroll-monthly", "--at", "02:30", "--monthly", "2", "--system", "--output", units])
        made.expect(exit: 0)
        #expect(made.out.contains("at 02:30 as daemon:"), "\(made)")
        #expect(try text(of: units + "/gantry-payroll-monthly.service").contains("\nUser=daemon\n"))
        // What others put there is not trusted.
        let stranger = try await Command(["chown", "nobody", desk.workspace + "/gantry.yaml"]).run()
        stranger.expect(exit: 0)
        let refused = try await desk.run(
            ["schedule", "payroll-monthly", "--at", "02:30", "--monthly", "2", "--output", units])
        #expect(refused.err.contains("belongs to another user"), "\(refused)")
    }

    @Test("is scheduled by units that systemd accepts and that may do little") func schedule() async throws {
        let desk = try await OperatingDesk(["--entries", "60", "--employees", "6", "--seed", "7"])
        let units = desk.folder.file("units")
        let yaml = desk.workspace + "/gantry.yaml"
        try write(
            try text(of: yaml).replacing("{ env: KSR_PASSWORD }", with: "{ systemd: ksr-password }"), to: yaml)
        let made = try await desk.run(
            [
                "schedule", "payroll-monthly", "--at", "02:30", "--monthly", "2", "--system", "--user", "daemon",
                "--output", units,
            ])
        made.expect(exit: 0)
        #expect(made.out.contains("systemctl daemon-reload && systemctl enable --now gantry-payroll-monthly.timer"))
        #expect(made.out.contains("KSR_EMAIL=…"), "\(made)")
        let service = units + "/gantry-payroll-monthly.service"
        #expect(try text(of: service).contains("LoadCredential=ksr-password:/etc/gantry/ksr-password\n"))
        #expect(
            try text(of: service).contains("run payroll-monthly --period last-month --workspace \(desk.workspace)\n"))
        let judge = Command(["systemd-analyze", "verify", service, units + "/gantry-payroll-monthly.timer"])
        let verified = try await judge.run()
        #expect(verified.status == .exited(0) && verified.out.isEmpty && verified.err.isEmpty, "\(verified)")
        let rated = try await Command(["systemd-analyze", "security", "--offline=true", "--threshold=30", service])
            .run()
        rated.expect(exit: 0)

        func schedule(_ words: [String]) async throws -> Ending {
            try await Command([Product.binary, "schedule"] + words + ["--output", units]).run()
        }
        let listed = try await schedule(["list"])
        #expect(listed.out.contains("payroll-monthly  on day 2 of every month at 02:30"), "\(listed)")
        #expect(try await schedule(["remove", "payroll-monthly"]).status == .exited(0))
        #expect(!exists(service))
        #expect(try await schedule(["remove", "payroll-monthly"]).status == .exited(64))
        let daily = try await desk.run(["schedule", "payroll-monthly", "--at", "02:30", "--output", units])
        #expect(daily.status == .exited(64) && daily.err.contains("needs a period"), "\(daily)")
        let cron = try await desk.run(["schedule", "customers-and-workers", "--at", "02:30", "--cron"])
        #expect(cron.out.hasPrefix("30 2 * * *  "), "\(cron)")
        #expect(cron.out.contains("\n# cron doesn't repeat what ended with exit code 5 or 75."), "\(cron)")
        for (words, said) in [
            (["payroll-fortnight", "--monthly", "2"], "two weeks"),
            (["payroll-monthly", "--period", "this-month"], "--period last-month"),
        ] {
            let refused = try await desk.run(["schedule"] + words + ["--at", "02:30", "--output", units])
            #expect(refused.status == .exited(64) && refused.err.contains(said), "\(refused)")
        }
        let open = try await desk.run(["run", "payroll-monthly", "--period", "this-month"])
        #expect(open.err.contains("hours can still be added") && !exists(desk.workspace + "/exports"), "\(open)")
    }

    @Test("of two weeks starts each week, makes the newest fortnight that is over, and finds it made a week later")
    func fortnight() async throws {
        let desk = try await OperatingDesk(["--entries", "60", "--employees", "6", "--seed", "7"])
        let units = desk.folder.file("units")
        let made = try await desk.run([
            "schedule", "payroll-fortnight", "--at", "06:00", "--weekly", "monday", "--output", units,
        ])
        #expect(made.status == .exited(0) && made.out.contains("every Monday at 06:00"), "\(made)")
        let timer = units + "/gantry-payroll-fortnight.timer"
        #expect(try text(of: timer).contains("OnCalendar=Mon *-*-* 06:00:00\n"))
        let verified = try await Command([
            "systemd-analyze", "verify", timer, units + "/gantry-payroll-fortnight.service",
        ]).run()
        #expect(verified.status == .exited(0) && verified.err.isEmpty, "\(verified)")
        #expect(
            try text(of: units + "/gantry-payroll-fortnight.service").contains(
                "run payroll-fortnight --period last-fortnight --workspace"))
        let listed = try await Command([Product.binary, "schedule", "list", "--output", units]).run()
        #expect(listed.out.contains("payroll-fortnight  every Monday at 06:00"), "\(listed)")
        let cron = try await desk.run([
            "schedule", "payroll-fortnight", "--at", "06:00", "--weekly", "mon", "--cron",
        ])
        #expect(cron.out.hasPrefix("0 6 * * 1  "), "\(cron)")
        let job = ["run", "payroll-fortnight", "--period", "last-fortnight"]
        for (day, code, run) in [
            ("2026-10-19", Int32(0), "2026-W41-W42"), ("2026-10-26", 3, "2026-W41-W42"),
            ("2026-11-02", 0, "2026-W43-W44"),
        ] {
            let ending = try await desk.run(job, on: day + " 05:00:00")
            #expect(ending.status == .exited(code), "\(day): \(ending)")
            #expect(exists(desk.workspace + "/exports/payroll-fortnight/\(run)/r1"), "\(day)")
        }
    }

    @Test("says in the system's log what the exit code of a failed service means") func failed() async throws {
        let said = try await Command(
            [Product.binary, "schedule", "failed", "gantry-x.service"],
            environment: ["MONITOR_SERVICE_RESULT": "exit-code", "MONITOR_EXIT_STATUS": "77"]
        ).run()
        #expect(said.out.hasPrefix("gantry-x.service failed with exit code 77, needs-sign-in: "), "\(said)")
    }

    @Test("is shown while it runs, and judged for monitors by its exit code") func status() async throws {
        let desk = try await OperatingDesk([
            "--entries", "60", "--employees", "6", "--seed", "7", "--page-delay", "1500ms",
        ])
        #expect(try await desk.run(["status"]).status == .exited(0))
        let child = try desk.command([
            "run", "payroll-monthly", "--period", "2026-10", "--set", "records.page-size=10", "--pages-ahead", "1",
            "--json",
        ]).start()
        let progress = desk.workspace + "/progress/payroll-monthly+2026-10+r1.json"
        for _ in 0..<1_000 where (try? text(of: progress))?.contains("fetching") != true {
            try await Task.sleep(for: .milliseconds(10))
        }
        // Held where it is: on a busy machine it would end before the next command begins.
        child.signal(SIGSTOP)
        let during = try await desk.run(["status"])
        during.expect(exit: 0)
        #expect(during.out.contains("process \(child.pid), fetching, "), "\(during)")
        #expect(during.out.contains("payroll-monthly  ksr"), "\(during)")
        child.end()
        #expect(try await child.ending().wasKilled)
        let dead = try await desk.run(["status"])
        #expect(dead.status == .exited(1) && dead.out.contains("payroll-monthly/2026-10/r1 stopped"), "\(dead)")
        #expect(
            try await desk.run(["run", "payroll-monthly", "--period", "2026-10", "--set", "records.page-size=10", "-q"])
                .code == 0)
        let done = try await desk.run(["status", "--json"])
        #expect(done.status == .exited(0) && done.out.contains(#""isGood":true"#), "\(done)")
        #expect(try await desk.run(["status", "--max-age", "1h"]).status == .exited(0))
        #expect(try FileManager.default.contentsOfDirectory(atPath: desk.workspace + "/progress").isEmpty)
    }

    @Test("leaves a log with levels, and metrics that promtool accepts") func logAndMetrics() async throws {
        let desk = try await OperatingDesk([
            "--entries", "60", "--employees", "6", "--seed", "7", "--fault", "workers:status=503",
        ])
        let (log, metrics) = (desk.folder.file("gantry.log"), desk.folder.file("gantry.prom"))
        let options = ["--log", log, "--metrics", metrics]
        #expect(try await desk.run(["run", "payroll-monthly", "--period", "2026-10"] + options).code == 0)
        let again = try await desk.run(["run", "payroll-monthly", "--period", "2026-10", "-q"] + options)
        again.expect(exit: 3)
        let lines = try text(of: log).split(separator: "\n")
        #expect(lines.first?.contains("Z info Started: ") == true, "\(lines)")
        #expect(lines.contains { $0.contains("Z warning ") && $0.contains("503") }, "\(lines)")
        #expect(lines.last?.contains("Z info Ended with exit code 3, already-published.") == true, "\(lines)")
        var status = stat()
        #expect(unsafe stat(log, &status) == 0 && status.st_mode & 0o777 == 0o600)
        #expect(unsafe stat(metrics, &status) == 0 && status.st_mode & 0o777 == 0o644)
        let found = try text(of: metrics)
        #expect(
            found.contains(#"gantry_last_run_exit_code{pipeline="payroll-monthly",connection="ksr"} 3"#), "\(found)")
        #expect(found.contains(#"gantry_last_run_records{pipeline="payroll-monthly",connection="ksr"} 60"#), "\(found)")
        let judged = try await Command(["sh", "-c", "promtool check metrics < '\(metrics)'"]).run()
        #expect(judged.status == .exited(0) && judged.out.isEmpty && judged.err.isEmpty, "\(judged)")
        // A failure leaves the last success.
        let failed = try await desk.run(["run", "payroll-monthly", "--period", "2026-12", "-q"] + options)
        failed.expect(exit: 64)
        #expect(try text(of: log).contains("Z error "))
        let later = try text(of: metrics)
        #expect(later.contains(#"gantry_last_success_timestamp_seconds{pipeline="payroll-monthly",connection="ksr"} "#))
        #expect(
            later.contains(#"gantry_last_run_exit_code{pipeline="payroll-monthly",connection="ksr"} 64"#), "\(later)")
    }
}
