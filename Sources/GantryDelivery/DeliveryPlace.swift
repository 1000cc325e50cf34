public import GantryFiles

/// Where files are delivered to: a folder, or a server. A file is first brought whole under a hidden name beside its
/// own, and then gets its own, which replaces nothing.
///
/// Every step can be repeated after an interruption. What was staged and is no longer there has got its name, even if
/// another program took the file in the meantime, as long as its folder is there. What a place must do is tested by the
/// suite that every kind runs.
public protocol DeliveryPlace: Sendable {
    /// The address of a path of the place, for people; no secrets.
    func address(of path: String) -> String
    /// Brings a file whole under its hidden name and proves its bytes; continues what an interruption left where the
    /// protocol can.
    ///
    /// - Returns: false where the place has the file already, with the same bytes, and nothing was brought.
    /// - Throws: ``DeliveryError``, `FileError`; with the code `taken` or `alreadyExists` where the place has a file of
    ///   the name with other bytes.
    @discardableResult func stage(_ file: DeliveredFile) async throws -> Bool
    /// What tells the folder that a staged file is in from another one that has its address later.
    func mark(of file: DeliveredFile) async throws -> String
    /// Gives what was staged its name; nothing where it has it already.
    ///
    /// - Parameters:
    ///   - mark: what ``mark(of:)`` said once it was staged; empty where that isn't known.
    ///   - isFresh: whether this process has just staged it, so that nothing had its name a moment ago.
    func publish(_ file: DeliveredFile, marked mark: String, isFresh: Bool) async throws
    /// Removes what was staged.
    func discard(_ file: DeliveredFile) async throws
    /// Proves that files can be brought, with one that is removed again and has a name of its own.
    /// - Returns: the address of what could not be removed; `nil` where nothing is left.
    func prove(_ file: DeliveredFile) async throws -> String?
    /// How many files are delivered at once.
    var width: Int { get }
    /// Bytes that were brought so far; where files are read back, those of both ways, halved.
    var bytesMoved: Int { get }
    /// Ends connections.
    func close() async
}

extension DeliveryPlace {
    /// One, as a folder needs it.
    public var width: Int { 1 }
    /// Stages the file, which proves its bytes, and discards it.
    public func prove(_ file: DeliveredFile) async throws -> String? {
        try await stage(file)
        try await discard(file)
        return nil
    }
    /// Nothing, as for a folder.
    public func close() async {}
    /// Nothing, as for a server, whose address tells it.
    public func mark(of file: DeliveredFile) async throws -> String { "" }
}

/// A file on its way to a place.
public struct DeliveredFile: Sendable, Equatable {
    /// Where it is to be, from the place's root on: `2026-10/payroll.csv`.
    public let path: String
    /// Its bytes.
    public let content: FileContent
    /// What tells this delivery from any other of a file with this name; letters and digits.
    public let token: String

    /// A file below `root`, whose digest the caller has taken.
    ///
    /// - Parameter checksum: what proves the bytes faster while they are sent. The default is to take the digest.
    public init(
        path: String, from source: String, under root: String, bytes: Int, digest: ContentDigest,
        checksum: ContentChecksum? = nil, token: String
    ) {
        self.path = path
        self.token = token
        content = FileContent(path: source, in: root, pieces: [.file(0..<bytes)], digest: digest, checksum: checksum)
    }

    /// The name without its folders.
    var name: String { path.split(separator: "/").last.map(String.init) ?? path }
    /// Its folders; empty where it has none.
    var folder: String { path.split(separator: "/").dropLast().joined(separator: "/") }
    /// The name under which it is brought, in the same folder.
    var hidden: String { (folder.isEmpty ? "" : folder + "/") + ".\(name).\(token).gantry" }

    /// Each folder that it lies in, the outermost first.
    var folders: [String] {
        var all: [String] = []
        for step in path.split(separator: "/").dropLast() { all.append((all.last.map { $0 + "/" } ?? "") + step) }
        return all
    }
}

/// What a place has under a name.
enum FoundFile {
    case nothing
    case same
    case other

    /// What hashed bytes are, compared with a file.
    init(_ length: Int, _ digest: ContentDigest, _ file: DeliveredFile) {
        self = length == file.content.length && digest == file.content.digest ? .same : .other
    }
}
