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

    /// - Parameter path: what the sheet calls the file.
    private init(_ content: FileContent, _ type: MediaType, of path: String) {
        self.content = content
        name = path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? path
        contentType = type.mimeType
    }

    /// What the ledger has of it.
    var mark: FileMark {
        FileMark(digest: content.digest.description, length: content.length, checksum: content.checksum?.description)
    }

    /// Whether this is what the ledger has, also where it has no checksum.
    func isMarked(_ mark: FileMark?) -> Bool {
        mark?.digest == content.digest.description && mark?.length == content.length
    }

    /// The whole file as its mark has it, unread: what is sent is compared with it on the way.
    init?(_ path: String, in folder: String, mark: FileMark, _ finder: FileFinder) {
        guard let digest = ContentDigest(hex: mark.digest), let type = MediaType(fileName: path) else { return nil }
        let checksum = mark.checksum.flatMap { ContentChecksum(hex: $0) }
        let place = finder.place(of: path, in: folder)
        self.init(
            FileContent(path: place, in: folder, pieces: [.file(0..<mark.length)], digest: digest, checksum: checksum),
            type, of: path)
    }

    /// Looks at a file as the rule of its kind asks.
    static func inspect<Row: Submission>(
        _ path: String, of field: String, in folder: String, _: Row.Type, privacy: PhotoPrivacy, _ finder: FileFinder
    ) -> Result<OutgoingFile, RowProblems> {
        let rule = Row.kind.files ?? FileRule(types: [], limit: 0)
        func look(_ place: String) throws(FileError) -> Result<OutgoingFile, RowProblems> {
            let report = try MediaInspection.inspect(
                path: place, in: folder, accepts: Set(rule.types.compactMap(MediaType.init(rawValue:))),
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
        }
        do throws(FileError) {
            return try look(path)
        } catch {
            // The name in another form of Unicode, as other systems write it, is the same name.
            if error.code == .missing, case .same(let place) = finder.find(path, in: folder),
                let found = try? look(place)
            {
                return found
            }
            let (code, sentence) = finder.problem(error, of: path, in: folder)
            return .failure(RowProblems(problems: [RowProblem(code, field: field, sentence)]))
        }
    }
}
