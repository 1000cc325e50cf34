import GantryEngine
import Testing

@Suite("What the ledger has of a file")
struct FileMarkTests {
    @Test("is read back as it was written, with and without a checksum", arguments: [nil, "6c78"])
    func roundTrip(checksum: String?) {
        let marks = [
            ("file", FileMark(digest: "9f86", length: 10_240, checksum: checksum)),
            ("fitness", FileMark(digest: "ab", length: 0, checksum: nil)),
        ]
        let content = FileMark.content(marks.map { (field: $0.0, mark: $0.1) })
        #expect(content == "file=9f86/10240\(checksum == nil ? "" : "/6c78") fitness=ab/0")
        #expect(FileMark.all(in: content) == Dictionary(uniqueKeysWithValues: marks))
    }

    @Test("is nothing where the text is no mark", arguments: ["", "9f86", "9f86/", "9f86/x", "9f86/-1", "9f86/1/2/3"])
    func none(text: String) {
        #expect(FileMark(text[...]) == nil)
        #expect(FileMark.all(in: "file=\(text)").isEmpty)
    }
}
