public import GantryConnectors
internal import GantryFiles
internal import GantryModel
internal import GantryYAML
internal import Synchronization

/// A file that describes a system.
public struct SystemFile: Sendable {
    /// The path of the file.
    public let path: String
    /// What it describes: of a file that extends a system that system, with only the datasets of the file.
    public let system: System

    /// Whether it adds to a system that is built in.
    public var isExtension: Bool { system.digest == nil }

    /// Reads and checks the system file at `path`.
    ///
    /// - Throws: `SystemFileError` with every mistake, or because the file is not there, can be changed by others than
    ///   this user and root, or is larger than 1 MiB: it says where passwords are sent.
    public static func load(path: String) throws(SystemFileError) -> SystemFile {
        let bytes: [UInt8]
        do {
            bytes = try BoundedFile.read(path, limit: SourceText.byteLimit, guarding: .settings)
        } catch {
            throw SystemFileError(
                error.isMissing ? .notFound : .unreadable, file: path,
                explanation: "The system file \(singleLine(path, limit: 4_000)) \(error.sentence)", advice: error.advice
            )
        }
        if let known = SystemFile.known.withLock({ $0[path] }), known.bytes == bytes {
            return SystemFile(path: path, system: known.system)
        }
        let system = try read(bytes, named: path)
        SystemFile.known.withLock { $0[path] = (bytes, system) }
        return SystemFile(path: path, system: system)
    }

    /// What the files said that were read last, by path: a command asks for the systems several times, and a page of
    /// the desk each time.
    private static let known = Mutex<[String: (bytes: [UInt8], system: System)]>([:])

    /// Reads and checks the text of a system file.
    ///
    /// - Parameter name: How messages call the file. A path of which the last part isn't the system's name is a
    ///   mistake.
    public static func read(_ bytes: [UInt8], named name: String) throws(SystemFileError) -> System {
        var mistakes: [Mistake] = []
        guard let source = SourceText(bytes, name: name, mistakes: &mistakes),
            let root = YAMLReading.read(source, mistakes: &mistakes)
        else {
            if mistakes.isEmpty {
                mistakes.append(
                    Mistake(
                        .missingKey, at: Mistake.Place(source: name), found: "The file is empty.",
                        expected: "system: with its name, and the keys "
                            + listed(SystemKeys.top.map(\.name).filter { $0 != "system" && $0 != "extends" }, "and")))
            }
            throw SystemFileError(file: name, mistakes: mistakes)
        }
        var reader = SystemReader(document: DocumentReader(source: source, mistakes: mistakes))
        let digest = ContentHasher.digest(of: Array(root.withoutWords(.group(SystemKeys.top)).yaml.utf8).span)
            .description
        guard let system = reader.system(root, file: name, digest: digest), reader.document.mistakes.isEmpty else {
            var error = SystemFileError(file: name, mistakes: reader.document.mistakes)
            error.extended = root.word("extends").flatMap { Systems.builtIn.named($0) }?.prefix
            throw error
        }
        return system
    }

    /// Whether a file that can't be anything else is meant to describe a system.
    public static func isSystem(path: String) -> Bool {
        var mistakes: [Mistake] = []
        guard let bytes = try? BoundedFile.read(path, limit: SourceText.byteLimit),
            let source = SourceText(bytes, name: path, mistakes: &mistakes),
            let keys = YAMLReading.read(source, mistakes: &mistakes)?.entries?.map(\.key)
        else { return false }
        let isPipeline = keys.contains("pipeline")
        return keys.contains("system") && !isPipeline
            || keys.contains("datasets") && (keys.contains("sign-in") || keys.contains("extends") && !isPipeline)
    }
}
