internal import GantryConnectors
internal import GantryEngine
internal import GantryFiles
internal import GantryFormats
package import GantryModel

/// The employees of a payroll office: who they are in the payroll system, and how they are paid.
package struct EmployeeTable: Sendable, Equatable {
    /// One employee.
    package struct Row: Sendable, Equatable {
        package let employeeID: Int64
        /// 1 to 64 letters, digits, `.`, `_`, `-`, the first a letter or a digit; no two employees share one.
        package var payrollNumber: String
        /// The group of pay, which pay codes and checks can be for; `nil` where none is given.
        package var group: String?
        /// Whether a salary pays the hours, so that they have no amount.
        package var isSalaried: Bool
        /// The name on pay lines; `nil` leaves it to the list of workers.
        package var name: String?
        /// The hours of a day of leave, more than 0 and at most 24; `nil` leaves them to the pay code.
        package var hoursADay: Hours?
        /// The weekdays on which the employee works; `nil` for those of the office.
        package var workdays: Workdays?
        /// The first and the last day of the employment, the last not before the first; `nil` where none is given.
        package var employedFrom: CivilDate?
        package var employedTo: CivilDate?

        package init(
            employeeID: Int64, payrollNumber: String, group: String? = nil, isSalaried: Bool = false,
            name: String? = nil, hoursADay: Hours? = nil, workdays: Workdays? = nil, employedFrom: CivilDate? = nil,
            employedTo: CivilDate? = nil
        ) {
            self.employedFrom = employedFrom
            self.employedTo = employedTo
            self.hoursADay = hoursADay
            self.workdays = workdays
            self.employeeID = employeeID
            self.payrollNumber = payrollNumber
            self.group = group
            self.isSalaried = isSalaried
            self.name = name
        }

        /// Whether the day is one of the employment, as far as the list says.
        package func isEmployed(on day: CivilDate) -> Bool {
            day >= employedFrom ?? day && day <= employedTo ?? day
        }
    }

    /// In order of the employees' ids.
    package let rows: [Row]
    private let indexOf: [Int64: Int]

    /// - Parameter rows: each employee once.
    package init(_ rows: [Row]) {
        self.rows = rows.sorted { $0.employeeID < $1.employeeID }
        indexOf = Dictionary(self.rows.enumerated().map { ($1.employeeID, $0) }) { first, _ in first }
    }

    /// The weekdays of employees who have their own, by payroll number.
    package var workdaysByNumber: [String: Workdays] {
        rows.reduce(into: [:]) { $0[$1.payrollNumber] = $1.workdays }
    }

    package subscript(id: Int64) -> Row? { indexOf[id].map { rows[$0] } }

    package static let headings = [
        "employee_id", "payroll_number", "pay_group", "paid_by", "name", "hours_a_day", "workdays", "employed_from",
        "employed_to",
    ]
    /// The headings without those of the employment, which `csv(of:)` leaves out where no row has any.
    private static let usual = headings.dropLast(2)
    /// What the payroll file in XML takes.
    static let longestNumber = 64
    private static let hourly = "hours"
    private static let salaried = "salary"

    /// The table as a CSV file, in the dialect `machine`, with the rows of these employees.
    package func csv(of employees: Set<Int64>) -> [UInt8] {
        var table = CSVTable(dialect: .machine)
        let rows = rows.filter { employees.contains($0.employeeID) }
        let hasEmployment = rows.contains { $0.employedFrom != nil || $0.employedTo != nil }
        table.appendHeader(hasEmployment ? EmployeeTable.headings : Array(EmployeeTable.usual))
        for row in rows {
            var cells: [CSVCell] = [
                .text(row.employeeID.keyText), .text(row.payrollNumber), row.group.map { .text($0) } ?? .empty,
                .text(row.isSalaried ? EmployeeTable.salaried : EmployeeTable.hourly),
                row.name.map { .text($0) } ?? .empty, row.hoursADay.map { .text("\($0)") } ?? .empty,
                row.workdays.map { .text($0.text) } ?? .empty,
            ]
            if hasEmployment {
                cells += [row.employedFrom, row.employedTo].map { $0.map { .text("\($0)") } ?? .empty }
            }
            table.append(cells)
        }
        return Array(table.take())
    }

    /// Reads the file that an office keeps, as office programs write CSV: columns in any order; only the first two
    /// of `headings` are needed.
    ///
    /// - Parameter hasTextKeys: whether an id can be a text: the system of the hours says which it has.
    /// - Throws: `SheetError`, `FileError`, `RunError.unusableRun` where its encoding isn't certain, and
    ///   `RunError.unsupported` with every mistake in the file.
    package init(reading path: String, hasTextKeys: Bool = false) throws {
        try self.init(
            OfficeSheet.open(path, needing: Array(EmployeeTable.headings.prefix(2)), numbers: ["hours_a_day"]),
            path: path, isOffices: true, hasTextKeys: hasTextKeys
        ) { $0 }
    }

    /// Reads what `csv(of:)` gave.
    /// - Parameter hasTextKeys: as in `init(reading:hasTextKeys:)`; an export by roles can have them.
    package init(csv bytes: [UInt8], path: String, hasTextKeys: Bool = false) throws {
        var rest = bytes[...]
        let reader = try SheetReader(path: path, chunkBytes: 256 << 10) { (out, limit) throws(FileError) in
            let piece = rest.prefix(limit)
            out += piece
            rest = rest.dropFirst(piece.count)
            return piece.count
        }
        try self.init(reader, path: path, isOffices: false, hasTextKeys: hasTextKeys) {
            CSVDialect.machine.unguarded($0) ?? ""
        }
    }

    /// - Parameters:
    ///   - isOffices: whether the office keeps the file, so that it can be corrected.
    ///   - text: the text of a cell as it is in the file.
    private init(
        _ reader: SheetReader, path: String, isOffices: Bool, hasTextKeys: Bool, text: (String) -> String
    ) throws {
        var mistakes = try EmployeeTable.mistakes(inHeader: reader.header)
        var rows: [Row] = []
        var rowOfID: [Int64: Int] = [:]
        var rowOfNumber: [String: Int] = [:]
        while mistakes.count < 20, let item = try reader.next() {
            guard case .row(let row) = item else {
                if case .unusable(let row) = item { mistakes.append("\(row)") }
                continue
            }
            func cell(_ heading: String) -> String {
                reader.header.firstIndex(of: heading).map { text(row.cells[$0]).trimmed } ?? ""
            }
            func report(_ heading: String, found: String, expected: String) {
                let column = reader.header.firstIndex(of: heading).map { sheetColumnLetters($0) } ?? "?"
                mistakes.append(
                    "Row \(row.number), column \(column) (\(heading)): found \(quoted(found)), expected \(expected).")
            }
            let number = cell("payroll_number")
            let key = cell("employee_id")
            guard let id = hasTextKeys ? Int64(key: key) : Int64(key), id > 0 else {
                report(
                    "employee_id", found: key,
                    expected: hasTextKeys
                        ? "the employee's id as the system of the hours has it"
                        : "the employee's id, a whole number such as 1001")
                continue
            }
            if let other = rowOfID.updateValue(row.number, forKey: id) {
                report("employee_id", found: id.keyText, expected: "each employee once; row \(other) has the same")
            }
            if !EmployeeTable.isPayrollNumber(number) {
                report("payroll_number", found: number, expected: EmployeeTable.expectedNumber(instead: number))
            } else if let other = rowOfNumber.updateValue(row.number, forKey: number) {
                report(
                    "payroll_number", found: number, expected: "each payroll number once; row \(other) has the same")
            }
            let paidBy = cell("paid_by")
            if ![EmployeeTable.hourly, EmployeeTable.salaried, ""].contains(paidBy) {
                report("paid_by", found: paidBy, expected: "hours or salary")
            }
            let (group, name) = (cell("pay_group"), cell("name"))
            for (heading, value) in [("pay_group", group), ("name", name)] where EmployeeTable.isSheetError(value) {
                report(
                    heading, found: value,
                    expected: "a text; a spreadsheet could not compute the cell. Correct its formula, or enter the text"
                )
            }
            for (heading, value) in [("pay_group", group), ("name", name)] where isOffices {
                if let found = TextIdentity.firstInvisible(in: value) {
                    let code = String(found.value, radix: 16, uppercase: true)
                    report(
                        heading, found: value,
                        expected: "no invisible characters, such as U+\(code); enter the text again")
                }
            }
            let (hours, weekdays) = (cell("hours_a_day"), cell("workdays"))
            let hoursADay = EmployeeTable.hours(hours)
            if !hours.isEmpty, hoursADay == nil {
                report("hours_a_day", found: hours, expected: "hours such as 7.40, more than 0 and at most 24")
            }
            let workdays = Workdays(weekdays)
            if !weekdays.isEmpty, workdays == nil {
                report("workdays", found: weekdays, expected: "weekdays such as mon-wed, or mon tue thu")
            }
            func day(_ heading: String) -> CivilDate? {
                let text = cell(heading)
                let day = CivilDate(text)
                if !text.isEmpty, day == nil { report(heading, found: text, expected: "a day such as 2026-12-31") }
                return day
            }
            let (employedFrom, employedTo) = (day("employed_from"), day("employed_to"))
            if let employedFrom, let employedTo, employedTo < employedFrom {
                report("employed_to", found: "\(employedTo)", expected: "a day that is not before employed_from")
            }
            rows.append(
                Row(
                    employeeID: id, payrollNumber: number, group: group.isEmpty ? nil : group,
                    isSalaried: paidBy == EmployeeTable.salaried, name: name.isEmpty ? nil : name,
                    hoursADay: hoursADay, workdays: workdays, employedFrom: employedFrom, employedTo: employedTo))
        }
        mistakes += OfficeSheet.leftOut(of: reader)
        guard mistakes.isEmpty else {
            throw RunError(
                .unsupported, "\(path) can't be used as the list of employees.", details: mistakes,
                advice: "Correct the file, then run again. Nothing was fetched.")
        }
        self.init(rows)
    }

    private static func mistakes(inHeader header: [String]) throws -> [String] {
        var mistakes = header.enumerated().filter { !headings.contains($0.element) }.map { index, heading in
            let near = nearestWord(to: heading, among: headings).map { " Did you mean \($0)?" } ?? ""
            return
                "Column \(sheetColumnLetters(index)) is called \(quoted(heading)), expected one of \(headings.joined(separator: ", ")).\(near)"
        }
        for heading in headings.prefix(2) where !header.contains(heading) {
            mistakes.append("The column \(heading) is missing.")
        }
        return mistakes
    }

    static func isPayrollNumber(_ text: String) -> Bool {
        (1...longestNumber).contains(text.utf8.count)
            && text.utf8.allSatisfy(isNameByte)
            && text.utf8.first.map(isLetterOrDigit) ?? false && changed(text) == nil
    }

    /// What a spreadsheet made of a number; `nil` where nothing looks like it.
    private static func changed(_ text: String) -> String? {
        if isScientific(text) { return "a spreadsheet has shortened it" }
        if isSheetError(text) { return "a spreadsheet could not compute it" }
        let ends = text.split(separator: ".", omittingEmptySubsequences: false)
        if ends.count == 2, !ends[0].isEmpty, ends[0].allSatisfy(\.isNumber), !ends[1].isEmpty,
            ends[1].allSatisfy({ $0 == "0" })
        {
            return "a program has written it as a decimal number"
        }
        return isDate(text) ? "a spreadsheet has made a date of it" : nil
    }

    /// `#N/A`, `#REF!` and the like, which stand where a formula gave nothing.
    private static func isSheetError(_ text: String) -> Bool {
        [
            "#N/A", "#REF!", "#VALUE!", "#NAME?", "#DIV/0!", "#NUM!", "#NULL!", "#I/T", "#VÆRDI!", "#NAVN?",
            "#REFERENCE!",
        ]
        .contains(text.uppercased())
    }

    /// `03-jan`, `jan-03` and `3-okt-26`: a day and a month's name in English or Danish, as spreadsheets show them.
    private static func isDate(_ text: String) -> Bool {
        let months: Set<Substring> = [
            "jan", "feb", "mar", "apr", "may", "maj", "jun", "jul", "aug", "sep", "sept", "oct", "okt", "nov", "dec",
        ]
        let parts = text.lowercased().split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "." }
            .filter { !$0.isEmpty }
        return (2...3).contains(parts.count) && parts.count(where: months.contains) == 1
            && parts.allSatisfy { months.contains($0) || ((1...4).contains($0.count) && $0.allSatisfy(\.isNumber)) }
    }

    /// Hours of a day as people write them: `7.40`, `7,4`.
    private static func hours(_ text: String) -> Hours? {
        let bytes = Array(text.replacing(",", with: ".").utf8)
        guard !bytes.isEmpty, let number = try? parseDecimal(bytes.span, 0..<bytes.count), number.isExact,
            number.nano > 0, number.nano <= 24_000_000_000
        else { return nil }
        return Hours(nano: number.nano)
    }

    /// What spreadsheets make of long numbers: `4.57E+10`.
    private static func isScientific(_ text: String) -> Bool {
        let parts = text.uppercased().split(separator: "E", omittingEmptySubsequences: false)
        return parts.count == 2 && parts[0].contains { $0 == "." || $0 == "," }
            && parts[1].drop { $0 == "+" || $0 == "-" }.allSatisfy(\.isNumber)
    }

    private static func expectedNumber(instead text: String) -> String {
        if let change = changed(text) {
            return "all digits of the number; \(change). Format the column as text and enter the number again"
        }
        return text.isEmpty
            ? "the employee's number in the payroll system"
            : "1 to \(longestNumber) letters, digits, dots, - or _, without spaces, the first a letter or a digit"
    }
}
