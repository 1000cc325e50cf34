internal import GantryJSON
internal import GantryOutputs

/// What the run that pay is compared with has paid, as it was published: never scaled.
package struct BasePay: Sendable, Equatable {
    /// A pay code of it that has paid something.
    package struct Code: Sendable, Equatable {
        package let code: String
        package let unit: PayUnit
        package let sum: PaidSum

        package init(code: String, unit: PayUnit, sum: PaidSum) {
            self.code = code
            self.unit = unit
            self.sum = sum
        }
    }

    /// The key in `totals.json` of what is said of it.
    package static let key = "before"

    /// Employees with lines.
    package let employees: Int
    /// In the order of its pay codes.
    package let codes: [Code]

    package init(employees: Int, codes: [Code]) {
        self.employees = employees
        self.codes = codes.filter { $0.sum != .zero }
    }

    /// As the rows of a comparison have it that isn't scaled.
    /// - Parameter codes: the pay codes with what their units count; those of other rows count as codes of hours.
    package init(_ rows: [VarianceTable.Row], codes: [Code]) {
        var sums: [String: PaidSum] = [:]
        for row in rows { if let before = row.before { sums[row.code, default: .zero] += before } }
        self.init(
            employees: BasePay.employees(rows),
            codes: codes.map { Code(code: $0.code, unit: $0.unit, sum: sums[$0.code] ?? .zero) }
                + sums.keys.sorted().filter { code in !codes.contains { $0.code == code } }.map {
                    Code(code: $0, unit: .hours, sum: sums[$0] ?? .zero)
                })
    }

    /// How many employees of a comparison have lines in the period before.
    package static func employees(_ rows: [VarianceTable.Row]) -> Int {
        Set(rows.filter { $0.before != nil }.map(\.employee)).count
    }
}

// As a run keeps it, and as `totals.json` states it.
extension BasePay {
    var document: JSONTree {
        .object([
            "employees": .integer(employees),
            "codes": .array(
                codes.map {
                    .array([
                        .string($0.code), .string($0.unit.rawValue), .string(String($0.sum.units)),
                        $0.sum.amount.map { .string(String($0)) } ?? .null,
                    ])
                }),
        ])
    }

    /// Reads what `document` gave; `nil` for anything else.
    init?(document tree: JSONTree) {
        guard let employees = tree["employees"]?.count, let list = tree["codes"]?.list else { return nil }
        var codes: [Code] = []
        for item in list {
            guard let cells = item.list, cells.count == 4, let code = cells[0].text,
                let unit = cells[1].text.flatMap(PayUnit.init(rawValue:)),
                let units = cells[2].text.flatMap(VarianceBase.nano)
            else { return nil }
            codes.append(
                Code(
                    code: code, unit: unit,
                    sum: PaidSum(units: units, amount: cells[3].text.flatMap(VarianceBase.nano))))
        }
        self.init(employees: employees, codes: codes)
    }

    /// As the totals of an export state it; `nil` where they don't.
    init?(totals: JSONTree) {
        guard let tree = totals[BasePay.key], let employees = tree["employees"]?.count,
            let list = tree["pay_codes"]?.list
        else { return nil }
        self.init(
            employees: employees,
            codes: list.compactMap { item in
                guard let code = item["code"]?.text, let units = item["units"]?.nano else { return nil }
                return Code(
                    code: code, unit: item["unit"]?.text.flatMap(PayUnit.init(rawValue:)) ?? .hours,
                    sum: PaidSum(units: units, amount: item["amount"]?.nano))
            })
    }
}
