internal import GantryFiles
internal import GantryModel
internal import Glibc

/// A page in the person's browser.
package enum ShownPage {
    private static let program = "xdg-open"

    /// Starts `xdg-open`, which goes on without this process.
    /// - Parameter address: the absolute path of a file, or an address.
    /// - Throws: `UsageError` where there is no such program.
    package static func open(_ address: String) throws {
        let (_, error) = StartedProgram.start([program, address])
        guard error == 0 else {
            throw UsageError(
                "xdg-open, which shows pages in the browser, can't be started: \(unsafe String(cString: strerror(error))).",
                advice: "Open it yourself: \(address)")
        }
    }
}
