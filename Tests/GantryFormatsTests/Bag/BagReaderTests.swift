import Foundation
import GantryFiles
import GantryFormats
import GantryModel
import Testing

@Suite("Reading a bag back")
struct BagReaderTests {
    /// Makes a bag, does something to it, and gives the kinds and paths of what the reader finds.
    private func findings(
        after damage: (ScratchFolder) throws -> Void, alsoFoundByBagit: Bool = true
    ) throws -> [String] {
        let folder = try ScratchFolder()
        let files = try makeBag(folder)
        try BagWriter(folder: folder.file("bag")).write(
            payload: files, information: bagInformation, baggingDate: baggingDate)
        try damage(folder)
        let report = try BagReader(folder: folder.file("bag")).verify()
        #expect(!report.isValid && report.findingCount == report.findings.count)
        for finding in report.findings { #expect(finding.explanation.contains(finding.path)) }
        if alsoFoundByBagit { #expect(try validateWithBagit(folder).status != 0) }
        return report.findings.map { "\($0.kind.rawValue) \($0.path)" }.sorted()
    }

    private func edit(_ folder: ScratchFolder, _ name: String, _ change: (inout String) -> Void) throws {
        var text = String(decoding: try folder.bytes("bag/\(name)"), as: UTF8.self)
        change(&text)
        try folder.put(Array(text.utf8), at: "bag/\(name)")
    }

    @Test("finds a changed byte, a missing and an extra file") func payload() throws {
        #expect(
            try findings { try edit($0, "data/work-entries.csv") { $0 = $0.replacing("7,5", with: "7,6") } } == [
                "changed data/work-entries.csv"
            ])
        #expect(
            try findings { try edit($0, "data/work-entries.csv") { $0 += "x" } }
                == ["changed data/work-entries.csv", "other-total bag-info.txt"])
        #expect(
            try findings { try FileManager.default.removeItem(atPath: $0.file("bag/data/payroll.xml")) }
                == ["missing data/payroll.xml", "other-total bag-info.txt"])
        #expect(
            try findings { try $0.put([1], at: "bag/data/sub/more") }
                == ["extra data/sub/more", "other-total bag-info.txt"])
    }

    @Test("finds what was done to the tag files") func tagFiles() throws {
        #expect(
            try findings(after: { try edit($0, "bagit.txt") { $0 = $0.replacing("1.0", with: "0.97") } })
                == ["changed bagit.txt", "damaged-tag-file bagit.txt"])
        #expect(
            try findings { try edit($0, "bag-info.txt") { $0 = $0.replacing("24.3", with: "25.3") } }
                == ["changed bag-info.txt", "other-total bag-info.txt"])
        #expect(
            try findings {
                try edit($0, "manifest-sha256.txt") { $0 = $0.replacing("data/payroll", with: "data/../payroll") }
            }
            .contains("damaged-tag-file manifest-sha256.txt"))
        #expect(
            try findings(
                after: { try edit($0, "tagmanifest-sha256.txt") { $0 = String($0.split(separator: "\n")[0]) + "\n" } },
                alsoFoundByBagit: false
            )
            .contains("damaged-tag-file tagmanifest-sha256.txt"))
        for name in ["bagit.txt", "manifest-sha256.txt"] {
            #expect(
                try findings { try FileManager.default.removeItem(atPath: $0.file("bag/\(name)")) }.contains(
                    "missing \(name)"))
        }
        #expect(
            try findings(
                after: { try FileManager.default.removeItem(atPath: $0.file("bag/tagmanifest-sha256.txt")) },
                alsoFoundByBagit: false
            )
            .contains("missing tagmanifest-sha256.txt"))
        #expect(
            try findings(after: { try $0.put([], at: "bag/notes.txt") }, alsoFoundByBagit: false) == ["extra notes.txt"]
        )
        #expect(
            try findings(after: { try $0.put([0xFF, 0x0A], at: "bag/bag-info.txt") }).contains(
                "damaged-tag-file bag-info.txt"))
    }

    @Test("finds every flipped bit in every file") func flippedBits() throws {
        let folder = try ScratchFolder()
        let files = try makeBag(folder)
        try BagWriter(folder: folder.file("bag")).write(
            payload: files, information: bagInformation, baggingDate: baggingDate)
        let tags = ["bagit.txt", "bag-info.txt", "manifest-sha256.txt", "tagmanifest-sha256.txt"]
        var numbers = SeededGenerator(seed: 5)
        for name in tags + files.filter({ $0.length > 0 }).map(\.path) {
            let whole = try folder.bytes("bag/\(name)")
            for _ in 0..<200 {
                var flipped = whole
                let bit = Int.random(in: 0..<(whole.count * 8), using: &numbers)
                flipped[bit / 8] ^= 1 << UInt8(bit % 8)
                // Between digest and path a manifest has a space or a `*`, and digits are hexadecimal in either case.
                try folder.put(flipped, at: "bag/\(name)")
                let report = try BagReader(folder: folder.file("bag")).verify()
                let isSameToAnyReader =
                    name == "tagmanifest-sha256.txt" && whole[bit / 8] ^ flipped[bit / 8] == 0x20
                    && isLetter(whole[bit / 8])
                #expect(!report.isValid || isSameToAnyReader, "\(name), bit \(bit)")
            }
            try folder.put(whole, at: "bag/\(name)")
        }
        #expect(try BagReader(folder: folder.file("bag")).verify().isValid)
    }

    private func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte & 0xDF) }

    @Test("opens no link, pipe or folder that stands for a file") func strangers() throws {
        for name in ["data/payroll.xml", "bagit.txt", "manifest-sha256.txt"] {
            let planted = try findings(
                after: { folder in
                    // The link leads to the very bytes that are expected.
                    try FileManager.default.moveItem(atPath: folder.file("bag/\(name)"), toPath: folder.file("moved"))
                    try FileManager.default.createSymbolicLink(
                        atPath: folder.file("bag/\(name)"), withDestinationPath: folder.file("moved"))
                }, alsoFoundByBagit: false)
            #expect(planted.contains("not-a-file \(name)"))
        }
        let pipe = try findings(
            after: { folder in
                try FileManager.default.removeItem(atPath: folder.file("bag/data/payroll.xml"))
                #expect(unsafe mkfifo(folder.file("bag/data/payroll.xml"), 0o600) == 0)
            }, alsoFoundByBagit: false)
        #expect(pipe == ["not-a-file data/payroll.xml", "other-total bag-info.txt"])
    }

    @Test("keeps a bounded number of findings and counts them all") func bounded() throws {
        let folder = try ScratchFolder()
        let files = try makeBag(folder)
        try BagWriter(folder: folder.file("bag")).write(payload: files, information: [], baggingDate: baggingDate)
        for index in 0..<50 { try folder.put([1], at: "bag/data/extra-\(index)") }
        let report = try BagReader(folder: folder.file("bag"), findingLimit: 7).verify()
        #expect(report.findings.count == 7)
        #expect(report.findingCount == 51)
    }

    @Test("is an error when there is no bag, and stops when it is told to") func errors() throws {
        let folder = try ScratchFolder()
        #expect(throws: FileError.self) { _ = try BagReader(folder: folder.file("bag")).verify() }
        let files = try makeBag(folder)
        try BagWriter(folder: folder.file("bag")).write(payload: files, information: [], baggingDate: baggingDate)
        #expect(throws: CancellationError.self) {
            _ = try BagReader(folder: folder.file("bag")).verify { _ in throw CancellationError() }
        }
    }
}
