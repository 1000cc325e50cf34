/// The first lines of a profile's file, for a person to look at, and what of all pay lines doesn't fit it.
package struct ProfileSheet: Sendable {
    /// Control characters are shown as signs, and in layouts with widths blanks as dots.
    package private(set) var lines: [String] = []
    /// Rows of all pay lines.
    package private(set) var rows = 0
    package private(set) var misfits = Misfits()

    /// - Parameter most: rows that are shown. Of a layout with a file for each employee it is the first file.
    package init(
        _ format: ProfileFormat, context: ProfileContext, pay: (codes: [PayCode], employees: [PayrollEmployee]),
        most: Int
    ) {
        let profile = format.profile
        var writer = ProfileWriter(profile, context, payCodes: pay.codes, file: profile.name)
        if !profile.isFilePerEmployee { writer.start() }
        var shown: [UInt8] = []
        var isFull = false
        var isCut = false
        for employee in pay.employees {
            if profile.isFilePerEmployee { writer.startNextFile() }
            writer.add(employee)
            if profile.isFilePerEmployee {
                try? writer.finish()
                rows += writer.rowCount
            }
            guard profile.isFilePerEmployee || writer.canDrain else { continue }
            let bytes = writer.take()
            if isFull { isCut = isCut || !bytes.isEmpty } else { shown += bytes }
            isFull = profile.isFilePerEmployee || writer.rowCount >= most
        }
        if !profile.isFilePerEmployee {
            // What doesn't fit is told below, with the rows.
            try? writer.finish()
            rows = writer.rowCount
            let bytes = writer.take()
            if isFull { isCut = isCut || !bytes.isEmpty } else { shown += bytes }
            // A line gets its end with the one after it.
            if isCut { shown += profile.lineEnd.bytes }
        }
        misfits = writer.misfits
        lines = ProfileSheet.visible(shown, profile, most: most)
    }

    private static func visible(_ bytes: [UInt8], _ profile: Profile, most: Int) -> [String] {
        let end = profile.lineEnd.bytes
        let isFixed = profile.between == nil && profile.rows.contains { $0.fixedLength != nil }
        var lines: [String] = []
        var rest = bytes.dropFirst(profile.encoding.mark.count)
        // The head, the rows that are asked for, and no more of them.
        let limit =
            profile.head.count + most * max(1, profile.rows.map(\.lines.count).max() ?? 1) + 2
            + profile.employeeHead.count + profile.employeeFoot.count
        while !rest.isEmpty, lines.count < limit {
            let place = Array(rest).span.firstPlace(of: end)
            let line = place.map { rest.prefix($0) } ?? rest
            var text = ""
            for scalar in (profile.encoding.text(line) ?? "").unicodeScalars {
                switch scalar {
                case "\t": text += "→"
                case " " where isFixed: text += "·"
                default: text.unicodeScalars.append(scalar.value < 0x20 ? "␣" : scalar)
                }
            }
            if place != nil { text += profile.lineEnd == .crlf ? "␍␊" : "␊" }
            lines.append(text)
            rest = rest.dropFirst(line.count + (place == nil ? 0 : end.count))
        }
        return lines
    }
}
