import Foundation
import GantryFiles
import GantryModel
import Testing

/// A folder of a test's own, removed when the test ends.
final class ScratchFolder {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "gantry-formats-" + UUID().uuidString
        try Folders.makePrivate(path)
    }

    deinit {
        do { try FileManager.default.removeItem(atPath: path) } catch { Issue.record(error) }
    }

    func file(_ name: String) -> String { "\(path)/\(name)" }

    func put(_ bytes: [UInt8], at name: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
    }

    func bytes(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: file(name)))) }
}

/// What an outside tool answered.
struct ToolAnswer {
    let status: Int32
    let output: [UInt8]
    let errors: String
}

/// Runs an outside tool found on the PATH, in a folder.
///
/// - Throws: when it can't be started; a missing judge fails the test.
func runTool(_ tool: String, _ arguments: [String], in folder: String) throws -> ToolAnswer {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [tool] + arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.standardInput = FileHandle.nullDevice
    // Files instead of pipes: neither stream can fill up and stop the tool.
    let scratch = try ScratchFolder()
    for name in ["out", "err"] { try scratch.put([], at: name) }
    process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: scratch.file("out")))
    process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: scratch.file("err")))
    try process.run()
    process.waitUntilExit()
    if process.terminationStatus == 127 { Issue.record("the tool \(tool) is missing") }
    return ToolAnswer(
        status: process.terminationStatus, output: try scratch.bytes("out"),
        errors: String(decoding: try scratch.bytes("err"), as: UTF8.self))
}

/// Records as a server sends them, about 100 bytes each.
func sampleRecords(_ count: Int, seed: UInt64 = 1) -> [[UInt8]] {
    var numbers = SeededGenerator(seed: seed)
    return (0..<count).map { index in
        let notes = String(repeating: "lift ", count: Int.random(in: 0...12, using: &numbers))
        return Array(
            #"{"id":\#(900_000 + index),"employeeId":\#(Int.random(in: 1000...5000, using: &numbers)),"normalHours":7.3,"notes":"\#(notes)"}"#
                .utf8)
    }
}

/// A page that holds the records, and where they lie.
func page(of records: some Sequence<[UInt8]>) -> (bytes: [UInt8], ranges: [Range<Int>]) {
    var bytes = Array(#"{"data":["#.utf8)
    var ranges: [Range<Int>] = []
    for record in records {
        if !ranges.isEmpty { bytes.append(0x2C) }
        ranges.append(bytes.count..<(bytes.count + record.count))
        bytes += record
    }
    return (bytes + Array("]}".utf8), ranges)
}
