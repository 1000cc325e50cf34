import Foundation
import GantryAccounts
import GantryConnectors
import GantryDesk
import GantryFiles
import GantryFormats
import GantryHTTP
import GantryJSON
import GantryModel
import GantryPayroll
import GantryRuns
import GantrySignOff

/// What reads bytes that strangers made, by a name. Every error is right, as long as it is one.
nonisolated(unsafe) let readers: [String: ([UInt8]) throws -> Void] = [
    "sheet": { try sheet($0) },
    "workbook": { try sheet($0.first == 0x50 ? $0 : workbook($0)) },
    "json": { _ = try JSONTree($0) },
    "page": { bytes in
        try page(WorkEntry.dataset, bytes)
        try page(CDBL.Leave.dataset, bytes)
    },
    "described": { try described($0) },
    "pipeline": { _ = try Pipeline.read($0, named: "p.yaml", catalog: .built, overrides: []) },
    "system": { _ = try SystemFile.read($0, named: "s.yaml") },
    "configuration": {
        _ = try Configuration.read($0, named: "gantry.yaml", folder: "/", systems: .builtIn, environment: [:])
    },
    "profile": { _ = try ProfileFile.load(path: file($0, "profile.yaml")) },
    "schema": { _ = try XMLSchema($0, name: "a.xsd") },
    "pay": { bytes in
        var reader = try PayrollXMLReader(bytes: bytes, name: "payroll.xml")
        while try reader.next() != nil {}
    },
    "statement": { _ = try Statement(reading: $0) },
    "book": { _ = try Book(reading: $0) },
    "signature": { _ = try SSHSignature($0) },
    "media": { bytes in
        let path = try file(bytes, "picture")
        let folder = String(path.dropLast("/picture".count))
        for privacy in PhotoPrivacy.allCases {
            _ = try MediaInspection.inspect(
                path: "picture", in: folder, accepts: Set(MediaType.allCases), limit: 1 << 24, privacy: privacy)
        }
    },
    "archive": { bytes in
        let path = try file(bytes, "archive")
        for compression in [ArchiveCompression.zstd, .gzip] {
            guard let decoder = try? compression.makeDecoder(reading: try ReadFile.open(path)) else { continue }
            var out: [UInt8] = []
            while out.count < 1 << 24, try decoder.read(appendingTo: &out, atMost: 1 << 20) > 0 {}
        }
    },
    "frames": { bytes in
        let framing = try SocketFraming(HTTPRequest(.get, "https://a/ws"))
        let half = bytes.count / 2
        _ = framing.take(Array(bytes[..<half]))
        _ = framing.take(Array(bytes[half...]))
    },
    "header": { bytes in
        let text = String(decoding: bytes, as: UTF8.self)
        _ = RetryAfter.parse(text, wall: .seconds(1_800_000_000))
        _ = try CheckedURL.parse(text, for: HTTPRequest(.get, "https://a/"))
    },
    "desk": { bytes in
        _ = FormFields(bytes)
        let text = String(decoding: bytes, as: UTF8.self)
        // What is an address leads to itself.
        guard let address = DeskAddress(path: text) else { return }
        precondition(DeskAddress(path: address.path) == address)
    },
]

/// The reader that the first word of the command line names.
nonisolated(unsafe) let chosen = readers[CommandLine.arguments.dropFirst().first ?? ""]

private func page<R: DeclaredRecord>(_ dataset: Dataset<R>, _ bytes: [UInt8]) throws {
    var chunk = Chunk<R>(bytes: bytes)
    _ = try dataset.makePageDecoder().decodePage(&chunk, listKeys: dataset.listKeys, asked: 100)
}

private func sheet(_ bytes: [UInt8]) throws {
    var hints = SheetDialect.Hints()
    hints.acceptsGuess = true
    hints.shape.needed = [["file", "fil"], ["leave"]]
    hints.shape.filledDown = [["leave"]]
    hints.hasDecimalComma = bytes.count.isMultiple(of: 2)
    let reader = try SheetReader.open(try file(bytes, "sheet"), hints: hints)
    while try reader.next() != nil {}
}

/// In memory.
private let folder: String = {
    let path = "/dev/shm/gantry-fuzz-\(ProcessInfo.processInfo.processIdentifier)"
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
}()

/// The path of a file with these bytes.
private func file(_ bytes: [UInt8], _ name: String) throws -> String {
    let path = "\(folder)/\(name)"
    try Data(bytes).write(to: URL(filePath: path))
    return path
}
