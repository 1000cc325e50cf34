package import GantryModel

/// What a payroll file is about: where its hours come from, which days it covers, and how its numbers were rounded.
package struct PayrollBatch: Hashable, Sendable {
    /// The kind of back end, e.g. `ksr-cranes`.
    package var system: String
    /// The named account on it.
    package var connection: String
    /// The pipeline that made the file.
    package var pipeline: String
    package var period: PayPeriod
    /// 1 for the first file of a period.
    package var revision: Int
    /// The revision that this one replaces, `nil` for the first.
    package var corrects: Int?
    /// When the run that made the file started; the same for a continued run.
    package var snapshot: Instant
    /// The ISO 4217 code of every rate and amount, `nil` when none is known.
    package var currency: String?
    /// How units and amounts are rounded, once each.
    package var rounding: Rounding
    /// Decimals of the units of a line, 0...4.
    package var unitsDecimals: Int
    /// Whether some employees have a text as key in the system of the hours.
    package var hasTextKeys = false

    package init(
        system: String, connection: String, pipeline: String, period: PayPeriod, revision: Int, corrects: Int? = nil,
        snapshot: Instant, currency: String? = nil, rounding: Rounding = .halfUp, unitsDecimals: Int = 2
    ) {
        self.system = system
        self.connection = connection
        self.pipeline = pipeline
        self.period = period
        self.revision = revision
        self.corrects = corrects
        self.snapshot = snapshot
        self.currency = currency
        self.rounding = rounding
        self.unitsDecimals = unitsDecimals
    }

    /// Decimals of every amount.
    package static let amountDecimals = 2

    /// The line of one pay code: its units are the sum of `days` rounded once, its amount is units × rate rounded once.
    /// Without a rate there is no amount.
    ///
    /// - Parameters:
    ///   - days: in order of their dates, each date once.
    ///   - rate: below 9.2 thousand million.
    /// - Returns: `nil` when the days add up to more than `Hours` hold, 9.2 thousand million.
    package func line(payCode: String, days: [PayrollDay], rate: Money?, entries: Int) -> PayrollLine? {
        let printed = printed([exactUnits(of: days)], rate: rate)
        guard let units = Int64(exactly: printed.units[0]).map(Hours.init(nano:)) else { return nil }
        return PayrollLine(
            payCode: payCode, units: units, rate: rate, amount: printed.amounts?[0], entries: entries, days: days)
    }

    /// What the lines of one employee and pay code show: one line, or one for each project.
    ///
    /// The units of all of them are their exact sum rounded once, their amount is these units × the unrounded rate
    /// rounded once; the lines divide both (`Spread`).
    /// - Parameter exact: the unrounded units of each line, in billionths.
    /// - Returns: units in billionths, and amounts where there is a rate.
    func printed(_ exact: [Int128], rate: Money?) -> (units: [Int128], amounts: [Money]?) {
        let step = step(unitsDecimals)
        let total = ClockGrain.rounded(exact.reduce(0, +), by: step, rounding)
        let units = exact.count == 1 ? [total] : Spread.parts(of: total, over: exact, step: step)
        guard let rate, let hours = Int64(exactly: total).map(Hours.init(nano:)) else { return (units, nil) }
        let amount = self.amount(units: hours, rate: rate)
        guard exact.count > 1 else { return (units, [amount]) }
        let amounts = units.map { divided($0 * rate.nano, by: 1_000_000_000, .halfEven) }
        return (
            units,
            Spread.parts(of: amount.nano, over: amounts, step: self.step(PayrollBatch.amountDecimals)).map(
                Money.init(nano:))
        )
    }

    /// One unit of the last decimal, in billionths.
    private func step(_ decimals: Int) -> Int128 {
        var step: Int128 = 1_000_000_000
        for _ in 0..<decimals { step /= 10 }
        return step
    }

    func exactUnits(of days: [PayrollDay]) -> Int128 { days.sum.nano }

    /// Units × unrounded rate, rounded once.
    package func amount(units: Hours, rate: Money) -> Money {
        rate.times(units, digits: PayrollBatch.amountDecimals, rounding)
    }
}

/// A pay code and what it means, declared once per file.
package struct PayCode: Hashable, Sendable {
    /// At most 64 characters without white space at its ends.
    package var code: String
    /// For people, e.g. `Normal hours`.
    package var title: String
    /// What the units of its lines count. The default is hours.
    package var unit: PayUnit
    /// Whether it pays leave. The default is false: files of pay lines don't tell, and `totals.json` does.
    package var isAbsence: Bool

    package init(_ code: String, title: String, unit: PayUnit = .hours, isAbsence: Bool = false) {
        self.code = code
        self.title = title
        self.unit = unit
        self.isAbsence = isAbsence
    }
}

/// What one employee is paid for in a period.
package struct PayrollEmployee: Hashable, Sendable {
    /// The number under which payroll knows the employee; 1...64 characters.
    package var payrollNumber: String
    /// The source system's id.
    package var employeeID: Int64
    package var name: String?
    /// Work entries behind the lines. An entry with normal hours and overtime counts once here and in both lines.
    package var entries: Int
    /// The sum of those entries' ids: a number without meaning that tells a dropped or exchanged entry.
    package var entryIDSum: Int128
    /// In the order in which the file declares the pay codes, each at most once.
    package var lines: [PayrollLine]

    package init(
        payrollNumber: String, employeeID: Int64, name: String?, entries: Int, entryIDSum: Int128, lines: [PayrollLine]
    ) {
        self.payrollNumber = payrollNumber
        self.employeeID = employeeID
        self.name = name
        self.entries = entries
        self.entryIDSum = entryIDSum
        self.lines = lines
    }
}

/// The sum of one employee's units of one pay code, and of one project where pay is split by projects.
package struct PayrollLine: Hashable, Sendable {
    package var payCode: String
    /// The project of the hours; `nil` where pay isn't split by projects.
    package var project: String?
    /// The sum of `days`, rounded once to the batch's units decimals.
    package var units: Hours
    /// The price of one unit, unrounded; `nil` when the source knows none.
    package var rate: Money?
    /// Units × rate, rounded once; `nil` without a rate.
    package var amount: Money?
    /// Work entries behind the line.
    package var entries: Int
    /// In order of their dates, each date once.
    package var days: [PayrollDay]

    package init(
        payCode: String, project: String? = nil, units: Hours, rate: Money?, amount: Money?, entries: Int,
        days: [PayrollDay]
    ) {
        self.payCode = payCode
        self.project = project
        self.units = units
        self.rate = rate
        self.amount = amount
        self.entries = entries
        self.days = days
    }
}

/// The units of one employee, pay code and day, unrounded.
package struct PayrollDay: Hashable, Sendable {
    package var date: CivilDate
    /// In the unit of the pay code: hours, or a number of days or times.
    package var hours: Hours

    package init(date: CivilDate, hours: Hours) {
        self.date = date
        self.hours = hours
    }
}

extension [PayrollDay] {
    /// All hours together.
    var sum: HoursSum { reduce(.zero) { $0 + HoursSum($1.hours) } }
}
