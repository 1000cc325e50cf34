internal import GantryModel
internal import GantryPayroll

/// What a published run pays each employee under each pay code: all that is compared with the period before.
struct PaidNow {
    /// Employees with lines, in the order of payroll files.
    let employees: [VarianceTable.Now]
    /// Their ids at the source, by payroll number.
    let ids: [String: Int64]

    private init(_ all: [(employee: VarianceTable.Now, id: Int64?)]) {
        employees = all.map(\.employee)
        ids = all.reduce(into: [:]) { ids, one in
            if let id = one.id, ids[one.employee.number] == nil { ids[one.employee.number] = id }
        }
    }

    /// As its pay lines have it.
    init(_ pay: PublishedPay) {
        self.init(
            pay.employees.filter { !$0.lines.isEmpty }.map { (VarianceTable.Now($0), $0.employeeID) })
    }

    /// As its list of variances has it, which is made of the pay lines and far shorter: it has no days.
    /// - Parameter table: the office's list of employees; `nil` where the number is the id.
    init(_ rows: [VarianceTable.Row], _ table: EmployeeTable?) {
        let listed = Dictionary((table?.rows ?? []).map { ($0.payrollNumber, $0.employeeID) }) { first, _ in first }
        var all: [(employee: VarianceTable.Now, id: Int64?)] = []
        var rest = rows[...]
        while let first = rest.first {
            let own = rest.prefix { $0.number == first.number }
            rest = rest.dropFirst(own.count)
            let sums = own.compactMap { row in row.now.map { (code: row.code, sum: $0) } }
            guard !sums.isEmpty else { continue }
            let employee = VarianceTable.Now(number: first.number, name: first.name, sums: sums)
            all.append((employee, listed[first.number] ?? Int64(key: first.number)))
        }
        self.init(all)
    }
}
