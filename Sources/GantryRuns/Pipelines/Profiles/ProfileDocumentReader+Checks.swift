internal import GantryModel
internal import GantryPayroll
internal import GantryYAML

/// What only the whole of a profile shows.
extension ProfileDocumentReader {
    mutating func check(_ profile: Profile, in section: Section, at places: [NodePlace]) {
        for (row, place) in zip(profile.rows, places) {
            for line in row.lines {
                checkNeighbours(line, of: profile, at: place)
                checkMinutes(line, of: row, at: place)
                checkFilling(line, of: profile, at: place)
            }
            checkSign(row, of: profile, at: place)
            checkStretch(row, of: profile, at: place)
        }
        let others: [(String, [ProfileLine])] = [
            ("head", profile.head), ("foot", profile.foot), ("employee", profile.employeeHead + profile.employeeFoot),
        ]
        for (key, lines) in others {
            for line in lines {
                checkNeighbours(line, of: profile, at: section.place(of: key))
                checkSums(line, of: profile, at: section.place(of: key))
                checkFilling(line, of: profile, at: section.place(of: key))
            }
        }
        checkWidths(profile, at: places)
        checkProof(profile, in: section, at: places)
        if profile.corrections == .action, !profile.shows(.action) {
            document.report(
                .conflict, at: section.place(of: "corrections"), "corrections is action, but no row shows it.",
                expected: "{action} in every row, or corrections: difference or none")
        }
        if profile.schema != nil, profile.escape != .xml {
            document.report(
                .conflict, at: section.place(of: "schema"), "The profile has a schema but doesn't write XML.",
                expected: "escape: xml, or no schema")
        }
        if profile.between != nil, profile.between == profile.pointCharacter, profile.quotes == .never {
            document.report(
                .conflict, at: section.place(of: "between"),
                "The character between columns is also the decimal point.",
                expected: "another one, or quotes: when-needed")
        }
    }

    /// Two values of which nothing tells where one ends and the other begins.
    private mutating func checkNeighbours(_ line: ProfileLine, of profile: Profile, at place: NodePlace) {
        var before: ProfileValue?
        for (index, column) in line.columns.enumerated() {
            if index > 0, profile.between != nil { before = nil }
            // A width says how long the values beside it are.
            if column.width != nil || column.isQuoted || profile.quotes == .all {
                before = nil
                continue
            }
            let pieces: [ProfileColumn.Piece] =
                switch column.content {
                case .value(let value): [.value(value)]
                case .text(let pieces): pieces
                }
            for piece in pieces {
                switch piece {
                case .literal: before = nil
                case .value(let value) where value.scope == .run: before = nil
                case .value(let value):
                    if let before {
                        document.report(
                            .conflict, at: place,
                            "\(before.spelling) and \(value.spelling) stand side by side, so nobody could tell where one ends.",
                            expected: "a character between them, or columns with widths")
                    }
                    before = value
                }
            }
        }
    }

    /// Digits that fill a column are read as a part of its number: only zeros before it mean nothing.
    private mutating func checkFilling(_ line: ProfileLine, of profile: Profile, at place: NodePlace) {
        for column in line.columns where column.width != nil {
            guard let shown = column.values.first else { continue }
            let (align, pad) =
                column.value.map { profile.filling(of: $0, in: column) } ?? (column.align ?? .left, column.pad ?? " ")
            guard pad.isASCII, pad.isNumber, pad != "0" || align == .left else { continue }
            let side = align == .left ? "right" : "left"
            document.report(
                .conflict, at: place,
                "\(shown.spelling) is filled with \(pad) on its \(side), which would make another number of 42.",
                expected: "pad: \"0\" with align: right, or a character that is no digit")
        }
    }

