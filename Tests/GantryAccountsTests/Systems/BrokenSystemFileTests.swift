import Foundation
import GantryAccounts
import Testing

/// Every broken file in `Golden` gives exactly the message beside it. To write the messages anew, look at them, and
/// keep what is right: GANTRY_REGENERATE_GOLDEN=1 swift test --filter BrokenSystemFileTests
@Suite("A broken system file") struct BrokenSystemFileTests {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden")

    static let names: [String] = {
        let files = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
        return (files ?? []).filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) }.sorted()
    }()

    @Test("gives exactly the expected message", arguments: BrokenSystemFileTests.names)
    func message(name: String) throws {
        let bytes = [UInt8](try Data(contentsOf: Self.folder.appending(path: name + ".yaml")))
        let error = try #require(throws: SystemFileError.self) { try SystemFile.read(bytes, named: name + ".yaml") }
        let message = error.render() + "\n"
        let golden = Self.folder.appending(path: name + ".txt")
        if ProcessInfo.processInfo.environment["GANTRY_REGENERATE_GOLDEN"] != nil {
            try message.write(to: golden, atomically: true, encoding: .utf8)
        }
        #expect(try message == String(contentsOf: golden, encoding: .utf8))
        #expect(!error.mistakes.isEmpty && !error.isRetryable)
    }

    @Test("has a message of its own, and none is left over") func leftovers() throws {
        let texts = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
            .filter { $0.hasSuffix(".txt") }.map { String($0.dropLast(4)) }
        #expect(Set(texts) == Set(Self.names))
        #expect(Self.names.count >= 40)
    }
}
