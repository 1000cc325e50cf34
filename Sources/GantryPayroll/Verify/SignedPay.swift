internal import GantryEngine
internal import GantryFiles
package import GantryJSON
internal import GantryModel
package import GantryOutputs

/// What an export was paid with: rates, payroll numbers and holidays. A correction of it is made with the same.
package struct SignedPay: Sendable {
    package let folder: ExportFolder
    /// What its totals say.
    package var totals: JSONTree { folder.totals }
    private let employees: EmployeeTable?
    /// Who was paid under each payroll number.
    private let owners: NumberOwners
    private let people: [Int64: Roster.Person]
    private let calendar: PayCalendar?
    /// The days that the calendar has.
    private let period: PayPeriod?
    private let leave: ApprovedLeave?
    package let decisions: Decisions

    /// - Throws: `RunError` for a folder that is no payroll export, `FileError`.
    package init(folder: String) throws {
        let folder = try ExportFolder(folder)
        self.folder = folder
        let totals = folder.totals
        func path(_ format: String) -> String? { folder.file(format)?.path }
        employees = try path(FileEntry.employees).map {
            try EmployeeTable(csv: ReadFile.bytes(of: $0), path: $0, hasTextKeys: totals.isByRoles)
        }
        owners = NumberOwners((employees?.rows ?? []).map { ($0.payrollNumber, $0.employeeID) })
        let workers = try path(FileEntry.joinedWorkers).map { try JoinedWorkers.read($0).people }
        people = Dictionary(Roster(workers ?? []).people.map { ($0.id, $0) }) { first, _ in first }
        leave = try path(FileEntry.leave).map { try ApprovedLeave(archive: $0) }
        decisions =
            try path(FileEntry.decisions).map { try Decisions(document: ReadFile.bytes(of: $0), path: $0) }
            ?? Decisions()
        let stated = totals["pay"]?["weekend"] == nil ? nil : try StatedPay(totals)
        (calendar, period) = (stated?.calendar, stated?.batch.period)
    }

    /// The signed calendar on the days of the period. Leave can reach beyond them: there it is that of today.
    /// - Parameter now: That of today; `nil` where the settings have none.
    private func calendar(beside now: PayCalendar?) -> PayCalendar? {
        guard let calendar, let period, let now else { return calendar }
        return calendar.completed(outside: period, by: now)
    }

    /// Inputs of today with the signed calendar of the period, and the signed rows of employees who have one.
    package func inputs(_ now: PayInputs) -> PayInputs {
        var inputs = now
        inputs.calendar = calendar(beside: now.calendar) ?? now.calendar
        guard let table = now.employees, let employees else { return inputs }
        inputs.officeList = table
        // Under a number with which somebody else was paid, nobody is paid.
        let new = table.rows.filter {
            employees[$0.employeeID] == nil && owners.other(under: $0.payrollNumber, than: $0.employeeID) == nil
        }
        inputs.employees = EmployeeTable(employees.rows + new)
        return inputs
    }

    /// A payroll program books what changes on the number, whoever has it by now.
    ///
    /// - Parameters:
    ///   - inputs: what pays the correction.
    ///   - changes: what the payroll program needs.
    ///   - concerned: who has hours or lines in the period.
    /// - Throws: `RunError.otherOwner` for what changes, or is new, under a number with which another employee was paid
    ///   than has it now.
    package func requireSameOwners(
        _ inputs: PayInputs, _ roster: Roster, changes: [PayrollChange], of concerned: Set<Int64>
    ) throws {
        let now =
            inputs.areNumbersOfWorkers
            ? EmployeeTable.rows(numbersOf: roster.people, now: true)
            : (inputs.officeList ?? inputs.employees)?.rows ?? []
        for row in now {
            let number = row.payrollNumber
            guard let owner = owners.other(under: number, than: row.employeeID) else { continue }
            var details = changes.filter { $0.payrollNumber == number }.map { change in
                func units(_ line: PayrollLine?) -> String { line.map { "\($0.units)" } ?? "nothing" }
                let name = change.name.map { " (\(singleLine($0)))" } ?? ""
                let code = (change.new ?? change.old)?.payCode ?? ""
                return "\(number)\(name), pay code \(code): \(units(change.old)) was paid, now \(units(change.new))"
            }
            // Who is paid by another number, as it was signed, isn't paid by this one.
            let used = inputs.employees?[row.employeeID]?.payrollNumber ?? number
            if concerned.contains(row.employeeID), used == number {
                details.append("employee \(row.employeeID.keyText) has hours in the period too")
            }
            guard details.isEmpty else {
                throw RunError(
                    .otherOwner,
                    "The payroll number \(number) is that of employee \(row.employeeID.keyText) now, but employee \(owner.keyText) was paid under it.",
                    details: Array(details.prefix(20)),
                    advice:
                        "Give employee \(row.employeeID.keyText) another number, or enter what changed in the payroll program by hand."
                )
            }
        }
    }

    /// Workers of today with the signed names, and the signed rates of those who have one that can be used. Workers who
    /// are no longer listed stay as signed. A new one whose number is one of those has none.
    package func people(_ now: [Roster.Person]) -> [Roster.Person] {
        let listed = Set(now.map(\.id))
        return now.map { person in
            guard let signed = people[person.id] else { return withoutReusedNumber(person) }
            let rate = signed.usableRate
            let isOther = rate != nil && person.hourlyRate != rate
            var others = person.others
            for field in [Roster.Person.employmentField, Roster.Person.payrollNumberField] {
                others[field] = signed.others[field] ?? person.others[field]
            }
            var paid = Roster.Person(
                id: person.id, name: signed.name, hourlyRate: rate ?? person.hourlyRate,
                unreadableRate: rate == nil ? person.unreadableRate : nil,
                newRate: isOther ? person.hourlyRate.map { "\($0)" } ?? person.unreadableRate ?? "none" : nil,
                newName: person.name == signed.name ? nil : person.name, others: others)
            if let number = signed.others[Roster.Person.payrollNumberField] {
                // Of a run that is written again, this is what the source had then.
                let now = person.newNumber ?? person.others[Roster.Person.payrollNumberField]
                paid.newNumber = now == number ? nil : now ?? "none"
            }
            paid.rateBefore = person.rateBefore
            return paid
        } + people.values.filter { !listed.contains($0.id) }.sorted { $0.id < $1.id }
    }

    private func withoutReusedNumber(_ person: Roster.Person) -> Roster.Person {
        guard let number = person.others[Roster.Person.payrollNumberField],
            owners.other(under: number, than: person.id) != nil
        else { return person }
        var person = person
        person.others[Roster.Person.payrollNumberField] = nil
        person.newNumber = number
        return person
    }

    /// The side of an explanation that was signed.
    /// - Parameters:
    ///   - employees: The lines that were delivered.
    ///   - batch: That of the correction.
    ///   - calendar: That of the correction; `nil` where its settings have none.
    ///   - takenOut: What other runs had paid and a person had taken out of it.
    package func side(
        _ employees: [PayrollEmployee], _ batch: PayrollBatch, calendar now: PayCalendar?,
        takenOut: [PayInputs.TakenOut] = []
    ) throws -> PayExplanation.Side {
        let stated = try StatedPay(totals)
        var then = batch
        (then.rounding, then.unitsDecimals) = (stated.batch.rounding, stated.batch.unitsDecimals)
        then.currency = totals["currency"]?.text
        var inputs = PayInputs(
            employees: self.employees, calendar: calendar(beside: now) ?? stated.calendar, leave: leave,
            decisions: decisions)
        inputs.takenOut = takenOut
        return PayExplanation.Side(
            PayCalculation(stated.settings, batch: then, inputs: inputs, holding: stated.leaveHolds),
            roster: Roster(Array(people.values)), employees: employees)
    }

    /// What the source and the office's list have otherwise than what was signed and is paid, of employees with lines.
    package static func kept(
        of employees: [PayrollEmployee], _ roster: Roster, _ inputs: PayInputs, hasNames: Bool
    ) -> [EntryChange] {
        var causes: [EntryChange] = []
        for employee in employees where !employee.lines.isEmpty {
            func add(_ rule: EntryChange.Rule, field: String, old: String, new: String) {
                var cause = EntryChange(rule, employee: employee.employeeID, field: field, old: old, new: new)
                cause.paid = .old
                causes.append(cause)
            }
            let row = inputs.employees?[employee.employeeID]
            if let list = inputs.officeList {
                let now = list[employee.employeeID]
                for field in EmployeeTable.Row.fields where field.text(row) != field.text(now) {
                    add(.employeeDiffers, field: field.name, old: field.text(row), new: field.text(now))
                }
                if hasNames, let name = row?.name, name != now?.name {
                    add(.employeeDiffers, field: "name", old: name, new: now?.name ?? "")
                }
            }
            let place = roster.index(of: employee.employeeID)
            guard place >= 0 else { continue }
            let person = roster.people[Int(place)]
            if hasNames, row?.name == nil, let name = person.newName {
                add(.employeeDiffers, field: "name", old: person.name, new: name)
            }
            if let new = person.newNumber {
                add(
                    .employeeDiffers, field: Roster.Person.payrollNumberField,
                    old: person.others[Roster.Person.payrollNumberField] ?? "", new: new)
            }
            if let new = person.newRate, employee.lines.contains(where: { $0.rate != nil }) {
                add(
                    .rateChanged, field: PayRate.hourly.rawValue, old: person.hourlyRate.map { "\($0)" } ?? "", new: new
                )
            }
        }
        return causes
    }
}
