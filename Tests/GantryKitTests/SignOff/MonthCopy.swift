import FoundationEssentials
import GantryFiles
import GantryKit
import GantryRuns
import GantrySignOff

/// A copy of the month that is removed with the test.
final class MonthCopy: Sendable {
    static let fixture = URL(filePath: #filePath).deletingLastPathComponent().path + "/SignedMonth"
    static let seal = (try? Data(contentsOf: URL(filePath: fixture + "/r1.signed/r1.statement"))).flatMap {
        try? Statement(reading: Array($0)).seal.description
    }

    let path: String

    init() throws {
        let memory = "/dev/shm"
        let files = FileManager.default
        let scratch = files.isWritableFile(atPath: memory) ? memory : files.temporaryDirectory.path
        path = "\(scratch)/gantry-signed-\(UInt32.random(in: 0 ... .max))"
        try files.copyItem(atPath: MonthCopy.fixture, toPath: path)
    }

    deinit { _ = try? FileManager.default.removeItem(atPath: path) }

    /// Every file, relative to the folder.
    func files() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: path).filter { name in
            var isFolder = false
            return FileManager.default.fileExists(atPath: "\(path)/\(name)", isDirectory: &isFolder) && !isFolder
        }.sorted()
    }

    func bytes(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(filePath: "\(path)/\(name)"))) }

    func write(_ bytes: [UInt8], _ name: String) throws {
        try Data(bytes).write(to: URL(filePath: "\(path)/\(name)"))
    }

    /// What `gantry verify --seal` finds.
    func verified() async throws -> VerificationReport {
        try await Gantry.verify(folder: path + "/r1", seal: MonthCopy.seal.flatMap { Seal($0) })
    }

    /// Whether it is taken for what two people signed.
    func isProven() async throws -> Bool {
        let report = try await verified()
        return report.isValid && report.signOff?.approved != nil
    }

    /// Makes the list of digests beside the export right again, as somebody would who changed a file in it.
    func listAgain() throws {
        var lines = ""
        for name in try files() where name.hasPrefix("r1.signed/") && !name.hasSuffix("/SHA256SUMS") {
            let content = try bytes(name)
            let digest = ContentHasher.digest(of: content.span)
            lines += "\(digest)  \(name.dropFirst(10))\n"
        }
        try write(Array(lines.utf8), "r1.signed/SHA256SUMS")
    }
}
