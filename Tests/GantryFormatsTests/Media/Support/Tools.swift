import Foundation
import Testing

/// Programs that judge what Gantry sends.
enum Tool {
    /// What `exiftool` sees in each file, by tag with its group: `GPS:GPSLatitude`. Also in images behind the first.
    static func exiftool(_ files: [String]) throws -> [[String: String]] {
        let output = try run(
            ["exiftool", "-j", "-a", "-u", "-G1", "-n", "-ee"] + files,
            "exiftool is missing: install Debian's libimage-exiftool-perl")
        let list = try #require(try JSONSerialization.jsonObject(with: output) as? [[String: Any]])
        try #require(list.count == files.count)
        return list.map { $0.mapValues { "\($0)" } }
    }

    /// Runs a Python program that may use Pillow, and gives what it prints.
    @discardableResult
    static func python(_ program: String, _ arguments: [String]) throws -> String {
        let python = ProcessInfo.processInfo.environment["GANTRY_TEST_PYTHON"] ?? "python3"
        let output = try run(
            [python, "-c", program] + arguments,
            "\(python) failed or has no Pillow: name one that has it in GANTRY_TEST_PYTHON")
        return String(decoding: output, as: UTF8.self)
    }

    /// Whether each pair of files decodes to the same pixels.
    static func samePixels(_ pairs: [(String, String)]) throws -> Bool {
        let program = """
            import sys
            from PIL import Image, ImageSequence
            def pixels(name):
                return [(f.size, f.convert('RGBA').tobytes()) for f in ImageSequence.Iterator(Image.open(name))]
            files = sys.argv[1:]
            print(all(pixels(a) == pixels(b) for a, b in zip(files[::2], files[1::2])))
            """
        return try python(program, pairs.flatMap { [$0.0, $0.1] }) == "True\n"
    }

    private static func run(_ command: [String], _ missing: Comment) throws -> Data {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = command
        process.standardInput = FileHandle.nullDevice
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, missing)
        return data
    }
}
