import Foundation

/// A key that OpenSSH makes when a test asks for it, and its signature of the example's statement.
struct MadeNow {
    static let example = MadeNow(of: Example.text)

    /// The line of the public half; empty where ssh-keygen doesn't work, so that every test with it fails.
    private(set) var key = ""
    private(set) var signature = ""

    private init(of text: String) {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "gantry-key-\(UInt32.random(in: 0 ... .max))")
        defer { _ = try? FileManager.default.removeItem(at: folder) }
        let script = """
            umask 077 && mkdir "$0" && cd "$0" && printf %s "$1" > text && ssh-keygen -q -t ed25519 -N '' -C '' -f key \
            && ssh-keygen -q -Y sign -n gantry-sign-off -f key text
            """
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", script, folder.path, text]
        guard (try? process.run()) != nil else { return }
        process.waitUntilExit()
        func read(_ name: String) -> String {
            (try? Data(contentsOf: folder.appending(path: name))).map { String(decoding: $0, as: UTF8.self) } ?? ""
        }
        key = read("key.pub").split(separator: "\n").first.map(String.init) ?? ""
        signature = read("text.sig")
    }
}
