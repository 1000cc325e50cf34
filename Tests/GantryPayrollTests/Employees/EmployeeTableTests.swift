import Foundation
import GantryEngine
import GantryModel
import GantryPayroll
import GantryTestSupport
import Testing

@Suite("The list of employees")
struct EmployeeTableTests {
    private func read(_ text: String) throws -> EmployeeTable {
        try EmployeeTable(csv: Array(text.utf8), path: "employees.csv")
    }

    @Test("is read as office programs write it, columns in any order")
    func reading() throws {
        let table = try read(
            "payroll_number;employee_id;paid_by;name\r\n0042;1001;salary;Søren\r\nB-7;1002;hours;\r\n")
        #expect(table.rows.map(\.payrollNumber) == ["0042", "B-7"])
        #expect(table[1001]?.isSalaried == true && table[1001]?.name == "Søren")
        #expect(table[1002]?.isSalaried == false && table[1002]?.name == nil && table[1003] == nil)
        #expect(try read(String(decoding: table.csv(of: [1001, 1002]), as: UTF8.self)) == table)
        #expect(try read(String(decoding: table.csv(of: [1002]), as: UTF8.self)).rows.count == 1)
    }

    @Test("is the same after it was written, whatever a spreadsheet would make of its texts")
    func guarded() throws {
        let table = EmployeeTable([
            .init(employeeID: 1001, payrollNumber: "0042", group: "-5", name: "=1+1"),
            .init(employeeID: 1002, payrollNumber: "A-1", group: "'@home", name: "'Anna"),
            .init(employeeID: 1003, payrollNumber: "7", group: "+", name: "+45, \"Bo\""),
        ])
        let bytes = table.csv(of: [1001, 1002, 1003])
        #expect(String(decoding: bytes, as: UTF8.self).contains("'=1+1"))
        #expect(try EmployeeTable(csv: bytes, path: "employees.csv") == table)
    }

    @Test("has the hours and weekdays of part-time people, and is the same after it was written")
    func partTime() throws {
        let table = try read(
            "employee_id;payroll_number;hours_a_day;workdays\n1;1.10;3,7;\n2;2;7.40;Mon-Wed\n3;jan3;;mon tue, thu-fri\n4;4;;\n"
        )
        #expect(table.rows.map { $0.hoursADay.map { "\($0)" } ?? "" } == ["3.70", "7.40", "", ""])
        #expect(table.rows.map { $0.workdays?.text ?? "" } == ["", "mon tue wed", "mon tue thu fri", ""])
        #expect(try EmployeeTable(csv: table.csv(of: [1, 2, 3, 4]), path: "employees.csv") == table)
    }

    @Test("has the days of an employment, and is the same after it was written")
    func employment() throws {
        let table = try read(
            "employee_id;payroll_number;employed_from;employed_to\n1;1;2026-01-01;\n2;2;;2026-12-24\n3;3;;\n")
        #expect(table.rows.map { $0.employedFrom?.description ?? "" } == ["2026-01-01", "", ""])
        #expect(table.rows.map { $0.employedTo?.description ?? "" } == ["", "2026-12-24", ""])
        #expect(try EmployeeTable(csv: table.csv(of: [1, 2, 3]), path: "employees.csv") == table)
        #expect(!String(decoding: table.csv(of: [3]), as: UTF8.self).contains("employed"))
    }

