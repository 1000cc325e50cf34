internal import GantryModel

/// Writes lines of a compiled profile into memory and gathers what doesn't fit.
struct ProfileEncoder {
    /// The employee of the lines that are written.
    struct Employee {
        var number = ""
        var name: String?
        var rows = 0
        /// Hours, or minutes where the layout writes them.
        var units: Int128 = 0
    }

    /// The sums of a file.
    struct Sums {
        var rows = 0
        var units: Int128 = 0
        var amount: Int128 = 0
    }

    let compiled: CompiledProfile
    let payCodes: [PayCode]
    /// How the lines of each pay code are written, in their order.
    private let writtenCodes: [WrittenCode?]
    /// Which rows show their units and amounts, by their places in the profile.
    private let showsUnits: [Bool]
    private let showsAmounts: [Bool]
    private(set) var misfits: Misfits
    /// What has been written and not yet taken.
    private(set) var out: [UInt8]
    private var isFirstLine = true
    private let lineEnd: [UInt8]
    /// What the last texts of a cell became, so that a number or code of many rows is looked at once.
    private var known: [[(text: String, bytes: [UInt8])]]
    /// What the days of the period became in a cell, from its first day on; empty until it is needed.
    private var days: [[[UInt8]]]

    init(_ compiled: CompiledProfile, payCodes: [PayCode]) {
        self.compiled = compiled
        self.payCodes = payCodes
        writtenCodes = payCodes.map { WrittenCode($0, profile: compiled.profile, context: compiled.context) }
        showsUnits = compiled.profile.rows.map { $0.shows(.units) }
        showsAmounts = compiled.profile.rows.map { $0.shows(.amount) }
        misfits = compiled.misfits
        out = compiled.profile.encoding.mark
        lineEnd = compiled.profile.lineEnd.bytes
        known = compiled.cells.map { _ in [] }
        let length = compiled.context.batch.period.days
        days = compiled.cells.map { _ in Array(repeating: [], count: length) }
    }

    /// Starts another file.
    mutating func startOver() {
        out = compiled.profile.encoding.mark
        isFirstLine = true
    }

    mutating func take() -> [UInt8] {
        defer { out.removeAll(keepingCapacity: true) }
        return out
    }

    /// Exchanges what is written for something else: for a head that is known last.
    mutating func replaceOutput(_ bytes: [UInt8]) { out = bytes }

    /// There are few codes, and comparing them is faster than hashing one.
    func payCode(_ code: String) -> PayCode? { payCodes.first { $0.code == code } }

    /// How the lines of a pay code are written; `nil` where the layout has no row for them.
    func written(_ code: String) -> WrittenCode? {
        guard let place = payCodes.firstIndex(where: { $0.code == code }) else {
            return WrittenCode(PayCode(code, title: code), profile: compiled.profile, context: compiled.context)
        }
        return writtenCodes[place]
    }

    mutating func add(_ misfit: Misfit) { misfits.add(misfit) }

    /// Adds a row to the sums of what a file shows.
    func add(_ row: ProfileRow, to sums: inout Sums) {
        sums.rows += 1
        if showsUnits[row.place] { sums.units += row.units }
        if showsAmounts[row.place] { sums.amount += row.amount ?? 0 }
    }

    // MARK: Lines

    mutating func append(_ lines: [CompiledLine], of employee: Employee, row: ProfileRow?, sums: Sums) {
        for line in lines {
            if !isFirstLine { out += lineEnd }
            isFirstLine = false
            append(line, of: employee, row: row, sums: sums)
        }
    }

    /// Appends the rows of one pay line: only their days, units and amounts differ.
    ///
    /// - Parameter line: the one line of each row.
    mutating func append(_ line: CompiledLine, of employee: Employee, rows: ArraySlice<ProfileRow>, sums: inout Sums) {
        guard rows.count > 1, let steps = shared(line, of: employee, row: rows[rows.startIndex], sums: sums) else {
            for index in rows.indices {
                add(rows[index], to: &sums)
                append([line], of: employee, row: rows[index], sums: sums)
            }
            return
        }
        for index in rows.indices {
            add(rows[index], to: &sums)
            if !isFirstLine { out += lineEnd }
            isFirstLine = false
            append(steps, of: employee, row: rows[index], sums: sums)
        }
    }

