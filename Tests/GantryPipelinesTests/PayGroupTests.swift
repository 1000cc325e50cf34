import GantryEngine
import GantryModel
import GantryPayroll
import GantryRuns
import GantryTestSupport
import Testing

@Suite("Pay codes and checks of groups") struct PayGroupTests {
    /// A pipeline file with these pay codes and checks, one line each.
    private static func file(_ codes: [String], checks: [String] = [], notPaid: String = "weekendHours") -> String {
        """
        pipeline: groups
        connection: ksr
        records: { dataset: ksr.work-entries }
        join: { dataset: ksr.workers, by: employeeId }
        checks:
        \((["outside-period: blocker"] + checks).map { "  \($0)\n" }.joined())
        pay:
          employees: employees.csv
          currency: DKK
          calendar: { holidays: denmark }
          not-paid: [\(notPaid)]
          codes:
        \(codes.map { "    - { \($0) }\n" }.joined())
        outputs:
          - { file: payroll.xml, format: payroll-xml }
        """
    }

    private static func read(_ text: String) throws -> Pipeline {
        try Pipeline.read(Array(text.utf8), named: "groups.yaml", catalog: .documented)
    }

    private static func payroll(_ pipeline: Pipeline) -> Pipeline.Payroll? {
        guard case .stages(let stages) = pipeline.work, case .payroll(let payroll)? = stages.first else { return nil }
        return payroll
    }

    @Test("are read, and decide whether a run is the same")
    func reading() throws {
        let codes = [
            #"code: "1000", title: Hours, hours: normalHours, fixed-rate: 210, for: [hourly]"#,
            #"code: "1000", hours: normalHours, fixed-rate: 110, for: [apprentices]"#,
            #"code: "1100", hours: overtimeHours, for: [hourly]"#,
        ]
        let pipeline = try Self.read(
            Self.file(
                codes,
                checks: [
                    "self-approved: [warning, { severity: blocker, for: [apprentices] }]",
                    "hours-per-day: { warning: 10, for: [apprentices] }",
                ], notPaid: "weekendHours, { field: overtimeHours, for: [apprentices] }"))
        let payroll = try #require(Self.payroll(pipeline))
        let pay = try #require(payroll.pay)
        #expect(pay.groups == ["hourly", "apprentices"])
        #expect(pay.distinctCodes.map(\.code) == ["1000", "1100"])
        #expect(pay.codes(of: "apprentices").map(\.price) == [.fixed(Money(nano: 110_000_000_000))])
        #expect(pay.codes(of: "apprentices").map(\.title) == ["Hours"])
        #expect(pay.codes(of: "hourly").map(\.code) == ["1000", "1100"] && pay.codes(of: nil).isEmpty)
        #expect(payroll.rule("self-approved") == .severity(.warning))
        #expect(payroll.rule("self-approved", of: "apprentices") == .severity(.blocker))
        #expect(payroll.rule("self-approved", of: "hourly") == .severity(.warning))
        #expect(
            payroll.rule("hours-per-day", of: "apprentices")
                == .thresholds([CheckThreshold(severity: .warning, above: Hours(10))]))
        #expect(payroll.rule("hours-per-day") == PayrollChecks.descriptors.first { $0.hasThresholds }?.standard)
        let everybody = try Self.read(
            Self.file([
                codes[0].replacing(", for: [hourly]", with: ""), codes[2].replacing(", for: [hourly]", with: ""),
            ]))
        let differing = Set(pipeline.settings.map(\.key)).symmetricDifference(everybody.settings.map(\.key))
        #expect(
            differing.isSuperset(of: [
                "pay.codes[0].for", "checks.self-approved.for[apprentices]",
                "checks.hours-per-day.for[apprentices].warning",
            ]), "\(differing)")
    }

    @Test("are accepted exactly where a model finds each hour of each group paid once")
    func partition() throws {
        let ranges = ["", "of-day: 0-2", "of-day: 2-", "of-day: 0-3", "of-day: 3-"]
        let days = ["", "on: [workday]", "on: [saturday, sunday, holiday]"]
        let groups = ["a", "b", "c"]
        var accepted = 0
        for seed in UInt64(1)...400 {
            var numbers = SeededGenerator(seed: seed)
            var codes: [(range: Int, days: Int, groups: Set<String>)] = []
            // Half of the files are put together from parts that fit, so that both answers come up.
            let whole = [
                [(0, 0)], [(1, 0), (2, 0)], [(0, 1), (0, 2)], [(3, 1), (4, 1), (0, 2)],
                [(3, 2), (4, 2), (1, 1), (2, 1)],
            ]
            for group in groups {
                for part in whole.randomElement(using: &numbers) ?? [] { codes.append((part.0, part.1, [group])) }
            }
            if seed % 2 == 0 {
                for _ in 0..<Int.random(in: 1...2, using: &numbers) {
                    let index = codes.indices.randomElement(using: &numbers) ?? 0
                    switch Int.random(in: 0..<4, using: &numbers) {
                    case 0 where codes.count > 1: codes.remove(at: index)
                    case 1: codes[index].groups.insert(groups.randomElement(using: &numbers) ?? "a")
                    case 2: codes[index].range = Int.random(in: 0..<5, using: &numbers)
                    default: codes[index].groups = []
                    }
                }
            }
            let lines = codes.enumerated().map { index, code in
                (["code: \"\(index)\"", "hours: normalHours", ranges[code.range], days[code.days]]
                    + (code.groups.isEmpty ? [] : ["for: [\(code.groups.sorted().joined(separator: ", "))]"]))
                    .filter { !$0.isEmpty }.joined(separator: ", ")
            }
            let text = Self.file(lines, notPaid: "weekendHours, overtimeHours")
            let named = codes.reduce(into: Set<String>()) { $0.formUnion($1.groups) }
            let isWhole = (named.isEmpty ? [""] : named.sorted()).allSatisfy { group in
                (0..<16).allSatisfy { quarter in
                    [false, true].allSatisfy { isFree in
                        let hour = Double(quarter) / 4
                        return codes.count { code in
                            let fits: Bool =
                                switch code.range {
                                case 1: hour < 2
                                case 2: hour >= 2
                                case 3: hour < 3
                                case 4: hour >= 3
                                default: true
                                }
                            return fits && (code.days == 0 || (code.days == 2) == isFree)
                                && (code.groups.isEmpty || code.groups.contains(group))
                        } == 1
                    }
                }
            }
            if isWhole { accepted += 1 }
            #expect(((try? Self.read(text)) != nil) == isWhole, "seed \(seed): \(text)")
        }
        #expect((150...350).contains(accepted))
    }
}
