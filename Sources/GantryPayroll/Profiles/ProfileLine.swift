/// A line of a profile: a text with values in it, or a list of columns.
package struct ProfileLine: Sendable, Equatable {
    package var columns: [ProfileColumn]
    /// Whether it is one text. Nothing stands between its parts then, and nothing is added at its end.
    package var isText: Bool

    /// A list of columns.
    package init(_ columns: [ProfileColumn]) {
        self.columns = columns
        isText = false
    }

    /// One text, such as `{number};{units}`.
    package init(text pieces: [ProfileColumn.Piece]) {
        columns = [ProfileColumn(.text(pieces))]
        isText = true
    }

    /// Every value that the line shows, in order.
    package var values: [ProfileValue] { columns.flatMap(\.values) }

    /// What of it decides how a line is spelled.
    var layout: ProfileLine {
        var line = self
        for index in columns.indices { (line.columns[index].most, line.columns[index].pattern) = (nil, nil) }
        return line
    }
}

/// A column of a line.
package struct ProfileColumn: Sendable, Equatable {
    /// What a column shows.
    package enum Content: Sendable, Equatable {
        /// `value`
        case value(ProfileValue)
        /// `text`: a text, perhaps with values in it.
        case text([Piece])
    }

    /// A part of a text.
    package enum Piece: Sendable, Equatable {
        case literal(String)
        /// `{number}`
        case value(ProfileValue)
    }

    package enum Align: String, Sendable, CaseIterable {
        case left, right
    }

    /// `as`: hours in another spelling than decimals.
    package enum Form: String, Sendable, CaseIterable {
        /// `7:24`
        case hoursAndMinutes = "hh:mm"
        /// The whole hours: `7`
        case hours = "hh"
        /// The minutes past the whole hours: `24`
        case minutes = "mm"
    }

    package var content: Content
    /// Characters; padded on the side that `align` says. `nil` for as many as the value has.
    package var width: Int?
    /// The default is right for numbers, left for all else.
    package var align: Align?
    /// What fills the width. The default is a space.
    package var pad: Character?
    /// The most characters of the value.
    package var most: Int?
    /// A regular expression for the whole value as it is written.
    package var pattern: String?
    package var decimals: Int?
    package var point: ProfileNumber.Point?
    package var sign: ProfileNumber.Sign?
    package var date: ProfileDate?
    package var form: Form?
    /// What is written where there is no value. The default is nothing.
    package var empty: String?
    /// `quoted: true`: always in quotation marks.
    package var isQuoted = false
    /// `when: negative`: shown only in rows with units below zero, blank in all others.
    package var isOnlyNegative = false

    package init(_ content: Content) { self.content = content }

    /// The value of a column that shows only one.
    package var value: ProfileValue? {
        if case .value(let value) = content { value } else { nil }
    }

    /// Every value that the column shows, in order.
    package var values: [ProfileValue] {
        switch content {
        case .value(let value): [value]
        case .text(let pieces): pieces.compactMap { if case .value(let value) = $0 { value } else { nil } }
        }
    }
}

/// How a quantity or an amount of money is written.
package struct ProfileNumber: Sendable, Equatable {
    package enum Point: String, Sendable, CaseIterable {
        case point = "."
        case comma = ","
        /// None: the number in units of its last decimal, 1480 for 14.80.
        case none
    }

    package enum Sign: String, Sendable, CaseIterable {
        case lead, trail
        /// `+` for numbers that aren't below zero, too.
        case alwaysLead = "always-lead"
        case alwaysTrail = "always-trail"
        /// Not shown: only a column with `when: negative` tells.
        case none
    }

    /// 0...9. The default is 2.
    package var decimals: Int?
    package var point: Point?
    package var align: ProfileColumn.Align?
    package var pad: Character?
    package var sign: Sign?

    package init() {}
}

extension Profile {
    /// Where a value stands in the width of its column, and what fills the rest. Numbers stand right unless something
    /// says otherwise.
    package func filling(
        of value: ProfileValue, in column: ProfileColumn
    ) -> (align: ProfileColumn.Align, pad: Character) {
        switch value.kind {
        case .units, .money: (column.align ?? numbers.align ?? .right, column.pad ?? numbers.pad ?? " ")
        case .count: (column.align ?? .right, column.pad ?? " ")
        case .date, .text: (column.align ?? .left, column.pad ?? " ")
        }
    }
}

extension Profile.Row {
    /// How many characters its lines have together; `nil` where that differs from row to row.
    package var fixedLength: Int? {
        var length = 0
        for column in lines.flatMap(\.columns) {
            if let width = column.width {
                length += width
                continue
            }
            guard case .text(let pieces) = column.content else { return nil }
            for piece in pieces {
                guard case .literal(let text) = piece else { return nil }
                length += text.unicodeScalars.count
            }
        }
        return lines.contains { $0.columns.contains { $0.width != nil } } ? length : nil
    }
}
