internal import GantryModel

/// What a profile is applied to: the run, and what its output gives.
package struct ProfileContext: Sendable {
    package var batch: PayrollBatch
    /// `needs` of the output.
    package var needs: [String: String]
    /// `codes` of the output, by pay code.
    package var codes: [String: ProfileCode]
    /// Whether a rate that is finer than the layout is rounded, half up; `finer: round`.
    package var roundsRates: Bool
    /// Which days break a stretch of absence.
    package var calendar: PayCalendar
    /// By payroll number, the weekdays of employees who don't work on those of the office.
    package var workdays: [String: Workdays]

    package init(
        batch: PayrollBatch, needs: [String: String] = [:], codes: [String: ProfileCode] = [:],
        roundsRates: Bool = false, calendar: PayCalendar = PayCalendar(), workdays: [String: Workdays] = [:]
    ) {
        self.batch = batch
        self.needs = needs
        self.codes = codes
        self.roundsRates = roundsRates
        self.calendar = calendar
        self.workdays = workdays
    }

    /// What the payroll program calls a pay code.
    func shown(_ code: String) -> String { codes[code]?.code ?? code }

    /// What decides about the row of a pay code's lines.
    package func kind(of payCode: PayCode) -> LineKind { LineKind(payCode, column: codes[payCode.code]?.column) }
}

/// A line as steps: bytes that are always the same, and values.
struct CompiledLine {
    enum Step {
        case bytes([UInt8])
        /// One for units below zero, the other for all others.
        case negative(shown: [UInt8], blank: [UInt8])
        /// A cell, by its place among the cells of the profile.
        case cell(Int)
    }

    private(set) var steps: [Step] = []
    /// Whether a column shows that units are below zero.
    var marksNegative = false

    /// Appends a step; bytes after bytes become one.
    mutating func append(_ step: Step) {
        if case .bytes(let more) = step {
            guard !more.isEmpty else { return }
            if case .bytes(let before)? = steps.last {
                steps[steps.count - 1] = .bytes(before + more)
                return
            }
        }
        steps.append(step)
    }
}

/// A profile with everything of its run filled in.
struct CompiledProfile {
    let profile: Profile
    let context: ProfileContext
    private(set) var cells: [ProfileCell] = []
    private(set) var head: [CompiledLine] = []
    private(set) var foot: [CompiledLine] = []
    private(set) var employeeHead: [CompiledLine] = []
    private(set) var employeeFoot: [CompiledLine] = []
    /// The lines of each row, by its place in the profile.
    private(set) var rows: [[CompiledLine]] = []
    /// Values of the run that don't fit.
    private(set) var misfits = Misfits()

    init(_ profile: Profile, _ context: ProfileContext) {
        self.profile = profile
        self.context = context
        head = profile.head.map { compiled($0) }
        foot = profile.foot.map { compiled($0) }
        employeeHead = profile.employeeHead.map { compiled($0) }
        employeeFoot = profile.employeeFoot.map { compiled($0) }
        rows = profile.rows.map { row in row.lines.map { compiled($0) } }
    }

    /// Whether a rate is written rounded, since it is finer than the layout.
    func rounds(_ rate: Money?) -> Bool {
        guard context.roundsRates, let rate else { return false }
        return cells.contains { $0.value == .rate && rate.nano % $0.number.step != 0 }
    }

    // MARK: Compiling

    private mutating func compiled(_ line: ProfileLine) -> CompiledLine {
        var out = CompiledLine()
        for (index, column) in line.columns.enumerated() {
            if index > 0, let between = profile.between { add(String(between), to: &out) }
            add(column, isInText: line.isText, to: &out)
        }
        if !line.isText, let end = profile.lineEndsWith { add(String(end), to: &out) }
        for (index, step) in out.steps.enumerated() {
            guard case .cell(let cell) = step, index + 1 < out.steps.count,
                case .bytes(let bytes) = out.steps[index + 1]
            else { continue }
            cells[cell].following = bytes
        }
        return out
    }

