internal import GantryConnectors
internal import GantryModel
internal import GantryYAML

extension SystemReader {
    /// A text with the placeholders of a period.
    mutating func pieces(_ text: DocumentReader.Located<String>) -> [RequestText.Piece]? {
        if isExpression(text.value) { return nil }
        let known = ["from", "from:start", "from:unix", "from:unix-ms", "to", "to:end", "to:unix", "to:unix-ms"]
        var pieces: [RequestText.Piece] = []
        var rest = Substring(text.value)
        var isRight = true
        while let open = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
            let offset = text.value.distance(from: text.value.startIndex, to: open)
            if rest[..<open].isEmpty == false { pieces.append(.text(String(rest[..<open]))) }
            guard rest[open] == "{", let close = rest[open...].firstIndex(of: "}") else {
                report(in: text, from: offset, "A placeholder stands in { and }.", expected: "{from} or {to}")
                return nil
            }
            let name = String(rest[rest.index(after: open)..<close])
            if known.contains(name) {
                if let form = form(name, text) {
                    pieces.append(name.hasPrefix("from") ? .from(form) : .to(form))
                } else {
                    isRight = false
                }
            } else {
                isRight = false
                report(
                    in: text, from: offset, length: name.unicodeScalars.count + 2,
                    "Unknown placeholder {\(shortened(name))}.",
                    expected: name.contains(":") ? listed(known.map { "{\($0)}" }) : "{from} or {to}",
                    nearest: nearestWord(to: name, among: known).map { "{\($0)}" })
            }
            rest = rest[rest.index(after: close)...]
        }
        if !rest.isEmpty { pieces.append(.text(String(rest))) }
        return isRight ? pieces : nil
    }

    /// How a placeholder spells its day.
    private mutating func form(_ name: String, _ text: DocumentReader.Located<String>) -> RequestText.Form? {
        guard let colon = name.firstIndex(of: ":") else { return .day }
        guard let zone else {
            document.report(
                .missingKey, at: text.place, "When a day begins depends on the zone.",
                expected: "zone: for the whole system, with a name such as Europe/Copenhagen")
            return nil
        }
        return switch name[name.index(after: colon)...] {
        case "unix": .unix(.seconds, zone)
        case "unix-ms": .unix(.milliseconds, zone)
        default: .moment(zone)
        }
    }
}

extension RequestText.Piece {
    /// Whether it says where a period begins; `nil` for a text.
    var isFrom: Bool? {
        switch self {
        case .text: nil
        case .from: true
        case .to: false
        }
    }
}
