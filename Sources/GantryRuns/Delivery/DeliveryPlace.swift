package import GantryEngine
public import GantryFiles

/// Where files are delivered to: a folder, or a server. A file is first brought whole under a hidden name beside its
/// own, and then gets its own, which replaces nothing.
///
/// Every step can be repeated after an interruption. A place says what it has and what it refuses; where an earlier
/// attempt may have given the file its name and nothing shows whether it did, it says that too, and a person decides.
/// What a place must do is tested by the suite that every kind runs.
public protocol DeliveryPlace: Sendable {
    /// The address of a path of the place, for people; no secrets.
    func address(of path: String) -> String
    /// Brings a file whole under its hidden name and proves its bytes; continues what an interruption left where the
    /// protocol can.
    ///
    /// - Returns: false where the place has a file of the name already, with the same bytes, and nothing was brought.
    /// - Throws: ``DeliveryError``, `FileError`; with the code `taken` or `alreadyExists` where the place has a file of
    ///   the name with other bytes, and with the code `unknown` where what was brought whole is gone again.
    @discardableResult func stage(_ file: DeliveredFile) async throws -> Bool
    /// Gives what was staged its name.
    ///
    /// - Parameter wasTried: whether an earlier attempt may have done so, whose outcome isn't known.
    /// - Throws: ``DeliveryError``, `FileError` where nothing can be said; the same request asks again.
    func publish(_ file: DeliveredFile, wasTried: Bool) async throws -> Publication
    /// Whether the place keeps something hidden of a file that has its name, until ``discard(_:)``: what shows after an
    /// interruption that the file got it.
    var keepsTrace: Bool { get }
    /// Removes everything that is hidden of a file.
    func discard(_ file: DeliveredFile) async throws
    /// Makes it lasting that these files were discarded.
    func settle(_ files: [DeliveredFile]) async throws
    /// Whether the place has the file under its name, with its bytes.
    /// - Throws: ``DeliveryError``, `FileError` where that can't be said.
    func has(_ file: DeliveredFile) async throws -> Bool
    /// Proves that files can be brought, with one that is removed again and has a name of its own.
    func prove(_ file: DeliveredFile) async throws -> DeliveryProof
    /// Whether a file that gets its name can replace one that got it in the same moment.
    var mayReplace: Bool { get }
    /// How many files are delivered at once.
    var width: Int { get }
    /// Bytes that were brought so far; where files are read back, those of both ways, halved.
    var bytesMoved: Int { get }
    /// Ends connections.
    func close() async
}

/// Whether a staged file has its name.
public enum Publication: Sendable {
    /// It has, or had it until the receiver took the file.
    case named
    /// A file with the same bytes has the name. It may be this one, or somebody else's since this one was staged.
    case found
    /// It doesn't, and is still staged where the place stages files.
    case refused(any Error)
    /// It isn't known: the place has neither the file nor what was staged, whether it ever got its name or was taken
    /// before. A person has to say.
    case unknown(DeliveryError)
}

extension DeliveryPlace {
    /// One, as a folder needs it.
    public var width: Int { 1 }
    /// No, as for most.
    public var mayReplace: Bool { false }
    /// Nothing, as on a server.
    public var keepsTrace: Bool { false }
    /// Nothing, as on a server.
    public func settle(_: [DeliveredFile]) async throws {}
    /// Stages the file, which proves its bytes, and discards it.
    public func prove(_ file: DeliveredFile) async throws -> DeliveryProof {
        try await stage(file)
        try await discard(file)
        return DeliveryProof()
    }
    /// Nothing, as for a folder.
    public func close() async {}

    /// Uses the place, and then ends its connections.
    package func whileOpen<Result>(_ body: () async throws -> Result) async throws -> Result {
        do {
            let result = try await body()
            await close()
            return result
        } catch {
            await close()
            throw error
        }
    }
}

/// What came of proving that files can be brought to a place.
public struct DeliveryProof: Sendable, Equatable {
    /// The address of what could not be removed; `nil` where nothing is left.
    public var left: String?
    /// Whether the place replaces a file that has the name already.
    public var replaces = false
}

/// A file on its way to a place.
public struct DeliveredFile: Sendable, Equatable {
    /// Where it is to be, from the place's root on: `2026-10/payroll.csv`.
    public let path: String
    /// The folder of the run's files, which the path begins with; empty for the place itself.
    public let into: String
    /// Its bytes.
    public let content: FileContent
    /// What tells this run's file from any other of its name; letters and digits.
    public let token: String

    /// A file below `root`, whose digest the caller has taken.
    ///
    /// - Parameters:
    ///   - into: the folder of the run's files, which the path begins with. The default is the place itself.
    ///   - checksum: what proves the bytes faster while they are sent. The default is to take the digest.
    public init(
        path: String, into: String = "", from source: String, under root: String, bytes: Int, digest: ContentDigest,
        checksum: ContentChecksum? = nil, token: String
    ) {
        self.path = path
        self.into = into
        self.token = token
        content = FileContent(path: source, in: root, pieces: [.file(0..<bytes)], digest: digest, checksum: checksum)
    }

    /// The token of a file of a run: the same bytes of another run have another one.
    package static func token(_ run: RunID, _ digest: ContentDigest) -> String {
        String(ContentHasher.digest(of: Array("\(run)\n\(digest)".utf8).span).description.prefix(8))
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
    init(length: Int, digest: ContentDigest, comparedWith file: DeliveredFile) {
        self = length == file.content.length && digest == file.content.digest ? .same : .other
    }
}
