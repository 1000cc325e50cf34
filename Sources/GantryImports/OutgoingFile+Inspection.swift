internal import GantryAccounts
internal import GantryConnectors
internal import GantryEngine
internal import GantryFiles
internal import GantryFormats
internal import GantryModel

extension OutgoingFile {
    /// The complete file as in its mark, unread: the content is compared with the mark while it is sent.
    init?(_ path: String, in folder: String, mark: FileFingerprint) {
        guard let digest = ContentDigest(hex: mark.digest), let type = MediaType(fileName: path) else { return nil }
        let checksum = mark.checksum.flatMap { ContentChecksum(hex: $0) }
        self.init(
            FileContent(path: path, in: folder, pieces: [.file(0..<mark.length)], digest: digest, checksum: checksum),
            type, of: path)
    }

    /// Looks at a file as the rule of its kind asks.
    static func inspect(
        _ path: String, of field: String, in folder: String, _ kind: SubmissionKind, privacy: PhotoPrivacy,
        _ finder: FileFinder, of row: FileFinder.Row
    ) -> Result<OutgoingFile, RowProblems> {
        let rule = kind.files ?? FileRule(types: [], limit: 0)
        do throws(FileError) {
            let report = try MediaInspection.inspect(
                path: path, in: folder, accepts: Set(rule.types.compactMap(MediaType.init(rawValue:))),
                limit: rule.limit,
                privacy: rule.isPhoto ? privacy : .none)
            guard report.problems.isEmpty, let content = report.content, let type = report.type else {
                return .failure(
                    RowProblems(
                        problems: report.problems.map {
                            RowProblem(
                                $0.code.rawValue, field: field,
                                "\(quoted(path)): found \($0.found); expected \($0.expected). \($0.advice)")
                        }))
            }
            return .success(OutgoingFile(content, type, of: path))
        } catch {
            let (code, sentence) = finder.problem(error, of: path, in: folder, of: row)
            return .failure(RowProblems(problems: [RowProblem(code, field: field, sentence)]))
        }
    }
}
