internal import GantryConnectors
internal import GantryEngine
internal import GantryJSON
internal import GantryModel
internal import GantryOutputs
internal import GantryPayroll
internal import GantryRuns

extension TotalsDocument {
    /// When the rates were asked for; no member where no pay code has one.
    private static func rates(_ plan: PayrollPlan) -> [JSONTree.Member] {
        guard plan.calculation.settings?.ratedCodes.isEmpty == false, let rates = plan.ratesAsOf else { return [] }
        return [JSONTree.Member(PayFigures.ratesAsOfKey, .string("\(rates.time)"))]
            + (rates.run.map { [JSONTree.Member(PayFigures.ratesOfKey, .string("\($0)"))] } ?? [])
    }

    /// What it repeats of the pipeline file.
    static func stated(_ payroll: Pipeline.Payroll) -> [PayrollTerms.Stated: JSONTree] {
        var stated: [PayrollTerms.Stated: JSONTree] = [:]
        stated[.roles] = roles(payroll)
        stated[.loweredChecks] = lowered(payroll)
        return stated
    }

    /// Checks that the pipeline file lowers with a reason; `nil` where there are none.
    private static func lowered(_ payroll: Pipeline.Payroll) -> JSONTree? {
        let checks = payroll.checks.compactMap { check -> JSONTree? in
            guard let because = check.because, [.off, .severity(.info)].contains(check.rule) else { return nil }
            return .object(
                [
                    JSONTree.Member("check", .string(check.name)),
                    JSONTree.Member("severity", .string(check.rule == .off ? "off" : Severity.info.rawValue)),
                    JSONTree.Member("because", .string(because)),
                ]
                    + (check.groups.isEmpty
                        ? [] : [JSONTree.Member("for", .array(check.groups.map { .string($0) }))]))
        }
        return checks.isEmpty ? nil : .array(checks)
    }

    /// Which fields are what pay goes by; `nil` where the pipeline file doesn't say it, because the dataset does.
    private static func roles(_ payroll: Pipeline.Payroll) -> JSONTree? {
        guard let roles = payroll.records.roles else { return nil }
        let all =
            roles.settings.map { ("records.\($0.name)", $0.value) }
            + (payroll.join?.roles?.settings ?? []).map { ("join.\($0.name)", $0.value) }
        return .object(all.map { JSONTree.Member($0.0, .string($0.1)) })
    }

    /// What it says about pay, an object whose members follow those that every `totals.json` starts with.
    ///
    /// - Parameters:
    ///   - first: What a correction says of itself.
    ///   - before: What it says of the period before.
    static func pay(
        _ plan: PayrollPlan, summary: PayrollSummary, payroll: PayFiles.Result, marks: [FileCheckpoint],
        first: [JSONTree.Member] = [], before: [JSONTree.Member] = []
    ) -> JSONTree {
        let batch = plan.batch
        return .object(
            first + [
                JSONTree.Member("rounding", .string(batch.rounding.rawValue)),
                // Pay leaves no entry of its period out.
                JSONTree.Member("counts", .object(summary.counts.tree.members.filter { $0.key != "excluded" })),
            ]
                + PayFigures(
                    plan.calculation, summary, totals: payroll.totals, unpriced: payroll.unpriced,
                    projects: payroll.projects
                ).members + rates(plan)
                + before + [
                    JSONTree.Member(
                        "exceptions",
                        .array(
                            summary.exceptions.map {
                                .object([
                                    "rule": .string($0.rule), "severity": .string($0.severity.rawValue),
                                    "count": .integer($0.count),
                                ])
                            }))
                ]
                + PayrollTerms.Stated.allCases.compactMap { stated in
                    self.stated(plan.payroll)[stated].map { JSONTree.Member(stated.rawValue, $0) }
                } + [
                    JSONTree.Member("files", .array((marks + plan.pages).map { plan.entry($0).tree }))
                ])
    }
}
