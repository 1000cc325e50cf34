import GantryEngine
import GantryImports
import Testing

@Suite("An HTTP status that confirms nothing")
struct AnswerMeaningTests {
    @Test(
        "says whether the server may still be working, fails on the request, or has ended its work",
        arguments: [
            (408, .mayBeAtWork), (502, .mayBeAtWork), (504, .mayBeAtWork), (524, .mayBeAtWork), (500, .failsOnRequest),
            (501, .failsOnRequest), (503, .ended), (507, .ended), (302, .ended), (200, .ended), (409, .ended),
        ] as [(Int, AnswerMeaning)])
    func meaning(status: Int, meaning: AnswerMeaning) { #expect(AnswerMeaning(status: status) == meaning) }
}
