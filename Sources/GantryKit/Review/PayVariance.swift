internal import GantryEngine
internal import GantryModel
internal import GantryPayroll

/// What a pay run pays otherwise than the period before it, as findings: employees who are new or gone, and units that
/// changed a lot.
struct PayVariance {
    /// Smaller changes of units are none.
    private static let leastHours = Int128(8_000_000_000)
    /// Nor are changes of less than a quarter.
    private static let leastShare = Int128(4)

    /// The newest published revision of the period before a run, from the same server and account: the last period
    /// that ends before it starts.
    static func base(of run: RunID, in workspace: Workspace) async throws -> RunID? {
        let runs = try await Gantry.runs(in: workspace)
        guard let period = try? PayPeriod(run.period), let source = runs.first(where: { $0.id == run })?.source else {
            return nil
        }
        let earlier = runs.filter {
            $0.id.pipeline == run.pipeline && $0.phase == .complete && $0.source.map(source.matches) ?? false
        }
        .compactMap { known in (try? PayPeriod(known.id.period)).map { (id: known.id, period: $0) } }
        .filter { $0.period.last < period.first }
        return earlier.max { ($0.period.last, $0.id.revision) < ($1.period.last, $1.id.revision) }?.id
    }

    /// - Parameter decided: the decisions about the period of `now`.
    static func findings(from before: ComparedPay, to now: ComparedPay, decided: Decisions) -> [ReviewReport.Finding] {
        let (old, new) = (before.pay.batch.period, now.pay.batch.period)
        let scale = (Int128(workdays(of: new)), Int128(max(workdays(of: old), 1)))
        var findings: [ReviewReport.Finding] = []
        let earlier = Dictionary(before.pay.employees.map { ($0.payrollNumber, $0) }) { $1 }
        let later = Dictionary(now.pay.employees.map { ($0.payrollNumber, $0) }) { $1 }
        for number in before.numbers where !now.numberSet.contains(number) {
            guard let employee = earlier[number] else { continue }
            findings.append(
                finding(
                    "nobody-home", .info, of: employee, found: "no lines now",
                    expected: "lines as in \(before.run)", decided: decided))
        }
        for number in now.numbers {
            guard let employee = later[number] else { continue }
            guard let known = earlier[number], before.numberSet.contains(number) else {
                findings.append(
                    finding(
                        "new-worker", .info, of: employee, found: "first lines", expected: "lines in \(before.run) too",
                        decided: decided))
                continue
            }
            for (code, units) in sums(employee) {
                let was = (sums(known).first { $0.code == code }?.units ?? 0) * scale.0 / scale.1
                let difference = units - was
                guard difference.magnitude >= leastHours.magnitude,
                    difference.magnitude * leastShare.magnitude >= was.magnitude
                else { continue }
                findings.append(
                    finding(
                        "big-change", .warning, of: employee,
                        found: "\(code): \(decimalText(nano: units, .fixed(2))) units",
                        expected: "about \(decimalText(nano: was, .fixed(2))), as in \(before.run)", decided: decided))
            }
        }
        return findings
    }

    /// Units by pay code, all projects together.
    private static func sums(_ employee: PayrollEmployee) -> [(code: String, units: Int128)] {
        var sums: [(code: String, units: Int128)] = []
        for line in employee.lines {
            if let index = sums.firstIndex(where: { $0.code == line.payCode }) {
                sums[index].units += Int128(line.units.nano)
            } else {
                sums.append((line.payCode, Int128(line.units.nano)))
            }
        }
        return sums
    }

    private static func workdays(of period: PayPeriod) -> Int {
        (0..<period.days).count { (period.first + $0).isoWeekday < 6 }
    }

    private static func finding(
        _ rule: String, _ severity: Severity, of employee: PayrollEmployee, found: String, expected: String,
        decided: Decisions
    ) -> ReviewReport.Finding {
        let id = FindingID.make(rule: rule, entry: nil, employee: employee.employeeID, date: nil, found: found)
        let decision = decided[id]
        return ReviewReport.Finding(
            id: id, severity: severity, rule: rule, entry: nil, employee: employee.employeeID, name: employee.name,
            date: nil, found: found, expected: expected, hours: nil, amount: nil,
            state: severity == .info ? .noted : decision?.verb == .accept ? .accepted : .open,
            decision: decision.map { ReviewReport.Decided($0) }, canBeWaived: true)
    }
}
