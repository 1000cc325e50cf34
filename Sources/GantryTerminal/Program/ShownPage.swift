internal import GantryModel
internal import Glibc

/// A page in the person's browser.
package enum ShownPage {
    private static let program = "xdg-open"

    /// Starts `xdg-open`, which goes on without this process.
    /// - Parameter address: the absolute path of a file, or an address.
    /// - Throws: `UsageError` where there is no such program.
    package static func open(_ address: String) throws {
        var actions = unsafe posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        for descriptor in Int32(0)...2 {
            unsafe posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        unsafe posix_spawnattr_setpgroup(&attributes, 0)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
        let command: [String] = [program, address]
        var words: [UnsafeMutablePointer<CChar>?] = unsafe command.map { unsafe strdup($0) }
        unsafe words.append(nil)
        defer { unsafe words.forEach { unsafe free($0) } }
        var process: pid_t = 0
        let error = unsafe posix_spawnp(&process, program, &actions, &attributes, words, environ)
        guard error == 0 else {
            throw UsageError(
                "xdg-open, which shows pages in the browser, can't be started: \(unsafe String(cString: strerror(error))).",
                advice: "Open it yourself: \(address)")
        }
    }
}