    /// The line with everything filled in that the rows of one pay line share; `nil` where something doesn't fit.
    private mutating func shared(
        _ line: CompiledLine, of employee: Employee, row: ProfileRow, sums: Sums
    ) -> CompiledLine? {
        let start = out.count
        defer { out.removeLast(out.count - start) }
        var shared = CompiledLine()
        shared.marksNegative = line.marksNegative
        for step in line.steps {
            guard case .cell(let index) = step, !compiled.cells[index].value.differsInLine else {
                shared.append(step)
                continue
            }
            let place = out.count
            do throws(Unfit) {
                try append(cell: index, in: line, of: employee, row: row, sums: sums)
            } catch {
                return nil
            }
            shared.append(.bytes(Array(out[place...])))
        }
        return shared
    }

    mutating func endLastLine() {
        if compiled.profile.endsLastLine, !isFirstLine { out += lineEnd }
    }

    private mutating func append(_ line: CompiledLine, of employee: Employee, row: ProfileRow?, sums: Sums) {
        for step in line.steps {
            switch step {
            case .bytes(let bytes): out += bytes
            case .negative(let shown, let blank): out += (row?.units ?? 0) < 0 ? shown : blank
            case .cell(let index):
                do throws(Unfit) {
                    try append(cell: index, in: line, of: employee, row: row, sums: sums)
                } catch {
                    let column = compiled.cells[index].value.spelling
                    misfits.add(
                        Misfit(
                            employee: employee.number.isEmpty ? nil : employee.number,
                            payCode: row?.payCode, column: column, value: error.value, expected: error.expected,
                            saysWhatToDo: error.saysWhatToDo))
                }
            }
        }
    }

    private mutating func append(
        cell index: Int, in line: CompiledLine, of employee: Employee, row: ProfileRow?, sums: Sums
    ) throws(Unfit) {
        switch compiled.cells[index].value {
        case .units: try append(units: row?.units, index, marked: line.marksNegative)
        case .employeeUnits: try append(units: employee.units, index, marked: false)
        case .sumUnits: try append(units: sums.units, index, marked: false)
        case .rate: try append(rate: row?.rate?.nano, index)
        case .amount: try append(amountOf: row, index, marked: line.marksNegative)
        case .sumAmount: try append(number: sums.amount, index, marked: false)
        case .date: try append(row?.date ?? compiled.context.batch.period.last, index)
        case .lineFirst: try append(row?.first ?? compiled.context.batch.period.first, index)
        case .lineLast: try append(row?.last ?? compiled.context.batch.period.last, index)
        case .number: try append(employee.number, index)
        case .name: try append(employee.name, index)
        case .code: try append(row.map { compiled.context.shown($0.payCode) }, index)
        case .absence: try append(absenceOf: row, index)
        case .title: try append(row.map { payCode($0.payCode)?.title ?? $0.payCode }, index)
        case .unit: try append(row?.unit.rawValue, index)
        case .action: try append(row?.action.rawValue, index)
        case .project: try append(row?.project, index)
        case .row: try append(String(sums.rows), index)
        case .rows: try append(String(sums.rows), index)
        case .employeeRows: try append(String(employee.rows), index)
        case .need, .first, .last, .month, .period, .run, .revision, .snapshot: break
        }
    }

    // MARK: Cells

    private mutating func append(_ text: String?, _ index: Int) throws(Unfit) {
        guard let text, !text.isEmpty else {
            let cell = compiled.cells[index]
            if cell.value == compiled.profile.person || cell.value == compiled.profile.item {
                throw Unfit(value: "nothing", expected: "a value, since the file knows the line by it")
            }
            out += try cell.emptyBytes()
            return
        }
        for item in known[index] where item.text == text {
            out += item.bytes
            return
        }
        let cell = compiled.cells[index]
        let bytes = try cell.bytes(of: text)
        // A code comes again soon, a number only in the next row.
        if known[index].count >= (cell.value.scope == .row ? 16 : 1) { known[index].removeFirst() }
        known[index].append((text, bytes))
        out += bytes
    }

    /// Absence without its key would be booked as another kind of absence, or as work.
    private mutating func append(absenceOf row: ProfileRow?, _ index: Int) throws(Unfit) {
        guard let row, row.isAbsence else { return try append(nil as String?, index) }
        guard let key = compiled.context.codes[row.payCode]?.absence else {
            throw Unfit(value: "nothing", expected: "the absence key of the pay code, in codes of the output")
        }
        try append(key, index)
    }

