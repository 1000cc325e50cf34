internal import GantryJSON
internal import GantryModel

extension ResultValues {
    /// What became of the days of approved leave; null where no pay code pays leave.
    static func leave(_ days: LeaveDays?) -> JSONTree {
        guard let days else { return .null }
        return JSONTree.object([
            "approved": JSONTree(days.approved), "paid": JSONTree(days.paid), "notPaid": JSONTree(days.notPaid),
            "salaried": JSONTree(days.salaried), "held": JSONTree(days.held),
        ])
    }

    /// What became of the holidays on workdays; null where no pay code pays them.
    static func holidays(_ days: HolidayDays?) -> JSONTree {
        guard let days else { return .null }
        return JSONTree.object([
            "all": JSONTree(days.all), "paid": JSONTree(days.paid), "held": JSONTree(days.held),
        ])
    }
}
