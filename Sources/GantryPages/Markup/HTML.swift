/// Markup of a page.
///
/// Only literals of the program and other markup are taken as they are. Text that is put into it is escaped, so a
/// `String` can't become markup, and a number has to be made a text first.
///
/// ```swift
/// let cell: HTML = "<td class=\"n\">\(t.hours(sum))</td>"
/// ```
package struct HTML: Sendable, Equatable, ExpressibleByStringInterpolation {
    /// What a browser is sent, in UTF-8 once it is written.
    package private(set) var text: String

    /// No markup.
    package init() { text = "" }

    package init(stringLiteral literal: StaticString) { text = literal.description }

    package init(stringInterpolation parts: StringInterpolation) { text = parts.text }

    /// What the program itself holds as a file.
    init(ofProgram bytes: [UInt8]) { text = String(decoding: bytes, as: UTF8.self) }

    package static func + (one: HTML, two: HTML) -> HTML {
        var both = one
        both.text += two.text
        return both
    }

    package static func += (one: inout HTML, two: HTML) { one.text += two.text }

    /// Whether there is nothing to show.
    package var isEmpty: Bool { text.isEmpty }

    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        package init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + 24 * interpolationCount)
        }

        package mutating func appendLiteral(_ literal: StaticString) { text += literal.description }

        /// Text from anywhere: what has a meaning in HTML is escaped, and what can't be seen is made visible.
        ///
        /// A literal is markup of the program, so that one of two pieces can be chosen within another.
        @_disfavoredOverload package mutating func appendInterpolation(_ shown: String) {
            ShownText.append(shown, to: &text)
        }

        package mutating func appendInterpolation(_ markup: HTML) { text += markup.text }

        package mutating func appendInterpolation(_ markup: HTML?) { text += markup?.text ?? "" }

        package mutating func appendInterpolation(_ many: [HTML]) {
            for markup in many { text += markup.text }
        }
    }
}

/// Markup for each of many things, one after the other.
package func each<Things: Sequence>(_ things: Things, _ markup: (Things.Element) throws -> HTML) rethrows -> HTML {
    var all = HTML()
    for thing in things { all += try markup(thing) }
    return all
}

extension DefaultStringInterpolation {
    /// Markup inside a text would be escaped with it, and shown as markup.
    @available(*, unavailable, message: "Make the outer text HTML.")
    package mutating func appendInterpolation(_ markup: HTML) {}
}
