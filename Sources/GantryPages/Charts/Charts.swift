/// Lengths in a drawing, in tenths of its unit, so that no floating-point number decides about a byte.
struct Length {
    let tenths: Int

    init(tenths: Int) { self.tenths = tenths }
    init(_ whole: Int) { tenths = whole * 10 }

    /// The share of `part` in `whole` of this length, rounded down; zero where there is nothing to share.
    func share(_ part: Int128, of whole: Int128) -> Length {
        guard whole > 0, part > 0 else { return Length(0) }
        return Length(tenths: Int(clamping: min(part, whole) * Int128(tenths) / whole))
    }

    var text: String { "\(tenths / 10).\(abs(tenths % 10))" }

    static func + (a: Length, b: Length) -> Length { Length(tenths: a.tenths + b.tenths) }
    static func - (a: Length, b: Length) -> Length { Length(tenths: a.tenths - b.tenths) }
}

/// One bar that shows how a whole is parted, with its key below it.
struct ShareBar {
    /// A part of the whole.
    struct Part {
        let title: String
        let count: Int
        let fill: Fill
    }

    /// Fills that differ without their colour.
    enum Fill: String {
        case plain = "s1"
        case hatch, dots
        case solid = "s2"
    }

    /// What it shows, in a sentence.
    let title: String
    let parts: [Part]

    func markup(_ t: PageText) -> HTML {
        let whole = Int128(parts.reduce(0) { $0 + $1.count })
        var x = Length(0)
        let bars = each(parts.filter { $0.count > 0 }) { part -> HTML in
            // A part that there is can be seen.
            let width = Length(tenths: max(40, Length(700).share(Int128(part.count), of: whole).tenths))
            defer { x = x + width + Length(1) }
            return
                "<rect class=\"\(part.fill.rawValue)\" x=\"\(x.text)\" y=\"4\" width=\"\(width.text)\" height=\"26\"/>\n"
        }
        let keys = each(parts) { part in
            "<li>\(ShareBar.key(part.fill))\(part.title) <b class=\"num\">\(t.count(part.count))</b></li>\n"
        }
        return """
            <figure><svg viewBox="0 0 \((x - Length(1)).text) 34" role="img" aria-label="\(title)">
            \(bars)</svg></figure>
            <ul class="keys">\(keys)</ul>

            """
    }

    static func key(_ fill: Fill) -> HTML {
        """
        <svg viewBox="0 0 14 11" width="14" height="11" aria-hidden="true">\
        <rect class="\(fill.rawValue)" x=".5" y=".5" width="12" height="10"/></svg>
        """
    }

    /// The patterns of `Fill`, once on a page.
    static let patterns: HTML = """
        <svg width="0" height="0" aria-hidden="true"><defs>
        <pattern id="hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">\
        <rect class="s2" width="5" height="5"/><rect class="bg" width="1.5" height="5"/></pattern>
        <pattern id="dots" width="5" height="5" patternUnits="userSpaceOnUse"><rect class="s3" width="5" height="5"/>\
        <circle class="s2" cx="2.5" cy="2.5" r="1"/></pattern>
        </defs></svg>

        """
}

/// Where an employee's hours were, and where they are: a ring, a dot, and a line between them.
struct Dumbbell {
    let before: Int128?
    let now: Int128?
    /// The smallest and the largest value of the column.
    let range: (least: Int128, most: Int128)

    var markup: HTML {
        func x(_ value: Int128) -> Length {
            Length(10) + Length(200).share(value - range.least, of: range.most - range.least)
        }
        let line: HTML =
            if let before, let now { "<path class=\"bar\" d=\"M\(x(before).text) 9H\(x(now).text)\"/>" } else { "" }
        let ring: HTML? = before.map { "<circle class=\"before\" cx=\"\(x($0).text)\" cy=\"9\" r=\"4.5\"/>" }
        let dot: HTML? = now.map { "<circle class=\"now-dot\" cx=\"\(x($0).text)\" cy=\"9\" r=\"5\"/>" }
        return """
            <svg viewBox="0 0 220 18" height="18" aria-hidden="true">\(line)\(ring)\(dot)</svg>
            """
    }
}