    @Test("has the ids of a system whose keys are texts, each of them another") func textKeys() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(
            "employee_id,payroll_number\n007,42\n7,43\n=a;b,44\n3f2504e0-4f89-41d3-9a0c-0305e82c3301,45\n",
            to: "employees.csv")
        #expect(throws: RunError.self) { try EmployeeTable(reading: path) }
        let table = try EmployeeTable(reading: path, hasTextKeys: true)
        #expect(
            Dictionary(uniqueKeysWithValues: table.rows.map { ($0.payrollNumber, $0.employeeID.keyText) }) == [
                "42": "007", "43": "7", "44": "=a;b", "45": "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
            ])
        let kept = table.csv(of: Set(table.rows.map(\.employeeID)))
        #expect(try EmployeeTable(csv: kept, path: "employees.csv", hasTextKeys: true) == table)
    }

    @Test("has no invisible characters when an office keeps it, and a published one is read as it is")
    func invisible() throws {
        let folder = try TemporaryFolder()
        let text = "employee_id,payroll_number,name\n\n1001,42,Je\u{200B}ns\n"
        let path = try folder.write(text, to: "employees.csv")
        let error = try #require(throws: RunError.self) { try EmployeeTable(reading: path) }
        #expect(
            error.details == [
                #"Row 3, column C (name): found "Je\u{200b}ns", expected no invisible characters, such as U+200B; enter the text again."#
            ])
        #expect(try read(text)[1001]?.name == "Je\u{200B}ns")
    }

    @Test("isn't read on a guess of its encoding, and the cells are shown") func encoding() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("", to: "employees.csv")
        let bytes = Array("employee_id,payroll_number,name\n1001,42,S".utf8) + [0xF8] + Array("ren\n".utf8)
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        let error = try #require(throws: RunError.self) { try EmployeeTable(reading: path) }
        #expect(error.code == .unusableRun)
        #expect(error.details == [#"Row 2, column C (name): "Søren" in windows-1252, "Sřren" in windows-1250"#])
    }

    @Test(
        "names every mistake with its row and column",
        arguments: [
            (
                "employee_id,payroll_number\n1001,42\n1001,43\n",
                "Row 3, column A (employee_id): found \"1001\", expected each employee once; row 2 has the same."
            ),
            (
                "employee_id,payroll_number\n1001,42\n1002,42\n",
                "Row 3, column B (payroll_number): found \"42\", expected each payroll number once; row 2 has the same."
            ),
            (
                "employee_id,payroll_number\n\n1001,42\n,\n1002,42\n",
                "Row 5, column B (payroll_number): found \"42\", expected each payroll number once; row 3 has the same."
            ),
            (
                "employee_id,payroll_number\n1001,\n",
                "Row 2, column B (payroll_number): found \"\", expected the employee's number in the payroll system."
            ),
            ("employee_id,payroll_number\n1001,4.57E+10\n", "a spreadsheet has shortened it"),
            ("employee_id,payroll_number\n1001,\"4,57E+10\"\n", "a spreadsheet has shortened it"),
            (
                "employee_id,payroll_number\n1001,4 2\n",
                "found \"4 2\", expected 1 to 64 letters, digits, dots, - or _, without spaces, the first a letter or a digit."
            ),
            (
                "employee_id,payroll_number\n1001,-5\n",
                "Row 2, column B (payroll_number): found \"-5\", expected 1 to 64 letters, digits, dots, - or _, without"
            ),
            (
                "employee_id,payroll_number,paid_by\n1001,42,month\n",
                "column C (paid_by): found \"month\", expected hours or salary."
            ),
            (
                "employee_id,payroll_number,group\n1001,42,A\n",
                "Column C is called \"group\", expected one of employee_id, payroll_number, pay_group, paid_by, name, hours_a_day, workdays, employed_from, employed_to."
            ),
            ("employee_id,number\n1001,42\n", "The column payroll_number is missing."),
            (
                "employee_id,payroll_number,employed_to\n1001,42,24.12.2026\n",
                "Row 2, column C (employed_to): found \"24.12.2026\", expected a day such as 2026-12-31."
            ),
            (
                "employee_id,payroll_number,employed_from,employed_to\n1001,42,2026-12-24,2026-12-23\n",
                "Row 2, column D (employed_to): found \"2026-12-23\", expected a day that is not before employed_from."
            ),
            (
                "employee_id,payroll_number\n1001,42.0\n",
                "Row 2, column B (payroll_number): found \"42.0\", expected all digits of the number; a program has written it as a decimal number. Format the column as text and enter the number again."
            ),
            (
                "employee_id,payroll_number\n1001,03-jan\n",
                "found \"03-jan\", expected all digits of the number; a spreadsheet has made a date of it."
            ),
            ("employee_id,payroll_number\n1001,okt-03\n", "a spreadsheet has made a date of it"),
            (
                "employee_id,payroll_number\n1001,#N/A\n",
                "found \"#N/A\", expected all digits of the number; a spreadsheet could not compute it."
            ),
            (
                "employee_id,payroll_number,name\n1001,42,#N/A\n",
                "Row 2, column C (name): found \"#N/A\", expected a text; a spreadsheet could not compute the cell."
            ),
            ("employee_id,payroll_number,pay_group\n1001,42,#REF!\n", "column C (pay_group): found \"#REF!\""),
            (
                "employee_id,payroll_number,hours_a_day\n1001,42,24.01\n",
                "column C (hours_a_day): found \"24.01\", expected hours such as 7.40, more than 0 and at most 24."
            ),
            (
                "employee_id;payroll_number;workdays\n1001;42;wed-mon\n",
                "column C (workdays): found \"wed-mon\", expected weekdays such as mon-wed, or mon tue thu."
            ),
            ("employee_id;payroll_number;workdays\n1001;42;man-ons\n", "found \"man-ons\""),
            (
                "employee_id,payroll_number\nx,42\n",
                "found \"x\", expected the employee's id, a whole number such as 1001."
            ),
        ])
    func mistakes(text: String, expected: String) throws {
        let error = try #require(throws: RunError.self) { try read(text) }
        #expect(error.code == .unsupported)
        #expect(error.details.contains { $0.contains(expected) }, "\(error.details)")
    }
}
