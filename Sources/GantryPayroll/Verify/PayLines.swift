internal import GantryJSON
internal import GantryModel

/// Pay lines by employee and pay code, from one file of an export, to be compared with those of another.
struct PayLines {
    struct Key: Hashable, Comparable {
        let employee: String
        let code: String
        /// `nil` where lines aren't split by projects.
        let project: String?

        /// The pay code, and the project where there is one.
        var words: String { project.map { "\(code), project \($0)" } ?? code }

        static func < (a: Key, b: Key) -> Bool {
            (a.employee, a.code, a.project ?? "") < (b.employee, b.code, b.project ?? "")
        }
    }

    struct Line: Equatable {
        var units: Int128
        var rate: Int128?
        var amount: Int128?
        /// Entries and days of the line; `nil` if the file doesn't show them.
        var detail: Detail?
    }

    struct Detail: Equatable {
        var entries: Int
        var days: [PayrollDay]
    }

    /// What belongs to an employee and not to a line.
    struct Employee: Equatable {
        /// The id at the source; `nil` if the file doesn't tell.
        var id: Int64?
        var name: String?
        /// Entries and the sum of their ids; `nil` if the file doesn't tell.
        var entries: Int?
        var entryIDSum: Int128?
    }

    /// The file that says so, relative to the export folder.
    let origin: String
    /// Whether the origin has names and rates: an archive has them if the workers are beside it.
    var hasWorkers = true
    private(set) var lines: [Key: Line] = [:]
    private(set) var employees: [String: Employee] = [:]

    mutating func add(_ employee: PayrollEmployee) {
        employees[employee.payrollNumber] = Employee(
            id: employee.employeeID, name: employee.name, entries: employee.entries, entryIDSum: employee.entryIDSum)
        for line in employee.lines {
            lines[Key(employee: employee.payrollNumber, code: line.payCode, project: line.project)] = Line(
                units: Int128(line.units.nano), rate: line.rate?.nano, amount: line.amount?.nano,
                detail: Detail(entries: line.entries, days: line.days))
        }
    }

    mutating func add(_ line: Line, _ key: Key, name: String?) {
        if employees[key.employee] == nil { employees[key.employee] = Employee(name: name) }
        lines[key] = line
    }

    struct Totals {
        var codes: [(code: String, lines: Int, units: Int128, amount: Int128?)]
        var amount: Int128?
        var payrollNumbers: Int128 = 0
    }

    /// Adds the lines up. A pay code that is not among `codes` gets a total of its own at the end.
    func totals(of codes: [String]) -> Totals {
        var totals = Totals(codes: codes.map { ($0, 0, 0, nil) })
        for (key, line) in lines {
            let index: Int
            if let known = totals.codes.firstIndex(where: { $0.code == key.code }) {
                index = known
            } else {
                index = totals.codes.count
                totals.codes.append((key.code, 0, 0, nil))
            }
            totals.codes[index].lines += 1
            totals.codes[index].units += line.units
            guard let amount = line.amount else { continue }
            totals.codes[index].amount = (totals.codes[index].amount ?? 0) + amount
            totals.amount = (totals.amount ?? 0) + amount
        }
        for number in employees.keys {
            totals.payrollNumbers += PayrollNumber.value(of: number).map { Int128($0) } ?? 0
        }
        return totals
    }

    /// The lines by project.
    /// - Parameter codes: the pay codes as `totals.json` states them.
    func projects(of codes: JSONTree?) -> JSONTree {
        let ofHours = (codes?.list ?? []).filter { $0["unit"] == nil }.compactMap { $0["code"]?.text }
        var sums = ProjectSums(codesOfHours: ofHours)
        for (key, line) in lines { sums.add(key.project, key.code, units: line.units, amount: line.amount) }
        return sums.tree
    }

    /// What another file says differently, one sentence for each, at most `limit`.
    ///
    /// No name is printed: `verify` says what it finds to logs too.
    func differences(in other: PayLines, limit: Int = 20) -> [String] {
        var found: [String] = []
        for (key, line) in lines.sorted(by: { $0.key < $1.key }) {
            guard found.count < limit else { return found }
            let place = "employee \(key.employee), pay code \(key.words)"
            guard let there = other.lines[key] else {
                found.append(
                    "\(place): the line is missing; \(origin) has \(decimalText(nano: line.units, .exact)) units")
                continue
            }
            func compare(_ what: String, here: Int128?, there: Int128?) {
                guard here != there else { return }
                func text(_ nano: Int128?) -> String { nano.map { decimalText(nano: $0, .exact) } ?? "nothing" }
                found.append("\(place): \(what) is \(text(there)), expected \(text(here)) from \(origin)")
            }
            compare("units", here: line.units, there: there.units)
            if hasWorkers {
                compare("rate", here: line.rate, there: there.rate)
                compare("amount", here: line.amount, there: there.amount)
            }
            if let detail = line.detail, let other = there.detail {
                if detail.entries != other.entries {
                    found.append(
                        "\(place): it has \(counted(other.entries, "entry", plural: "entries")), expected \(detail.entries) from \(origin)"
                    )
                }
                if detail.days != other.days { found.append("\(place): its days differ from those in \(origin)") }
            }
        }
        for key in other.lines.keys.filter({ lines[$0] == nil }).sorted() {
            found.append("employee \(key.employee), pay code \(key.words): \(origin) has no such line")
        }
        for (number, employee) in employees.sorted(by: { $0.key < $1.key }) {
            // A table of lines doesn't name an employee without lines; missing lines are reported above.
            guard let there = other.employees[number] else { continue }
            if hasWorkers, employee.name != there.name {
                found.append("employee \(number): the name differs from the one in \(origin)")
            }
            if let entries = employee.entries, let others = there.entries, entries != others {
                found.append(
                    "employee \(number): it has \(counted(others, "entry", plural: "entries")), expected \(entries) from \(origin)"
                )
            }
            if let sum = employee.entryIDSum, let others = there.entryIDSum, sum != others {
                found.append(
                    "employee \(number): the entry numbers add up to \(others), expected \(sum) from \(origin)")
            }
        }
        return Array(found.prefix(limit))
    }
}
