package import GantryFormats
internal import GantryModel

/// Reads a payroll file as a stream, one employee at a time: memory follows the largest employee.
///
/// A value that is missing or not in its one spelling doesn't stop the reading: it counts as zero or as absent and is
/// listed in `findings`. So are elements that don't belong. Nothing is added up here; see `verifyPayrollXML`.
package struct PayrollXMLReader: ~Copyable {
    var xml: XMLStreamReader
    package private(set) var batch: PayrollBatch
    package private(set) var payCodes: [PayCode] = []
    /// The totals that the file states; `nil` until `next()` returned `nil`, and when the file has none.
    package private(set) var statedTotals: PayrollTotals?
    /// Values that could not be read, in the order of the file, at most `findingLimit` of them.
    package private(set) var findings: [PayrollFinding] = []
    /// The line of the file where the last employee's start tag ends.
    package private(set) var employeeLine = 0
    /// The line of the file where the totals' start tag ends.
    package private(set) var totalsLine = 0
    var employee: String?
    private let findingLimit: Int
    private var isAtEnd = false

    /// Opens the file at `file` and reads its batch and pay codes.
    ///
    /// - Parameter schema: validates the file while it is read; see `violations`.
    /// - Throws: `.notPayroll` when it is not a payroll file or its batch is unreadable, `.xml` when it is not XML that
    ///   may be read.
    package init(file: String, schema: XMLSchema? = nil, findingLimit: Int = 100) throws(PayrollError) {
        var xml: XMLStreamReader
        do throws(XMLError) {
            xml = try XMLStreamReader(file: file, schema: schema, violationLimit: findingLimit)
        } catch {
            throw PayrollError(error)
        }
        let head = try PayrollXMLHead(&xml)
        self.init(xml, head: head, findingLimit: findingLimit)
    }

    /// Reads a file in memory; `name` is its name in errors.
    package init(bytes: [UInt8], name: String, schema: XMLSchema? = nil, findingLimit: Int = 100) throws(PayrollError) {
        var xml: XMLStreamReader
        do throws(XMLError) {
            xml = try XMLStreamReader(bytes: bytes, name: name, schema: schema, violationLimit: findingLimit)
        } catch { throw PayrollError(error) }
        let head = try PayrollXMLHead(&xml)
        self.init(xml, head: head, findingLimit: findingLimit)
    }

    private init(_ xml: consuming XMLStreamReader, head: PayrollXMLHead, findingLimit: Int) {
        self.xml = xml
        self.findingLimit = findingLimit
        batch = head.batch
        payCodes = head.payCodes
        isAtEnd = !head.hasEmployees
        for finding in head.findings { report(finding) }
    }

    /// The form of the file's schema.
    /// - Parameter isByProject: whether lines are split by projects; a file doesn't say so at its start.
    func form(isByProject: Bool) -> PayrollXMLSchema.Form {
        PayrollXMLSchema.Form(batch, payCodes, isByProject: isByProject)
    }

    /// The schema's complaints so far; empty without a schema.
    package var violations: [XMLViolation] { xml.violations }

    /// The next employee, `nil` after the last one, when the rest of the file is read too.
    package mutating func next() throws(PayrollError) -> PayrollEmployee? {
        do throws(XMLError) {
            while !isAtEnd {
                switch try xml.next() {
                case .start where xml.isElement("employee", in: payrollNamespace): return try readEmployee()
                case .start: try skip()
                case .end:
                    try readTotals()
                    isAtEnd = true
                case .text: report(structure("text between employees"))
                case nil: isAtEnd = true
                }
            }
            return nil
        } catch { throw PayrollError(error) }
    }

    mutating func report(_ finding: PayrollFinding) {
        if findings.count < findingLimit { findings.append(finding) }
    }

    func structure(_ found: String) -> PayrollFinding {
        PayrollFinding(
            .structure, employee: employee, value: "the element", found: found, expected: "what the schema allows",
            line: xml.line)
    }

    /// Passes over an element that doesn't belong, and says so.
    mutating func skip() throws(XMLError) {
        report(structure(xml.name))
        try xml.skipElement()
    }

    /// Ends an element that has no content.
    private mutating func readEnd() throws(XMLError) {
        while let piece = try xml.next() {
            switch piece {
            case .start: try skip()
            case .text: report(structure("text"))
            case .end: return
            }
        }
    }

    private mutating func readEmployee() throws(XMLError) -> PayrollEmployee {
        employeeLine = xml.line
        employee = text("payrollNumber")
        defer { employee = nil }
        var read = PayrollEmployee(
            payrollNumber: employee ?? "", employeeID: employeeID(),
            name: xml.attribute("name"),
            entries: count("entries"), entryIDSum: integer("entryIdSum"), lines: [])
        while let piece = try xml.next() {
            switch piece {
            case .start where xml.isElement("line", in: payrollNamespace): read.lines.append(try readLine())
            case .start: try skip()
            case .end: return read
            case .text: report(structure("text"))
            }
        }
        return read
    }

    private mutating func readLine() throws(XMLError) -> PayrollLine {
        var line = PayrollLine(
            payCode: text("payCode"), project: xml.attribute("project"),
            units: hours("units", .fixed(batch.unitsDecimals)),
            rate: money("rate", .exact), amount: money("amount", .fixed(PayrollBatch.amountDecimals)),
            entries: count("entries"), days: [])
        while let piece = try xml.next() {
            switch piece {
            case .start where xml.isElement("day", in: payrollNamespace):
                if let date = day("date") { line.days.append(PayrollDay(date: date, hours: hours("hours", .exact))) }
                try readEnd()
            case .start: try skip()
            case .end: return line
            case .text: report(structure("text"))
            }
        }
        return line
    }

    private mutating func readTotals() throws(XMLError) {
        var totals: PayrollTotals?
        while let piece = try xml.next() {
            switch piece {
            case .start where totals == nil && xml.isElement("totals", in: payrollNamespace):
                totalsLine = xml.line
                totals = readTotalsOfBatch()
            case .start where totals != nil && xml.isElement("payCode", in: payrollNamespace):
                totals?.codes.append(readTotalsOfPayCode())
                try readEnd()
            case .start: try skip()
            case .end: break
            case .text: report(structure("text"))
            }
        }
        statedTotals = totals
    }
}