    private mutating func add(_ column: ProfileColumn, isInText: Bool, to line: inout CompiledLine) {
        if column.isOnlyNegative {
            let shown = constant(column, isInText: isInText)
            let width = profile.encoding.characters(shown)
            let blank = column.width == nil ? [] : [UInt8](repeating: column.pad?.asciiValue ?? 0x20, count: width)
            line.append(.negative(shown: shown, blank: blank))
            line.marksNegative = true
            return
        }
        guard column.values.contains(where: { $0.scope != .run }) else {
            return line.append(.bytes(constant(column, isInText: isInText)))
        }
        switch column.content {
        case .value(let value): add(ProfileCell(value, column, of: profile), to: &line)
        case .text(let pieces):
            let isQuoted = !isInText && (column.isQuoted || profile.quotes == .all)
            if isQuoted { line.append(.bytes([0x22])) }
            var quotedColumn = column
            quotedColumn.isQuoted = isQuoted
            for piece in pieces {
                switch piece {
                case .literal(let text): add(text, to: &line)
                case .value(let value) where value.scope == .run: line.append(.bytes(constant(of: value, column)))
                case .value(let value):
                    add(ProfileCell(value, quotedColumn, of: profile, isInText: true), to: &line)
                }
            }
            if isQuoted { line.append(.bytes([0x22])) }
        }
    }

    private mutating func add(_ cell: ProfileCell, to line: inout CompiledLine) {
        cells.append(cell)
        line.append(.cell(cells.count - 1))
    }

    private mutating func add(_ text: String, to line: inout CompiledLine) {
        var bytes: [UInt8] = []
        if let scalar = profile.encoding.append(text, to: &bytes) {
            misfit(
                "text",
                Unfit(value: text, expected: "characters of \(profile.encoding.rawValue), which has no \"\(scalar)\""))
        }
        line.append(.bytes(bytes))
    }

    private mutating func misfit(_ column: String, _ unfit: Unfit) {
        misfits.add(Misfit(column: column, value: unfit.value, expected: unfit.expected))
    }

    // MARK: Values of the run

    /// A column without a value of an employee or row.
    /// - Parameter isInText: whether it is a whole line of text, which quotation marks are no part of.
    private mutating func constant(_ column: ProfileColumn, isInText: Bool) -> [UInt8] {
        switch column.content {
        case .value(let value): return constant(of: value, column, isColumn: true)
        case .text(let pieces):
            var bytes: [UInt8] = []
            for piece in pieces {
                switch piece {
                case .literal(let text):
                    var part = CompiledLine()
                    add(text, to: &part)
                    if case .bytes(let more)? = part.steps.first { bytes += more }
                case .value(let value): bytes += constant(of: value, column)
                }
            }
            if !isInText, column.isQuoted || profile.quotes == .all { bytes = [0x22] + bytes + [0x22] }
            let count = profile.encoding.characters(bytes)
            guard let width = column.width else { return bytes }
            if count > width {
                misfit(
                    "text",
                    Unfit(value: profile.encoding.text(bytes) ?? "", expected: "at most \(counted(width, "character"))")
                )
            }
            let padding = [UInt8](repeating: column.pad?.asciiValue ?? 0x20, count: max(0, width - count))
            return column.align == .right ? padding + bytes : bytes + padding
        }
    }

    /// A value of the run.
    /// - Parameter isColumn: whether it is the whole column, with its width and quotation marks.
    private mutating func constant(
        of value: ProfileValue, _ column: ProfileColumn, isColumn: Bool = false
    ) -> [UInt8] {
        let cell = ProfileCell(value, column, of: profile, isInText: !isColumn)
        do throws(Unfit) {
            guard let text = text(of: value, cell) else { return try cell.emptyBytes() }
            return try cell.bytes(of: text)
        } catch {
            misfit(value.spelling, error)
            return []
        }
    }

    private func text(of value: ProfileValue, _ cell: ProfileCell) -> String? {
        func date(_ date: CivilDate, _ format: ProfileDate) -> String {
            var bytes: [UInt8] = []
            format.append(date, to: &bytes)
            return String(decoding: bytes, as: UTF8.self)
        }
        let batch = context.batch
        switch value {
        case .need(let name): return context.needs[name]
        case .first: return date(batch.period.first, cell.date)
        case .last: return date(batch.period.last, cell.date)
        case .month: return ProfileDate("MM/YYYY").map { date(batch.period.first, $0) }
        case .period: return batch.period.name
        case .run: return "\(batch.pipeline)/\(batch.period.name)/r\(batch.revision)"
        case .revision: return String(batch.revision)
        case .snapshot:
            return cell.hasOwnDate ? date(batch.snapshot.utcDate, cell.date) : batch.snapshot.description
        default: return nil
        }
    }
}
