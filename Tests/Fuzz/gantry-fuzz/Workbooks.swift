// Workbooks whose parts are what libFuzzer makes, so that changes reach the reader and not only the checksums of the archive.

/// A ZIP archive of stored entries (APPNOTE.TXT, 4.3).
func archive(_ entries: [(name: String, bytes: [UInt8])]) -> [UInt8] {
    func number(_ value: Int, _ bytes: Int) -> [UInt8] {
        (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    var out: [UInt8] = []
    var directory: [UInt8] = []
    for (name, bytes) in entries {
        let crc = bytes.reduce(~UInt32(0)) { crc, byte in
            var crc = crc ^ UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
            return crc
        }
        let facts = number(Int(~crc), 4) + number(bytes.count, 4) + number(bytes.count, 4) + number(name.utf8.count, 2)
        let start = [UInt8](repeating: 0, count: 2) + number(0, 2) + number(0, 4)
        directory += number(0x0201_4B50, 4) + number(20, 2) + number(20, 2) + start + facts + number(0, 12)
        directory += number(out.count, 4) + Array(name.utf8)
        out += number(0x0403_4B50, 4) + number(20, 2) + start + facts + number(0, 2) + Array(name.utf8) + bytes
    }
    let end = number(0x0605_4B50, 4) + number(0, 4) + number(entries.count, 2) + number(entries.count, 2)
    return out + directory + end + number(directory.count, 4) + number(out.count, 4) + number(0, 2)
}

let relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"

/// A workbook whose sheet, texts and styles are the pieces of a text between zeros.
func workbook(_ bytes: [UInt8]) -> [UInt8] {
    let pieces = bytes.split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false).map(Array.init)
    func relation(_ id: Int, _ type: String, _ target: String) -> String {
        "<Relationship Id=\"r\(id)\" Type=\"\(relations)/\(type)\" Target=\"\(target)\"/>"
    }
    func list(_ relations: String...) -> [UInt8] { Array("<Relationships>\(relations.joined())</Relationships>".utf8) }
    let book =
        "<workbook xmlns=\"\(main)\" xmlns:r=\"\(relations)\"><sheets><sheet name=\"A\" r:id=\"r1\"/></sheets></workbook>"
    return archive([
        ("_rels/.rels", list(relation(1, "officeDocument", "xl/workbook.xml"))),
        ("xl/workbook.xml", Array(book.utf8)),
        (
            "xl/_rels/workbook.xml.rels",
            list(
                relation(1, "worksheet", "s.xml"), relation(2, "sharedStrings", "t.xml"),
                relation(3, "styles", "f.xml"))
        ), ("xl/s.xml", pieces[0]), ("xl/t.xml", pieces.count > 1 ? pieces[1] : []),
        ("xl/f.xml", pieces.count > 2 ? pieces[2] : []),
    ])
}
