internal import FoundationEssentials
internal import GantryModel
internal import GantryTerminal
internal import Glibc

/// The program `gantry-sandbox`, which is in the same folder as this one.
enum SandboxProgram {
    /// The arguments for it where a command line asks for it, else `nil`.
    static func arguments(of words: [String]) -> [String]? {
        if words.first == "sandbox" { return Array(words.dropFirst()) }
        return words == ["help", "sandbox"] ? ["--help"] : nil
    }

    /// Puts it in the place of this process, which keeps its number, so that signals reach it.
    ///
    /// - Throws: `UsageError` when it is not there or can't be started.
    static func replaceProcess(_ arguments: [String]) throws -> Never {
        let path = try path()
        var words: [UnsafeMutablePointer<CChar>?] = unsafe ([path] + arguments).map { unsafe strdup($0) }
        unsafe words.append(nil)
        _ = unsafe execv(path, words)
        throw unstartable(path, errno)
    }

    /// - Throws: `UsageError` when it is not there.
    static func path() throws -> String {
        // Without /proc the program's own path stays unknown, and the folder that one is in must do.
        let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "./gantry"
        let folder = own[..<(own.lastIndex(of: "/") ?? own.startIndex)]
        let path = "\(folder)/gantry-sandbox"
        guard FileManager.default.fileExists(atPath: path) else {
            throw UsageError(
                "The sandbox is a separate program, gantry-sandbox, and it isn't in \(folder) next to gantry.",
                advice: "Copy gantry-sandbox there, or build it with: swift build -c release --product gantry-sandbox")
        }
        return path
    }

    static func unstartable(_ path: String, _ error: Int32) -> UsageError {
        UsageError(
            "\(path) can't be started: \(unsafe String(cString: strerror(error))).",
            advice: "Build or install it again, together with gantry.")
    }
}
