internal import GantryFiles
internal import GantryModel
internal import GantryTerminal
internal import Glibc

/// What `gantry-server` serves, a program of its own, so that this one links no server.
struct ServerProgram {
    /// The command that starts it.
    let command: String
    /// What it serves, as sentences call it.
    let subject: String

    static let sandbox = ServerProgram(command: "sandbox", subject: "The sandbox")
    static let desk = ServerProgram(command: "desk", subject: "The desk")

    private static let name = "gantry-server"

    /// The program that a command line asks for, with the arguments for it; `nil` where it asks for none.
    static func asked(by words: [String]) -> (program: ServerProgram, arguments: [String])? {
        for program in [sandbox, desk] {
            if words.first == program.command { return (program, Array(words.dropFirst())) }
            if words == ["help", program.command] { return (program, ["--help"]) }
        }
        return nil
    }

    /// Puts it in the place of this process, which keeps its number, so that signals reach it, and the words that
    /// started it.
    ///
    /// - Throws: `UsageError` when it is not there or can't be started.
    func replaceProcess(_ arguments: [String]) throws -> Never {
        let path = try path()
        var words: [UnsafeMutablePointer<CChar>?] =
            unsafe ([CommandLine.arguments[0], command] + arguments).map { unsafe strdup($0) }
        unsafe words.append(nil)
        _ = unsafe execv(path, words)
        throw ServerProgram.unstartable(path, errno)
    }

    /// - Throws: `UsageError` when it is not there.
    func path() throws -> String {
        guard let path = OwnProgram.path(ServerProgram.name) else {
            throw UsageError(
                "\(subject) is a separate program, \(ServerProgram.name), and it isn't beside gantry.",
                advice: "Install Gantry again, or build it with: swift build -c release --product \(ServerProgram.name)"
            )
        }
        return path
    }

    static func unstartable(_ path: String, _ error: Int32) -> UsageError {
        UsageError(
            "\(path) can't be started: \(unsafe String(cString: strerror(error))).",
            advice: "Build or install it again, together with gantry.")
    }
}
