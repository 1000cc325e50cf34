package import GantryJSON
internal import GantryModel
package import GantryOutputs

/// What the period before paid, as far as a run compares its pay with it. A run takes it when it begins and keeps it,
/// so that its files are the same whatever is published later.
package struct VarianceBase: Sendable, Equatable {
    /// What an employee had under a pay code, all projects together.
    package struct Line: Sendable, Equatable {
        /// The employee's id at the source: a payroll number can be another one, or another's, in the next period.
        package let employee: Int64
        package let number: String
        package let name: String?
        package let code: String
        /// Scaled to the workdays of the period that is compared.
        package let sum: PaidSum

        package init(employee: Int64, number: String, name: String?, code: String, sum: PaidSum) {
            self.employee = employee
            self.number = number
            self.name = name
            self.code = code
            self.sum = sum
        }
    }

    /// An employee and the payroll number of earlier pay.
    package struct Former: Sendable, Hashable {
        package let employee: Int64
        package let number: String

        package init(employee: Int64, number: String) {
            self.employee = employee
            self.number = number
        }
    }

    /// The run that is compared with.
    package let run: String
    /// The SHA-256 of its tag manifest, which covers every file of it.
    package let bag: String
    /// Whether people signed it.
    package let isSigned: Bool
    /// In the order of payroll files.
    package let lines: [Line]
    /// Who was paid under which number in one of the periods before it, where the run has no such lines; the latest
    /// first.
    package let earlier: [Former]
    /// What the run has paid in all, not scaled; `nil` where it isn't known: an export of an earlier build doesn't say
    /// it.
    package var paid: BasePay?
    /// The rates of its workers, by the workers' numbers; `nil` as a run keeps it, whose own workers have what differs.
    package var rates: [Int64: String]?

    package init(run: String, bag: String, isSigned: Bool, lines: [Line], earlier: [Former]) {
        self.run = run
        self.bag = bag
        self.isSigned = isSigned
        self.lines = lines
        self.earlier = earlier
    }
}

extension VarianceBase {
    /// Workers with the rates of the base where these were others; as they are where it doesn't have the rates.
    package func marked(_ people: [Roster.Person]) -> [Roster.Person] {
        guard let rates else { return people }
        return people.map { person in
            var person = person
            person.rateBefore = rates[person.id].flatMap { $0 == person.rateText ? nil : $0 }
            return person
        }
    }
}

// As a run keeps it, and as the bag states it.
extension VarianceBase {
    package var document: JSONTree {
        .object([
            "run": .string(run), "bag": .string(bag), "signed": .bool(isSigned),
            "lines": .array(
                lines.map {
                    .array([
                        .string($0.employee.keyText), .string($0.number), $0.name.map { .string($0) } ?? .null,
                        .string($0.code),
                        .string(String($0.sum.units)), $0.sum.amount.map { .string(String($0)) } ?? .null,
                    ])
                }),
            "earlier": earlierTree, "paid": paid?.document ?? .null,
        ])
    }

    /// Reads what `document` gave; `nil` for anything else.
    package init?(document tree: JSONTree) {
        guard let run = tree["run"]?.text, let bag = tree["bag"]?.text, let list = tree["lines"]?.list else {
            return nil
        }
        var lines: [Line] = []
        for item in list {
            guard let cells = item.list, cells.count == 6, let employee = cells[0].text.flatMap({ Int64(key: $0) }),
                let number = cells[1].text, let code = cells[3].text,
                let units = cells[4].text.flatMap(VarianceBase.nano)
            else { return nil }
            let sum = PaidSum(units: units, amount: cells[5].text.flatMap(VarianceBase.nano))
            lines.append(Line(employee: employee, number: number, name: cells[2].text, code: code, sum: sum))
        }
        self.init(
            run: run, bag: bag, isSigned: tree["signed"] == .bool(true), lines: lines,
            earlier: VarianceBase.earlier(tree["earlier"]))
        paid = tree["paid"].flatMap { BasePay(document: $0) }
    }

    /// Billionths, fewer than 10³³ of them, so that sums and scaled sums fit.
    static func nano(_ text: String) -> Int128? {
        Int128(text).flatMap { $0.magnitude < 1_000_000_000_000_000_000_000_000_000_000_000 ? $0 : nil }
    }

    private var earlierTree: JSONTree {
        .array(
            earlier.map {
                .object(["employee": .string($0.employee.keyText), "payroll_number": .string($0.number)])
            })
    }

    private static func earlier(_ tree: JSONTree?) -> [Former] {
        (tree?.list ?? []).compactMap { former in
            guard let employee = former["employee"]?.text.flatMap({ Int64(key: $0) }),
                let number = former["payroll_number"]?.text
            else { return nil }
            return Former(employee: employee, number: number)
        }
    }

    /// What `totals.json` says of it beside the file.
    package var details: [JSONTree.Member] {
        [
            JSONTree.Member("base", .string(run)), JSONTree.Member("base_bag", .string(bag)),
            JSONTree.Member("base_signed", .bool(isSigned)),
            JSONTree.Member("earlier", earlierTree),
        ]
    }

    /// The base of a published export, and its list of variances that says so; `nil` where it has none.
    /// - Throws: `RunError.verificationFailed` for a file that is no such list; `FileError`.
    package static func stated(_ folder: ExportFolder) throws -> (base: VarianceBase, rows: [VarianceTable.Row])? {
        guard let file = folder.file(FileEntry.variance), let run = file.tree["base"]?.text,
            let bag = file.tree["base_bag"]?.text
        else { return nil }
        let rows = try VarianceTable.read(file.path, file.dialect)
        var base = VarianceBase(
            run: run, bag: bag, isSigned: file.tree["base_signed"] == .bool(true),
            lines: rows.compactMap { row in
                row.before.map {
                    Line(
                        employee: row.employee, number: row.numberBefore ?? row.number, name: row.name, code: row.code,
                        sum: $0)
                }
            }, earlier: earlier(file.tree["earlier"]))
        base.paid = BasePay(totals: folder.totals)
        return (base, rows)
    }
}
