package import GantryEngine

/// A file of pay lines on its way: it gets every employee once, in the order of `PayrollNumber`.
package protocol PayFile {
    /// Writes the employee's lines.
    mutating func add(_ employee: PayrollEmployee) throws
    /// Ends the file.
    /// - Parameter totals: what the lines of all employees add up to.
    /// - Returns: the marks of the file and of those that belong to it.
    mutating func finish(_ totals: PayrollTotals) throws -> [FileCheckpoint]
    /// Once it is finished: why it was not written after all. `nil` where it was.
    var leftOut: LeftOutFile? { get }
}

extension PayFile {
    package var leftOut: LeftOutFile? { nil }
}

/// Makes the payroll files of a run from its aggregates; every file gets the same lines.
package enum PayFiles {
    /// What writing them gave.
    package struct Result: Sendable {
        /// In the order of the files.
        package var marks: [FileCheckpoint] = []
        /// The totals of the lines as printed.
        package var totals: PayrollTotals
        /// The lines without an amount.
        package var unpriced: UnpricedLines
        /// What lines come to by project.
        package var projects: ProjectSums
        /// What employees with lines have, where it is compared with the period before.
        package var paid: [VarianceTable.Now] = []
        /// Files that were not written, since something of them doesn't fit their layout.
        package var leftOut: [LeftOutFile] = []
    }

    /// - Parameters:
    ///   - leavesOut: whether a file whose layout can't hold a value is left out; else it is an error.
    ///   - finished: gets the new marks of each file as soon as it is finished, with the totals.
    /// - Throws: `RunError.doesNotFit` where a value doesn't fit a layout, `PayrollError` for lines that a file can't
    ///   hold, `RunError` for hours that none can and for days of leave that don't add up, `FileError`.
    package static func write(
        _ files: [any PayFile], of summary: PayrollSummary, roster: Roster, by calculation: PayCalculation,
        leavesOut: Bool = false, finished: ([FileCheckpoint], PayrollTotals) -> Void = { _, _ in }
    ) throws -> Result {
        var files = files
        var result = Result(
            totals: PayrollTotals(payCodes: calculation.payCodes),
            unpriced: UnpricedLines(pricedCodes: calculation.settings?.pricedCodes ?? []),
            projects: ProjectSums(calculation.payCodes))
        try calculation.requireLeaveAddsUp(summary)
        try calculation.requireHolidaysAddUp(summary)
        let people = calculation.settings == nil ? [] : try calculation.employees(of: summary.employees, in: roster)
        for person in people {
            result.totals.add(person)
            if calculation.isByProject { result.projects.add(person) }
            result.unpriced.add(
                person, isSalaried: calculation.inputs.employees?[person.employeeID]?.isSalaried ?? false)
            if calculation.inputs.base != nil, !person.lines.isEmpty { result.paid.append(VarianceTable.Now(person)) }
            for index in files.indices { try files[index].add(person) }
        }
        for index in files.indices {
            // Two files of one profile leave the same copy of it.
            let marks = try files[index].finish(result.totals)
            if let file = files[index].leftOut {
                guard leavesOut else { throw file.error }
                result.leftOut.append(file)
            }
            let new = marks.filter { mark in !result.marks.contains { $0.name == mark.name } }
            result.marks += new
            finished(new, result.totals)
        }
        return result
    }
}
