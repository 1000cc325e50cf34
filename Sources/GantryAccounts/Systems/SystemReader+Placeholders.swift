internal import GantryConnectors
internal import GantryModel
internal import GantryYAML

extension SystemReader {
    /// A text with the placeholders of a period, or where the records go by an order with those of a place in it.
    ///
    /// - Parameter order: what the field holds by which a later run goes on; `nil`, the default, for a period.
    mutating func pieces(
        _ text: DocumentReader.Located<String>, of order: DescribedField.Kind? = nil
    ) -> [RequestText.Piece]? {
        if isExpression(text.value) { return nil }
        let known =
            switch order {
            case nil:
                [
                    "from", "from:before", "from:start", "from:unix", "from:unix-ms", "to", "to:next", "to:end",
                    "to:last", "to:unix", "to:last-unix", "to:unix-ms", "to:last-unix-ms",
                ]
            case .integer?: ["since"]
            default: ["since", "since:unix", "since:unix-ms", "since:day"]
            }
        let usual = order == nil ? "{from} or {to}" : "{since}"
        var pieces: [RequestText.Piece] = []
        var rest = Substring(text.value)
        var isRight = true
        while let open = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
            let offset = text.value.distance(from: text.value.startIndex, to: open)
            if rest[..<open].isEmpty == false { pieces.append(.text(String(rest[..<open]))) }
            guard rest[open] == "{", let close = rest[open...].firstIndex(of: "}") else {
                report(in: text, from: offset, "A placeholder stands in { and }.", expected: usual)
                return nil
            }
            let name = String(rest[rest.index(after: open)..<close])
            if known.contains(name), let order {
                pieces.append(.since(SystemReader.place(name, order)))
            } else if known.contains(name) {
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
                    expected: name.contains(":") ? listed(known.map { "{\($0)}" }) : usual,
                    nearest: nearestWord(to: name, among: known).map { "{\($0)}" })
            }
            rest = rest[rest.index(after: close)...]
        }
        if !rest.isEmpty { pieces.append(.text(String(rest))) }
        return isRight ? pieces : nil
    }

    /// How a placeholder spells a place in an order.
    private static func place(_ name: String, _ order: DescribedField.Kind) -> RequestText.Place {
        if order == .integer { return .number }
        return switch name {
        case "since:unix": .unix(.seconds)
        case "since:unix-ms": .unix(.milliseconds)
        case "since:day": .day
        default: .time
        }
    }

    /// How a placeholder spells its day.
    private mutating func form(_ name: String, _ text: DocumentReader.Located<String>) -> RequestText.Form? {
        guard let colon = name.firstIndex(of: ":") else { return .day }
        if name == "from:before" { return .before }
        if name == "to:next" { return .next }
        guard let zone else {
            document.report(
                .missingKey, at: text.place, "When a day begins depends on the zone.",
                expected: "zone: for the whole system, with a name such as Europe/Copenhagen")
            return nil
        }
        return switch name[name.index(after: colon)...] {
        case "unix": .unix(.seconds, zone)
        case "unix-ms": .unix(.milliseconds, zone)
        case "last": .lastMoment(zone)
        case "last-unix": .lastUnix(.seconds, zone)
        case "last-unix-ms": .lastUnix(.milliseconds, zone)
        default: .moment(zone)
        }
    }
}

extension RequestText.Piece {
    /// Whether it says where a period begins; `nil` for a text.
    var isFrom: Bool? {
        switch self {
        case .text, .since: nil
        case .from: true
        case .to: false
        }
    }
}
