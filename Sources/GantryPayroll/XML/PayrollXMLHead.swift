internal import GantryFormats
internal import GantryModel

let payrollNamespace: StaticString = "urn:gantry:payroll:1"

/// The beginning of a payroll file, up to its first employee.
struct PayrollXMLHead {
    let batch: PayrollBatch
    var payCodes: [PayCode] = []
    var findings: [PayrollFinding] = []
    /// False when the file ends without employees.
    var hasEmployees = false

    /// Reads from the start of the document to the start of `employees`.
    ///
    /// - Throws: `.notPayroll` when it is not a payroll, or a batch value that everything else depends on can't be
    ///   read.
    init(_ xml: inout XMLStreamReader) throws(PayrollError) {
        try PayrollXMLHead.expect("payroll", &xml)
        try PayrollXMLHead.expect("batch", &xml)
        batch = try PayrollXMLHead.batch(xml, &findings)
        do throws(XMLError) { try readPayCodes(&xml) } catch { throw PayrollError(error) }
    }

    private static func expect(_ name: StaticString, _ xml: inout XMLStreamReader) throws(PayrollError) {
        let piece: XMLStreamReader.Piece?
        do throws(XMLError) { piece = try xml.next() } catch { throw PayrollError(error) }
        guard piece == .start, xml.isElement(name, in: payrollNamespace) else {
            let reason = "expected the element \(name) in the namespace \(PayrollXMLSchema.namespace) here"
            throw PayrollError(.notPayroll, reason: xml.error(.malformed, reason).explanation)
        }
    }

    private mutating func readPayCodes(_ xml: inout XMLStreamReader) throws(XMLError) {
        // `batch` and the pay codes have no content: their ends need no place to go back to.
        while let piece = try xml.next() {
            switch piece {
            case .start where xml.isElement("employees", in: payrollNamespace):
                hasEmployees = true
                return
            case .start where xml.isElement("payCodes", in: payrollNamespace): continue
            case .start where xml.isElement("payCode", in: payrollNamespace):
                guard let code = xml.attribute("code"), let title = xml.attribute("title") else {
                    findings.append(
                        PayrollFinding(
                            .spelling, value: "payCode", found: "incomplete", expected: "a code and a title",
                            line: xml.line))
                    continue
                }
                let unit = xml.attribute("unit")
                if let unit, PayUnit(rawValue: unit) == nil {
                    findings.append(
                        PayrollFinding(
                            .spelling, payCode: code, value: "unit", found: unit,
                            expected: listed(PayUnit.allCases.map(\.rawValue)), line: xml.line))
                }
                payCodes.append(PayCode(code, title: title, unit: unit.flatMap(PayUnit.init(rawValue:)) ?? .hours))
            case .start:
                findings.append(
                    PayrollFinding(
                        .structure, value: "the element", found: xml.name, expected: "what the schema allows",
                        line: xml.line))
                try xml.skipElement()
            case .end, .text: continue
            }
        }
    }

    /// The batch from the attributes of the current element.
    ///
    /// - Throws: `.notPayroll` when a value that everything else depends on can't be read.
    static func batch(
        _ xml: borrowing XMLStreamReader, _ findings: inout [PayrollFinding]
    ) throws(PayrollError) -> PayrollBatch {
        func unusable(_ name: StaticString, _ found: String?) -> PayrollError {
            let error = xml.error(.malformed, "the batch's \(name) is \(found ?? "missing")")
            return PayrollError(.notPayroll, reason: error.explanation)
        }
        func text(_ name: StaticString) throws(PayrollError) -> String {
            guard let text = xml.attribute(name) else { throw unusable(name, nil) }
            return text
        }
        func number(_ name: StaticString) throws(PayrollError) -> Int? {
            guard let text = xml.attribute(name) else { return nil }
            guard let value = PayrollNumberText.integer(text.utf8.span), let number = Int(exactly: value) else {
                throw unusable(name, text)
            }
            return number
        }
        let periodText = try text("period")
        let period: PayPeriod
        do throws(PayPeriodError) { period = try PayPeriod(periodText) } catch { throw unusable("period", periodText) }
        for (name, date) in [("first" as StaticString, period.first), ("last", period.last)] {
            let found = try text(name)
            if found != "\(date)" {
                findings.append(
                    PayrollFinding(
                        .period, value: "\(name)", found: found, expected: "\(date), as in \(period)", line: xml.line))
            }
        }
        let snapshotText = try text("snapshot")
        guard let snapshot = Instant(snapshotText) else { throw unusable("snapshot", snapshotText) }
        if "\(snapshot)" != snapshotText {
            findings.append(
                PayrollFinding(
                    .spelling, value: "snapshot", found: snapshotText, expected: "\(snapshot)", line: xml.line))
        }
        let roundingText = try text("rounding")
        guard let rounding = Rounding(rawValue: roundingText) else { throw unusable("rounding", roundingText) }
        guard let decimals = try number("unitsDecimals"), (0...4).contains(decimals) else {
            throw unusable("unitsDecimals", xml.attribute("unitsDecimals"))
        }
        guard let revision = try number("revision") else { throw unusable("revision", nil) }
        let keys = xml.attribute("employeeIds")
        guard keys == nil || keys == PayrollXMLSchema.textKeys else { throw unusable("employeeIds", keys) }
        var batch = PayrollBatch(
            system: try text("system"), connection: try text("connection"), pipeline: try text("pipeline"),
            period: period,
            revision: revision, corrects: try number("corrects"), snapshot: snapshot,
            currency: xml.attribute("currency"), rounding: rounding, unitsDecimals: decimals)
        batch.hasTextKeys = keys != nil
        return batch
    }
}
