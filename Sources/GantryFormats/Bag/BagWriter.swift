public import GantryFiles
public import GantryModel

/// A payload file as its writer knows it.
public struct BagFile: Hashable, Sendable {
    /// Relative to the bag: `data/…`.
    public let path: String
    /// Bytes.
    public let length: Int
    /// The SHA-256 of the bytes.
    public let digest: ContentDigest

    /// A payload file that is already in the folder.
    public init(path: String, length: Int, digest: ContentDigest) {
        self.path = path
        self.length = length
        self.digest = digest
    }
}

/// Makes a folder with payload files into a BagIt 1.0 bag (RFC 8493): `bagit.txt`, `bag-info.txt`,
/// `manifest-sha256.txt` and `tagmanifest-sha256.txt`, each written durably.
///
/// The manifests are also what `sha256sum -c` reads. The same arguments give the same bytes, and writing again over
/// what an interrupted run had written is not an error.
public struct BagWriter: Sendable {
    /// A line of `bag-info.txt`.
    public struct Information: Hashable, Sendable {
        /// Before the colon: `Source-Organization`.
        public let label: String
        /// After the colon.
        public let value: String

        /// A line; the writer checks the label when it writes.
        public init(_ label: String, _ value: String) {
            self.label = label
            self.value = value
        }
    }

    private let folder: String

    /// - Parameter folder: holds `data/…` and nothing else but tag files of an earlier attempt.
    public init(folder: String) { self.folder = folder }

    /// Writes the four tag files.
    ///
    /// - Parameters:
    ///   - payload: every file in `data`, in any order; each is looked up and its length compared, not read.
    ///   - information: lines for `bag-info.txt` in their order. Line breaks and other control characters in a value
    ///     are written as escapes such as `\n`, so that a value never starts a line of its own.
    ///   - baggingDate: the value of `Bagging-Date`, given so that the same run gives the same bytes.
    /// - Throws: `BagError` when the payload or a label can't be bagged, `FileError` when a file can't be written.
    public func write(payload: [BagFile], information: [Information], baggingDate: CivilDate) throws {
        let files = payload.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
        try checkPaths(files)
        try checkFolder(files)
        let bytes = files.reduce(0) { $0 + $1.length }
        var lines = try information.map { line in
            try checkLabel(line.label)
            return "\(line.label): \(singleLine(line.value, limit: .max))\n"
        }
        lines.append("Bagging-Date: \(baggingDate)\n")
        lines.append("Payload-Oxum: \(bytes).\(files.count)\n")
        let tags = [
            (BagTag.information, lines.joined()),
            (BagTag.declaration, "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n"),
            (BagTag.manifest, files.map { "\($0.digest)  \($0.path)\n" }.joined()),
        ]
        var tagManifest = ""
        for (name, text) in tags {
            let content = Array(text.utf8)
            try Publishing.writeDurably(content.span, to: "\(folder)/\(name)")
            tagManifest += "\(ContentHasher.digest(of: content.span))  \(name)\n"
        }
        try Publishing.writeDurably(Array(tagManifest.utf8).span, to: "\(folder)/\(BagTag.tagManifest)")
    }

    private func checkPaths(_ files: [BagFile]) throws(BagError) {
        var seen: Set<String> = []
        for file in files {
            let shown = singleLine(file.path)
            guard file.path.hasPrefix("data/") else {
                throw BagError(.unusablePath, "\"\(shown)\" can't be in a bag: payload belongs in data/.")
            }
            if let objection = BagPath.objection(to: file.path) {
                throw BagError(.unusablePath, "\"\(shown)\" can't be in a bag: \(objection).")
            }
            guard seen.insert(BagPath.folded(file.path)).inserted else {
                throw BagError(
                    .sameName,
                    "\"\(shown)\" is in the bag twice, or differs from another name only by case."
                )
            }
        }
    }

    private func checkFolder(_ files: [BagFile]) throws {
        var expected = Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0.length) })
        for entry in try Folders.list(folder) where entry.kind != .folder {
            if BagTag.all.contains(entry.path) || BagTag.leftovers.contains(entry.path) { continue }
            let shown = singleLine(entry.path)
            guard let length = expected.removeValue(forKey: entry.path), entry.kind == .file else {
                throw BagError(
                    .otherPayload,
                    "\"\(shown)\" is in the bag's folder but is not one of its payload files.")
            }
            guard entry.size == length else {
                throw BagError(.otherPayload, "\"\(shown)\" has \(counted(entry.size, "byte")) instead of \(length).")
            }
        }
        if let missing = expected.keys.min() {
            throw BagError(.otherPayload, "\"\(singleLine(missing))\" is not in the bag's folder.")
        }
    }

    private func checkLabel(_ label: String) throws(BagError) {
        let isPlain = label.utf8.allSatisfy { (0x20...0x7E).contains($0) && $0 != 0x3A }
        guard isPlain, let first = label.utf8.first, let last = label.utf8.last, first != 0x20, last != 0x20 else {
            throw BagError(.unusableLabel, "\"\(singleLine(label))\" can't be a label in bag-info.txt.")
        }
        guard !["bagging-date", "payload-oxum"].contains(label.lowercased()) else {
            throw BagError(.unusableLabel, "\(label) is written by the bag writer itself.")
        }
    }
}

/// The names of the tag files.
public enum BagTag {
    static let declaration = "bagit.txt"
    /// The tag file of labels and values (RFC 8493, 2.2.2).
    public static let information = "bag-info.txt"
    static let manifest = "manifest-sha256.txt"
    /// The manifest of the tag files (RFC 8493, 2.2.1).
    public static let tagManifest = "tagmanifest-sha256.txt"
    /// Every tag file, the one that covers the others last.
    package static let all = [declaration, information, manifest, tagManifest]
    /// A temporary file that a killed process may leave while writing; writing again replaces it.
    static let leftovers = all.map { ".\($0).tmp" }
}
