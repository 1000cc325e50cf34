import GantryRuns
import GantrySignOff
import GantryYAML
import Testing

@Suite("Who signs, in a pipeline file") struct SignOffFileTests {
    private static let base = PipelineFileTests.minimal + "  - { file: hours.jsonl.zst, format: archive }\n"
    private static let rules =
        "sign-off: { prepare: [clerk], approve: [manager, owner], proof: declared, look-back: 6 }\n"

    @Test("It is read with its defaults, and changes nothing of what a run publishes") func reads() throws {
        let file = try PipelineFileTests.read(SignOffFileTests.base + SignOffFileTests.rules)
        let rules = try #require(file.signOff)
        #expect(rules.prepare == ["clerk"] && rules.approve == ["manager", "owner"])
        #expect(rules.proof == .declared && rules.lookBack == 6)
        let short = "sign-off: { prepare: [clerk], approve: [manager] }\n"
        #expect(
            try PipelineFileTests.read(SignOffFileTests.base + short).signOff
                == SignOffRules(prepare: ["clerk"], approve: ["manager"]))
        let without = try PipelineFileTests.read(SignOffFileTests.base)
        #expect(without.signOff == nil && without.settings == file.settings)
    }

    @Test(
        "What can't work is a mistake at its place",
        arguments: [
            ("prepare: [clerk], ", "", "prepare"), ("[clerk]", "[Clerk One]", "Clerk One"),
            ("[clerk]", "[clerk, clerk]", "twice"),
            ("[clerk]", "[]", "empty"), ("declared", "declard", "declared"), ("look-back: 6", "look-back: 25", "24"),
            ("approve: [manager, owner]", "approve: [clerk]", "the only one"), ("look-back", "lookback", "look-back"),
        ])
    func mistakes(old: String, new: String, word: String) throws {
        let text = SignOffFileTests.base + SignOffFileTests.rules.replacing(old, with: new)
        let error = try #require(throws: PipelineFileError.self) { try PipelineFileTests.read(text) }
        #expect(error.render().contains(word), "\(error.render())")
        #expect(error.mistakes.first?.place.line == 7, "\(error.render())")
    }

    @Test(
        "A pipeline whose runs are signed needs the Zstandard archive",
        arguments: ["", "  - { file: hours.jsonl.gz, format: archive, compression: gzip }\n"])
    func archive(output: String) throws {
        let text = PipelineFileTests.minimal + output + SignOffFileTests.rules
        let error = try #require(throws: PipelineFileError.self) { try PipelineFileTests.read(text) }
        #expect(error.render().contains("needs its archive"), "\(error.render())")
    }
}
