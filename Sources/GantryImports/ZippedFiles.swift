internal import FoundationEssentials
internal import GantryEngine
internal import GantryFiles
internal import GantryFormats
internal import GantryModel

/// The files of a sheet that came as a zip file, unpacked into a private folder for as long as it is kept. Each command
/// unpacks them anew, since the zip file stays; what a killed process left of them is removed by the next one.
struct ZippedFiles {
    private let scratch: ScratchFolder
    var folder: String { scratch.path }

    /// - Parameter path: the folder of files that a request names.
    /// - Returns: `nil` where it is no zip file.
    /// - Throws: `RunError` for one that can't be unpacked, or shouldn't, or where it was stopped; `FileError`.
    init?(_ path: String, for request: ImportRequest, _ stop: StopRequest) throws {
        guard ZippedFiles.isZip(path) else { return nil }
        scratch = try ZippedFiles.scratch(for: request)
        do { try ZippedFiles.unpack(path, into: scratch.path, stop) } catch {
            try scratch.remove()
            throw error
        }
    }

    /// A folder to unpack into.
    static func scratch(for request: ImportRequest) throws -> ScratchFolder {
        // The disk of the workspace is meant to hold what runs need.
        var parent = ScratchFolder.parent(request.environment)
        if FileManager.default.fileExists(atPath: request.workspace.path),
            try Folders.isWritable(request.workspace.path)
        {
            // No connection has a blank in its name, so that none has such a folder for its answers.
            try Folders.makePrivate("cache", under: request.workspace.path)
            parent = "\(request.workspace.path)/cache"
        }
        return try ScratchFolder("unpacked files ", in: parent)
    }

    /// - Throws: `RunError` for a zip file that can't be unpacked, or shouldn't, or where it was stopped; `FileError`.
    static func unpack(_ path: String, into folder: String, _ stop: StopRequest) throws {
        do {
            _ = try ZipReader(path).unpack(into: folder) { stop.isRequested }
        } catch let error as ZipError {
            throw RunError(.unusableRun, error.explanation, advice: error.advice)
        } catch is CancellationError {
            throw RunError(
                .stopped, "Stopped while unpacking \(quoted(path)).", advice: "Run the same command again to resume.",
                isRetryable: true)
        }
    }

    /// Whether a path leads to a zip file and to no folder.
    static func isZip(_ path: String) -> Bool {
        // What can't be read is told where it is used.
        guard let file = try? ReadFile.open(path) else { return false }
        var start: [UInt8] = []
        while start.count < 4, let count = try? file.read(appendingTo: &start, atMost: 4 - start.count), count > 0 {}
        return start == [0x50, 0x4B, 0x03, 0x04] || start == [0x50, 0x4B, 0x05, 0x06]
    }
}
