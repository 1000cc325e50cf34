package import GantryModel

/// The layout of a payroll program's import file, as a YAML file in `Profiles/` declares it.
///
/// It is made of values alone: no expressions, loops or conditions. So a file that a profile wrote can be read back by
/// the same profile.
package struct Profile: Sendable, Equatable {
    /// `profile`: lower-case letters, digits and `-`.
    package var name: String
    /// `title`: for people.
    package var title: String
    /// `source`: where the layout is described.
    package var source: String?
    /// `known`: by whose description the layout is known. The default is `own`.
    package var known = Known.own
    /// `needs`, in the file's order: what only the customer knows.
    package var needs: [Need] = []
    /// `encoding`. The default is `windows-1252`.
    package var encoding = ProfileEncoding.windows1252
    /// `line-end`. The default is `crlf`.
    package var lineEnd = LineEnd.crlf
    /// `last-line-end`: whether the last line ends like the others. The default is true.
    package var endsLastLine = true
    /// `between`: the character between columns; `nil` where columns follow each other directly.
    package var between: Character?
    /// `line-ends-with`: a character after the last column of a list of columns.
    package var lineEndsWith: Character?
    /// `quotes`. The default is `never`.
    package var quotes = Quotes.never
    /// `forbid`: characters that can't be in data.
    package var forbidden: [Character] = []
    /// `escape`. The default is `none`.
    package var escape = Escape.none
    /// `numbers`: how quantities and money are written where a column doesn't say.
    package var numbers = ProfileNumber()
    /// `dates`: how days are written where a column doesn't say. The default is `YYYY-MM-DD`.
    package var dates = ProfileDate.iso
    /// `each`: what a row is. The default is a pay line.
    package var each = Each.line
    /// `calendar-month`: whether a file covers exactly one calendar month.
    package var isCalendarMonth = false
    /// `file-for: employee`: whether every employee has a file.
    package var isFilePerEmployee = false
    /// `head` and `foot`: lines at the start and the end of a file.
    package var head: [ProfileLine] = []
    package var foot: [ProfileLine] = []
    /// `employee`: lines before and after the rows of each employee.
    package var employeeHead: [ProfileLine] = []
    package var employeeFoot: [ProfileLine] = []
    /// `row` or `rows`: the lines of a pay line, by what its units count.
    package var rows: [Row] = []
    /// `corrections`: how differences are written. The default is `none`.
    package var corrections = Corrections.none
    /// `rows-of-one-code`: what the program does with two rows of one number and code. The default is `unknown`.
    package var rowsOfOneCode = RowsOfOneCode.unknown
    /// `number-identity`: which payroll numbers, codes and names the program takes for one. The default is `number`.
    package var identity = TextIdentity.number
    /// `schema`: the file name of an XML schema beside the profile.
    package var schema: String?
    /// `file-name`: what the names of its files must be like.
    package var fileName = FileName()
    /// `unproven: true`: whether a file may lack a column that its pay lines are read back from.
    package var isUnproven = false

    package init(name: String, title: String) {
        self.name = name
        self.title = title
    }

    /// By whose description a layout is known. None of them means that a file was tried in the payroll program.
    package enum Known: String, Sendable, CaseIterable {
        /// That of the vendor of the payroll program.
        case vendor
        /// The code or manual of another program that writes such files.
        case exporter
        /// A published schema.
        case schema
        /// Somebody's own.
        case own

        /// For a person: `the vendor's description`.
        package var words: String {
            switch self {
            case .vendor: "the vendor's description"
            case .exporter: "another program that writes it"
            case .schema: "a published schema"
            case .own: "your own description"
            }
        }
    }

    /// What a program does with two rows of one number and code, whose days and other columns are the same.
    package enum RowsOfOneCode: String, Sendable, CaseIterable {
        /// It pays both.
        case adds
        /// It pays the last one alone.
        case lastWins = "last-wins"
        /// It refuses the file.
        case refused
        /// No description says so.
        case unknown

        /// For a person: `it pays the last one alone`.
        package var words: String {
            switch self {
            case .adds: "it pays both"
            case .lastWins: "it pays the last one alone"
            case .refused: "it refuses the file"
            case .unknown: "no description says what it does"
            }
        }
    }

    /// Something that an output must give.
    package struct Need: Sendable, Equatable {
        package var name: String
        package var title: String
        /// A regular expression for the whole value.
        package var pattern: String?
        package var check: NumberCheck?

        package init(_ name: String, title: String, pattern: String? = nil, check: NumberCheck? = nil) {
            self.name = name
            self.title = title
            self.pattern = pattern
            self.check = check
        }

        /// What is expected instead of a value; `nil` where it is right.
        package func expectation(insteadOf value: String) -> String? {
            if let pattern, let regex = try? Regex(pattern), (try? regex.wholeMatch(in: value)) ?? nil == nil {
                return "\(title), by the pattern \(pattern)"
            }
            if let check, !check.accepts(value) { return check.words }
            return nil
        }
    }

    package enum LineEnd: String, Sendable, CaseIterable {
        case crlf, lf

        var bytes: [UInt8] { self == .crlf ? [0x0D, 0x0A] : [0x0A] }
    }

    package enum Quotes: String, Sendable, CaseIterable {
        case never
        case whenNeeded = "when-needed"
        case all
    }

    package enum Escape: String, Sendable, CaseIterable {
        case none, xml
    }

    package enum Each: String, Sendable, CaseIterable {
        /// A pay line.
        case line
        /// A day of a pay line.
        case day
        /// A pay line, or of absence each stretch of days between which no workday lies.
        case stretch
    }

    package enum Corrections: String, Sendable, CaseIterable {
        /// Rows with a sign, which the program adds.
        case difference
        /// Rows that say Add, Change or Void.
        case action
        /// The program can't take any.
        case none
    }

    /// The lines of a pay line.
    package struct Row: Sendable, Equatable {
        /// `for`: which pay lines it is for; `nil` for all of them.
        package var units: RowUnits?
        /// `column`: the column in which its pay codes are, which an output names at a code; `nil` for all other codes.
        package var column: String?
        package var lines: [ProfileLine]

        package init(for units: RowUnits? = nil, column: String? = nil, _ lines: [ProfileLine]) {
            self.units = units
            self.column = column
            self.lines = lines
        }

        func takes(_ kind: LineKind) -> Bool { column == kind.column && units?.takes(kind) ?? true }

        package func shows(_ value: ProfileValue) -> Bool { lines.contains { $0.values.contains(value) } }
    }

    /// What the names of files must be like.
    package struct FileName: Sendable, Equatable {
        /// The most characters, ending included.
        package var most: Int?
        /// A regular expression for the whole name.
        package var pattern: String?

        package init() {}
    }

    /// The place of the row of such pay lines; `nil` where the layout has none.
    package func row(for kind: LineKind) -> Int? { rows.firstIndex { $0.takes(kind) } }

    /// The columns that an output can put codes in.
    package var columns: [String] {
        rows.compactMap(\.column).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// What the rows at `place` are known by when they are read back, where no code tells: `column regular`.
    func ownItem(ofRow place: Int) -> String? {
        guard let column = rows[place].column, item.map({ !rows[place].shows($0) }) ?? true else { return nil }
        return "column \(column)"
    }

    /// What the employee of a row is known by when the file is read back: the number, else the name.
    var person: ProfileValue? { firstShown(.number, .name) }

    /// What the pay code of a row is known by when the file is read back: the code, else the title.
    var item: ProfileValue? { firstShown(.code, .title) }

    /// Whether every row shows a value, or, for a value of the employee, the lines around the rows.
    package func shows(_ value: ProfileValue) -> Bool {
        let around = employeeHead + employeeFoot + (isFilePerEmployee ? head + foot : [])
        return (value.scope == .employee && around.contains { $0.values.contains(value) })
            || !rows.isEmpty
                && rows.allSatisfy { row in
                    // A column of its own tells the pay code.
                    row.shows(value) || row.column != nil && (value == .code || value == .title)
                }
    }

    /// Whether its files depend on the days of pay lines: minutes are made of their hours.
    package var takesDays: Bool {
        each != .line || uses(.lineFirst) || uses(.lineLast) || rows.indices.contains { isInMinutes(row: $0) }
    }

    /// Whether any line shows a value.
    package func uses(_ value: ProfileValue) -> Bool {
        (head + foot + employeeHead + employeeFoot + rows.flatMap(\.lines)).contains { $0.values.contains(value) }
    }

    /// What of it decides how a file is spelled. What only refuses decides nothing.
    package var layout: Profile {
        var layout = self
        (layout.name, layout.title, layout.source, layout.known) = ("", "", nil, .own)
        (layout.needs, layout.fileName, layout.schema) = ([], FileName(), nil)
        (layout.isCalendarMonth, layout.isUnproven) = (false, false)
        (layout.corrections, layout.rowsOfOneCode, layout.identity) = (.none, .unknown, .number)
        layout.forbidden = []
        (layout.head, layout.foot) = (head.map(\.layout), foot.map(\.layout))
        (layout.employeeHead, layout.employeeFoot) = (employeeHead.map(\.layout), employeeFoot.map(\.layout))
        for row in layout.rows.indices { layout.rows[row].lines = layout.rows[row].lines.map(\.layout) }
        return layout
    }

    private func firstShown(_ values: ProfileValue...) -> ProfileValue? { values.first { shows($0) } }

    /// Whether the units of such lines are written as hours and minutes.
    func isInMinutes(_ kind: LineKind) -> Bool { row(for: kind).map { isInMinutes(row: $0) } ?? false }

    package func isInMinutes(row place: Int) -> Bool {
        rows[place].lines.contains { $0.columns.contains { $0.value == .units && $0.form != nil } }
    }
}
