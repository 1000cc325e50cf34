internal import GantryEngine
internal import GantryFiles
internal import GantryFormats
internal import Synchronization

/// The zip files that lie in the folder of a sheet's files: what the folder lacks can be in one of them. Such a file
/// has the path that it would have if the zip file were a folder: `scans.zip/scan-1.pdf`. One is unpacked when the
/// first of its files is read, and kept as long as this.
final class ZipsInFolder: Sendable {
    /// The paths of all their files. What can't be read as a zip file has none.
    let files: Set<String>
    private let folder: String
    private let request: ImportRequest
    private let stop: StopRequest

    private struct State {
        var scratch: ScratchFolder?
        var unpacked: Set<String> = []
    }
    private let state = Mutex(State())

    /// Zip files that are looked into.
    private static let most = 20

    /// - Returns: `nil` where the folder has none.
    init?(of request: ImportRequest, _ stop: StopRequest) {
        let folder = request.folder ?? "."
        let zips = ((try? Folders.names(under: folder)) ?? []).filter { $0.lowercased().hasSuffix(".zip") }.sorted()
        guard !zips.isEmpty else { return nil }
        var files: Set<String> = []
        for zip in zips.prefix(ZipsInFolder.most) {
            let names = (try? ZipReader("\(folder)/\(zip)").names()) ?? []
            for name in names where !NamedFiles.isNoRow(name) { files.insert("\(zip)/\(name)") }
        }
        self.files = files
        self.folder = folder
        self.request = request
        self.stop = stop
    }

    /// The folder that has the file of a path, unpacked; `nil` for a path that leads into none of the zip files.
    ///
    /// - Throws: `RunError` for a zip file that can't be unpacked, or shouldn't; `FileError`.
    func root(of path: String) throws -> String? {
        guard files.contains(path), let slash = path.firstIndex(of: "/") else { return nil }
        let zip = String(path[..<slash])
        return try state.withLock { state in
            let scratch = try state.scratch ?? ZippedFiles.scratch(for: request)
            state.scratch = scratch
            if !state.unpacked.contains(zip) {
                try Folders.makePrivate(zip, under: scratch.path)
                try ZippedFiles.unpack("\(folder)/\(zip)", into: "\(scratch.path)/\(zip)", stop)
                state.unpacked.insert(zip)
            }
            return scratch.path
        }
    }
}
