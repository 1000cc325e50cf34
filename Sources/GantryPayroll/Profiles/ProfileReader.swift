internal import GantryModel

/// Why a file isn't one of a profile.
package struct ProfileReadingError: Error, Equatable {
    /// From 1.
    package let line: Int
    package let message: String
}

/// Reads a file back by the profile that wrote it, line by line.
///
/// It knows the profile and what its output gives, and nothing of the pay lines. Every line must be one that the
/// profile can write, where it can write one; numbers of rows and sums that the file states must be right.
package struct ProfileReader {
    private enum Place {
        /// At a line of the head.
        case head(Int)
        /// Before a line of an employee's head, or the foot.
        case employeeHead(Int)
        case rows
    }

    private let compiled: CompiledProfile
    private let lineReader: ProfileLineReader
    private let keepsLines: Bool
    private var contents = ProfileContents()
    private var place = Place.head(0)
    private var number = 0
    /// The last lines, as many as the foot has: which they are is known at the end.
    private var waiting: [[UInt8]] = []
    /// The values of the line that is read.
    private var values = ProfileLineReader.Values()
    /// Which cells show the employee and the code, by their places.
    private let showsPerson: [Bool]
    private let showsItem: [Bool]
    private var key = ProfileContents.Key(person: "", item: "")
    private var keyBytes: (person: [UInt8], item: [UInt8]) = ([], [])
    private var sum = ProfileContents.Sum()
    private var hasKey = false
    private var total = ProfileContents.Sum()
    private var group = ProfileEncoder.Employee()
    /// What the head states, compared at the end.
    private var stated: [(ProfileValue, ProfileCell, [UInt8], line: Int)] = []
    private var statedOfGroup: [(ProfileValue, ProfileCell, [UInt8], line: Int)] = []
    /// Lines of the row that is read, where rows have several.
    private var rowLines: (lines: [CompiledLine], next: Int)?
    private var rowUnits: Int128 = 0
    /// What pay codes count, by what rows show of them: rows of hours and of days may look alike.
    private let unitsOfItems: [String: Set<PayUnit>]
    /// Whether the rows of the employee tell which of them are hours.
    private var groupTellsHours = true
    /// The row that is read, by its place in the profile; its first and last day, where it shows both.
    private var rowPlace = 0
    private var stretch: (first: CivilDate?, last: CivilDate?)
    /// What each row is known by where it shows no code.
    private let ownItems: [[UInt8]?]
    private let provesStretches: [Bool]
    /// The absence keys of a code as rows show it; `nil` where codes are no part of rows.
    private let absences: [[UInt8]: Set<[UInt8]>]?
    /// Lines of an employee's end that were read.
    private var footOfGroup = 0

    /// - Parameters:
    ///   - payCodes: those of the export.
    ///   - keepsLines: whether the sums of every employee and code are kept, or those of the codes alone.
    package init(_ profile: Profile, _ context: ProfileContext, payCodes: [PayCode], keepsLines: Bool = true) {
        self.keepsLines = keepsLines
        let proof = ProfileProof(profile, context: context, payCodes: payCodes)
        unitsOfItems = payCodes.reduce(into: [:]) { $0[proof.item($1.code), default: []].insert($1.unit) }
        compiled = CompiledProfile(profile, context)
        lineReader = ProfileLineReader(compiled: compiled)
        showsPerson = compiled.cells.map { $0.value == profile.person }
        showsItem = compiled.cells.map { $0.value == profile.item }
        let profile = compiled.profile
        ownItems = profile.rows.indices.map { profile.ownItem(ofRow: $0).map { Array($0.utf8) } }
        provesStretches = profile.rows.indices.map { profile.provesStretches(ofRow: $0) }
        absences = profile.item == .code && profile.uses(.absence) ? ProfileReader.absences(compiled) : nil
        if compiled.head.isEmpty { place = .employeeHead(0) }
    }

    private static func absences(_ compiled: CompiledProfile) -> [[UInt8]: Set<[UInt8]>] {
        var absences: [[UInt8]: Set<[UInt8]>] = [:]
        for (payCode, code) in compiled.context.codes {
            var bytes: (code: [UInt8], key: [UInt8]) = ([], [])
            _ = compiled.profile.encoding.append(compiled.profile.readBack(code: code.code ?? payCode), to: &bytes.code)
            _ = compiled.profile.encoding.append(code.absence ?? "", to: &bytes.key)
            absences[bytes.code, default: []].insert(bytes.key)
        }
        return absences
    }

    // MARK: Lines

    /// Reads the next line, given without its end.
    mutating func read(_ line: Span<UInt8>) throws(ProfileReadingError) {
        guard !compiled.foot.isEmpty else { return try take(line) }
        waiting.append(line.array)
        if waiting.count > compiled.foot.count {
            let line = waiting.removeFirst()
            try take(line.span)
        }
    }

    private mutating func take(_ line: Span<UInt8>) throws(ProfileReadingError) {
        number += 1
        if case .head(let index) = place {
            guard let values = lineReader.values(compiled.head[index], in: line) else {
                throw fail("it isn't line \(index + 1) of the head")
            }
            note(values, of: line, in: &stated)
            place = index + 1 < compiled.head.count ? .head(index + 1) : .employeeHead(0)
            return
        }
        if case .employeeHead(let index) = place {
            guard index < compiled.employeeHead.count else {
                place = .rows
                return try row(line)
            }
            guard let values = lineReader.values(compiled.employeeHead[index], in: line) else {
                throw fail("it isn't line \(index + 1) of an employee's head")
            }
            if index == 0 { (group, groupTellsHours) = (ProfileEncoder.Employee(), true) }
            note(values, of: line, in: &statedOfGroup)
            try keep(values, of: line)
            place = .employeeHead(index + 1)
            return
        }
        try row(line)
    }

    private mutating func row(_ line: Span<UInt8>) throws(ProfileReadingError) {
        if footOfGroup == 0, try isRow(line) { return }
        guard rowLines == nil else { throw fail("the row isn't complete") }
        let isGrouped = !compiled.employeeHead.isEmpty || !compiled.employeeFoot.isEmpty
        guard isGrouped else { throw fail("it is no row of this layout") }
        if footOfGroup < compiled.employeeFoot.count {
            guard let values = lineReader.values(compiled.employeeFoot[footOfGroup], in: line) else {
                throw fail("it is neither a row nor the end of an employee's rows")
            }
            note(values, of: line, in: &statedOfGroup)
            footOfGroup += 1
            if footOfGroup == compiled.employeeFoot.count { try endGroup() }
            return
        }
        try endGroup()
        try take(again: line)
    }

    private mutating func take(again line: Span<UInt8>) throws(ProfileReadingError) {
        number -= 1
        try take(line)
    }

    private mutating func endGroup() throws(ProfileReadingError) {
        try compare(statedOfGroup)
        statedOfGroup = []
        footOfGroup = 0
        (group, groupTellsHours) = (ProfileEncoder.Employee(), true)
        place = .employeeHead(0)
    }

    /// Adds the row to the hours of its employee where it counts some.
    private mutating func endRow() {
        let units = unitsOfItems[key.item] ?? compiled.profile.rows[rowPlace].units.map { [$0.unit] }
        if units?.count ?? 0 != 1 { groupTellsHours = false }
        if units == [.hours] { group.units += rowUnits }
        rowUnits = 0
    }

    private mutating func isRow(_ line: Span<UInt8>) throws(ProfileReadingError) -> Bool {
        if let (lines, next) = rowLines {
            guard lineReader.read(lines[next], in: line, into: &values) else {
                throw fail("it isn't line \(next + 1) of a row")
            }
            try addValues(of: line)
            rowLines = next + 1 < lines.count ? (lines, next + 1) : nil
            if rowLines == nil { endRow() }
            return true
        }
        for place in compiled.rows.indices {
            let lines = compiled.rows[place]
            guard let first = lines.first, lineReader.read(first, in: line, into: &values), readNumbers(of: line)
            else {
                continue
            }
            contents.rows += 1
            group.rows += 1
            rowPlace = place
            stretch = (nil, nil)
            if let own = ownItems[place] { try keep(item: own) }
            try addValues(of: line)
            rowLines = lines.count > 1 ? (lines, 1) : nil
            if rowLines == nil { endRow() }
            return true
        }
        return false
    }

    /// Whether the numbers and days of the line are some: a line of another kind of row may have the same shape.
    private mutating func readNumbers(of line: Span<UInt8>) -> Bool {
        for index in values.found.indices {
            let found = values.found[index]
            let cell = compiled.cells[found.cell]
            switch cell.value.kind {
            case .units:
                guard let nano = values.withText(of: found, in: line, { cell.units($0) }) else { return false }
                values.found[index].nano = nano
            case .money:
                guard let nano = values.withText(of: found, in: line, { money($0, cell) }) else { return false }
                values.found[index].nano = nano
            case .date: guard values.withText(of: found, in: line, { cell.date.matches($0) }) else { return false }
            case .count, .text: break
            }
        }
        return true
    }

    // MARK: Values

    /// Adds the values of a line of a row.
    private mutating func addValues(of line: Span<UInt8>) throws(ProfileReadingError) {
        try keep(values, of: line)
        var units: Int128?
        var amount: Int128?
        for index in values.found.indices {
            let found = values.found[index]
            let cell = compiled.cells[found.cell]
            switch cell.value {
            case .units:
                guard let read = found.nano ?? values.withText(of: found, in: line, { cell.units($0) }) else {
                    throw fail("its units are no number")
                }
                // The hours and the minutes of one value stand in two columns.
                units = cell.form == .hours || cell.form == .minutes ? (units ?? 0) + read : read
            case .lineFirst where provesStretches[rowPlace]:
                stretch.first = values.withText(of: found, in: line) { cell.date.day($0) }
            case .lineLast where provesStretches[rowPlace]:
                stretch.last = values.withText(of: found, in: line) { cell.date.day($0) }
            case .absence where values.found.contains { showsItem[$0.cell] }:
                try checkAbsence(values.withText(of: found, in: line) { $0.array })
            case .amount: amount = found.nano ?? values.withText(of: found, in: line) { money($0, cell) }
            case .row:
                let stated = values.withText(of: found, in: line) { shown($0.array) }
                guard stated == String(contents.rows) else {
                    throw fail("it is row \(contents.rows), but states \(stated)")
                }
            default: break
            }
        }
        let sign: Int128 = values.isNegative ? -1 : 1
        if units != nil || amount != nil { hasKey = true }
        if let units {
            if provesStretches[rowPlace] { try addStretch(units * sign) }
            sum.units += units * sign
            total.units += units * sign
            rowUnits += units * sign
        }
        if let amount {
            sum.amount = (sum.amount ?? 0) + amount * sign
            total.amount = (total.amount ?? 0) + amount * sign
        }
    }

    private mutating func addStretch(_ units: Int128) throws(ProfileReadingError) {
        guard let first = stretch.first, let last = stretch.last, first <= last else {
            throw fail("its first day is after its last one")
        }
        sum.stretches &+= StretchProof.sum(first: first, last: last, units: units)
    }

    /// Absence under the key of another code would be booked as another kind of it.
    private func checkAbsence(_ key: [UInt8]) throws(ProfileReadingError) {
        guard let absences, !(absences[keyBytes.item] ?? [[]]).contains(key) else { return }
        throw fail("its absence key is \(shown(key)), which isn't that of its code")
    }

    private func money(_ bytes: Span<UInt8>, _ cell: ProfileCell) -> Int128? {
        isEmpty(bytes, cell) ? 0 : cell.number.nano(bytes)
    }

    private func isEmpty(_ bytes: Span<UInt8>, _ cell: ProfileCell) -> Bool {
        if bytes.isEmpty { return true }
        // No value in a column that zeros fill is all zeros.
        if cell.width != nil, bytes.indices.allSatisfy({ bytes[$0] == cell.pad }) { return true }
        return cell.empty.utf8.count == bytes.count && bytes.isEqual(to: Array(cell.empty.utf8))
    }

    /// Takes the employee and the code of a line.
    private mutating func keep(
        _ values: ProfileLineReader.Values, of line: Span<UInt8>
    ) throws(ProfileReadingError) {
        for index in values.found.indices {
            let found = values.found[index]
            if showsPerson[found.cell] {
                let known = keyBytes.person
                guard let new = values.withText(of: found, in: line, { $0.isEqual(to: known) ? nil : $0.array }) else {
                    continue
                }
                if keepsLines { flush() }
                keyBytes.person = new
                if keepsLines { key.person = try text(new) }
            } else if showsItem[found.cell] {
                let known = keyBytes.item
                guard let new = values.withText(of: found, in: line, { $0.isEqual(to: known) ? nil : $0.array }) else {
                    continue
                }
                try keep(item: new)
            }
        }
    }

    private mutating func keep(item new: [UInt8]) throws(ProfileReadingError) {
        guard new != keyBytes.item else { return }
        flush()
        keyBytes.item = new
        key.item = try text(new)
    }

    /// Adds what the rows of one employee and code, which stand together, came to.
    private mutating func flush() {
        guard hasKey else { return }
        if keepsLines { contents.lines[key, default: ProfileContents.Sum()].add(sum) }
        contents.items[key.item, default: ProfileContents.Sum()].add(sum)
        sum = ProfileContents.Sum()
        hasKey = false
    }

    private func text(_ bytes: [UInt8]) throws(ProfileReadingError) -> String {
        guard let text = compiled.profile.encoding.text(bytes) else {
            throw fail("it has bytes that are no \(compiled.profile.encoding.rawValue)")
        }
        return text
    }

    // MARK: The end

    private func note(
        _ values: ProfileLineReader.Values, of line: Span<UInt8>,
        in list: inout [(ProfileValue, ProfileCell, [UInt8], line: Int)]
    ) {
        for found in values.found {
            let cell = compiled.cells[found.cell]
            switch cell.value {
            case .rows, .sumUnits, .sumAmount, .employeeRows, .employeeUnits:
                list.append((cell.value, cell, values.withText(of: found, in: line) { $0.array }, number))
            default: break
            }
        }
    }

    private func compare(
        _ stated: [(ProfileValue, ProfileCell, [UInt8], line: Int)]
    ) throws(ProfileReadingError) {
        for (value, cell, bytes, line) in stated {
            let isRight: Bool
            switch value {
            case .rows: isRight = shown(bytes) == String(contents.rows)
            case .employeeRows: isRight = shown(bytes) == String(group.rows)
            case .sumUnits: isRight = cell.units(bytes.span) == total.units
            case .employeeUnits: isRight = !groupTellsHours || cell.units(bytes.span) == group.units
            case .sumAmount: isRight = cell.number.nano(bytes.span) == total.amount ?? 0
            default: isRight = true
            }
            guard isRight else {
                throw ProfileReadingError(
                    line: line, message: "\(value.spelling) is \(shown(bytes)), which isn't what its rows come to")
            }
        }
    }

    private func shown(_ bytes: [UInt8]) -> String { compiled.profile.encoding.text(bytes) ?? "no text" }

    /// What the file holds, after its last line.
    package mutating func finish() throws(ProfileReadingError) -> ProfileContents {
        let foot = waiting
        waiting = []
        guard foot.count == compiled.foot.count else { throw fail("the file ends before its last lines") }
        if case .head = place { throw fail("the file ends in its head") }
        guard rowLines == nil else { throw fail("the last row isn't complete") }
        guard footOfGroup == 0 || footOfGroup == compiled.employeeFoot.count else {
            throw fail("the rows of the last employee have no end")
        }
        if group.rows > 0, !compiled.employeeFoot.isEmpty { throw fail("the rows of the last employee have no end") }
        for (index, line) in foot.enumerated() {
            number += 1
            guard let values = lineReader.values(compiled.foot[index], in: line.span) else {
                throw fail("it isn't line \(index + 1) of the foot")
            }
            note(values, of: line.span, in: &stated)
        }
        flush()
        try compare(statedOfGroup)
        try compare(stated)
        return contents
    }

    private func fail(_ message: String) -> ProfileReadingError { ProfileReadingError(line: number, message: message) }
}
