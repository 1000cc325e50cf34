internal import GantryConnectors
internal import GantryModel

/// Days of employees with hours that other runs have paid and a person has taken out. Hours that are paid together with
/// those can't be paid by this run: nobody would count both.
package struct HoursElsewhere: Equatable, Sendable {
    /// The run that has paid some of the day.
    private var days: [EmployeeDay: String] = [:]
    /// The run that has paid some of the ISO week, by the week's first day.
    private var weeks: [EmployeeDay: String] = [:]

    init(_ takenOut: [PayInputs.TakenOut]) {
        for paid in takenOut {
            for day in paid.hours { add(day, by: paid.run) }
        }
    }

    var isEmpty: Bool { days.isEmpty }

    mutating func add(_ day: EmployeeDay, by run: String) {
        if days[day] == nil { days[day] = run }
        let week = HoursSpan.week.begin(day)
        if weeks[week] == nil { weeks[week] = run }
    }

    /// The run that has paid some of the hours that are paid together with those of a day.
    func run(_ span: HoursSpan, of day: EmployeeDay) -> String? {
        switch span {
        case .day: days[day]
        case .week: weeks[span.begin(day)]
        }
    }
}

extension PayrollRules {
    /// Notes that an entry was taken out, so that the rest of its day isn't paid without it.
    mutating func noteTaken(_ entry: WorkEntry, by run: String) {
        guard wholeBatch == nil, PayQuantity.allCases.contains(where: { entry[$0] != .zero }) else { return }
        elsewhere?.add(EmployeeDay(employeeID: entry.employeeID, date: entry.workDate), by: run)
    }

    /// What holds an entry whose hours are paid together with some that another run has paid; `nil` where nothing does,
    /// and for what the corrected export has paid.
    func paidTogether(_ entry: WorkEntry) -> (found: String, expected: String)? {
        guard let elsewhere = wholeBatch?.hoursElsewhere, !elsewhere.isEmpty, let pay = checks.pay,
            !inputs.paidInBase.contains(entry.id)
        else { return nil }
        let day = EmployeeDay(employeeID: entry.employeeID, date: entry.workDate)
        guard elsewhere.run(.week, of: day) != nil else { return nil }
        let row = inputs.employees?[entry.employeeID]
        for code in pay.codes(of: row?.group) where row?.isSalaried != true || pay.salaried.includes(code.pays) {
            guard let span = code.pays.span, code.pays.concerns(entry), let run = elsewhere.run(span, of: day) else {
                continue
            }
            switch span {
            case .day:
                return (
                    PayInputs.TakenOut.words(PayInputs.TakenOut.otherHours + "day", by: run),
                    "a correction of \(run), since the hours of a day are paid together"
                )
            case .week:
                return (
                    PayInputs.TakenOut.words(PayInputs.TakenOut.otherHours + "week", by: run),
                    "a correction of \(run), or pay by hand, since the hours of a week are paid together"
                )
            }
        }
        return nil
    }
}
