internal import FoundationEssentials
internal import GantryModel
internal import GantryTerminal
internal import Glibc

/// A program that serves, in the same folder as this one, which so links no server.
struct ServerProgram {
    /// The command that starts it.
    let command: String
    /// What it serves, as sentences call it.
    let subject: String

    static let sandbox = ServerProgram(command: "sandbox", subject: "The sandbox")
    static let desk = ServerProgram(command: "desk", subject: "The desk")

    private var name: String { "gantry-" + command }

    /// The program that a command line asks for, with the arguments for it; `nil` where it asks for none.
    static func asked(by words: [String]) -> (program: ServerProgram, arguments: [String])? {
        for program in [sandbox, desk] {
            if words.first == program.command { return (program, Array(words.dropFirst())) }
            if words == ["help", program.command] { return (program, ["--help"]) }
        }
        return nil
    }

    /// Puts it in the place of this process, which keeps its number, so that signals reach it.
    ///
    /// - Throws: `UsageError` when it is not there or can't be started.
    func replaceProcess(_ arguments: [String]) throws -> Never {
        let path = try path()
        var words: [UnsafeMutablePointer<CChar>?] = unsafe ([path] + arguments).map { unsafe strdup($0) }
        unsafe words.append(nil)
        _ = unsafe execv(path, words)
        throw ServerProgram.unstartable(path, errno)
    }

    /// - Throws: `UsageError` when it is not there.
    func path() throws -> String {
        let folder = Session.programFolder
        let path = "\(folder)/\(name)"
        guard FileManager.default.fileExists(atPath: path) else {
            throw UsageError(
                "\(subject) is a separate program, \(name), and it isn't in \(folder) next to gantry.",
                advice: "Copy \(name) there, or build it with: swift build -c release --product \(name)")
        }
        return path
    }

    static func unstartable(_ path: String, _ error: Int32) -> UsageError {
        UsageError(
            "\(path) can't be started: \(unsafe String(cString: strerror(error))).",
            advice: "Build or install it again, together with gantry.")
    }
}
