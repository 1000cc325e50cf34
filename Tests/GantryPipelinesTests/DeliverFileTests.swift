import GantryRuns
import Testing

@Suite("deliver in a pipeline file") struct DeliverFileTests {
    @Test("names places and what goes there, and changes no settings of a run") func places() throws {
        let base = PipelineFileTests.minimal
        let file = try PipelineFileTests.read(base + "deliver:\n  - { to: bank }\n  - { to: store, as: bag }\n")
        #expect(file.deliver == [Pipeline.Deliver(to: "bank"), Pipeline.Deliver(to: "store", form: .bag)])
        let without = try PipelineFileTests.read(base)
        #expect(without.deliver.isEmpty && without.settings == file.settings)
    }

    @Test(
        "with mistakes is refused",
        arguments: [
            ("deliver:\n  - { to: bank }\n  - { to: bank }\n", "listed twice"),
            ("deliver: [{ to: Bank }]\n", "can't be the name"),
            ("deliver: [{ as: bag }]\n", "to"), ("deliver: [{ to: bank, as: tar }]\n", "files"),
            ("deliver: bank\n", "a list"),
            (DeliverFileTests.signed + "deliver: [{ to: a }, { to: b }]\n", "one place"),
            (DeliverFileTests.signed + "deliver: [{ to: a, as: bag }]\n", "statement"),
        ])
    func mistakes(_ lines: String, _ expected: String) throws {
        let text = PipelineFileTests.minimal + lines
        let error = try #require(throws: PipelineFileError.self) { try PipelineFileTests.read(text) }
        #expect(error.render().contains(expected), "\(error.render())")
    }

    static let signed =
        "  - { file: hours.jsonl.zst, format: archive }\nsign-off: { prepare: [clerk], approve: [manager] }\n"
}
