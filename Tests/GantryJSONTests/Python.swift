import Foundation
import Testing

/// Python's own json and decimal modules as a second opinion.
enum Python {
    /// Runs a program with `input` on its standard input and gives the lines it prints.
    static func lines(_ program: String, arguments: [String] = [], input: [UInt8] = []) throws -> [Substring] {
        let file = FileManager.default.temporaryDirectory.appending(path: "gantry-json-\(UUID().uuidString)")
        try Data(input).write(to: file)
        defer {
            do { try FileManager.default.removeItem(at: file) } catch { Issue.record(error) }
        }
        let python = ProcessInfo.processInfo.environment["GANTRY_TEST_PYTHON"] ?? "python3"
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [python, "-c", program] + arguments
        process.standardInput = try FileHandle(forReadingFrom: file)
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        try #require(
            process.terminationStatus == 0,
            "\(python) failed or is missing: install Python 3 or name one in GANTRY_TEST_PYTHON")
        return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    }
}

func hex(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    for byte in bytes { text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
    return String(decoding: text, as: UTF8.self)
}

func bytes(hex text: Substring) -> [UInt8] {
    let digits = text.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
    return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
}
