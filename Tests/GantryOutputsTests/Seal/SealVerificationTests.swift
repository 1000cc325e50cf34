import GantryEngine
import GantryFiles
import GantryOutputs
import GantryTestSupport
import Testing

@Suite("Reading files back before they are published") struct SealVerificationTests {
    /// A mark of a file that is really there, for `text`.
    private func mark(_ name: String, _ text: String) -> FileCheckpoint {
        let bytes = Array(text.utf8)
        return FileCheckpoint(
            name: name, length: Int64(bytes.count), sha256: ContentHasher.digest(of: bytes.span).description)
    }

    @Test("Files that are what was written pass, however many there are") func allRight() async throws {
        let folder = try TemporaryFolder()
        let names = (1...7).map { "\($0).csv" }
        for name in names { try folder.write("of \(name)", to: name) }
        try await SealVerification(folder: folder.path)
            .verify(names.map { ReadBack(mark: mark($0, "of \($0)"), proof: .digest) })
    }

    @Test("Of several wrong files the first is named, though a later one is read faster") func firstIsNamed()
        async throws
    {
        let folder = try TemporaryFolder()
        try folder.write(String(repeating: "x", count: 8 << 20), to: "large.csv")
        for name in ["small.csv", "right.csv"] { try folder.write("y", to: name) }
        let files = [mark("large.csv", "other"), mark("small.csv", "other"), mark("right.csv", "y")]
        let error = await #expect(throws: RunError.self) {
            try await SealVerification(folder: folder.path).verify(files.map { ReadBack(mark: $0, proof: .digest) })
        }
        #expect(error?.explanation.contains("large.csv") == true, "\(error?.explanation ?? "")")
    }
}