    private mutating func append(_ date: CivilDate, _ index: Int) throws(Unfit) {
        let place = date - compiled.context.batch.period.first
        let isKept = days[index].indices.contains(place)
        if isKept, !days[index][place].isEmpty {
            out += days[index][place]
            return
        }
        var text: [UInt8] = []
        compiled.cells[index].date.append(date, to: &text)
        let bytes = try compiled.cells[index].bytes(of: String(decoding: text, as: UTF8.self))
        if isKept { days[index][place] = bytes }
        out += bytes
    }

    private mutating func append(units: Int128?, _ index: Int, marked: Bool) throws(Unfit) {
        guard let form = compiled.cells[index].form, let units else {
            return try append(number: units, index, marked: marked)
        }
        let minutes = Int64(truncatingIfNeeded: units / 1_000_000_000)
        let (hours, rest) = minutes.magnitude.quotientAndRemainder(dividingBy: 60)
        try append(isNegative: minutes < 0, index, marked: marked) { out throws(Unfit) in
            switch form {
            case .hoursAndMinutes:
                out.append(contentsOf: String(hours).utf8)
                out.append(0x3A)
                out.append(0x30 + UInt8(truncatingIfNeeded: rest / 10))
                out.append(0x30 + UInt8(truncatingIfNeeded: rest % 10))
            case .hours, .minutes:
                guard minutes >= 0 else { throw Unfit(value: "\(minutes) minutes", expected: "hours of 0 or more") }
                out.append(contentsOf: String(form == .hours ? hours : rest).utf8)
            }
        }
    }

    private mutating func append(rate: Int128?, _ index: Int) throws(Unfit) {
        let number = compiled.cells[index].number
        if let rate, compiled.context.roundsRates, rate % number.step != 0 {
            let short = rounded(nano: rate, toDigits: number.decimals, .halfUp)
            return try append(number: short, index, marked: false)
        }
        try append(number: rate, index, marked: false)
    }

    /// A column that shows when units are below zero says of an amount only that it has their sign.
    private mutating func append(amountOf row: ProfileRow?, _ index: Int, marked: Bool) throws(Unfit) {
        if marked, compiled.cells[index].number.sign == .none, let row, let amount = row.amount, amount != 0,
            (amount < 0) != (row.units < 0)
        {
            throw Unfit(
                value: "\(Money(nano: amount))",
                expected: "an amount with the sign of the units, the only one that the row shows. Write "
                    + "\(ProfileWriter.byHand). From the next period on, the amount can have a sign of its own there",
                saysWhatToDo: true)
        }
        try append(number: row?.amount, index, marked: marked)
    }

    private mutating func append(number: Int128?, _ index: Int, marked: Bool) throws(Unfit) {
        let cell = compiled.cells[index]
        guard let number else {
            out += try cell.emptyBytes()
            return
        }
        // Nearly every number: no sign, nothing to look at.
        if cell.isBare, number >= 0, cell.number.appendDigits(of: number, to: &out) { return }
        if cell.isPaddedNumber, number >= 0, let width = cell.width,
            cell.number.appendDigits(of: number, width: width, pad: cell.pad, to: &out)
        {
            return
        }
        try append(isNegative: number < 0, index, marked: marked) { out throws(Unfit) in
            guard !cell.number.appendDigits(of: number, to: &out) else { return }
            let decimals = cell.number.decimals
            throw Unfit(
                value: decimalText(nano: number, .exact),
                expected: "at most \(decimals) \(decimals == 1 ? "decimal" : "decimals")")
        }
    }

    /// - Parameter digits: appends the number without its sign.
    private mutating func append(
        isNegative: Bool, _ index: Int, marked: Bool, _ digits: (inout [UInt8]) throws(Unfit) -> Void
    ) throws(Unfit) {
        let cell = compiled.cells[index]
        let start = out.count
        let sign = cell.number.shown(isNegative: isNegative)
        var hasLeadingSign = false
        if case .lead(let byte) = sign {
            out.append(byte)
            hasLeadingSign = true
        }
        do throws(Unfit) { try digits(&out) } catch {
            out.removeLast(out.count - start)
            throw error
        }
        if isNegative, cell.number.sign == .none, !marked {
            let value = "-" + String(decoding: out[start...], as: UTF8.self)
            out.removeLast(out.count - start)
            throw Unfit(value: value, expected: "0 or more: the column shows no sign")
        }
        if case .trail(let byte) = sign { out.append(byte) }
        try cell.layOut(numberFrom: start, hasLeadingSign: hasLeadingSign, in: &out)
    }
}
