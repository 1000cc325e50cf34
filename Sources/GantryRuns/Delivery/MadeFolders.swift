internal import Synchronization

/// The folders that a place is known to have, so that they aren't made for each file again.
final class MadeFolders: Sendable {
    private let known = Mutex<Set<String>>([])

    /// Those of a file that may be missing, the outermost first.
    func missing(of file: DeliveredFile) -> [String] {
        known.withLock { known in file.folders.filter { !known.contains($0) } }
    }

    /// They are there now.
    func note(_ file: DeliveredFile) { known.withLock { $0.formUnion(file.folders) } }
}
