internal import GantryModel

// What of an employee's lines is compared with another period.
extension PayrollEmployee {
    /// What each pay code sums up to, in the order of the lines.
    fileprivate var sumsByCode: [(code: String, sum: PaidSum)] {
        var sums: [(code: String, sum: PaidSum)] = []
        for line in lines {
            let sum = PaidSum(line)
            if let index = sums.firstIndex(where: { $0.code == line.payCode }) {
                sums[index].sum += sum
            } else {
                sums.append((line.payCode, sum))
            }
        }
        return sums
    }
}

extension PaidSum {
    init(_ line: PayrollLine) { self.init(units: Int128(line.units.nano), amount: line.amount?.nano) }
}

extension VarianceTable.Now {
    package init(_ employee: PayrollEmployee) {
        self.init(
            employee: employee.employeeID, number: employee.payrollNumber, name: employee.name,
            sums: employee.sumsByCode)
    }
}

extension VarianceBase {
    /// The lines of employees of another period, scaled by the workdays of both.
    package static func lines(of employees: [PayrollEmployee], workdays: (then: Int, now: Int)) -> [Line] {
        employees.flatMap { employee in
            employee.sumsByCode.map { code, sum in
                Line(
                    employee: employee.employeeID, number: employee.payrollNumber, name: employee.name, code: code,
                    sum: sum.scaled(from: workdays.then, to: workdays.now))
            }
        }
    }
}

extension BasePay {
    /// What employees of another period have in all.
    /// - Parameter codes: the pay codes of that run.
    package init(_ employees: [PayrollEmployee], codes: [PayCode]) {
        var sums: [String: PaidSum] = [:]
        for line in employees.flatMap(\.lines) { sums[line.payCode, default: .zero] += PaidSum(line) }
        self.init(
            employees: employees.count { !$0.lines.isEmpty },
            codes: codes.compactMap { code in
                sums[code.code].map { Code(code: code.code, unit: code.unit, sum: $0) }
            })
    }
}
