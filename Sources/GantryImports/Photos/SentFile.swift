package import GantryEngine
internal import GantryFiles
internal import GantryFormats

/// A file that was sent, and where it can be now.
package struct SentFile: Sendable {
    private let mark: FileFingerprint
    private let paths: [String]
    private let folder: String

    /// - Parameters:
    ///   - mark: what the ledger has of it.
    ///   - paths: those that it can have, relative to `folder`.
    package init(_ mark: FileFingerprint, at paths: [String], in folder: String) {
        self.mark = mark
        self.paths = paths
        self.folder = folder
    }

    /// Small pictures of files, side by side.
    ///
    /// - Returns: for each its path, and a JPEG image where there can be one; `nil` for one that none of its paths has
    ///   any more, with the content that was sent.
    package static func pictures(
        of files: [SentFile], by pictures: SmallPictures
    ) async throws -> [(path: String, picture: [UInt8]?)?] {
        try await PhotoLanes.sideBySide(files) { file in
            try file.paths.first { try file.isAt($0) }.map { path in
                do {
                    return (path, try pictures.picture(SmallPictures.Job(path, in: file.folder)))
                } catch let error where error is FileError || error is RunError {
                    return (path, nil)
                }
            }
        }
    }

    /// Whether the file there is what the mark is of, unchanged or made so by a rule for photos.
    private func isAt(_ path: String) throws -> Bool {
        do {
            if let origin = mark.origin {
                guard case .photo(let photo) = try MediaInspection.photo(path: path, in: folder) else { return false }
                return photo.digest.description == origin.digest
            }
            return try PhotoPrivacy.allCases.contains { privacy in
                let found = try MediaInspection.inspect(
                    path: path, in: folder, accepts: Set(MediaType.allCases), limit: .max, privacy: privacy)
                return found.content?.digest.description == mark.digest
            }
        } catch is FileError {
            // What can't be read is not shown.
            return false
        }
    }
}
