import Testing

/// One staff with hourly people, apprentices and salaried people, as a payroll office has it.
@Suite("A staff in groups") struct PayGroupMonthTests {
    @Test("is paid by the codes of each group, as a second implementation does, and nobody is unpaid without a word")
    func groups() async throws {
        let workspace = try Workspace("groups")
        var rows = "employee_id;payroll_number;pay_group;paid_by;hours_a_day;workdays\r\n"
        for employee in 1001...1060 {
            let group = ["office", "hourly", "apprentices"][employee % 3]
            rows +=
                "\(employee);0\(employee);\(employee == 1004 ? "" : employee == 1007 ? "Hourly" : group);\(employee % 3 == 0 ? "salary" : "hours");\(["", "3,70", "6.00"][employee % 3]);\(["", "mon-fri", "mon tue sat"][employee % 3])\r\n"
        }
        try write(rows, to: workspace.path + "/employees.csv")
        let text = try text(of: Product.root + "/Pipelines/payroll-fortnight.yaml")
            .replacing("  # employees: employees.csv", with: "  employees: employees.csv")
            .replacing("pipeline: payroll-fortnight", with: "pipeline: staff")
            .replacing(
                "  self-approved: warning",
                with: "  self-approved: [warning, { severity: blocker, for: [apprentices] }]"
            )
            .replacing(
                "hours: normalHours, rate: worker.hourly_rate }",
                with: """
                    hours: normalHours, rate: worker.hourly_rate, for: [hourly] }
                        - { code: "1000", hours: normalHours, fixed-rate: 110.25, for: [apprentices] }
                    """
            )
            .replacing(
                "of-day: 3-, rate: worker.hourly_rate, rate-factor: 2 }",
                with: "of-day: 3-, rate: worker.hourly_rate, rate-factor: 2, for: [hourly] }"
            )
            .replacing(
                "of-day: 0-3, rate: worker.hourly_rate, rate-factor: 1.5 }",
                with: """
                    of-day: 0-3, rate: worker.hourly_rate, rate-factor: 1.5, for: [hourly] }
                        - { code: "1150", hours: overtimeHours, fixed-rate: 150.50, for: [apprentices] }
                    """)
        let file = workspace.folder.file("staff.yaml")
        try write(text, to: file)
        var job = try await Job.sample()
        job.pipeline = file
        job.options = ["--period", "2026-W41-W42"]
        let published = try await job.command(workspace.path).run()
        published.expect(exit: 0)
        let run = "staff/2026-W41-W42/r1"
        let judged = try await Command(
            [
                Product.python, Product.tools + "/pay_lines.py", workspace.exports + "/" + run, "2026-10-05",
                "2026-10-18",
            ]
        ).run()
        judged.expect(exit: 0)
        let verified = try await workspace.gantry(["verify", run])
        #expect(verified.status == .exited(0) && !verified.out.contains("pay_codes"), "\(verified)")
        let review = try await workspace.gantry(["review", run])
        #expect(
            review.out.contains("no pay_group of employee 1004")
                && review.out.contains("pay_group Hourly of employee 1007"), "\(review)")
    }
}
