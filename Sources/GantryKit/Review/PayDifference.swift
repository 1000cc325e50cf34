public import GantryEngine
public import GantryModel
internal import GantryOutputs
internal import GantryPayroll
public import GantryRuns

/// What two published pay runs pay differently.
public struct PayDifference: Sendable, Equatable {
    /// The run that is compared with.
    public let from: RunID
    /// The run that is compared.
    public let to: RunID
    /// Lines that differ, in the order of payroll files.
    public let lines: [Line]
    /// Payroll numbers of employees with lines only in `to`.
    public let newEmployees: [String]
    /// Payroll numbers of employees with lines only in `from`.
    public let goneEmployees: [String]
    /// Entries that `from` holds and `to` doesn't.
    public let released: Int
    /// ISO 4217; `nil` where no amount is known.
    public let currency: String?
    /// How the server or the account of the two differ, a sentence each such as `account: a → b`. Empty for one source.
    public let differentSources: [String]
    /// Of the two runs, those that were withdrawn.
    public internal(set) var withdrawn: [Withdrawal] = []

    /// One line that differs.
    public struct Line: Sendable, Equatable {
        /// `Add`, `Change` or `Void`.
        public let action: String
        /// The number in the payroll system.
        public let payrollNumber: String
        /// The employee's name.
        public let name: String?
        /// The pay code.
        public let payCode: String
        /// The project; `nil` where lines aren't split.
        public let project: String?
        /// Units of the two lines, zero where there is none.
        public let units: (old: Hours, new: Hours)
        /// Printed amounts of the two lines; `nil` where there is none.
        public let amounts: (old: Money?, new: Money?)
        /// New units less old ones.
        public let unitsDifference: HoursSum
        /// The new printed amount less the old one; `nil` if neither line has one.
        public let amountDifference: Money?

        /// Whether all figures are equal.
        public static func == (a: Line, b: Line) -> Bool {
            a.action == b.action && a.payrollNumber == b.payrollNumber && a.name == b.name && a.payCode == b.payCode
                && a.project == b.project && a.units == b.units && a.amounts == b.amounts
        }
    }

    /// The sum of the lines' differences of amounts; `nil` if none has one.
    public var amount: Money? { Money.sum(lines.map(\.amountDifference)) }

    init(_ from: ComparedPay, _ to: ComparedPay) {
        self.from = from.run
        self.to = to.run
        // Between periods every line has other days, which says nothing of the pay.
        let isSamePeriod = from.run.period == to.run.period
        lines = PayChanges.between(from.pay.employees, to.pay.employees).filter { isSamePeriod || $0.differs }
            .map { Line(ChangeRow($0)) }
        newEmployees = to.paid.filter { !from.ids.contains($0.employeeID) }.map(\.payrollNumber)
        goneEmployees = from.paid.filter { !to.ids.contains($0.employeeID) }.map(\.payrollNumber)
        released = from.held.subtracting(to.held).count
        currency = to.pay.batch.currency ?? from.pay.batch.currency
        differentSources =
            from.source.flatMap { old in to.source.map { RunSource.differences(old, $0) } } ?? []
    }
}

extension Gantry {
    /// Compares the pay lines of two published runs. Nothing is written, and no server is asked.
    ///
    /// - Throws: `RunError.unusableRun` when a run isn't published or has no pay lines that can be read.
    public static func diff(_ from: RunID, _ to: RunID, in workspace: Workspace) async throws -> PayDifference {
        try await diff(from, to, proven: .provenPay(of: to, in: workspace), in: workspace)
    }

    /// The same for a run that was proven already.
    package static func diff(
        _ from: RunID, _ to: ReviewedPay, in workspace: Workspace
    ) async throws -> PayDifference {
        try await diff(from, to.review.run, proven: to.folder, in: workspace)
    }

    private static func diff(
        _ from: RunID, _ to: RunID, proven: ExportFolder, in workspace: Workspace
    ) async throws -> PayDifference {
        var difference = PayDifference(
            try await ComparedPay(from, .provenPay(of: from, in: workspace)), try await ComparedPay(to, proven))
        let marks = try await withdrawals(in: workspace)
        difference.withdrawn = [from, to].compactMap { marks[$0] }
        return difference
    }
}
