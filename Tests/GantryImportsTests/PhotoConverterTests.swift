import FoundationEssentials
import GantryFiles
import GantryFormats
import GantryImports
import GantryTestSupport
import Testing

@Suite("The converter of photos") struct PhotoConverterTests {
    @Test("is ended with all that it started when it hangs, which costs that photo alone") func hangs() async throws {
        let folder = try TemporaryFolder()
        let marker = "\(folder.path)/running"
        let program = "\(folder.path)/gantry-photo"
        // A child of its own, which outlives it unless the whole group ends.
        let script = "#!/bin/sh\n(sleep 3; touch \(marker)) & sleep 600\n"
        try Data(script.utf8).write(to: URL(filePath: program))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
        let converter = PhotoConverter(
            program: program, folder: "\(folder.path)/kept", planned: nil, patience: .milliseconds(500))
        let photo = OriginalPhoto(
            kind: .heic, size: 9, digest: ContentHasher.digest(of: [1].span), orientation: 1)
        let began = ContinuousClock.now
        guard case .failure(let problem) = try converter.image(of: photo, "bad.heic", in: folder.path, limit: 1_000)
        else {
            Issue.record("A program that hangs gave an image.")
            return
        }
        #expect(ContinuousClock.now - began < .seconds(60))
        #expect(problem.code == "photo-failed" && problem.found.contains("took longer than"), "\(problem.found)")
        try await Task.sleep(for: .seconds(4))
        #expect(!FileManager.default.fileExists(atPath: marker))
    }
}
