import Foundation
import GantryEngine
import GantryKit
import GantryOutputs
import GantryPayroll
import GantryRuns
import GantryTestSupport
import Testing

/// A profile that changed after its file was delivered.
@Suite("The layout of a delivered file") struct PaidLayoutsTests {
    private static let profile = """
        profile: own
        title: Own
        between: ";"
        numbers: { point: none }
        corrections: difference
        row: [{ value: number }, { value: code }, { value: units }]

        """

    private func differences(_ now: String, _ then: String? = PaidLayoutsTests.profile) throws -> [String] {
        let folder = try TemporaryFolder()
        if let then {
            let copies = folder.path + "/" + ProfileFormat.folder
            try FileManager.default.createDirectory(atPath: copies, withIntermediateDirectories: true)
            try Data(then.utf8).write(to: URL(filePath: copies + "/own.yaml"))
        }
        let source = Array(now.utf8)
        let format = ProfileFormat(try ProfileFileReading.profile(source, named: "own.yaml"), source: source)
        return try PaidLayouts.differences([Output(file: "own.csv", format: format, choices: [:])], in: folder.path)
            .map(\.description)
    }

    @Test("is the same in other words, for another program, and where there is no copy") func same() throws {
        #expect(try differences(Self.profile).isEmpty)
        #expect(try differences(Self.profile.replacing("title: Own", with: "# Mine\ntitle: Mine")).isEmpty)
        #expect(try differences(Self.profile + "rows-of-one-code: adds\n").isEmpty)
        #expect(try differences(Self.profile.replacing("corrections: difference\n", with: "")).isEmpty)
        #expect(try differences(Self.profile, nil).isEmpty)
        // What only refuses writes nothing otherwise.
        let strict =
            Self.profile.replacing(
                "{ value: code }", with: "{ value: code, most: 4, pattern: \"[0-9]+\" }") + "forbid: [\"|\"]\n"
        #expect(try differences(strict).isEmpty && differences(Self.profile, strict).isEmpty)
        // A profile that is refused today wrote its file all the same.
        let unsigned = Self.profile.replacing("point: none", with: "point: none, sign: none")
        #expect(
            try differences(unsigned.replacing("corrections: difference", with: "corrections: none"), unsigned).isEmpty)
    }

    @Test("is another one with other figures or columns, or where nobody can read it") func another() throws {
        let told = ["outputs.own.csv.profile: data/profiles/own.yaml as it was delivered → another layout"]
        #expect(try differences(Self.profile.replacing("point: none", with: "point: \",\"")) == told)
        #expect(
            try differences(Self.profile.replacing("{ value: code }, ", with: "{ value: code }, { text: \"\" }, "))
                == told)
        #expect(try differences(Self.profile, "profile: [\n") == told)
    }
}
