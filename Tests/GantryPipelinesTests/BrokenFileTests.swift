import Foundation
import GantryModel
import GantryOutputs
import GantryRuns
import GantryTestSupport
import Testing

/// Every broken file in `Golden` gives exactly the message beside it. To write the messages anew, look at them, and
/// keep what is right: GANTRY_REGENERATE_GOLDEN=1 swift test --filter BrokenFileTests
@Suite struct BrokenFileTests {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden")

    static let names: [String] = {
        let files = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
        return (files ?? []).filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) }.sorted()
    }()

    @Test("There are at least forty broken files")
    func count() {
        #expect(BrokenFileTests.names.count >= 40)
    }

    @Test("A broken pipeline file gives exactly the expected message", arguments: BrokenFileTests.names)
    func message(name: String) throws {
        let bytes = [UInt8](try Data(contentsOf: BrokenFileTests.folder.appending(path: name + ".yaml")))
        let golden = BrokenFileTests.folder.appending(path: name + ".txt")
        let error = #expect(throws: PipelineFileError.self) {
            try Pipeline.read(
                bytes, named: name + ".yaml", catalog: .documented, overrides: BrokenFileTests.options(bytes))
        }
        let message = try #require(error).render() + "\n"
        // The formats are in a list of their own, so that a new one changes no message here.
        let formats = listed(OutputFormats.all.map(\.name))
        if ProcessInfo.processInfo.environment["GANTRY_REGENERATE_GOLDEN"] != nil {
            try message.replacing(formats, with: "{formats}").write(to: golden, atomically: true, encoding: .utf8)
        }
        let expected = try String(contentsOf: golden, encoding: .utf8).replacing("{formats}", with: formats)
        #expect(message == expected)
        #expect(error?.isRetryable == false)
        #expect(error?.mistakes.isEmpty == false)
    }

    @Test("A mistake in a setting alone is not blamed on the file, and the advice does not send a person there")
    func option() throws {
        let good = [UInt8](try Data(contentsOf: BrokenFileTests.folder.appending(path: "set-unknown-key.yaml")))
        let error = try #require(
            #expect(throws: PipelineFileError.self) {
                try Pipeline.read(good, named: "p.yaml", catalog: .documented, overrides: ["titel=x"])
            })
        #expect(error.render().hasSuffix("1 mistake in setting."))
        #expect(error.explanation.hasPrefix("A setting has a mistake: Unknown key"))
        #expect(error.advice == "Correct the setting; p.yaml itself has no mistakes.")
        let both = try #require(
            #expect(throws: PipelineFileError.self) {
                try Pipeline.read(
                    good + Array("x: y\n".utf8), named: "p.yaml", catalog: .documented, overrides: ["titel=x"])
            })
        #expect(both.render().hasSuffix("2 mistakes in p.yaml and setting."))
        #expect(both.advice?.text(spelling: { "\($0)" }).hasSuffix("validate(file: \"p.yaml\")") == true)
    }

    @Test("No message is left over from a broken file that is gone")
    func leftovers() throws {
        let texts = try FileManager.default.contentsOfDirectory(atPath: BrokenFileTests.folder.path)
            .filter { $0.hasSuffix(".txt") }.map { String($0.dropLast(4)) }
        #expect(Set(texts) == Set(BrokenFileTests.names))
    }

    /// The options that the first lines of a file ask for: `# --set key=value`.
    private static func options(_ bytes: [UInt8]) -> [String] {
        String(decoding: bytes, as: UTF8.self).split(separator: "\n").prefix { $0.hasPrefix("# --set ") }
            .map { String($0.dropFirst(8)) }
    }
}
