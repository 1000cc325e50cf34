// Gives the reader of sheets what libFuzzer makes: bytes as a file, or texts as the parts of a workbook, so that changes reach
// the reader and not only the checksums of the archive. Scripts/fuzz builds and runs it.

import CFuzzer
import Foundation
import GantryFiles
import GantryFormats

/// Where each input is written: a file in memory.
let path = "/dev/shm/gantry-fuzz-\(ProcessInfo.processInfo.processIdentifier)"

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

/// Reads a sheet to its end. Every error is right, as long as it is one.
func read(_ bytes: [UInt8]) {
    do {
        try Data(bytes).write(to: URL(filePath: path))
        var hints = SheetDialect.Hints()
        hints.acceptsGuess = true
        hints.shape.needed = [["file", "fil"], ["leave"]]
        hints.shape.filledDown = [["leave"]]
        hints.hasDecimalComma = bytes.count.isMultiple(of: 2)
        let reader = try SheetReader.open(path, hints: hints)
        while try reader.next() != nil {}
    } catch {}
}

var count = CommandLine.argc
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = unsafe CommandLine.unsafeArgv
exit(
    unsafe LLVMFuzzerRunDriver(&count, &arguments) { data, size in
        guard size > 0, let data = unsafe data else { return 0 }
        let bytes = unsafe Array(UnsafeBufferPointer(start: data, count: size))
        read(bytes[0] == 0x50 ? bytes : workbook(bytes))
        return 0
    })
