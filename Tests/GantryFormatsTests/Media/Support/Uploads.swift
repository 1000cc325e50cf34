import Foundation
import GantryTestSupport

extension TemporaryFolder {
    func file(_ name: String) -> String { "\(path)/\(name)" }

    func put(_ bytes: [UInt8], at name: String) throws { try Data(bytes).write(to: URL(fileURLWithPath: file(name))) }
}

/// `Samples/uploads/` of the package.
enum Uploads {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "../../../../Samples/uploads"
    )
    .standardized

    static func bytes(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: folder.appending(path: name))) }

    static func names(_ subfolder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: subfolder).path).sorted().map {
            "\(subfolder)/\($0)"
        }
    }

    /// The rows of a sheet below its headings.
    static func rows(_ sheet: String) throws -> [[String]] {
        String(decoding: try bytes(sheet), as: UTF8.self).split(separator: "\r\n").dropFirst().map {
            $0.split(separator: ",").map(String.init)
        }
    }
}
