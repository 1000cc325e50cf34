internal import GantryModel

// What of an employee's lines is compared with another period.
extension PayrollEmployee {
    /// Units by pay code in the order of the lines, all projects together, in billionths.
    fileprivate var unitsByCode: [(code: String, units: Int128)] {
        var sums: [(code: String, units: Int128)] = []
        for line in lines {
            if let index = sums.firstIndex(where: { $0.code == line.payCode }) {
                sums[index].units += Int128(line.units.nano)
            } else {
                sums.append((line.payCode, Int128(line.units.nano)))
            }
        }
        return sums
    }
}

extension VarianceTable.Now {
    package init(_ employee: PayrollEmployee) {
        self.init(number: employee.payrollNumber, name: employee.name, units: employee.unitsByCode)
    }
}

extension VarianceBase {
    /// The lines of employees of another period, scaled by the workdays of both.
    package static func lines(of employees: [PayrollEmployee], workdays: (then: Int, now: Int)) -> [Line] {
        let (then, now) = (Int128(max(workdays.then, 1)), Int128(workdays.now))
        return employees.flatMap { employee in
            employee.unitsByCode.map { code, units in
                let scaled =
                    then == now
                    ? units : rounded(nano: divided(units * now, by: then, .halfUp), toDigits: 2, .halfUp)
                return Line(number: employee.payrollNumber, name: employee.name, code: code, units: scaled)
            }
        }
    }
}
