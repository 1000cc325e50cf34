package import GantryModel
internal import GantryPayroll
package import GantryRuns

extension Pipeline {
    /// Whether it pays two weeks at a time: it compares with the server's pay periods.
    package var isFortnightly: Bool { (payroll?.rule("period-differs") ?? .off) != .off }

    /// By which its periods are counted: its own rule, or fortnights or months.
    package var countedPeriods: any CountedPeriods {
        payPeriodRule ?? (isFortnightly ? StandardPeriod.lastFortnight : StandardPeriod.lastMonth)
    }
}
