package import GantryFormats
internal import GantryModel

/// What a payroll file states and what its lines add up to.
package struct PayrollXMLVerification: Sendable {
    package var batch: PayrollBatch
    package var payCodes: [PayCode]
    /// Added up from the employees' lines and days.
    package var recomputed: PayrollTotals
    /// As stated at the end of the file, `nil` when it states none.
    package var stated: PayrollTotals?
    /// What differs, in the order of the file, at most the limit.
    package var findings: [PayrollFinding]
    /// What the schema forbids; empty when no schema was asked for.
    package var violations: [XMLViolation]

    /// Whether the file keeps its schema and adds up.
    package var isProven: Bool { findings.isEmpty && violations.isEmpty && stated != nil }
}

/// How much of a payroll file is checked. Each case includes the one before it.
package enum PayrollXMLProof: Sendable, CaseIterable {
    /// The sums, the order and the rules of every employee, exactly.
    case sums
    /// Also every type and the structure, by the schema without its identity constraints. Memory follows the number of
    /// employees with a few bytes each. Nothing is lost by leaving them out: that a payroll number, employee, pay code,
    /// line or day appears once, and that pay codes are declared, is among the rules that `sums` checks.
    case types
    /// Also the identity constraints: the complete schema, as any other validator would apply it. It takes two to three
    /// times as long, and memory that follows the number of days in the file (about 6 KB per employee and month).
    case schema
}

/// Reads the payroll file at `file` once and recomputes everything that can be: units from days, amounts from units and
/// rates, the order and the rules of every employee, control totals and hash totals, exactly; and validates it as far
/// as `proof` says in the same pass.
///
/// - Parameters:
///   - byProject: whether lines are split by projects.
///   - limit: how many findings, and how many violations, are kept.
///   - each: given every employee as read, in the order of the file.
/// - Throws: `.notPayroll` or `.xml` when the file can't be read to its end. A file that contradicts itself is not an
///   error: it has findings.
package func verifyPayrollXML(
    file: String, proof: PayrollXMLProof = .schema, byProject: Bool = false, limit: Int = 100,
    each: (PayrollEmployee) -> Void = { _ in }
) throws(PayrollError) -> PayrollXMLVerification {
    var schema: XMLSchema?
    if proof != .sums {
        // The schema depends on the batch's decimals and pay codes, which are at the start of the file.
        let form = try PayrollXMLReader(file: file).form(isByProject: byProject)
        let document = PayrollXMLSchema.document(form, withKeys: proof == .schema)
        do throws(XMLError) { schema = try XMLSchema(document, name: "payroll.xsd") } catch {
            throw PayrollError(error)
        }
    }
    var reader = try PayrollXMLReader(file: file, schema: schema, findingLimit: limit)
    var rules = PayrollFileRules(batch: reader.batch, payCodes: reader.payCodes)
    var totals = PayrollTotals(payCodes: reader.payCodes)
    var employeeIDs: Set<Int64> = []
    var findings: [PayrollFinding] = []
    func report(_ finding: PayrollFinding, _ line: Int) {
        guard findings.count < limit else { return }
        findings.append(finding)
        if finding.line == 0 { findings[findings.count - 1].line = line }
    }
    rules.checkBatch { report($0, 0) }
    while let employee = try reader.next() {
        let line = reader.employeeLine
        rules.check(employee) { report($0, line) }
        if !employeeIDs.insert(employee.employeeID).inserted {
            report(
                PayrollFinding(
                    .duplicate, employee: employee.payrollNumber, value: "employeeId",
                    found: employee.employeeID.keyText,
                    expected: "each employee once"), line)
        }
        totals.add(employee)
        each(employee)
    }
    for finding in reader.findings { report(finding, 0) }
    if let stated = reader.statedTotals {
        for finding in stated.differences(from: totals, batch: reader.batch, line: reader.totalsLine) {
            report(finding, 0)
        }
    } else {
        report(PayrollFinding(.structure, value: "the element totals", found: "missing", expected: "control totals"), 0)
    }
    return PayrollXMLVerification(
        batch: reader.batch, payCodes: reader.payCodes, recomputed: totals, stated: reader.statedTotals,
        findings: findings, violations: reader.violations)
}
