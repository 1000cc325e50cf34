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
    private var rowIsHours = true
    /// Lines of an employee's end that were read.
    private var footOfGroup = 0

    /// - Parameter keepsLines: whether the sums of every employee and code are kept, or those of the codes alone.
    package init(_ profile: Profile, _ context: ProfileContext, keepsLines: Bool = true) {
        self.keepsLines = keepsLines
        compiled = CompiledProfile(profile, context)
        lineReader = ProfileLineReader(compiled: compiled)
        showsPerson = compiled.cells.map { $0.value == profile.person }
        showsItem = compiled.cells.map { $0.value == profile.item }
        if compiled.head.isEmpty { place = .employeeHead(0) }
    }

    // MARK: Lines

    /// Reads the next line, given without its end.
    mutating func read(_ line: ArraySlice<UInt8>) throws(ProfileReadingError) {
        guard !compiled.foot.isEmpty else { return try take(line) }
        waiting.append(Array(line))
        if waiting.count > compiled.foot.count { try take(waiting.removeFirst()[...]) }
    }

    private mutating func take(_ line: ArraySlice<UInt8>) throws(ProfileReadingError) {
        number += 1
        if case .head(let index) = place {
            guard let values = lineReader.values(compiled.head[index], in: line) else {
                throw fail("it isn't line \(index + 1) of the head")
            }
            note(values, in: &stated)
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
            if index == 0 { group = ProfileEncoder.Employee() }
            note(values, in: &statedOfGroup)
            try keep(values)
            place = .employeeHead(index + 1)
            return
        }
        try row(line)
    }

    private mutating func row(_ line: ArraySlice<UInt8>) throws(ProfileReadingError) {
        if footOfGroup == 0, try isRow(line) { return }
        guard rowLines == nil else { throw fail("the row isn't complete") }
        let isGrouped = !compiled.employeeHead.isEmpty || !compiled.employeeFoot.isEmpty
        guard isGrouped else { throw fail("it is no row of this layout") }
        if footOfGroup < compiled.employeeFoot.count {
            guard let values = lineReader.values(compiled.employeeFoot[footOfGroup], in: line) else {
                throw fail("it is neither a row nor the end of an employee's rows")
            }
            note(values, in: &statedOfGroup)
            footOfGroup += 1
            if footOfGroup == compiled.employeeFoot.count { try endGroup() }
            return
        }
        try endGroup()
        try take(again: line)
    }

    private mutating func take(again line: ArraySlice<UInt8>) throws(ProfileReadingError) {
        number -= 1
        try take(line)
    }

    private mutating func endGroup() throws(ProfileReadingError) {
        try compare(statedOfGroup)
        statedOfGroup = []
        footOfGroup = 0
        group = ProfileEncoder.Employee()
        place = .employeeHead(0)
    }

    private mutating func isRow(_ line: ArraySlice<UInt8>) throws(ProfileReadingError) -> Bool {
        if let (lines, next) = rowLines {
            guard lineReader.read(lines[next], in: line, into: &values) else {
                throw fail("it isn't line \(next + 1) of a row")
            }
            try addValues()
            rowLines = next + 1 < lines.count ? (lines, next + 1) : nil
            return true
        }
        for kind in compiled.rows {
            guard let first = kind.lines.first, lineReader.read(first, in: line, into: &values), readNumbers() else {
                continue
            }
            contents.rows += 1
            group.rows += 1
            rowIsHours = (kind.unit ?? .hours) == .hours
            try addValues()
            rowLines = kind.lines.count > 1 ? (kind.lines, 1) : nil
            return true
        }
        return false
    }

    /// Whether the numbers and days of the line are some: a line of another kind of row may have the same shape.
    private mutating func readNumbers() -> Bool {
        for index in values.found.indices {
            let bytes = values.found[index].bytes
            let cell = compiled.cells[values.found[index].cell]
            switch cell.value.kind {
            case .units:
                guard let nano = units(bytes, cell) else { return false }
                values.found[index].nano = nano
            case .money:
                guard let nano = isEmpty(bytes, cell) ? 0 : cell.number.nano(bytes) else { return false }
                values.found[index].nano = nano
            case .date: guard cell.date.matches(bytes) else { return false }
            case .count, .text: break
            }
        }
        return true
    }

    // MARK: Values

    /// Adds the values of a line of a row.
    private mutating func addValues() throws(ProfileReadingError) {
        try keep(values)
        var units: Int128?
        var amount: Int128?
        for found in values.found {
            let cell = compiled.cells[found.cell]
            switch cell.value {
            case .units:
                guard let read = found.nano ?? self.units(found.bytes, cell) else {
                    throw fail("its units are no number")
                }
                // The hours and the minutes of one value stand in two columns.
                units = cell.form == .hours || cell.form == .minutes ? (units ?? 0) + read : read
            case .amount: amount = found.nano ?? (isEmpty(found.bytes, cell) ? 0 : cell.number.nano(found.bytes))
            case .row:
                guard compiled.profile.encoding.text(found.bytes) == String(contents.rows) else {
                    throw fail("it is row \(contents.rows), but states \(shown(found.bytes))")
                }
            default: break
            }
        }
        let sign: Int128 = values.isNegative ? -1 : 1
        if units != nil || amount != nil { hasKey = true }
        if let units {
            sum.units += units * sign
            total.units += units * sign
            if rowIsHours { group.units += units * sign }
        }
        if let amount {
            sum.amount = (sum.amount ?? 0) + amount * sign
            total.amount = (total.amount ?? 0) + amount * sign
        }
    }

    private func units(_ bytes: ArraySlice<UInt8>, _ cell: ProfileCell) -> Int128? {
        guard let form = cell.form else { return cell.number.nano(bytes) }
        let isNegative = bytes.first == 0x2D && cell.number.sign == .lead
        let digits = isNegative ? bytes.dropFirst() : bytes
        let count: Int64
        switch form {
        case .hours:
            guard let hours = ProfileReader.number(digits) else { return nil }
            count = hours * 60
        case .minutes:
            guard let minutes = ProfileReader.number(digits), minutes < 60 else { return nil }
            count = minutes
        case .hoursAndMinutes:
            guard digits.count > 3, digits[digits.endIndex - 3] == 0x3A,
                let hours = ProfileReader.number(digits.dropLast(3)),
                let minutes = ProfileReader.number(digits.suffix(2)), minutes < 60
            else { return nil }
            count = hours * 60 + minutes
        }
        return Int128(isNegative ? -count : count) * 1_000_000_000
    }

    /// The number that digits are; `nil` for anything else, and for more than sixteen digits.
    private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
        guard !digits.isEmpty, digits.count <= 16 else { return nil }
        var value: Int64 = 0
        for byte in digits {
            guard byte &- 0x30 < 10 else { return nil }
            value = value * 10 + Int64(byte - 0x30)
        }
        return value
    }

    private func isEmpty(_ bytes: ArraySlice<UInt8>, _ cell: ProfileCell) -> Bool {
        // No value in a column that zeros fill is all zeros.
        bytes.elementsEqual(cell.empty.utf8) || bytes.isEmpty
            || cell.width != nil && bytes.allSatisfy { $0 == cell.pad }
    }

    /// Takes the employee and the code of a line.
    private mutating func keep(_ values: ProfileLineReader.Values) throws(ProfileReadingError) {
        for found in values.found {
            if showsPerson[found.cell], !keyBytes.person.elementsEqual(found.bytes) {
                if keepsLines { flush() }
                keyBytes.person = Array(found.bytes)
                if keepsLines { key.person = try text(found.bytes) }
            } else if showsItem[found.cell], !keyBytes.item.elementsEqual(found.bytes) {
                flush()
                keyBytes.item = Array(found.bytes)
                key.item = try text(found.bytes)
            }
        }
    }

    /// Adds what the rows of one employee and code, which stand together, came to.
    private mutating func flush() {
        guard hasKey else { return }
        func add(_ sum: ProfileContents.Sum, to total: inout ProfileContents.Sum) {
            total.units += sum.units
            if let amount = sum.amount { total.amount = (total.amount ?? 0) + amount }
        }
        if keepsLines { add(sum, to: &contents.lines[key, default: ProfileContents.Sum()]) }
        add(sum, to: &contents.items[key.item, default: ProfileContents.Sum()])
        sum = ProfileContents.Sum()
        hasKey = false
    }

    private func text(_ bytes: some Collection<UInt8>) throws(ProfileReadingError) -> String {
        guard let text = compiled.profile.encoding.text(bytes) else {
            throw fail("it has bytes that are no \(compiled.profile.encoding.rawValue)")
        }
        return text
    }

    // MARK: The end

    private func note(
        _ values: ProfileLineReader.Values, in list: inout [(ProfileValue, ProfileCell, [UInt8], line: Int)]
    ) {
        for found in values.found {
            let cell = compiled.cells[found.cell]
            switch cell.value {
            case .rows, .sumUnits, .sumAmount, .employeeRows, .employeeUnits:
                list.append((cell.value, cell, Array(found.bytes), number))
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
            case .rows: isRight = shown(bytes[...]) == String(contents.rows)
            case .employeeRows: isRight = shown(bytes[...]) == String(group.rows)
            case .sumUnits: isRight = units(bytes[...], cell) == total.units
            // A layout with one kind of row for every unit doesn't tell which rows are hours.
            case .employeeUnits:
                isRight = compiled.rows.contains { $0.unit == nil } || units(bytes[...], cell) == group.units
            case .sumAmount: isRight = cell.number.nano(bytes[...]) == total.amount ?? 0
            default: isRight = true
            }
            guard isRight else {
                throw ProfileReadingError(
                    line: line, message: "\(value.spelling) is \(shown(bytes[...])), which isn't what its rows come to")
            }
        }
    }

    private func shown(_ bytes: ArraySlice<UInt8>) -> String { compiled.profile.encoding.text(bytes) ?? "no text" }

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
            guard let values = lineReader.values(compiled.foot[index], in: line[...]) else {
                throw fail("it isn't line \(index + 1) of the foot")
            }
            note(values, in: &stated)
        }
        flush()
        try compare(statedOfGroup)
        try compare(stated)
        return contents
    }

    private func fail(_ message: String) -> ProfileReadingError { ProfileReadingError(line: number, message: message) }
}
