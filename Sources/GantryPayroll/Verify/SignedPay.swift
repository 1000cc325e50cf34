internal import GantryEngine
internal import GantryFiles
package import GantryJSON
internal import GantryModel
internal import GantryOutputs

/// What an export was paid with: rates, payroll numbers and holidays. A correction of it is made with the same.
package struct SignedPay: Sendable {
    /// The export folder.
    package let folder: String
    /// What its totals say.
    package let totals: JSONTree
    private let employees: EmployeeTable?
    private let people: [Int64: Roster.Person]
    private let calendar: PayCalendar?

    /// - Throws: `RunError` for a folder that is no payroll export, `FileError`.
    package init(folder: String) throws {
        let totals = try JSONTree(ReadFile.bytes(of: "\(folder)/\(TotalsFile.path)"))
        self.folder = folder
        self.totals = totals
        func path(_ format: String) -> String? {
            (totals["files"]?.list ?? []).first { $0["format"]?.text == format }?["file"]?.text.map {
                "\(folder)/data/\($0)"
            }
        }
        employees = try path(FileEntry.employees).map { try EmployeeTable(csv: ReadFile.bytes(of: $0), path: $0) }
        people = Dictionary(
            Roster(try path(FileEntry.joinedWorkers).map { try JoinedWorkers.read($0).people } ?? []).people.map {
                ($0.id, $0)
            }
        ) { first, _ in first }
        calendar = totals["pay"]?["weekend"] == nil ? nil : try StatedPay(totals).calendar
    }

    /// Inputs of today with the signed calendar, and the signed rows of employees who have one.
    /// - Throws: `RunError.unsupported` when a signed payroll number is another employee's today.
    package func inputs(_ now: PayInputs) throws -> PayInputs {
        var inputs = now
        if let calendar { inputs.calendar = calendar }
        guard let table = now.employees, let employees else { return inputs }
        let new = table.rows.filter { employees[$0.employeeID] == nil }
        var owners: [String: Int64] = [:]
        for row in employees.rows { owners[row.payrollNumber] = row.employeeID }
        for row in new {
            guard let owner = owners[row.payrollNumber] else { continue }
            throw RunError(
                .unsupported,
                "The payroll number \(row.payrollNumber) is that of employee \(row.employeeID) now, but employee \(owner) was paid under it.",
                advice: "Give employee \(row.employeeID) another number in the list of employees.")
        }
        inputs.employees = EmployeeTable(employees.rows + new)
        return inputs
    }

    /// Workers of today with the signed rates of those who have one, where 0 is none. Workers who are no longer listed stay as signed.
    package func people(_ now: [Roster.Person]) -> [Roster.Person] {
        let listed = Set(now.map(\.id))
        return now.map { person in
            guard let signed = people[person.id], let rate = signed.hourlyRate, rate != .zero else { return person }
            return Roster.Person(
                id: person.id, name: person.name, hourlyRate: rate,
                newRate: person.hourlyRate == rate
                    ? nil : person.hourlyRate.map { "\($0)" } ?? person.unreadableRate ?? "none",
                others: person.others)
        } + people.values.filter { !listed.contains($0.id) }.sorted { $0.id < $1.id }
    }

    /// The employees with lines for whom the source has another rate than the signed one.
    package static func rateChanges(of employees: [PayrollEmployee], _ roster: Roster) -> [EntryChange] {
        employees.compactMap { employee in
            let place = roster.index(of: employee.employeeID)
            guard place >= 0, employee.lines.contains(where: { $0.rate != nil }) else { return nil }
            let person = roster.people[Int(place)]
            guard let new = person.newRate else { return nil }
            return EntryChange(
                .rateChanged, entry: nil, employee: employee.employeeID, date: nil, field: PayRate.hourly.rawValue,
                old: person.hourlyRate.map { "\($0)" } ?? "", new: new)
        }
    }
}
