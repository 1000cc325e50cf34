import Foundation
import GantryFiles
import Testing

/// A folder of a test's own, removed when the test ends.
final class TemporaryFolder {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "gantry-files-" + UUID().uuidString
        try Folders.makePrivate(path)
    }

    deinit {
        do { try FileManager.default.removeItem(atPath: path) } catch { Issue.record(error) }
    }

    func file(_ name: String) -> String { "\(path)/\(name)" }

    func put(_ text: String, at name: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: file(name)))
    }

    func text(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(fileURLWithPath: file(name))), as: UTF8.self)
    }

    func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: file(name)) }

    func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }

    func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: file(name), withDestinationPath: target)
    }

    func pipe(_ name: String) { #expect(unsafe mkfifo(file(name), 0o600) == 0) }

    func mode(_ name: String) throws -> Int {
        (try FileManager.default.attributesOfItem(atPath: file(name))[.posixPermissions] as? Int) ?? -1
    }
}

/// Appends a text; `Span` can't be made from a temporary in one expression that throws.
func append(_ text: String, to part: PartFile) throws {
    let bytes = Array(text.utf8)
    try part.append(bytes.span)
}

func digest(_ text: String) -> ContentDigest {
    let bytes = Array(text.utf8)
    return ContentHasher.digest(of: bytes.span)
}

func writeDurably(_ text: String, to path: String, calls: FileCalls = FileCalls()) throws {
    let bytes = Array(text.utf8)
    try Publishing.writeDurably(bytes.span, to: path, calls: calls)
}

/// The code of the `FileError` that `body` throws, or `nil` when it throws none.
func code(of body: () throws -> Void) -> FileError.Code? {
    do {
        try body()
        return nil
    } catch let error as FileError {
        return error.code
    } catch {
        Issue.record(error)
        return nil
    }
}
