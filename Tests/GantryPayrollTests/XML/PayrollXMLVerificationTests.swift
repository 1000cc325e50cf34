import Foundation
import GantryFormats
import GantryPayroll
import GantryTestSupport
import Testing

@Suite("Verifying payroll XML")
struct PayrollXMLVerificationTests {
    @Test("What was written is read back equal, and proven by every kind of proof", arguments: [0, 2, 3, 4])
    func roundTrip(unitsDecimals: Int) throws {
        let folder = try TemporaryFolder()
        let batch = try PayrollSample.batch(unitsDecimals: unitsDecimals)
        let employees = try PayrollSample.employees(in: batch)
        let file = try folder.file("payroll.xml", PayrollSample.document(batch, employees))
        var reader = try PayrollXMLReader(file: file)
        var read: [PayrollEmployee] = []
        while let employee = try reader.next() { read.append(employee) }
        #expect(read == employees)
        #expect(
            read.compactMap(\.name).allSatisfy { name in
                employees.contains { $0.name?.unicodeScalars.elementsEqual(name.unicodeScalars) == true }
            })
        for proof in PayrollXMLProof.allCases {
            let found = try verifyPayrollXML(file: file, proof: proof)
            #expect(found.isProven, "\(proof): \(found.findings) \(found.violations)")
            #expect(found.batch == batch)
            #expect(found.payCodes == PayrollSample.payCodes)
            #expect(found.stated == found.recomputed)
        }
        let schema = try folder.file("payroll.xsd", PayrollXMLSchema.document(.init(unitsDecimals: unitsDecimals)))
        let lint = try ToolResult.xmllint(schema: schema, file: file)
        #expect(lint.status == 0, "\(lint.output)")
    }

    /// One change of the sample file: what replaces what, whether a schema can see it, and what the verifier must say.
    struct Damage: CustomTestStringConvertible {
        let testDescription: String
        let old: String
        let new: String
        let isSeenBySchema: Bool
        let says: String

        init(_ name: String, _ old: String, _ new: String, schema: Bool, says: String) {
            testDescription = name
            self.old = old
            self.new = new
            isSeenBySchema = schema
            self.says = says
        }
    }

    static let damages = [
        Damage(
            "an amount of a line changed by one cent", "amount=\"4112.54\"", "amount=\"4112.55\"", schema: false,
            says: "employee 7, NORMAL: amount is 4112.55, expected 4112.54 (line 9)"),
        Damage(
            "a total amount changed by one cent", "amount=\"6062.19\"", "amount=\"6062.18\"", schema: false,
            says: "the total of amount is 6062.18, expected 6062.19"),
        Damage(
            "the total of a pay code changed by a hundredth", "units=\"30.17\"", "units=\"30.16\"", schema: false,
            says: "NORMAL: the total of units is 30.16, expected 30.17"),
        Damage(
            "a day changed by a hundredth", "hours=\"8.00\"", "hours=\"8.01\"", schema: false,
            says: "employee 12, NORMAL: units is 8.00, expected 8.01"),
        Damage(
            "a day changed below the rounding", "hours=\"7.50\"", "hours=\"7.500000001\"", schema: false,
            says: "NORMAL: the total of hours is 30.166666666, expected 30.166666667"),
        Damage(
            "a rate changed in its ninth decimal", "278.123456789", "278.223456789", schema: false,
            says: "employee 7, OVERTIME: amount is 347.65, expected 347.78"),
        Damage(
            "an entry id exchanged", "entryIdSum=\"104\"", "entryIdSum=\"105\"", schema: false,
            says: "the total of entryIdSum is 621, expected 622"),
        Damage(
            "a payroll number exchanged", "payrollNumber=\"12\"", "payrollNumber=\"13\"", schema: false,
            says: "the total of payrollNumberSum is 19, expected 20"),
        Damage(
            "employees out of order", "payrollNumber=\"7\"", "payrollNumber=\"70\"", schema: false,
            says: "payrollNumber is 12, expected a number after 70"),
        Damage(
            "a payroll number twice", "payrollNumber=\"12\"", "payrollNumber=\"7\"", schema: true,
            says: "employee 7: payrollNumber is 7, expected a number after 7"),
        Damage(
            "an employee twice", "employeeId=\"12\"", "employeeId=\"31\"", schema: true,
            says: "employee 12: employeeId is 31, expected each employee once"),
        Damage(
            "a pay code that is not declared", "<line payCode=\"OVERTIME\" units=\"8.01\"",
            "<line payCode=\"BONUS\" units=\"8.01\"",
            schema: true, says: "employee B-9, BONUS: payCode is BONUS, expected a declared pay code"),
        Damage(
            "a pay code twice in one employee", "<line payCode=\"OVERTIME\" units=\"1.25\"",
            "<line payCode=\"NORMAL\" units=\"1.25\"",
            schema: true, says: "employee 7, NORMAL: payCode is NORMAL, expected a pay code after NORMAL"),
        Damage(
            "a pay code declared twice", "code=\"OVERTIME\" title", "code=\"NORMAL\" title", schema: true,
            says: "each pay code once"),
        Damage(
            "a day twice in one line", "2026-10-05", "2026-10-02", schema: true,
            says: "employee 7, NORMAL, 2026-10-02: date is 2026-10-02, expected a day after 2026-10-02"),
        Damage(
            "a day that no calendar has", "2026-10-31\" hours", "2026-10-32\" hours", schema: true,
            says: "expected a date YYYY-MM-DD"),
        Damage(
            "a day with a zone", "2026-10-31\" hours", "2026-10-31Z\" hours", schema: true,
            says: "expected a date YYYY-MM-DD"),
        Damage(
            "a day outside the period", "2026-10-31\" hours", "2026-11-01\" hours", schema: false,
            says: "expected 2026-10-01 to 2026-10-31"),
        Damage(
            "units with three decimals", "units=\"22.17\"", "units=\"22.167\"", schema: true,
            says: "a plain number with 2 decimals"),
        Damage(
            "units with one decimal", "units=\"8.00\" entries", "units=\"8.0\" entries", schema: true,
            says: "units is 8.0, expected"),
        Damage(
            "an amount with three decimals", "amount=\"347.65\"", "amount=\"347.650\"", schema: true,
            says: "amount is 347.650"),
        Damage(
            "a number with a leading zero", "hours=\"4.00\"", "hours=\"04.00\"", schema: true, says: "hours is 04.00"),
        Damage("a number with a plus", "hours=\"4.00\"", "hours=\"+4.00\"", schema: true, says: "hours is +4.00"),
        Damage("a number with an exponent", "hours=\"4.00\"", "hours=\"4e0\"", schema: true, says: "hours is 4e0"),
        Damage(
            "a number with a zero that says nothing", "hours=\"4.00\"", "hours=\"4.000\"", schema: true,
            says: "hours is 4.000"),
        Damage("a number with a space", "hours=\"4.00\"", "hours=\" 4.00\"", schema: false, says: "hours is  4.00"),
        Damage(
            "a number with a decimal comma", "hours=\"4.00\"", "hours=\"4,00\"", schema: true, says: "hours is 4,00"),
        Damage("an unknown element", "<employees>", "<employees><bonus/>", schema: true, says: "the element is bonus"),
        Damage("an unknown attribute", "<employees>", "<employees note=\"x\">", schema: true, says: ""),
        Damage(
            "a missing attribute", " employeeId=\"12\"", "", schema: true, says: "employee 12: employeeId is missing"),
        Damage(
            "a total that is missing", " linesWithoutRate=\"1\"", "", schema: true, says: "linesWithoutRate is missing"),
        Damage(
            "a total of a pay code that is missing", "<payCode code=\"OVERTIME\" lines",
            "<payCode code=\"NORMAL\" lines", schema: true,
            says: "the total of codes is NORMAL NORMAL, expected NORMAL OVERTIME"),
        Damage(
            "a period that its days contradict", "last=\"2026-10-31\"", "last=\"2026-10-30\"", schema: false,
            says: "last is 2026-10-30, expected 2026-10-31, as in 2026-10"),
    ]

    @Test(
        "Every damage is found by name, and by xmllint and our validator where a schema can see it", arguments: damages)
    func damaged(damage: Damage) throws {
        let folder = try TemporaryFolder()
        let whole = try PayrollSample.document()
        let range = try #require(whole.range(of: damage.old), "the sample has no \(damage.old)")
        let file = try folder.file("payroll.xml", whole.replacingCharacters(in: range, with: damage.new))
        let schema = try folder.file("payroll.xsd", PayrollXMLSchema.document())

        let proof = try verifyPayrollXML(file: file)
        #expect(!proof.isProven)
        if !damage.says.isEmpty {
            #expect(proof.findings.contains { "\($0)".contains(damage.says) }, "\(proof.findings)")
        }
        #expect(!proof.violations.isEmpty == damage.isSeenBySchema, "\(proof.violations)")
        // The cheaper proof misses nothing: what only the keys see is among the findings.
        #expect(try !verifyPayrollXML(file: file, proof: .types).isProven)
        let compiled = try XMLSchema(PayrollXMLSchema.document(), name: "payroll.xsd")
        #expect(try !compiled.validate(file: file).isEmpty == damage.isSeenBySchema)
        let lint = try ToolResult.xmllint(schema: schema, file: file)
        #expect((lint.status != 0) == damage.isSeenBySchema, "\(lint.output)")
    }

    @Test("Without its employees, totals or end the file is found out")
    func cutOff() throws {
        let folder = try TemporaryFolder()
        let whole = try PayrollSample.document()
        let employees = try #require(whole.range(of: "  <employees>")?.lowerBound)
        let totals = try #require(whole.range(of: "  <totals")?.lowerBound)
        #expect(throws: PayrollError.self) {
            try verifyPayrollXML(file: folder.file("a.xml", String(whole.prefix(1_000))))
        }
        let noTotals = try verifyPayrollXML(file: folder.file("b.xml", whole[..<totals] + "</payroll>\n"))
        #expect(noTotals.stated == nil && !noTotals.isProven && !noTotals.violations.isEmpty)
        let noEmployees = try verifyPayrollXML(file: folder.file("c.xml", whole[..<employees] + "</payroll>\n"))
        #expect(!noEmployees.isProven)
        for other in ["<a/>", "<payroll/>", "<payroll xmlns='urn:gantry:payroll:2'/>"] {
            do {
                _ = try verifyPayrollXML(file: folder.file("d.xml", other))
                Issue.record("\(other) was taken for a payroll")
            } catch let error as PayrollError { #expect(error.code == .notPayroll) }
        }
    }

    @Test("A hostile file does not overflow the sums")
    func huge() throws {
        let folder = try TemporaryFolder()
        let big = "<day date=\"2026-10-01\" hours=\"9223372036.854775807\"/>"
        let document = try PayrollSample.document()
            .replacing("<day date=\"2026-10-01\" hours=\"7.50\"/>", with: String(repeating: big, count: 50))
            .replacing("rate=\"185.50\"", with: "rate=\"999999999999999999.99\"").replacing(
                "entries=\"3\"", with: "entries=\"9223372036854775807\""
            )
            .replacing("entryIdSum=\"306\"", with: "entryIdSum=\"999999999999999999999999999999\"")
        let proof = try verifyPayrollXML(file: folder.file("payroll.xml", document))
        #expect(proof.findings.count > 50)
    }

    @Test("Python's lxml and Decimal find the same totals")
    func lxml() throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("payroll.xml", try PayrollSample.document())
        let schema = try folder.file("payroll.xsd", PayrollXMLSchema.document())
        let found = try ToolResult.python(PayrollXMLVerificationTests.program, [file, schema])
        #expect(found.status == 0, "\(found.output); the test needs PyPI lxml in GANTRY_TEST_PYTHON or python3")
        let totals = try #require(try verifyPayrollXML(file: file).stated)
        #expect(totals.amount.map { "\($0)" } == "6062.19")
        #expect(totals.codes.map(\.unitsText) == ["30.17", "9.26"])
        #expect(
            found.output == """
                3 6 4 1 6062.19 19 1 621
                NORMAL 30.17 30.166666666 4112.54
                OVERTIME 9.26 9.255 1949.65

                """)
    }

    private static let program = """
        import sys
        from decimal import Decimal as D, ROUND_HALF_UP
        from lxml import etree
        doc = etree.parse(sys.argv[1])
        etree.XMLSchema(etree.parse(sys.argv[2])).assertValid(doc)
        ns = "{urn:gantry:payroll:1}"
        cent = D("0.01")
        employees = list(doc.getroot().iter(ns + "employee"))
        lines = list(doc.getroot().iter(ns + "line"))
        for line in lines:
            hours = sum((D(d.get("hours")) for d in line), D(0)).quantize(cent, ROUND_HALF_UP)
            assert hours == D(line.get("units")), line.attrib
            if line.get("rate"):
                amount = (D(line.get("units")) * D(line.get("rate"))).quantize(cent, ROUND_HALF_UP)
                assert amount == D(line.get("amount")), line.attrib
        numbers = [e.get("payrollNumber") for e in employees]
        print(len(employees), sum(int(e.get("entries")) for e in employees), len(lines),
              sum(l.get("rate") is None for l in lines), sum((D(l.get("amount", "0")) for l in lines), D(0)),
              sum(int(n) for n in numbers if n.isdigit()), sum(not n.isdigit() for n in numbers),
              sum(int(e.get("entryIdSum")) for e in employees))
        for code in doc.getroot().find(ns + "payCodes"):
            mine = [l for l in lines if l.get("payCode") == code.get("code")]
            print(code.get("code"), sum(D(l.get("units")) for l in mine), sum(D(d.get("hours")) for l in mine for d in l).normalize(),
                  sum(D(l.get("amount", "0")) for l in mine))
        """

    @Test("The whole schema's work grows with the file, not with its square")
    func linear() throws {
        func time(_ employees: Int) throws -> Duration {
            let bytes = try PayrollSample.many(employees, days: 10)
            let schema = try XMLSchema(PayrollXMLSchema.document(), name: "payroll.xsd")
            let start = cpuTime()
            #expect(try schema.validate(bytes: bytes, name: "payroll.xml").isEmpty)
            return cpuTime() - start
        }
        let few = try time(1_500)
        let many = try time(12_000)
        // Eight times the file; a quadratic check would take 64 times as long.
        #expect(many < few * 24, "\(few) for 1500 employees, \(many) for 12000")
    }

    private func cpuTime() -> Duration {
        var time = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
