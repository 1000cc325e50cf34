import Foundation

/// Runs `body` with the path of a file of these bytes, which is removed afterwards.
func withFile<Result>(
    _ bytes: [UInt8], name: String = "file", _ body: (String) async throws -> Result
) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "gantry-effects-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: name)
    try Data(bytes).write(to: file)
    return try await body(file.path())
}
