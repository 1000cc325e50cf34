package import GantryFiles

/// Something in a bag that is not as its manifests say.
public struct BagFinding: Hashable, Sendable {
    /// The kind of difference; each has an exit status.
    public struct Kind: RawRepresentable, Hashable, Sendable {
        /// The word that programs go by: `missing`.
        public let rawValue: String
        /// Any word makes a kind; those in use are below.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// In a manifest but not there.
        public static let missing = Kind(rawValue: "missing")
        /// There but in no manifest.
        public static let extra = Kind(rawValue: "extra")
        /// Its digest is another one.
        public static let changed = Kind(rawValue: "changed")
        /// It could not be read; the reason is the system's.
        public static let unreadable = Kind(rawValue: "unreadable")
        /// A symbolic link, pipe, socket or device, or a folder where a file belongs; it was not opened.
        public static let notAFile = Kind(rawValue: "not-a-file")
        /// A tag file that doesn't say what it must, or in another form.
        public static let damagedTagFile = Kind(rawValue: "damaged-tag-file")
        /// The payload's bytes or files are not as many as `Payload-Oxum` says.
        public static let otherTotal = Kind(rawValue: "other-total")
    }

    /// How the file differs.
    public let kind: Kind
    /// The file, relative to the bag.
    public let path: String
    /// What differs, as a sentence that names the file.
    public let explanation: String
}

/// What reading a bag back has shown.
public struct BagReport: Sendable {
    /// The first findings, at most as many as were asked for.
    public internal(set) var findings: [BagFinding] = []
    /// All findings, also those past the limit.
    public internal(set) var findingCount = 0
    /// Payload files whose digest was compared and found equal.
    public internal(set) var intact: [BagFile] = []
    /// Of each of these files, a faster proof of its bytes, for who sends them afterwards.
    package internal(set) var checksums: [String: ContentChecksum] = [:]
    /// Files in no manifest that a desktop left there, in the order of their names; they make no finding.
    public internal(set) var desktopFiles: [String] = []
    /// The lines of `bag-info.txt`, where it could be read.
    public internal(set) var information: [BagWriter.Information] = []

    /// Whether everything is as the manifests say.
    public var isValid: Bool { findingCount == 0 }
}

/// Proves a bag from its files alone: reads every byte back and compares it with the manifests (RFC 8493, section 3).
///
/// Stricter than the RFC, since Gantry's bags never differ in these points: a tag manifest is required, every file but
/// those of `DesktopFile` must be listed in one of the two manifests, and paths keep to `A-Z a-z 0-9 . _ -`. No link is
/// followed.
public struct BagReader: Sendable {
    private let folder: String
    private let findingLimit: Int

    /// - Parameter findingLimit: the most findings that are kept; all are counted. The default is 100.
    public init(folder: String, findingLimit: Int = 100) {
        self.folder = folder
        self.findingLimit = findingLimit
    }

    /// Reads the whole bag; memory follows the number of files.
    ///
    /// - Parameter progress: receives how many bytes were read since the last call; it may throw to stop.
    /// - Throws: `FileError` when the folder can't be opened or listed, and what `progress` throws. A file that differs
    ///   or can't be read is a finding, not an error.
    public func verify(progress: (Int) throws -> Void = { _ in }) throws -> BagReport {
        var check = BagCheck(folder: folder, findingLimit: findingLimit)
        try check.run(progress)
        return check.report
    }

    /// Reads only the manifests and some payload files: for who needs a few files of a large bag.
    ///
    /// - Parameter paths: relative to the bag, such as `data/totals.json`. One that no manifest lists is a finding.
    /// - Throws: `FileError` when the folder can't be opened or listed.
    public func verify(only paths: [String]) throws -> BagReport {
        var check = BagCheck(folder: folder, findingLimit: findingLimit)
        try check.run(only: paths)
        return check.report
    }
}
