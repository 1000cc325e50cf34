internal import GantryModel
internal import GantryPayroll
internal import GantryYAML

/// The keys of profiles, part by part: the reader takes them from here, and so does the JSON Schema.
enum ProfileKeys {
    private static let line = ValueShape.either([.text, .list(.group(column))])

    static let top = [
        DocumentKey(
            "profile", .line(pattern: ValueShape.plainName), required: true,
            help:
                "The profile's name, as outputs write it after format: lower-case letters, digits and -. The file's name too."
        ),
        DocumentKey("title", .line(), required: true, help: "The payroll program and the layout, for people."),
        DocumentKey("source", .line(most: 500), help: "Where the layout is described."),
        DocumentKey(
            "known", words(Profile.Known.self), standard: .text("own"),
            help:
                "By whose description: vendor, that of the payroll program's vendor; exporter, the code or manual of another program that writes it; schema, a published schema; own, yours."
        ),
        DocumentKey(
            "needs", .map(.group(need)), help: "What only the customer knows, such as an employer's number, by name."),
        DocumentKey(
            "encoding", words(ProfileEncoding.self), standard: .text("windows-1252"), help: "How letters are stored."),
        DocumentKey(
            "line-end", words(Profile.LineEnd.self), standard: .text("crlf"),
            help: "crlf as on Windows, or lf as on Linux."),
        DocumentKey(
            "last-line-end", .flag, standard: .flag(true), help: "Whether the last line ends like the others."),
        DocumentKey(
            "between", .text,
            help:
                "One character between columns, such as ;. Without it columns follow each other directly: fixed width."),
        DocumentKey("line-ends-with", .text, help: "One character after the last column of a list of columns."),
        DocumentKey(
            "quotes", words(Profile.Quotes.self), standard: .text("never"),
            help: "Whether columns stand in quotation marks."),
        DocumentKey("forbid", .list(.text, isUnique: true), help: "Characters that can't be in data."),
        DocumentKey(
            "escape", words(Profile.Escape.self), standard: .text("none"),
            help: "xml: & < > and \" in data are written as XML wants them, and the file must be XML."),
        DocumentKey(
            "numbers", .group(numbers), help: "How hours, days and money are written where a column doesn't say."),
        DocumentKey(
            "dates", .line(most: 30), standard: .text("YYYY-MM-DD"),
            help: "How days are written: YYYY, YY, MM and DD with other characters between them."),
        DocumentKey(
            "each", words(Profile.Each.self), standard: .text("line"),
            help:
                "What a row is: a pay line, a day of one, or a pay line but for absence, of which each stretch of days without a workday between them is a row."
        ),
        DocumentKey(
            "calendar-month", .flag, standard: .flag(false), help: "Whether a file covers exactly one calendar month."),
        DocumentKey("file-for", .words(["employee"]), help: "employee: every employee has a file."),
        DocumentKey("head", .list(line), help: "Lines at the start of a file."),
        DocumentKey("foot", .list(line), help: "Lines at the end of a file."),
        DocumentKey(
            "employee", .group(employee, rules: [.notEmpty]), help: "Lines before and after the rows of an employee."),
        DocumentKey("row", line, help: "The line of a pay line: a text with {values} in it, or a list of columns."),
        DocumentKey(
            "rows", .list(.group(row, rules: [.exactlyOne(["line", "lines"])])),
            help: "The same, by what the units of a pay line count. A unit without a row can't be paid in this layout."),
        DocumentKey(
            "corrections", words(Profile.Corrections.self), standard: .text("none"),
            help:
                "difference: rows with a sign. action: rows that say Add, Change or Void. none: it takes no corrections."
        ),
        DocumentKey(
            "rows-of-one-code", words(Profile.RowsOfOneCode.self), standard: .text("unknown"),
            help:
                "What the program does with two rows of one number and code: adds, it pays both; last-wins, it pays the last one; refused, it refuses the file; unknown, nobody says. Only with adds can two pay codes have one code."
        ),
        DocumentKey(
            "number-identity", words(TextIdentity.self), standard: .text("number"),
            help:
                "number: the program takes 42 and 0042 for one number. text: for two. In both A1 is a1, and blanks and invisible characters don't count."
        ),
        DocumentKey("schema", .line(most: 80), help: "An XML schema beside the profile that files must keep."),
        DocumentKey(
            "file-name", .group(fileName, rules: [.notEmpty]), help: "What the names of files must be like."),
        DocumentKey(
            "unproven", .flag, standard: .flag(false),
            help: "Whether files may lack the employee, the code or the units, so that nothing can be read back."),
    ]

