internal import GantryModel

/// The hours of each day as stacked bars: a layer for each kind, and the dashed one is on hold.
struct DayBars {
    let id: String
    let title: String
    let days: [Day]
    /// What each layer is called.
    let kinds: [String]

    /// The hours of a day in billionths, for each kind and on hold.
    struct Day {
        let day: CivilDate
        let layers: [Int128]
        let held: Int128
    }

    private static let height = Length(206)
    private static let (left, top, width) = (34, 10, 710)
    private static let fills: [ShareBar.Fill] = [.plain, .hatch, .dots, .solid]

    func markup(_ t: PageText) -> HTML {
        let most =
            days.map { day in day.layers.reduce(max(day.held, 0)) { $0 + max($1, 0) } }
            .max() ?? 0
        let step = DayBars.step(most)
        let top = max((most + step - 1) / step, 1) * step
        let bars = each(days.enumerated()) { bar($0.offset, of: $0.element, top: top, t) }
        return """
            <figure class="chart scroll" role="group" aria-labelledby="\(id)" tabindex="0">
            <svg viewBox="0 0 744 250" role="img" aria-label="\(title)">
            \(weekends)\(scale(step: step, top: top, t))\(bars)</svg></figure>

            """
    }

    /// What the layers mean.
    func keys(_ t: PageText) -> HTML {
        let layers = each(kinds.enumerated()) { kind in
            "<li>\(ShareBar.key(DayBars.fill(kind.offset)))\(kind.element)</li>\n"
        }
        return """
            <ul class="keys">\(layers)<li><svg viewBox="0 0 14 11" width="14" height="11" aria-hidden="true">\
            <rect class="s4" stroke-dasharray="3 2" x=".5" y=".5" width="12" height="10"/></svg>\
            \(t.word("on-hold"))</li></ul>

            """
    }

    static func fill(_ index: Int) -> ShareBar.Fill { fills[min(index, fills.count - 1)] }

    /// The distance of lines: 1, 2 or 5 with zeros, so that there are at most six.
    private static func step(_ most: Int128) -> Int128 {
        var step: Int128 = 1_000_000_000
        var turn = 0
        while most > step * 6 {
            step = turn % 3 == 1 ? step / 2 * 5 : step * 2
            turn += 1
        }
        return step
    }

    private var dayWidth: Length { Length(tenths: DayBars.width * 10 / max(days.count, 1)) }

    private func x(_ index: Int) -> Length {
        Length(tenths: DayBars.left * 10 + DayBars.width * 10 * index / max(days.count, 1))
    }

    private var weekends: HTML {
        each(days.enumerated().filter { $0.element.day.isoWeekday > 5 }) { day in
            "<rect class=\"we\" x=\"\(x(day.offset).text)\" y=\"10\" width=\"\(dayWidth.text)\" height=\"206\"/>\n"
        }
    }

    private func scale(step: Int128, top: Int128, _ t: PageText) -> HTML {
        each(0...Int(clamping: top / step)) { line in
            let value = step * Int128(line)
            let y = Length(DayBars.top) + DayBars.height - DayBars.height.share(value, of: top)
            return """
                <path class="\(line == 0 ? "axis" : "grid")" d="M34 \(y.text)H744"/>\
                <text x="29" y="\((y + Length(4)).text)" text-anchor="end">\
                \(t.count(Int(clamping: value / 1_000_000_000)))</text>

                """
        }
    }

    private func bar(_ index: Int, of day: Day, top: Int128, _ t: PageText) -> HTML {
        let inner = Length(tenths: max(dayWidth.tenths * 3 / 4, 5))
        let left = x(index) + Length(tenths: (dayWidth.tenths - inner.tenths) / 2)
        var sum: Int128 = 0
        func layer(_ value: Int128, _ markup: HTML) -> HTML {
            guard value > 0 else { return "" }
            let below = DayBars.height.share(sum, of: top)
            sum += value
            let above = DayBars.height.share(sum, of: top)
            let y = Length(DayBars.top) + DayBars.height - above
            return """
                <rect \(markup) x="\(left.text)" y="\(y.text)" width="\(inner.text)" height="\((above - below).text)"/>

                """
        }
        let layers = each(day.layers.enumerated()) {
            layer($0.element, "class=\"\(DayBars.fill($0.offset).rawValue)\"")
        }
        let held = layer(day.held, "class=\"s4\" stroke-dasharray=\"3 2\"")
        let middle = (x(index) + Length(tenths: dayWidth.tenths / 2)).text
        let number = t.count(day.day.components.day)
        // More days than a month have no room for their names.
        let names: HTML =
            days.count > 31
            ? ""
            : """
            <text x="\(middle)" y="232" text-anchor="middle">\(number)</text>\
            <text x="\(middle)" y="245" text-anchor="middle">\(t.letter(day.day))</text>

            """
        return layers + held + names
    }
}
