internal import GantryModel

/// Writes pay lines, or the changes of a correction, in the layout of a profile.
///
/// What doesn't fit is gathered and thrown at the end, so that all of it can be corrected at once.
package struct ProfileWriter {
    /// What the lines of a pay code add up to, as the layout writes units: in billionths, of minutes where it writes
    /// hours and minutes.
    package struct Expected: Equatable, Sendable {
        package var units: Int128 = 0
        package var amount: Int128 = 0
        package var stretches: Int128 = 0
    }

    /// What an office writes, and does, where a file can't say what changed.
    static let byHand = "corrections: none \(inCopy), and enter the changes by hand"
    /// With another name it would be another layout, whose program has nothing.
    private static let inCopy = "in a copy of the same name in the workspace's Profiles"

    private var encoder: ProfileEncoder
    private let rows: ProfileRows
    private var keys: RowKeys
    private let file: String
    private var sums = ProfileEncoder.Sums()
    /// Payroll numbers by what the receiver of the file tells people apart by.
    private var people: [String: String] = [:]
    /// What the pay lines add up to by pay code. Units and amounts are taken from the lines and not from the rows.
    package var expected: [String: Expected] {
        zip(encoder.payCodes, sumsOfCodes).reduce(into: others) { sums, item in
            guard let sum = item.1 else { return }
            sums[item.0.code] = sum
        }
    }
    /// By place among the pay codes; `nil` for one without lines.
    private var sumsOfCodes: [Expected?]
    /// Of codes that are not declared.
    private var others: [String: Expected] = [:]
    /// Whether the file knows people by their names alone.
    private let knowsNames: Bool
    /// Whether the head shows sums, which are known last.
    private let hasLateHead: Bool

    /// - Parameters:
    ///   - file: its name, for messages.
    ///   - payCodes: the titles and units of the codes.
    package init(_ profile: Profile, _ context: ProfileContext, payCodes: [PayCode], file: String) {
        encoder = ProfileEncoder(CompiledProfile(profile, context), payCodes: payCodes)
        rows = ProfileRows(profile, context)
        keys = RowKeys(profile, context, payCodes: payCodes)
        self.file = file
        sumsOfCodes = Array(repeating: nil, count: payCodes.count)
        knowsNames = profile.person == .name
        hasLateHead = profile.head.contains { $0.values.contains { $0.scope == .file } }
        if profile.isCalendarMonth { requireMonth(context.batch.period) }
    }

    private var profile: Profile { encoder.compiled.profile }

    /// Rows of the current file.
    package var rowCount: Int { sums.rows }
    /// Lines of the file whose rate was rounded to what the layout holds.
    package private(set) var roundedRates = 0
    /// Whether the bytes so far can be taken before the end.
    package var canDrain: Bool { !hasLateHead && !profile.isFilePerEmployee }
    package var pendingBytes: Int { encoder.out.count }
    package var misfits: Misfits { encoder.misfits }

    /// The bytes since the last time.
    package mutating func take() -> [UInt8] { encoder.take() }

    /// Writes what stands before the first row; for a layout with a file for each employee, of the first one.
    package mutating func start() {
        guard !hasLateHead else { return }
        encoder.append(encoder.compiled.head, of: ProfileEncoder.Employee(), row: nil, sums: sums)
    }

    /// Writes an employee's lines.
    package mutating func add(_ employee: PayrollEmployee) {
        guard !employee.lines.isEmpty else { return }
        requireOneEmployee(employee.name, employee.payrollNumber)
        var made: [ProfileRow] = []
        for (place, line) in employee.lines.enumerated() {
            guard let code = encoder.written(line.payCode) else {
                refuseUnit(of: line, employee.payrollNumber)
                continue
            }
            let start = made.count
            rows.append(rowsOf: line, of: employee.payrollNumber, at: place, code, to: &made)
            expect(units: code.units(of: line), amount: line.amount?.nano, made[start...], of: line.payCode)
            if encoder.compiled.rounds(line.rate) { roundedRates += 1 }
        }
        refuseAlike(made, employee.payrollNumber, isCorrection: false)
        append(made, number: employee.payrollNumber, name: employee.name)
    }

    /// Writes the changes of one employee.
    ///
    /// The layout decides how: as rows with signed units and amounts, or as rows that say Add, Change or Void. One that
    /// takes no corrections refuses all.
    /// - Parameter lines: all pay lines that the employee has now.
    package mutating func add(_ changes: [PayrollChange], of lines: [PayrollLine]) {
        guard let first = changes.first else { return }
        guard profile.corrections != .none else {
            return encoder.add(
                Misfit(
                    employee: first.payrollNumber, column: "corrections", value: "a correction",
                    expected: "whole months only: the layout takes no corrections"))
        }
        requireOneEmployee(first.name, first.payrollNumber)
        var made: [ProfileRow] = []
        let shown = asShown(changes)
        for change in shown {
            guard let line = change.new ?? change.old else { continue }
            guard let code = encoder.written(line.payCode) else {
                refuseUnit(of: line, first.payrollNumber)
                continue
            }
            let own = rows.rows(of: change, code)
            made += own
            guard !own.isEmpty else { continue }
            expect(
                units: own.reduce(0) { $0 + $1.units }, amount: own.reduce(0) { $0 + ($1.amount ?? 0) }, own[...],
                of: line.payCode)
            if encoder.compiled.rounds(line.rate) { roundedRates += 1 }
        }
        refuseAlike(made, first.payrollNumber, isCorrection: true)
        if profile.corrections == .action { refuseUnclear(made, shown, of: lines) }
        append(made, number: first.payrollNumber, name: first.name)
    }

    /// The changes as rows can show them: where these show neither rates nor amounts, the program prices the units, and
    /// another rate is none of its changes.
    private func asShown(_ changes: [PayrollChange]) -> [PayrollChange] {
        changes.reduce(into: []) { shown, change in
            guard let gone = shown.last, gone.new == nil, change.old == nil, var old = gone.old, var new = change.new,
                old.payCode == new.payCode, old.project == new.project,
                let row = encoder.written(new.payCode)?.place, !profile.rows[row].shows(.rate),
                !profile.rows[row].shows(.amount), !profile.uses(.sumAmount)
            else { return shown.append(change) }
            shown.removeLast()
            (old.amount, new.amount) = (nil, nil)
            guard old.units != new.units || old.days != new.days else { return }
            var change = change
            (change.old, change.new) = (old, new)
            shown.append(change)
        }
    }

    /// Writes what stands after the last row.
    /// - Throws: `RunError.doesNotFit` with the values that don't fit.
    package mutating func finish() throws {
        encoder.append(encoder.compiled.foot, of: ProfileEncoder.Employee(), row: nil, sums: sums)
        if hasLateHead { insertHead() }
        encoder.endLastLine()
        guard encoder.misfits.isEmpty else { throw encoder.misfits.error(file: file, profile: profile.name) }
    }

    private mutating func append(_ made: [ProfileRow], number: String, name: String?) {
        guard !made.isEmpty else { return }
        var employee = ProfileEncoder.Employee(number: number, name: name, rows: made.count)
        for row in made where row.unit == .hours { employee.units += row.units }
        encoder.append(encoder.compiled.employeeHead, of: employee, row: nil, sums: sums)
        var start = made.startIndex
        while start < made.endIndex {
            let lines = encoder.compiled.rows[made[start].place]
            // The rows of a pay line stand together.
            var end = start + 1
            while end < made.endIndex, made[end].isOfLine(of: made[start]) { end += 1 }
            if lines.count == 1 {
                encoder.append(lines[0], of: employee, rows: made[start..<end], sums: &sums)
            } else {
                for index in start..<end {
                    encoder.add(made[index], to: &sums)
                    encoder.append(lines, of: employee, row: made[index], sums: sums)
                }
            }
            start = end
        }
        encoder.append(encoder.compiled.employeeFoot, of: employee, row: nil, sums: sums)
    }

    private mutating func insertHead() {
        let body = encoder.take()
        let mark = profile.encoding.mark
        encoder.startOver()
        encoder.append(encoder.compiled.head, of: ProfileEncoder.Employee(), row: nil, sums: sums)
        let head = encoder.take()
        let rest = body.dropFirst(mark.count)
        encoder.replaceOutput(head + (rest.isEmpty ? [] : profile.lineEnd.bytes) + rest)
    }

    /// Starts the file of another employee, where each has one.
    package mutating func startNextFile() {
        sums = ProfileEncoder.Sums()
        sumsOfCodes = Array(repeating: nil, count: sumsOfCodes.count)
        others = [:]
        roundedRates = 0
        encoder.startOver()
        start()
    }

    // MARK: What must fit

    /// Gathers something that doesn't fit beside the values of rows.
    mutating func refuse(_ number: String, column: String, expected: String) {
        encoder.add(Misfit(employee: number, column: column, value: number, expected: expected))
    }

    /// - Parameter made: the rows that it became.
    private mutating func expect(units: Int128, amount: Int128?, _ made: ArraySlice<ProfileRow>, of code: String) {
        let place = encoder.payCodes.firstIndex { $0.code == code }
        var sum = place.map { sumsOfCodes[$0] ?? Expected() } ?? others[code] ?? Expected()
        sum.units += units
        sum.amount += amount ?? 0
        for row in made { sum.stretches &+= StretchProof.sum(of: row, profile, encoder.compiled.context.batch.period) }
        if let place { sumsOfCodes[place] = sum } else { others[code] = sum }
    }

    private mutating func refuseUnit(of line: PayrollLine, _ number: String) {
        let payCode = encoder.payCode(line.payCode) ?? PayCode(line.payCode, title: line.payCode)
        let words = encoder.compiled.context.kind(of: payCode).words
        let known = PayUnit.allCases.filter { unit in profile.rows.contains { $0.units?.unit ?? unit == unit } }
        encoder.add(
            Misfit(
                employee: number, payCode: line.payCode, column: "unit", value: words,
                expected: "\(listed(known.map(\.rawValue))): the layout has no row for \(words)"))
    }

    /// What a receiver takes for one number or name would put the pay of two employees together.
    private mutating func requireOneEmployee(_ name: String?, _ number: String) {
        guard let shown = knowsNames ? name : number else { return }
        let key = profile.identity.folded(shown)
        guard let other = people.updateValue(number, forKey: key), other != number else { return }
        let column = knowsNames ? "name" : "number"
        encoder.add(
            Misfit(
                employee: number, column: column, value: shown,
                expected: "a \(column) that no other employee has: the program takes it for that of employee \(other)"))
    }

    /// Where nothing says that the program pays both of two rows that are alike but for their figures.
    private mutating func refuseAlike(_ made: [ProfileRow], _ number: String, isCorrection: Bool) {
        guard profile.rowsOfOneCode != .adds, made.count > 1 else { return }
        var seen: Set<RowKeys.Key> = []
        var alike: [String] = []
        for row in made where !seen.insert(keys.key(of: row)).inserted && !alike.contains(row.payCode) {
            alike.append(row.payCode)
            let payCode = encoder.payCode(row.payCode) ?? PayCode(row.payCode, title: row.payCode)
            let isUnknown = profile.rowsOfOneCode == .unknown
            var expected = "one row for each number and code: with two of them \(profile.rowsOfOneCode.words)"
            if isUnknown {
                expected +=
                    ". If the vendor confirms that it pays both, write rows-of-one-code: adds \(ProfileWriter.inCopy)"
            }
            if isCorrection { expected += ". \(isUnknown ? "Or write" : "Write") \(ProfileWriter.byHand)" }
            encoder.add(
                Misfit(
                    employee: number, payCode: row.payCode, column: "code",
                    value: profile.item(of: payCode, encoder.compiled.context), expected: expected,
                    saysWhatToDo: isUnknown || isCorrection))
        }
    }

    /// Where another row shows the same, nothing tells the program which of them a correction changes or voids.
    private mutating func refuseUnclear(_ made: [ProfileRow], _ changes: [PayrollChange], of lines: [PayrollLine]) {
        guard let number = changes.first?.payrollNumber, made.contains(where: { $0.action != .add }) else { return }
        func shown(_ row: ProfileRow) -> ShownRow {
            ShownRow(
                row, title: encoder.payCode(row.payCode)?.title ?? row.payCode, isStretch: isStretch(row),
                encoder.compiled)
        }
        func isStretch(_ row: ProfileRow) -> Bool { encoder.written(row.payCode)?.isByStretch ?? false }
        // What was delivered: lines that stay, and those that change as they were.
        let changed = changes.compactMap { $0.new ?? $0.old }
        let unchanged = lines.filter { line in
            !changed.contains { $0.payCode == line.payCode && $0.project == line.project }
        }
        var known = made
        for line in unchanged + changes.compactMap(\.old) {
            guard let code = encoder.written(line.payCode) else { continue }
            rows.append(rowsOf: line, of: number, at: 0, code, to: &known)
        }
        var origins: [ShownRow: Set<ShownRow.Origin>] = [:]
        for row in known {
            origins[shown(row), default: []].insert(ShownRow.Origin(row, isStretch: isStretch(row)))
        }
        for row in made where row.action != .add && origins[shown(row)]?.count ?? 0 > 1 {
            let day = (isStretch(row) ? row.first : row.date).map { " on \($0)" } ?? ""
            encoder.add(
                Misfit(
                    employee: number, payCode: row.payCode, column: "action",
                    value: "\(row.action.rawValue)\(day)",
                    expected: "a row that differs from all others of the employee in more than figures: the program "
                        + "can't tell which one is meant. Write \(ProfileWriter.byHand)", saysWhatToDo: true))
        }
    }

    private mutating func requireMonth(_ period: PayPeriod) {
        guard !period.isCalendarMonth else { return }
        encoder.add(
            Misfit(
                column: "period", value: period.name,
                expected: "a calendar month, such as 2026-10: the layout covers no other periods"))
    }
}
