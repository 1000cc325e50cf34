internal import GantryModel

/// The names of OpenDocument 1.3, part 3, that a spreadsheet's values stand under.
enum OpenDocument {
    static let content = "content.xml"
    static let office: StaticString = "urn:oasis:names:tc:opendocument:xmlns:office:1.0"
    static let table: StaticString = "urn:oasis:names:tc:opendocument:xmlns:table:1.0"
    static let text: StaticString = "urn:oasis:names:tc:opendocument:xmlns:text:1.0"
    /// Where LibreOffice says that a cell holds an error.
    static let extended: StaticString = "urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"

    /// Elements around a sheet: the document, its body and the spreadsheet.
    static let depth = 3

    /// Whether a zip file says in its first entry that it is one.
    static func isOne(_ path: String) throws -> Bool {
        guard ZipEntry.exists("mimetype", in: path) else { return false }
        let type = String(decoding: try ZipEntry("mimetype", of: path).read(), as: UTF8.self)
        return type.hasPrefix("application/vnd.oasis.opendocument.spreadsheet")
    }

    /// The sheets of a spreadsheet in the order in which they stand.
    static func tabs(of path: String) throws -> [Spreadsheet.Tab] {
        var manifest = try ZipEntry.xml("META-INF/manifest.xml", of: path, limits: ZipEntry.foreignLimits)
        while let piece = try manifest.next() {
            guard piece == .start, manifest.isElement("encryption-data") else { continue }
            throw WorkbookError(.damaged, "\(path) has a password.", advice: "Open it, and save it without one.")
        }
        var tabs: [Spreadsheet.Tab] = []
        var style = ""
        var hidden: Set<String> = []
        var xml = try ZipEntry.xml(content, of: path, limits: ZipEntry.foreignLimits)
        while let piece = try xml.next() {
            guard piece == .start else { continue }
            if xml.isElement("style") {
                style = attribute("name", of: xml)
            } else if xml.isElement("table-properties"), attribute("display", of: xml) == "false" {
                hidden.insert(style)
            } else if xml.isElement("table", in: table), xml.depth == depth {
                tabs.append(
                    Spreadsheet.Tab(
                        name: attribute("name", of: xml), isHidden: hidden.contains(attribute("style-name", of: xml)),
                        part: content, place: tabs.count))
                try xml.skipElement()
            }
        }
        return tabs
    }

    private static func attribute(_ name: String, of xml: borrowing XMLStreamReader) -> String {
        xml.attributes.first { $0.name.hasSuffix(":" + name) }?.value ?? ""
    }

    /// The characters of a paragraph: blanks, tabs and line breaks are elements, and parts in several fonts too. Notes
    /// are no part of the text.
    static func append(_ paragraph: XMLElement, to bytes: inout [UInt8]) {
        paragraph.appendText(to: &bytes) { element, bytes in
            if element.isNamed("s") {
                let count = element.withAttribute("c", in: OpenDocument.text) { wholeNumber($0) } ?? nil
                bytes += repeatElement(0x20, count: min(count ?? 1, 1_024))
            } else if element.isNamed("tab") {
                bytes.append(0x09)
            } else if element.isNamed("line-break") {
                bytes.append(0x0A)
            } else if !element.isNamed("annotation"), !element.isNamed("note") {
                append(element, to: &bytes)
            }
        }
    }

    /// A duration by ISO 8601 with hours, minutes and seconds, `PT15H30M00S`, in days; `nil` for another text.
    static func days(_ text: String) -> Double? {
        var rest = text[...]
        let isNegative = rest.first == "-"
        if isNegative { rest.removeFirst() }
        guard rest.hasPrefix("PT") else { return nil }
        rest.removeFirst(2)
        var seconds = 0.0
        for (unit, size) in [("H", 3_600.0), ("M", 60), ("S", 1)] as [(Character, Double)] {
            guard let end = rest.firstIndex(of: unit) else { continue }
            guard let count = Double(rest[..<end].replacing(",", with: ".")), count.isFinite, count >= 0 else {
                return nil
            }
            seconds += count * size
            rest = rest[rest.index(after: end)...]
        }
        guard rest.isEmpty, seconds < 1e9 else { return nil }
        return (isNegative ? -seconds : seconds) / 86_400
    }
}
