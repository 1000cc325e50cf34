import GantryPayroll
import Testing

@Suite("Some employees of a payroll file")
struct PayrollXMLExcerptTests {
    private func read(_ document: [UInt8], _ numbers: Set<String>) throws -> [PayrollEmployee] {
        var reader = try PayrollXMLReader(
            bytes: PayrollXMLExcerpt.of(document, employees: numbers), name: "payroll.xml")
        var read: [PayrollEmployee] = []
        while let employee = try reader.next() { read.append(employee) }
        #expect(reader.statedTotals?.employees == 3 && reader.findings.isEmpty)
        return read
    }

    @Test("are those of the whole file", arguments: [["7"], ["12"], ["B-9"], ["7", "B-9"], ["7", "12", "B-9"], []])
    func excerpt(_ numbers: [String]) throws {
        let batch = try PayrollSample.batch()
        let employees = try PayrollSample.employees(in: batch)
        let document = try PayrollSample.document(batch, employees)
        #expect(try read(document, Set(numbers)) == employees.filter { numbers.contains($0.payrollNumber) })
    }

    @Test("are all of them where the file is written otherwise")
    func otherwise() {
        let other = Array("<employees></employees>".utf8)
        #expect(PayrollXMLExcerpt.of(other, employees: ["7"]) == other)
    }
}
