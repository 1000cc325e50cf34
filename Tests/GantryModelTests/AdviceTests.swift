import GantryModel
import Testing

@Suite("Advice")
struct AdviceTests {
    private func words(_ action: Advice.Action) -> String { "<\(action)>" }

    @Test("Each action is spelled by the reader, and everything else stays as it is written")
    func spelling() {
        let advice: Advice = "Free \(3) GB on \("disk"), then run again with \(.startOver) or \(.show(run: "p/1/r1"))."
        #expect(
            advice.text(spelling: words)
                == #"Free 3 GB on disk, then run again with <startOver> or <show(run: "p/1/r1")>."#)
    }

    @Test("Advice is equal however it was put together")
    func equality() {
        #expect("Run " + "again with \(.startOver)" + "." + "" == ("Run again with \(.startOver)." as Advice))
        #expect(Advice("Run again.") == "Run again.")
        #expect(("Add \(.startOver)" as Advice) != "Add startOver")
    }
}
