import Glibc

/// Runs `body` with a new folder that only its owner can read, and removes it afterwards.
@discardableResult
func withTemporaryFolder<R>(
    isolation: isolated (any Actor)? = #isolation, _ body: (String) async throws -> R
) async throws -> R {
    var template = Array("/tmp/gantry-http-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw TestFault("no temporary folder: errno \(errno)") }
    let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let result: Result<R, any Error>
    do { result = .success(try await body(folder)) } catch { result = .failure(error) }
    try await ChildProcess.run(["rm", "-rf", folder])
    return try result.get()
}

/// Writes a whole file.
func write(_ bytes: [UInt8], to path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw TestFault("\(path) can't be written: errno \(errno)") }
    defer { close(descriptor) }
    var done = 0
    while done < bytes.count {
        let count = bytes[done...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        guard count > 0 else { throw TestFault("\(path) can't be written: errno \(errno)") }
        done += count
    }
}
