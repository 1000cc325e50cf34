/// What the number formats of a workbook say about cells: whether a number is a day, a time, a share or just a number.
package struct CellFormats {
    /// How a number is meant.
    package enum Kind {
        case number
        /// A number that is shown as hundredths: `25%` for 0.25.
        case percent
        /// A day, perhaps with a time.
        case day
        /// A time of day.
        case time
        /// Hours that can be more than a day has.
        case duration
    }

    /// By the number that a cell names.
    private var kinds: [Kind] = []
    /// The formats of zeros and marks alone, by the number that a cell names.
    private var patterns: [Int: String] = [:]

    init(_ part: String?, of path: String) throws {
        guard let part, ZipEntry.exists(part, in: path) else { return }
        var codes: [Int: String] = [:]
        var isInCells = false
        var xml = try ZipEntry.xml(part, of: path, limits: ZipEntry.foreignLimits)
        while let piece = try xml.next() {
            switch (piece, xml.name) {
            case (.start, "numFmt"):
                if let id = xml.attribute("numFmtId").flatMap({ Int($0) }) { codes[id] = xml.attribute("formatCode") }
            case (.start, "cellXfs"): isInCells = true
            case (.end, "cellXfs"): isInCells = false
            case (.start, "xf") where isInCells:
                let id = xml.attribute("numFmtId").flatMap { Int($0) } ?? 0
                patterns[kinds.count] = codes[id].flatMap(CellFormats.pattern)
                kinds.append(codes[id].map(CellFormats.kind) ?? CellFormats.builtIn(id))
            default: break
            }
        }
    }

    func kind(_ style: Int) -> Kind { kinds.indices.contains(style) ? kinds[style] : .number }

    /// How a whole number is shown in a format of zeros and marks alone: `010170-1234`; `nil` in another one.
    func shown(_ digits: some Collection<UInt8>, _ style: Int) -> String? {
        guard !patterns.isEmpty, let pattern = patterns[style], !digits.isEmpty,
            digits.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return CellFormats.filled(pattern, Array(digits))
    }

    /// The zeros of a pattern replaced from behind by digits; more of them stand before the first.
    package static func filled(_ pattern: String, _ digits: [UInt8]) -> String {
        var rest = digits[...]
        var places = pattern.count { $0 == "0" }
        var out: [Character] = []
        for character in pattern.reversed() {
            guard character == "0" else {
                out.append(character)
                continue
            }
            out.append(rest.popLast().map { Character(UnicodeScalar($0)) } ?? "0")
            places -= 1
            guard places == 0 else { continue }
            while let digit = rest.popLast() { out.append(Character(UnicodeScalar(digit))) }
        }
        return String(out.reversed())
    }

    /// The zeros and marks of a code such as `0000` or `000000\-0000`, which says how an id is written; `nil` for
    /// another, such as that of an amount.
    package static func pattern(of code: String) -> String? {
        var pattern = ""
        var isQuoted = false
        var isEscaped = false
        for character in code {
            if isEscaped || isQuoted && character != "\"" {
                guard !character.isLetter, !character.isNumber else { return nil }
                pattern.append(character)
                isEscaped = false
            } else if character == "\"" {
                isQuoted.toggle()
            } else if character == "\\" {
                isEscaped = true
            } else if "0-+(): ".contains(character) {
                pattern.append(character)
            } else {
                return nil
            }
        }
        return pattern.count { $0 == "0" } > 1 ? pattern : nil
    }

    /// Formats that every workbook has (ECMA-376, 18.8.30), those of East Asia among them.
    private static func builtIn(_ id: Int) -> Kind {
        switch id {
        case 9, 10: .percent
        case 14...17, 22, 27...31, 36, 50...54, 57, 58: .day
        case 18...21, 32...35, 45, 47, 55, 56: .time
        case 46: .duration
        default: .number
        }
    }

    /// What a code such as `dd-mm-yyyy` or `[h]:mm` shows.
    package static func kind(of code: String) -> Kind {
        var isQuoted = false
        var isEscaped = false
        var bracket: String?
        var hasDay = false
        var hasTime = false
        var hasPercent = false
        let lower = code.lowercased()
        guard lower != "general" else { return .number }
        for character in lower {
            if isEscaped {
                isEscaped = false
            } else if isQuoted {
                isQuoted = character != "\""
            } else if let open = bracket {
                if character != "]" {
                    bracket = open + String(character)
                    continue
                }
                bracket = nil
                if !open.isEmpty, Set(open).count == 1, "hms".contains(open.first ?? " ") { return .duration }
            } else if character == ";" {
                // What follows is for negative numbers and texts.
                break
            } else {
                switch character {
                case "\"": isQuoted = true
                case "\\", "_", "*": isEscaped = true
                case "[": bracket = ""
                case "%": hasPercent = true
                case "d", "y": hasDay = true
                case "h", "s": hasTime = true
                case "m": if !hasTime { hasDay = hasDay || !lower.contains("h") && !lower.contains("s") }
                default: break
                }
            }
        }
        return hasDay ? .day : hasTime ? .time : hasPercent ? .percent : .number
    }
}
