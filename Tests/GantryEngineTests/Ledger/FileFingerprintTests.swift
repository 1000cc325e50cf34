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

    @Test("has what a converted photo was made from", arguments: [nil, "6c78"]) func origin(checksum: String?) {
        let origin = FileFingerprint.Origin(digest: "3a7b", rule: "jpeg1-2097152", change: "heic-4x3-4x3-90")
        let sent = FileFingerprint(digest: "9f86", length: 10_240, checksum: checksum, origin: origin)
        #expect(sent.text == "9f86/10240/\(checksum ?? "")/3a7b/jpeg1-2097152/heic-4x3-4x3-90")
        #expect(FileFingerprint(sent.text[...]) == sent && !sent.isPromised)
        let promised = FileFingerprint(
            digest: "", length: 7, checksum: nil,
            origin: FileFingerprint.Origin(digest: "3a7b", rule: "jpeg1-2097152", change: ""))
        #expect(FileFingerprint(promised.text[...]) == promised && promised.isPromised)
        // The original and the rule decide, whatever became of it.
        #expect(sent.identity == promised.identity && sent.isSame(as: promised))
        let other = FileFingerprint(digest: "ab", length: 10_240, checksum: checksum, origin: origin)
        #expect(sent.identity == other.identity && !sent.isSame(as: other))
    }

    @Test(
        "is nothing where the text is no fingerprint",
        arguments: ["", "9f86", "9f86/", "9f86/x", "9f86/-1", "9f86/1/2/3"])
    func none(text: String) {
        #expect(FileFingerprint(text[...]) == nil)
        #expect(FileFingerprint.all(in: "file=\(text)").isEmpty)
    }
}