    private mutating func checkMinutes(_ line: ProfileLine, of row: Profile.Row, at place: NodePlace) {
        let units = line.columns.filter { $0.value == .units }
        let forms = units.compactMap(\.form)
        // 2 days are no 2:00. What a row for all units counts is known by the pay codes of an output.
        if !forms.isEmpty, let units = row.units, units.unit != .hours {
            document.report(
                .conflict, at: place, "A row for \(units.rawValue) shows them as hours and minutes.",
                expected: "no as, which is for hours")
        }
        if forms.contains(.hours) != forms.contains(.minutes) {
            document.report(
                .conflict, at: place, "A row shows hours and minutes in two columns, but only one of them is there.",
                expected: "one column with as: hh and one with as: mm, or one with as: hh:mm")
        }
        if !forms.isEmpty, forms.count < units.count {
            document.report(
                .conflict, at: place, "A row shows its units as minutes and as decimals.", expected: "one of them")
        }
    }

    /// A sum is counted as its rows write their units; that of an employee counts hours alone.
    private mutating func checkSums(_ line: ProfileLine, of profile: Profile, at place: NodePlace) {
        for column in line.columns {
            guard let value = column.value, [.employeeUnits, .sumUnits].contains(value) else { continue }
            let differs = profile.rows.indices.contains { row in
                let isCounted = value == .sumUnits || profile.rows[row].units.map { $0.unit == .hours } ?? true
                return isCounted && profile.rows[row].shows(.units)
                    && profile.isInMinutes(row: row) != (column.form != nil)
            }
            guard differs else { continue }
            document.report(
                .conflict, at: place,
                "\(value.spelling) and a row show units in two ways, as hours and minutes and as decimals.",
                expected: "as: hh:mm in both, or in neither")
        }
    }

    private mutating func checkSign(_ row: Profile.Row, of profile: Profile, at place: NodePlace) {
        let columns = row.lines.flatMap(\.columns)
        guard profile.corrections == .difference, !columns.contains(where: \.isOnlyNegative) else { return }
        let unsigned = columns.first { column in
            column.value.map { [.units, .amount].contains($0) } ?? false
                && (column.sign ?? profile.numbers.sign) == ProfileNumber.Sign.none
        }
        guard let unsigned else { return }
        document.report(
            .conflict, at: place,
            "corrections is difference, but \(unsigned.value?.spelling ?? "") shows no sign and no column has when: negative.",
            expected: "sign: lead or trail, a text with when: negative, or corrections: none")
    }

    /// A stretch of absence means nothing to a program that doesn't see its days.
    private mutating func checkStretch(_ row: Profile.Row, of profile: Profile, at place: NodePlace) {
        guard profile.each == .stretch, row.units == nil || row.units == .days || row.units == .absenceHours,
            !(row.shows(.lineFirst) && row.shows(.lineLast))
        else { return }
        document.report(
            .conflict, at: place, "each is stretch, but this row doesn't show the first and last day of a stretch.",
            expected: "columns with line.first and line.last, or each: line or day")
    }

    /// Where columns have widths, the rows of a file all have one length.
    private mutating func checkWidths(_ profile: Profile, at places: [NodePlace]) {
        let lengths = profile.rows.map(\.fixedLength)
        guard let first = lengths.compactMap(\.self).first else { return }
        for (length, place) in zip(lengths, places) where length != nil && length != first {
            document.report(
                .conflict, at: place, "This row has \(counted(length ?? 0, "character")), and another has \(first).",
                expected: "rows of one length")
        }
    }

    /// The columns that a file is proven by.
    private mutating func checkProof(_ profile: Profile, in section: Section, at places: [NodePlace]) {
        guard !profile.isUnproven, !profile.rows.isEmpty else { return }
        let proofs: [(words: String, values: [ProfileValue])] = [
            ("the employee (number, or name)", [.number, .name]), ("the pay code (code, or title)", [.code, .title]),
            ("the units (units)", [.units]),
        ]
        for (words, values) in proofs where !values.contains(where: { profile.shows($0) }) {
            document.report(
                .conflict, at: places.first ?? section.owner,
                "Not every row shows \(words), so this file could not be proven.",
                expected: "a column for it in every row",
                note: "unproven: true allows it; verify then says that the file can't be checked.")
        }
    }
}

extension Profile {
    /// The character of the decimal point where a column doesn't say.
    fileprivate var pointCharacter: Character? {
        switch numbers.point ?? .point {
        case .point: "."
        case .comma: ","
        case .none: nil
        }
    }
}
