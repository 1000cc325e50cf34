package import GantryModel

/// A worker and a day.
package struct EmployeeDay: Hashable, Sendable {
    package let employeeID: Int64
    package let date: CivilDate

    package init(employeeID: Int64, date: CivilDate) {
        self.employeeID = employeeID
        self.date = date
    }
}
