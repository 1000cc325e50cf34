internal import GantryConnectors
internal import GantryEngine
internal import GantryFiles
internal import GantryMedia
internal import GantryModel

/// A file as it is sent.
struct OutgoingFile: Sendable {
    let content: FileContent
    /// What the server is told that it is called: the last name of its path.
    let name: String
    let contentType: String

    private init(_ content: FileContent, _ type: MediaType) {
        self.content = content
        name = content.path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? content.path
        contentType = type.mimeType
    }

    /// What the ledger has of it.
    var mark: FileMark {
        FileMark(digest: content.digest.description, length: content.length, checksum: content.checksum?.description)
    }

    /// Whether this is what the ledger has, also where it has no checksum.
    func isMarked(_ mark: FileMark?) -> Bool { mark?.digest == content.digest.description && mark?.length == content.length }

    /// The whole file as its mark has it, unread: what is sent is compared with it on the way.
    init?(_ path: String, in folder: String, mark: FileMark) {
        guard let digest = ContentDigest(hex: mark.digest), let type = MediaType(fileName: path) else { return nil }
        let checksum = mark.checksum.flatMap { ContentChecksum(hex: $0) }
        self.init(FileContent(path: path, in: folder, pieces: [.file(0..<mark.length)], digest: digest, checksum: checksum), type)
    }

    /// Looks at a file as the rule of its kind asks.
    static func inspect<Row: Submission>(
        _ path: String, of field: String, in folder: String, _: Row.Type, privacy: PhotoPrivacy
    ) -> Result<OutgoingFile, RowProblems> {
        let rule = Row.kind.files ?? FileRule(types: [], limit: 0)
        func failed(_ code: String, _ sentence: String) -> Result<OutgoingFile, RowProblems> {
            .failure(RowProblems(problems: [RowProblem(code, field: field, sentence)]))
        }
        do throws(FileError) {
            let report = try MediaInspection.inspect(
                path: path, in: folder, accepts: Set(rule.types.compactMap(MediaType.init(rawValue:))), limit: rule.limit,
                privacy: rule.isPhoto ? privacy : .none)
            guard report.problems.isEmpty, let content = report.content, let type = report.type else {
                return .failure(
                    RowProblems(
                        problems: report.problems.map {
                            RowProblem($0.code.rawValue, field: field, "\(quoted(path)): found \($0.found); expected \($0.expected). \($0.advice)")
                        }))
            }
            return .success(OutgoingFile(content, type))
        } catch {
            switch error.code {
            case .missing: return failed("file-missing", "There is no file \(quoted(path)) in \(quoted(folder)).")
            case .symbolicLink: return failed("file-is-link", "\(quoted(path)) is a link or lies behind one; only files inside the folder are sent.")
            case .unusableName: return failed("file-name", "\(quoted(path)) is no name of a file inside the folder.")
            default: return failed("file-unreadable", error.explanation)
            }
        }
    }
}
