public import GantryFiles
internal import GantryModel

/// Examines a certificate or photo before it is uploaded: what it is, whether it is complete, and what of it is sent.
///
/// The file is read once from front to back in pieces of 256 KiB, and memory does not follow its size. It blocks while
/// it reads.
public enum MediaInspection {
    /// Inspects one file.
    ///
    /// - Parameters:
    ///   - path: the file, relative to `folder`; no name in it may be a link or `..`.
    ///   - folder: the folder that must contain the file.
    ///   - accepted: the types that are taken here.
    ///   - stated: the type that a sheet or server states for the file. `nil` by default.
    ///   - limit: the most bytes that the file may have on disk; a larger one is not read.
    ///   - privacy: what photos lose. The default is nothing.
    /// - Returns: a report; what is wrong with the file is in its `problems`.
    /// - Throws: `FileError` when the file is missing, a link or no file, can't be read or is cut while it is read.
    public static func inspect(
        path: String, in folder: String, accepts accepted: Set<MediaType>, stated: MediaType? = nil, limit: Int,
        privacy: PhotoPrivacy = .none
    ) throws(FileError) -> MediaReport {
        let file = try ReadFile.open(path, under: folder)
        let size = file.size
        guard size > 0 else { return MediaReport(refused: [.empty], type: nil, size: 0) }
        guard size <= limit else { return MediaReport(refused: [.tooLarge(size, limit: limit)], type: nil, size: size) }
        var cursor = MediaCursor(file)
        var type: MediaType?
        do throws(InspectionStop) {
            let kind = ContentKind(beginning: try cursor.beginning(atMost: ContentKind.wanted))
            guard case .media(let known) = kind else {
                return MediaReport(refused: [.wrongType(kind.name, accepted: accepted)], type: nil, size: size)
            }
            type = known
            let problems = disagreements(known, path: path, accepts: accepted, stated: stated)
            guard problems.isEmpty else { return MediaReport(refused: problems, type: known, size: size) }
            let facts = try goThrough(&cursor, as: known, privacy: privacy)
            let content = FileContent(
                path: path, in: folder, pieces: cursor.content.pieces, digest: cursor.content.digest(),
                checksum: cursor.content.checksum())
            return MediaReport(type: known, size: size, facts: facts, content: content, problems: [])
        } catch {
            switch error {
            case .file(let error): throw error
            case .damaged(let found, let expected):
                let problems = type.map { [MediaProblem.damaged($0, found: found, expected: expected)] }
                return MediaReport(refused: problems ?? [.wrongType(found, accepted: accepted)], type: type, size: size)
            }
        }
    }

    private static func disagreements(
        _ type: MediaType, path: String, accepts accepted: Set<MediaType>, stated: MediaType?
    ) -> [MediaProblem] {
        guard accepted.contains(type) else { return [.wrongType(type.name, accepted: accepted)] }
        var problems: [MediaProblem] = []
        if MediaType(fileName: path) != type {
            problems.append(.nameDisagrees(type, ending: fileExtension(of: path).map { singleLine($0, limit: 20) }))
        }
        if let stated, stated != type { problems.append(.statedTypeDisagrees(type, stated: stated)) }
        return problems
    }

    static func goThrough(
        _ cursor: inout MediaCursor, as type: MediaType, privacy: PhotoPrivacy
    ) throws(InspectionStop) -> MediaFacts {
        switch type {
        case .pdf: return try PDFInspection.goThrough(&cursor)
        case .jpeg:
            var inspection = JPEGInspection(privacy: privacy)
            return try inspection.goThrough(&cursor)
        case .png:
            var inspection = PNGInspection(privacy: privacy)
            return try inspection.goThrough(&cursor)
        case .webp:
            var inspection = WebPInspection(privacy: privacy)
            return try inspection.goThrough(&cursor)
        }
    }
}
