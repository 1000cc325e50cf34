internal import GantryEngine
internal import GantryModel

extension EmployeeTable {
    /// Workers with the payroll numbers that they have in the system of the hours. Who has none, or one that no payroll
    /// number is, is not among them.
    ///
    /// - Parameter now: whether those of today are meant, where a correction uses others. The default is no.
    package static func rows(numbersOf workers: [Roster.Person], now: Bool = false) -> [Row] {
        workers.compactMap { worker in
            let used = worker.others[Roster.Person.payrollNumberField]
            return (now ? worker.newNumber ?? used : used).flatMap { number in
                EmployeeTable.isPayrollNumber(number) ? Row(employeeID: worker.id, payrollNumber: number) : nil
            }
        }
    }

    /// The payroll numbers that workers have in the system of the hours.
    ///
    /// - Throws: `RunError.unsupported` for a number that two workers have.
    package init(numbersOf workers: [Roster.Person]) throws {
        let rows = EmployeeTable.rows(numbersOf: workers)
        let shared = Dictionary(grouping: rows, by: \.payrollNumber).filter { $1.count > 1 }
        guard shared.isEmpty else {
            throw RunError(
                .unsupported, "Workers have the same payroll number.",
                details: shared.sorted { $0.key < $1.key }.prefix(20).map { number, rows in
                    "\(number): the workers \(listed(rows.map { $0.employeeID.keyText }, "and"))"
                },
                advice: "Correct the numbers in the system that the hours come from, then run again.")
        }
        self.init(rows)
    }
}
