/// A server that writes down what it is asked, or passes it on and writes it down.
final class Recorder: Sendable {
    let url: String
    private let child: Child
    private let folder: TestFolder

    init(passingOnTo target: String? = nil) async throws {
        folder = try TestFolder("recorder")
        let words = ["timeout", "-s", "KILL", "600", "python3", Product.tools + "/recorder.py", folder.file("log")]
        child = try Command(words + (target.map { [$0] } ?? []), timeout: .seconds(600)).start()
        for _ in 0..<400 {
            try await Task.sleep(for: .milliseconds(25))
            let said = try child.outSoFar()
            if said.hasSuffix("\n") {
                url = String(said.dropLast())
                return
            }
        }
        throw HarnessError("recorder.py did not begin to serve: \(try await child.ending())")
    }

    deinit { child.end() }

    /// Every request as a line of JSON.
    func requests() throws -> [String] {
        guard exists(folder.file("log")) else { return [] }
        return try text(of: folder.file("log")).split(separator: "\n").map(String.init)
    }
}