    static let need = [
        DocumentKey("title", .line(), help: "What people call it. The default is its name."),
        DocumentKey("pattern", .line(), help: "A regular expression for the whole value."),
        DocumentKey(
            "check", words(NumberCheck.self), help: "A check digit: cvr (Denmark), orgnr-se (Sweden)."),
    ]

    static let numbers = [
        DocumentKey("decimals", .whole(decimals), standard: .number(2), help: "0 to 9."),
        DocumentKey(
            "point", words(ProfileNumber.Point.self), standard: .text("."),
            help: "The decimal point. none: 1480 for 14.80."),
        DocumentKey(
            "align", words(ProfileColumn.Align.self),
            help: "Where a value stands in its width. The default is right for numbers, left for all else."),
        DocumentKey(
            "pad", .text,
            help: "The character that fills the width. The default is a space. Of digits only 0, left of a value."),
        DocumentKey(
            "sign", words(ProfileNumber.Sign.self), standard: .text("lead"),
            help:
                "Where - stands of a number below zero. always-lead and always-trail write + for all others. none: only a column with when: negative tells."
        ),
    ]

    static let decimals = 0...9
    static let widths = 1...1_000

    static let employee = [
        DocumentKey("head", .list(line), help: "Lines before the rows of an employee."),
        DocumentKey("foot", .list(line), help: "Lines after the rows of an employee."),
    ]

    static let row = [
        DocumentKey(
            "for", words(RowUnits.self), required: true,
            help:
                "The pay lines that it is for, by what their units count. work-hours are hours without those of absence, absence-hours only those."
        ),
        DocumentKey(
            "column", .line(pattern: ValueShape.plainName),
            help:
                "For the pay codes alone that an output puts in this column: codes: { \"1000\": { column: regular } }."),
        DocumentKey("line", line, help: "The line of a pay line."),
        DocumentKey("lines", .list(line), help: "The lines of a pay line, where it has several."),
    ]

    static let column: [DocumentKey] =
        [
            DocumentKey("value", .text, help: "The value that the column shows."),
            DocumentKey("text", .text, help: "A text that is always the same; {values} can be in it."),
            DocumentKey("width", .whole(widths), help: "Characters."),
        ] + numbers
        + [
            DocumentKey("most", .whole(widths), help: "The most characters of the value."),
            DocumentKey("pattern", .line(), help: "A regular expression for the whole value as it is written."),
            DocumentKey("date", .line(most: 30), help: "How a day is written in this column."),
            DocumentKey(
                "as", words(ProfileColumn.Form.self),
                help: "Hours as hh:mm (7:24), or in two columns as hh (7) and mm (24)."),
            DocumentKey("empty", .text, help: "What is written where there is no value. The default is nothing."),
            DocumentKey("quoted", .flag, standard: .flag(false), help: "Whether it always stands in quotation marks."),
            DocumentKey(
                "when", .words(["negative"]), help: "Shown only in rows with units below zero, and blank in all others."
            ),
        ]

    static let fileName = [
        DocumentKey("most", .whole(1...80), help: "The most characters, ending included."),
        DocumentKey("pattern", .line(), help: "A regular expression for the whole name."),
    ]

    private static func words<Word: RawRepresentable & CaseIterable>(_: Word.Type) -> ValueShape
    where Word.RawValue == String { .words(Word.allCases.map(\.rawValue)) }
}
