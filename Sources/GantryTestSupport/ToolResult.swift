internal import Foundation

/// What a program of the system said.
public struct ToolResult: Sendable {
    /// The exit status; 0 is success.
    public let status: Int32
    /// Standard output and standard error.
    public let output: String

    /// A program that is not installed.
    public struct Missing: Error, CustomStringConvertible {
        /// Which program is missing, and which package has it.
        public let description: String
    }

    /// Runs `arguments[0]`, looked up in PATH.
    /// - Parameter package: what has the program, for the error.
    /// - Throws: `Missing` where the program isn't installed.
    public static func run(_ arguments: [String], from package: String) throws -> ToolResult {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus != 127 else {
            throw Missing(description: "\(arguments[0]) is missing: install \(package)")
        }
        return ToolResult(status: process.terminationStatus, output: output)
    }

    /// Validates a file with another validator than ours.
    public static func xmllint(schema: String, file: String) throws -> ToolResult {
        try run(["xmllint", "--noout", "--nonet", "--schema", schema, file], from: "the Debian package libxml2-utils")
    }

    /// Runs a Python program with the interpreter that `GANTRY_TEST_PYTHON` names, else `python3`.
    public static func python(_ program: String, _ arguments: [String]) throws -> ToolResult {
        let python = ProcessInfo.processInfo.environment["GANTRY_TEST_PYTHON"] ?? "python3"
        return try run([python, "-c", program] + arguments, from: "Python 3")
    }
}
