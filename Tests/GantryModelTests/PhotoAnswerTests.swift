import GantryModel
import Testing

@Suite("What is said of a converted photo") struct PhotoAnswerTests {
    private let change = PhotoChange(
        kind: "heic", width: 4032, height: 3024, sentWidth: 3024, sentHeight: 2268, quality: 80)

    @Test("is read back from its line") func roundTrip() {
        for answer in [
            PhotoAnswer.converted(change), .refused(code: "photo-several", found: "2 pictures", expected: "one"),
        ] {
            #expect(answer.line.hasSuffix("\n") && answer.line.utf8.count <= PhotoAnswer.longestLine)
            #expect(PhotoAnswer(line: String(answer.line.dropLast())) == answer)
        }
    }

    @Test("has no other line in what a picture says") func oneLine() {
        let line = PhotoAnswer.refused(code: "damaged-heic", found: "a\njpeg b\tc", expected: "d").line
        #expect(line.count { $0 == "\n" } == 1)
        #expect(PhotoAnswer(line: String(line.dropLast())) != nil)
    }

    @Test(
        "is nothing where the text is something else",
        arguments: [
            "", "jpeg ", "jpeg heic-1x1-1x1", "jpeg heic-1x1-1x1-0", "jpeg heic-0x1-1x1-90", "jpeg a/b-1x1-1x1-90",
            "jpeg heic-1x1-1x1-90-1", "jpeg heic-1x-1x1-90", "no a", "no a\tb", "yes", "no a\tb\tc\td",
        ])
    func none(line: String) { #expect(PhotoAnswer(line: line) == nil) }

    @Test("is in words for a person") func words() {
        #expect(change.words == "HEIC, 4032 x 3024, sent as JPEG, 3024 x 2268, quality 80")
        let same = PhotoChange(kind: "webp", width: 9, height: 8, sentWidth: 9, sentHeight: 8, quality: 90)
        #expect(same.words == "WebP, 9 x 8, sent as JPEG, quality 90")
    }
}
