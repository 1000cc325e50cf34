import GantryFiles
import GantryFormats
import GantryTestSupport
import Testing

/// Inspects bytes as a file of this name; everything is accepted unless said otherwise.
func inspect(
    _ bytes: [UInt8], as name: String, accepts: Set<MediaType> = Set(MediaType.allCases), stated: MediaType? = nil,
    limit: Int = 1 << 30, privacy: PhotoPrivacy = .none
) throws -> (report: MediaReport, sent: [UInt8]) {
    let folder = try TemporaryFolder()
    try folder.put(bytes, at: name)
    let report = try MediaInspection.inspect(
        path: name, in: folder.path, accepts: accepts, stated: stated, limit: limit, privacy: privacy)
    return (report, try report.content.map { try sent($0) } ?? [])
}

/// The codes of what is wrong with the file.
func problems(_ bytes: [UInt8], as name: String, accepts: Set<MediaType> = Set(MediaType.allCases)) throws -> [String] {
    try inspect(bytes, as: name, accepts: accepts).report.problems.map(\.code.rawValue)
}

/// All bytes of a content, proven by its digest.
func sent(_ content: FileContent) throws -> [UInt8] {
    let reader = try FileContentReader(content)
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
        let count = try unsafe buffer.withUnsafeMutableBytes { unsafe try reader.read(into: $0) }
        if count == 0 { break }
        all += buffer[..<count]
    }
    #expect(all.count == content.length)
    return all
}
