internal import GantryModel

/// A workbook that a spreadsheet program wrote (ECMA-376, Office Open XML, or OpenDocument), for reading its values.
/// Macros, links to other files, charts and pictures are never looked at.
package struct Spreadsheet {
    /// A sheet of it.
    package struct Tab: Equatable {
        package let name: String
        /// Whether the program shows it only where somebody asks.
        package let isHidden: Bool
        /// The part that holds it.
        package let part: String
        /// How many sheets stand before it in that part.
        var place = 0
    }

    let path: String
    /// In the order in which they stand; charts are none.
    package let tabs: [Tab]
    /// Whether a comma precedes the decimals of numbers; else a point.
    var hasDecimalComma = false
    let strings: SharedStrings
    let formats: CellFormats
    /// Whether days count from 1904, as in old workbooks of a Mac.
    let countsFrom1904: Bool
    let isOpenDocument: Bool

    /// - Throws: `WorkbookError` with what is wrong with the file, `XMLError`.
    package init(_ path: String) throws {
        self.path = path
        isOpenDocument = try OpenDocument.isOne(path)
        guard !isOpenDocument else {
            tabs = try OpenDocument.tabs(of: path)
            countsFrom1904 = false
            strings = try SharedStrings(nil, of: path)
            formats = try CellFormats(nil, of: path)
            return
        }
        let root = try Relations(of: "", in: path)
        guard let book = root.first(ofType: "/officeDocument") else {
            throw WorkbookError(
                .damaged, "\(path) is no workbook: it names no main part.", advice: Spreadsheet.saveAgain)
        }
        let relations = try Relations(of: book, in: path)
        var tabs: [Tab] = []
        var countsFrom1904 = false
        var xml = try ZipEntry.xml(book, of: path, limits: ZipEntry.foreignLimits)
        while let piece = try xml.next() {
            guard piece == .start else { continue }
            // Extensions have an element of this name too, without it.
            if xml.name == "workbookPr", let word = xml.attribute("date1904") {
                countsFrom1904 = ["1", "true"].contains(word)
            }
            guard xml.name == "sheet" else { continue }
            let attributes = xml.attributes
            let id = attributes.first { $0.name == "r:id" || $0.name.hasSuffix(":id") }?.value ?? ""
            guard let target = relations.target(of: id), target.type.hasSuffix("/worksheet") else { continue }
            let name = attributes.first { $0.name == "name" }?.value ?? ""
            let state = attributes.first { $0.name == "state" }?.value
            tabs.append(Tab(name: name, isHidden: state == "hidden" || state == "veryHidden", part: target.part))
        }
        self.tabs = tabs
        self.countsFrom1904 = countsFrom1904
        strings = try SharedStrings(relations.first(ofType: "/sharedStrings"), of: path)
        formats = try CellFormats(relations.first(ofType: "/styles"), of: path)
    }

    static let saveAgain: Advice = "Open it in the program that made it and save it again as .xlsx."

    /// The endings of the names of sheets, in small letters.
    package static let endings = [".csv", ".xlsx", ".xlsm", ".ods"]

    /// Whether a file begins like a workbook, or like one with a password or of the format before 2007.
    static func kind(_ start: [UInt8]) -> Kind? {
        if start.starts(with: [0x50, 0x4B, 0x03, 0x04]) { return .workbook }
        return start.starts(with: [0xD0, 0xCF, 0x11, 0xE0]) ? .compound : nil
    }

    enum Kind {
        /// A zip file.
        case workbook
        /// A compound file, which has a password or is an `.xls`.
        case compound
    }
}

/// The relations of a part: which other parts it uses (ECMA-376, part 2).
struct Relations {
    private var targets: [String: (type: String, part: String)] = [:]
    private var order: [String] = []

    /// - Parameter part: the part; empty for the file itself.
    init(of part: String, in path: String) throws {
        let slash = part.lastIndex(of: "/")
        let folder = slash.map { String(part[..<$0]) } ?? ""
        let name = slash.map { String(part[part.index(after: $0)...]) } ?? part
        let file = (folder.isEmpty ? "" : folder + "/") + "_rels/\(name).rels"
        guard part.isEmpty || ZipEntry.exists(file, in: path) else { return }
        var xml = try ZipEntry.xml(file, of: path, limits: ZipEntry.foreignLimits)
        while let piece = try xml.next() {
            guard piece == .start, xml.name == "Relationship", let id = xml.attribute("Id"),
                let type = xml.attribute("Type"), let target = xml.attribute("Target"),
                xml.attribute("TargetMode") != "External"
            else { continue }
            targets[id] = (type, Relations.resolved(target, from: folder))
            order.append(id)
        }
    }

    func target(of id: String) -> (type: String, part: String)? { targets[id] }

    func first(ofType suffix: String) -> String? {
        order.lazy.compactMap { targets[$0] }.first { $0.type.hasSuffix(suffix) }?.part
    }

    /// The name of a part in the zip file: `../worksheets/sheet1.xml` from `xl` is `worksheets/sheet1.xml`.
    private static func resolved(_ target: String, from folder: String) -> String {
        var parts = target.hasPrefix("/") ? [] : folder.split(separator: "/")
        for step in target.split(separator: "/") {
            if step == ".." { _ = parts.popLast() } else if step != "." { parts.append(step) }
        }
        return parts.joined(separator: "/")
    }
}
