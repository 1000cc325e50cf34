/// The pieces that pages are made of.
package enum Blocks {
    /// A section with its heading.
    /// - Parameter isLong: whether it may be parted between two sheets of paper.
    package static func card(_ id: String, titled title: String, isLong: Bool = false, _ body: HTML) -> HTML {
        """
        <section class="card\(isLong ? " long" : "")" aria-labelledby="\(id)">
        <h2 id="\(id)">\(title)</h2>
        \(body)
        </section>

        """
    }

    /// A table in a box of its own that scrolls where the window is narrow.
    /// - Parameter id: that of the heading which names it.
    package static func scrolled(_ id: String, _ table: HTML) -> HTML {
        """
        <div class="scroll" role="group" aria-labelledby="\(id)" tabindex="0">
        \(table)
        </div>

        """
    }

    /// A table.
    package static func table(
        _ heads: [Column], _ rows: HTML, foot: HTML = "", isHeat: Bool = false, isEdited: Bool = false
    )
        -> HTML
    {
        let cells = each(heads) { head in
            "<th scope=\"col\"\(head.markup)>\(head.shown)</th>"
        }
        let end: HTML = foot.isEmpty ? "" : "<tfoot>\(foot)</tfoot>\n"
        return """
            <table\(isHeat ? " class=\"heat\"" : isEdited ? " class=\"edit\"" : "")>
            <thead><tr>\(cells)</tr></thead>
            <tbody>
            \(rows)</tbody>
            \(end)</table>
            """
    }

    /// The head of a column.
    package struct Column {
        let title: String
        var isNumber = false
        var isWeekend = false
        /// Whether the eye needs no title.
        var isHidden = false

        package static func text(_ title: String) -> Column { Column(title: title) }
        package static func number(_ title: String) -> Column { Column(title: title, isNumber: true) }
        package static func day(_ title: String, isWeekend: Bool) -> Column {
            Column(title: title, isWeekend: isWeekend)
        }
        package static func hidden(_ title: String) -> Column { Column(title: title, isHidden: true) }

        fileprivate var shown: HTML { isHidden ? "<span class=\"hide\">\(title)</span>" : "\(title)" }

        fileprivate var markup: HTML {
            isNumber ? " class=\"n\"" : isWeekend ? " class=\"we\"" : ""
        }
    }

    /// A cell with a number.
    package static func number(_ text: String) -> HTML { "<td class=\"n\">\(text)</td>" }

    /// A table with few rows, which become blocks on a narrow screen; its roles are written out, since blocks lose
    /// them.
    package static func stacked(_ heads: [Column], _ rows: [[StackedCell]]) -> HTML {
        let head = each(heads) { head in
            "<th role=\"columnheader\" scope=\"col\"\(head.markup)>\(head.title)</th>"
        }
        let body = each(rows) { row in
            let cells = each(zip(heads, row)) { head, cell -> HTML in
                let shown: HTML = cell.shown.isEmpty ? "" : "<span>\(cell.shown)</span>"
                return cell.isHead
                    ? "<th role=\"rowheader\" scope=\"row\" data-l=\"\(head.title)\">\(shown)</th>"
                    : "<td role=\"cell\"\(head.markup) data-l=\"\(head.title)\">\(shown)</td>"
            }
            return "<tr role=\"row\">\(cells)</tr>\n"
        }
        return """
            <table class="stack" role="table">
            <thead role="rowgroup"><tr role="row">\(head)</tr></thead>
            <tbody role="rowgroup">
            \(body)</tbody>
            </table>
            """
    }

    package struct StackedCell {
        let shown: HTML
        var isHead = false

        package init(_ shown: HTML, isHead: Bool = false) {
            self.shown = shown
            self.isHead = isHead
        }
    }

    /// Big figures, each with its name above and what it is compared with below.
    package static func figures(_ name: String, _ figures: [(title: String, figure: String, note: String)]) -> HTML {
        """
        <ul class="figures" aria-label="\(name)">
        \(each(figures) { "<li><span>\($0.title)</span><b>\($0.figure)</b><span>\($0.note)</span></li>\n" })</ul>

        """
    }

    /// What the page is about, in a line.
    package static func facts(_ facts: [(name: String, value: HTML)]) -> HTML {
        """
        <ul class="facts-wide">
        \(each(facts) { "<li><span class=\"soft\">\($0.name)</span> <span>\($0.value)</span></li>\n" })</ul>

        """
    }

    package enum Tone: String, Sendable { case stop, wait, good, live, plain }

    /// A state in a few words.
    package static func state(_ words: String, _ tone: Tone) -> HTML {
        "<span class=\"state \(tone.rawValue)\">\(words)</span>"
    }

    package static func small(_ text: String) -> HTML { "<p><small>\(text)</small></p>\n" }

    /// A band across the page.
    package static func band(_ tone: Tone, headed head: String, _ text: String) -> HTML {
        """
        <aside class="band band-\(tone == .stop ? "stop" : "part")" aria-label="\(head)"><b>\(head)</b> \(text)</aside>

        """
    }
}
