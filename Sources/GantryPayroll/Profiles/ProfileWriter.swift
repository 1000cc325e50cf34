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
    }

    private var encoder: ProfileEncoder
    private let rows: ProfileRows
    private let file: String
    private var sums = ProfileEncoder.Sums()
    private var people: Set<String> = []
    /// What the pay lines add up to by the code that the file shows, taken from the lines and not from the rows.
    package var expected: [String: Expected] {
        zip(encoder.payCodes, sumsOfCodes).reduce(into: others) { sums, item in
            guard let sum = item.1 else { return }
            let shown = encoder.compiled.context.codes[item.0.code] ?? item.0.code
            sums[shown, default: Expected()].units += sum.units
            sums[shown, default: Expected()].amount += sum.amount
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
        rows = ProfileRows(profile, context.batch)
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
        requireOwnName(employee.name, employee.payrollNumber)
        var made: [ProfileRow] = []
        for (place, line) in employee.lines.enumerated() {
            let unit = encoder.payCode(line.payCode)?.unit ?? .hours
            guard hasRow(for: unit, line, employee.payrollNumber) else { continue }
            rows.append(rowsOf: line, at: place, unit, to: &made)
            expect(units: rows.units(of: line, unit), amount: line.amount?.nano, of: line.payCode)
            if encoder.compiled.rounds(line.rate) { roundedRates += 1 }
        }
        append(made, number: employee.payrollNumber, name: employee.name)
    }

    /// Writes the changes of one employee.
    ///
    /// The layout decides how: as rows with signed units and amounts, or as rows that say Add, Change or Void. One that
    /// takes no corrections refuses all.
    package mutating func add(_ changes: [PayrollChange]) {
        guard let first = changes.first else { return }
        guard profile.corrections != .none else {
            return encoder.add(
                Misfit(
                    profile: profile.name, employee: first.payrollNumber, column: "corrections", value: "a correction",
                    expected: "whole months only: the layout takes no corrections"))
        }
        requireOwnName(first.name, first.payrollNumber)
        var made: [ProfileRow] = []
        for change in changes {
            guard let line = change.new ?? change.old else { continue }
            let unit = encoder.payCode(line.payCode)?.unit ?? .hours
            guard hasRow(for: unit, line, first.payrollNumber) else { continue }
            let own = rows.rows(of: change, unit)
            made += own
            guard !own.isEmpty else { continue }
            expect(
                units: own.reduce(0) { $0 + $1.units }, amount: own.reduce(0) { $0 + ($1.amount ?? 0) },
                of: line.payCode)
            if encoder.compiled.rounds(line.rate) { roundedRates += 1 }
        }
        append(made, number: first.payrollNumber, name: first.name)
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
            let lines = encoder.compiled.lines(for: made[start].unit) ?? []
            // The rows of a pay line stand together.
            var end = start + 1
            while end < made.endIndex, made[end].isOfLine(of: made[start]) { end += 1 }
            if lines.count == 1 {
                encoder.append(lines[0], of: employee, rows: made[start..<end], sums: &sums)
            } else {
                for index in start..<end {
                    sums.add(made[index])
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
        encoder.add(
            Misfit(profile: profile.name, employee: number, column: column, value: number, expected: expected))
    }

    private mutating func expect(units: Int128, amount: Int128?, of code: String) {
        guard let place = encoder.payCodes.firstIndex(where: { $0.code == code }) else {
            let shown = encoder.compiled.context.codes[code] ?? code
            others[shown, default: Expected()].units += units
            others[shown, default: Expected()].amount += amount ?? 0
            return
        }
        var sum = sumsOfCodes[place] ?? Expected()
        sum.units += units
        sum.amount += amount ?? 0
        sumsOfCodes[place] = sum
    }

    private mutating func hasRow(for unit: PayUnit, _ line: PayrollLine, _ number: String) -> Bool {
        guard encoder.compiled.lines(for: unit) == nil else { return true }
        let known = PayUnit.allCases.filter { encoder.compiled.lines(for: $0) != nil }.map(\.rawValue)
        encoder.add(
            Misfit(
                profile: profile.name, employee: number, payCode: line.payCode, column: "unit", value: unit.rawValue,
                expected: "\(listed(known)): the layout has no row for \(unit.rawValue)"))
        return false
    }

    /// Where a file knows people by their names alone, two of one name could not be told apart.
    private mutating func requireOwnName(_ name: String?, _ number: String) {
        guard knowsNames, let name, !people.insert(name).inserted else { return }
        encoder.add(
            Misfit(
                profile: profile.name, employee: number, column: "name", value: name,
                expected: "a name that no other employee has: the file knows people by it"))
    }

    private mutating func requireMonth(_ period: PayPeriod) {
        guard !period.isCalendarMonth else { return }
        encoder.add(
            Misfit(
                profile: profile.name, column: "period", value: period.name,
                expected: "a calendar month, such as 2026-10: the layout covers no other periods"))
    }
}
