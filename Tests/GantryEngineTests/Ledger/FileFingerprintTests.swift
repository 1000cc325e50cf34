import GantryEngine
import Testing

@Suite("What the ledger has of a file")
struct FileFingerprintTests {
    @Test("is read back as it was written, with and without a checksum", arguments: [nil, "6c78"])
    func roundTrip(checksum: String?) {
        let fingerprints = [
            ("file", FileFingerprint(digest: "9f86", length: 10_240, checksum: checksum)),
            ("fitness", FileFingerprint(digest: "ab", length: 0, checksum: nil)),
        ]
        let content = FileFingerprint.content(fingerprints.map { (field: $0.0, fingerprint: $0.1) })
        #expect(content == "file=9f86/10240\(checksum == nil ? "" : "/6c78") fitness=ab/0")
        #expect(FileFingerprint.all(in: content) == Dictionary(uniqueKeysWithValues: fingerprints))
    }

    @Test(
        "is nothing where the text is no fingerprint",
        arguments: ["", "9f86", "9f86/", "9f86/x", "9f86/-1", "9f86/1/2/3"])
    func none(text: String) {
        #expect(FileFingerprint(text[...]) == nil)
        #expect(FileFingerprint.all(in: "file=\(text)").isEmpty)
    }
}
