internal import GantryModel

// What of an employee's lines is compared with another period.
extension PayrollEmployee {
    /// What each pay code sums up to, in the order of the lines.
    fileprivate var sumsByCode: [(code: String, sum: PaidSum)] {
        var sums: [(code: String, sum: PaidSum)] = []
        for line in lines {
            let sum = PaidSum(units: Int128(line.units.nano), amount: line.amount.map { Int128($0.nano) })
            if let index = sums.firstIndex(where: { $0.code == line.payCode }) {
                sums[index].sum += sum
            } else {
                sums.append((line.payCode, sum))
            }
        }
        return sums
    }
}

extension VarianceTable.Now {
    package init(_ employee: PayrollEmployee) {
        self.init(number: employee.payrollNumber, name: employee.name, sums: employee.sumsByCode)
    }
}

extension VarianceBase {
    /// The lines of employees of another period, scaled by the workdays of both.
    package static func lines(of employees: [PayrollEmployee], workdays: (then: Int, now: Int)) -> [Line] {
        employees.flatMap { employee in
            employee.sumsByCode.map { code, sum in
                Line(
                    number: employee.payrollNumber, name: employee.name, code: code,
                    sum: sum.scaled(from: workdays.then, to: workdays.now))
            }
        }
    }
}
