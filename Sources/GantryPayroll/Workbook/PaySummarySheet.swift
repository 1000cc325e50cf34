internal import GantryFormats
internal import GantryModel
internal import GantryOutputs

/// The first sheet of a payroll workbook, for whoever looks at the month: the total, what each pay code comes to, and
/// what each employee does, and what is on hold. It is made of the other sheets alone, so that whoever has these can
/// check it.
struct PaySummarySheet {
    /// As many as its rows have cells.
    let columns: [WorkbookColumn]
    /// Its rows with their headings, as CSV in the machine dialect.
    let bytes: [UInt8]
    /// The first cell of the row with the total.
    let total: String

    /// - Parameters:
    ///   - lines: the pay lines as CSV in the machine dialect, with headings; the lines of an employee follow each
    ///     other.
    ///   - exceptions: the next row of the list of exceptions, after its headings; `nil` after the last.
    ///   - layout: the columns of the lines.
    ///   - codes: the pay codes with what people call them, in the order of payroll files.
    ///   - currency: that of amounts; `nil` where there is none.
    ///   - language: that of its words.
    ///   - unitsDecimals: decimals of units.
    init(
        of lines: [UInt8], exceptions: () throws -> [String]?, _ layout: PayCSVColumns,
        codes: [(code: String, title: String)], currency: String?, language: Language, unitsDecimals: Int
    ) rethrows {
        func word(_ name: String) -> String { SheetWords.word(name, language) }
        total = word("total")
        columns = [
            WorkbookColumn(heading: word("sheet.pay"), kind: .text), WorkbookColumn(heading: word("name"), kind: .text),
            WorkbookColumn(heading: word("lines"), kind: .integer),
            WorkbookColumn(heading: word("units"), kind: .quantity(.fixed(unitsDecimals))),
            WorkbookColumn(
                heading: word("amount") + (currency.map { " \($0)" } ?? ""),
                kind: .quantity(.fixed(PayrollBatch.amountDecimals))),
        ]
        var all = Sum()
        var byCode = codes.map { (title: $0.title, code: $0.code, sum: Sum()) }
        var people: [(number: String, name: String, sum: Sum)] = []
        var rows = CSVRows(lines, dialect: .machine)
        _ = rows.next()
        while let cells = rows.next(), cells.count == layout.headings.count {
            let units = CSVDialect.machine.nano(cells[layout.units]) ?? 0
            let amount = CSVDialect.machine.nano(cells[layout.amount])
            let name = CSVDialect.machine.unguarded(cells[1]) ?? ""
            let number = CSVDialect.machine.unguarded(cells[0]) ?? ""
            all.add(units, amount)
            if people.last?.number != number { people.append((number, name, Sum())) }
            people[people.count - 1].sum.add(units, amount)
            let code = CSVDialect.machine.unguarded(cells[layout.code]) ?? ""
            let place = byCode.firstIndex { $0.code == code } ?? byCode.count
            if place == byCode.count { byCode.append((code, code, Sum())) }
            byCode[place].sum.add(units, amount)
        }
        // An entry that several rules keep out counts once; entries of one number are told apart by the rule about
        // them.
        var held: [String: [(rule: String, entries: Int128, hours: Int128)]] = [:]
        while let cells = try exceptions(), cells.count == ExceptionLayout.payroll.headings.count {
            guard cells[0] == Severity.blocker.rawValue, !cells[2].isEmpty else { continue }
            let rules = held[cells[2], default: []]
            let place = rules.firstIndex { $0.rule == cells[1] } ?? rules.count
            if place == rules.count { held[cells[2], default: []].append((cells[1], 0, 0)) }
            held[cells[2]]?[place].entries += 1
            held[cells[2]]?[place].hours += CSVDialect.machine.nano(cells[9]) ?? 0
        }
        let most = held.values.compactMap { rules in rules.max { $0.entries < $1.entries } }
        var table = CSVTable(dialect: .machine)
        table.appendHeader(columns.map(\.heading))
        func append(_ what: String, named name: String, sum: Sum, showsUnits: Bool) {
            table.append([
                .text(what), name.isEmpty ? .empty : .text(name),
                .decimal(Int128(sum.lines) * 1_000_000_000, .fixed(0)),
                showsUnits ? .decimal(sum.units, .fixed(unitsDecimals)) : .empty,
                sum.amount.map { .decimal($0, .fixed(PayrollBatch.amountDecimals)) } ?? .empty,
            ])
        }
        // Units of different pay codes are hours, days and pieces, which nothing adds up.
        let unpriced = all.unpriced == 0 ? "" : ", " + SheetWords.counted(all.unpriced, "unpriced", in: language)
        append(
            total, named: SheetWords.counted(people.count, "employees", in: language) + unpriced, sum: all,
            showsUnits: false)
        table.append([
            .text(word("on-hold")),
            .text("\(word("on-hold.note")) \(WorkbookFormat.Sheet.exceptions.title(language))"),
            .decimal(most.reduce(0) { $0 + $1.entries } * 1_000_000_000, .fixed(0)),
            .decimal(most.reduce(0) { $0 + $1.hours }, .fixed(unitsDecimals)), .empty,
        ])
        for code in byCode {
            append("\(word("pay-code")) \(code.code)", named: code.title, sum: code.sum, showsUnits: true)
        }
        for person in people {
            append("\(word("employee")) \(person.number)", named: person.name, sum: person.sum, showsUnits: false)
        }
        bytes = table.take()
    }

    private struct Sum {
        var lines = 0
        var units: Int128 = 0
        var amount: Int128?
        /// Lines without an amount, which no sum of amounts holds.
        var unpriced = 0

        mutating func add(_ units: Int128, _ amount: Int128?) {
            lines += 1
            self.units += units
            if let amount { self.amount = (self.amount ?? 0) + amount } else { unpriced += 1 }
        }
    }
}
