internal import GantryAccounts
internal import GantryConnectors
internal import GantryEngine
internal import GantryFiles
internal import GantryFormats
internal import GantryModel

/// How the files of a sheet become what is sent.
struct FileRules: Sendable {
    let rule: FileRule
    /// Where the files are, and zip files among them.
    let folder: String
    private let zips: ZipsInFolder?
    /// What photos lose.
    let privacy: PhotoPrivacy
    /// `nil` where photos are sent as they are or not at all.
    let converter: PhotoConverter?
    let finder: FileFinder

    /// - Parameters:
    ///   - name: what a person calls the folder.
    ///   - converter: Only used for a kind that takes JPEG images.
    init(
        _ kind: SubmissionKind, folder: String, called name: String, zips: ZipsInFolder?, privacy: PhotoPrivacy,
        converter: PhotoConverter?
    ) {
        finder = FileFinder(called: name, zips: zips?.files ?? [])
        self.zips = zips
        rule = kind.files ?? FileRule(types: [], limit: 0)
        self.folder = folder
        self.privacy = rule.isPhoto ? privacy : .none
        self.converter = rule.types.contains(MediaType.jpeg.rawValue) ? converter : nil
    }

    /// The complete file as in its mark, unread: the content is compared with the mark while it is sent. `nil` for one
    /// that is changed before it is sent.
    func unread(_ path: String, _ mark: FileFingerprint) throws -> OutgoingFile? {
        guard privacy == .none, mark.origin == nil, let digest = ContentDigest(hex: mark.digest),
            let type = MediaType(fileName: path)
        else { return nil }
        let checksum = mark.checksum.flatMap { ContentChecksum(hex: $0) }
        return OutgoingFile(
            FileContent(
                path: path, in: try root(of: path), pieces: [.file(0..<mark.length)], digest: digest, checksum: checksum
            ), type, of: path)
    }

    private func root(of path: String) throws -> String { try zips?.root(of: path) ?? folder }

    /// Looks at a file as the rule of its kind asks.
    ///
    /// - Parameter converts: Whether a photo that the server doesn't take is converted now, if it isn't already.
    /// - Throws: What keeps any photo from being converted.
    func inspect(
        _ path: String, of field: String, converts: Bool, in row: FileFinder.Row
    ) throws -> Result<LookedFile, RowProblems> {
        do {
            return try look(path, of: field, converts: converts)
        } catch let error as UnreadableFile {
            let (code, sentence) = finder.problem(error.error, of: path, in: folder, of: row)
            return .failure(RowProblems(problems: [RowProblem(code, field: field, sentence)]))
        }
    }

    private func look(_ path: String, of field: String, converts: Bool) throws -> Result<LookedFile, RowProblems> {
        let report: MediaReport
        let root = try root(of: path)
        do throws(FileError) {
            report = try MediaInspection.inspect(
                path: path, in: root, accepts: Set(rule.types.compactMap(MediaType.init(rawValue:))),
                limit: rule.limit, privacy: privacy)
        } catch {
            throw UnreadableFile(error: error)
        }
        if report.problems.isEmpty, let content = report.content, let type = report.type {
            return .success(.file(OutgoingFile(content, type, of: path)))
        }
        if let first = report.problems.first, first.code == .tooLarge || first.code == .wrongType,
            let found = try photo(path, of: field)
        {
            switch found {
            case .failure(let problems): return .failure(problems)
            case .success(let photo):
                if converts { return try image(of: photo).map { .file($0) } }
                return .success(try kept(photo).map { .file($0) } ?? .photo(photo))
            }
        }
        return .failure(
            RowProblems(
                problems: report.problems.map {
                    RowProblem(
                        $0.code.rawValue, field: field,
                        "\(quoted(path)): found \($0.found); expected \($0.expected). \($0.advice)")
                }))
    }

    /// The photo that a file is; `nil` for what is none.
    private func photo(_ path: String, of field: String) throws -> Result<PromisedPhoto, RowProblems>? {
        guard converter != nil else { return nil }
        let root = try root(of: path)
        do throws(FileError) {
            switch try MediaInspection.photo(path: path, in: root) {
            case .other: return nil
            case .unusable(let problem): return .failure(PhotoProblem(problem).ofRow(path, field))
            case .photo(let photo):
                return .success(PromisedPhoto(photo: photo, path: path, field: field, limit: rule.limit))
            }
        } catch {
            throw UnreadableFile(error: error)
        }
    }

    private func kept(_ promised: PromisedPhoto) throws -> OutgoingFile? {
        try converter?.kept(promised.photo, limit: rule.limit).map { promised.file($0) }
    }

    /// The photo as it is sent.
    ///
    /// - Throws: What keeps any photo from being converted.
    func image(of promised: PromisedPhoto) throws -> Result<OutgoingFile, RowProblems> {
        guard let converter else { return .failure(PhotoProblem.unusable.ofRow(promised.path, promised.field)) }
        return try converter.image(
            of: promised.photo, promised.path, in: try root(of: promised.path), limit: rule.limit
        ).map {
            promised.file($0)
        }.mapError { $0.ofRow(promised.path, promised.field) }
    }

    /// A file of the sheet that can't be read, unlike one of the workspace.
    private struct UnreadableFile: Error {
        let error: FileError
    }
}
