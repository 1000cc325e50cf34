package import GantryJSON
package import GantryModel
internal import GantryOutputs

// Days of leave and of holidays as `totals.json` states them.
extension LeaveDays {
    /// The key in `totals.json`.
    package static let key = "leave_days"

    private static var fields: [(key: String, path: WritableKeyPath<LeaveDays, HoursSum>)] {
        [
            ("approved", \.approved), ("paid", \.paid), ("not_paid", \.notPaid), ("salaried", \.salaried),
            ("held", \.held),
        ]
    }

    /// The figures with their keys in `totals.json`, in its order.
    package var figures: [(key: String, days: HoursSum)] { LeaveDays.fields.map { ($0.key, self[keyPath: $0.path]) } }

    /// The value in `totals.json`.
    package var tree: JSONTree {
        .object(figures.map { JSONTree.Member($0.key, .string($0.days.description)) })
    }

    /// Reads what `tree` gave; `nil` for anything else.
    package init?(_ tree: JSONTree?) {
        guard let tree else { return nil }
        self.init()
        for field in LeaveDays.fields {
            guard let nano = tree[field.key]?.nano else { return nil }
            self[keyPath: field.path] = HoursSum(nano: nano)
        }
    }
}

extension HolidayDays {
    /// The key in `totals.json`.
    package static let key = "holiday_days"

    /// The value in `totals.json`.
    package var tree: JSONTree {
        .object([
            "all": .string(all.description), "paid": .string(paid.description), "held": .string(held.description),
        ])
    }

    /// Reads what `tree` gave; `nil` for anything else.
    package init?(_ tree: JSONTree?) {
        guard let all = tree?["all"]?.nano, let paid = tree?["paid"]?.nano, let held = tree?["held"]?.nano else {
            return nil
        }
        self.init()
        (self.all, self.paid, self.held) = (HoursSum(nano: all), HoursSum(nano: paid), HoursSum(nano: held))
    }
}
