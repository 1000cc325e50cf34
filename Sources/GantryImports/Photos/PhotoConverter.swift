internal import FoundationEssentials
internal import GantryAccounts
internal import GantryEngine
package import GantryFiles
package import GantryFormats
internal import GantryModel

/// Makes photos into JPEG images, each in a process of its own, and keeps them until their run is published.
package struct PhotoConverter: Sendable {
    /// The program `gantry-photo`.
    let program: String?
    /// Where the images are kept; made when the first one is there.
    let folder: String
    /// Where a plan may have kept some of them; `nil` where none did.
    let planned: String?

    /// How long one photo may take. By default longer than the processor time that the program allows itself, since
    /// others may want the processor too.
    private let patience: Duration
    private let mostPixels: Int
    /// The version of what the program does: other qualities or sizes are another rule.
    private static let version = "jpeg1"

    /// A photo as it is sent.
    package struct Image: Sendable {
        package let content: FileContent
        let origin: FileFingerprint.Origin
    }

    /// - Parameter mostPixels: those of an image. By default more than can be looked at, which would take memory for
    ///   nothing; any other number is of a folder of its own.
    package init(
        program: String?, folder: String, planned: String?, patience: Duration = .seconds(180),
        mostPixels: Int = 64_000_000
    ) {
        self.program = program
        self.folder = folder
        self.planned = planned
        self.patience = patience
        self.mostPixels = mostPixels
    }

    /// The rule by which a photo becomes the image: with the same libraries always the same one.
    ///
    /// - Parameter limit: The most bytes that the server takes.
    static func rule(limit: Int) -> String { "\(version)-\(limit)" }

    /// The image that a photo became before; `nil` if it is yet to be converted.
    ///
    /// - Throws: `FileError` when what is kept can't be read, or be taken over from a plan.
    func kept(_ photo: OriginalPhoto, limit: Int) throws(FileError) -> Image? {
        let rule = PhotoConverter.rule(limit: limit)
        let name = "\(photo.digest).\(rule)"
        if let kept = try kept(name, of: photo, rule: rule, limit: limit) { return kept }
        guard let planned, let bytes = try ReadFile.ifExists("\(planned)/\(name)") else { return nil }
        try Publishing.keep(bytes, as: name, in: folder)
        try Folders.remove(name, under: planned)
        return try kept(name, of: photo, rule: rule, limit: limit)
    }

    /// The image that a photo becomes.
    ///
    /// - Parameter path: relative to `place`, as ``MediaInspection`` has looked at it.
    /// - Throws: What keeps any photo from being converted: `FileError` when the image can't be kept, as on a full
    ///   disk; `RunError` when the program isn't there or can't be started.
    package func image(
        of photo: OriginalPhoto, _ path: String, in place: String, limit: Int
    ) throws -> Result<Image, PhotoProblem> {
        if let kept = try kept(photo, limit: limit) { return .success(kept) }
        switch try made(photo, path, in: place, limit: limit) {
        case .failure(let problem): return .failure(problem)
        case .success(let bytes):
            try Publishing.keep(bytes, as: "\(photo.digest).\(PhotoConverter.rule(limit: limit))", in: folder)
            guard let kept = try kept(photo, limit: limit) else { return .failure(.unusable) }
            return .success(kept)
        }
    }

    // MARK: The program

    private func made(
        _ photo: OriginalPhoto, _ path: String, in place: String, limit: Int
    ) throws -> Result<[UInt8], PhotoProblem> {
        guard let program else {
            throw RunError(
                .unusableRun,
                "\(quoted(path)) must be converted, and there is no program gantry-photo beside this one.",
                advice: "Install it again, with all of its programs.")
        }
        let words = [
            program, place, path, photo.digest.description, photo.kind.rawValue, String(limit),
            String(photo.orientation), String(mostPixels),
        ]
        switch CommandOutput.read(
            words, environment: PhotoConverter.environment, limit: limit + PhotoAnswer.longestLine,
            timeout: patience)
        {
        case .output(let bytes):
            guard let (answer, _) = PhotoConverter.answer(in: bytes) else { return .failure(.unusable) }
            if case .refused(let code, let found, let expected) = answer {
                return .failure(PhotoProblem(code: code, found: found, expected: expected))
            }
            return .success(bytes)
        case .tooLong: return .failure(.unusable)
        case .failed(let how): return .failure(.died(how))
        case .notStarted(let reason):
            throw RunError(
                .unusableRun,
                "\(quoted(path)) must be converted, and \(quoted(program)) can't be started: \(reason).",
                advice: "Run the same command again.", isRetryable: true)
        }
    }

    /// Nothing of the environment but what libraries are found by: a password may be among the rest.
    private static var environment: [String] {
        ProcessInfo.processInfo.environment.filter { $0.key.hasPrefix("LD_") }.map { "\($0.key)=\($0.value)" }
    }

    /// The answer in the first line, and where the image begins.
    private static func answer(in bytes: [UInt8]) -> (PhotoAnswer, Int)? {
        guard let end = bytes.prefix(PhotoAnswer.longestLine).firstIndex(of: UInt8(ascii: "\n")),
            let line = String(validating: bytes[..<end], as: UTF8.self), let answer = PhotoAnswer(line: line)
        else { return nil }
        return (answer, end + 1)
    }

    // MARK: What is kept

    /// The image under a name, which is whole: it got the name after it was on the disk. `nil` if there is none.
    private func kept(
        _ name: String, of photo: OriginalPhoto, rule: String, limit: Int
    ) throws(FileError) -> Image? {
        guard let bytes = try ReadFile.ifExists("\(folder)/\(name)"),
            let (answer, start) = PhotoConverter.answer(in: bytes), case .converted(let change) = answer,
            (1...limit).contains(bytes.count - start)
        else { return nil }
        // The program that decoded it is not trusted.
        let image = bytes.span.extracting(start..<bytes.count)
        guard bytes[start...].starts(with: [0xFF, 0xD8, 0xFF]) else { return nil }
        let checksummer = ContentChecksummer()
        checksummer?.update(image)
        let content = FileContent(
            path: name, in: folder, pieces: [.file(start..<bytes.count)], digest: ContentHasher.digest(of: image),
            checksum: checksummer?.checksum())
        return Image(
            content: content,
            origin: FileFingerprint.Origin(digest: photo.digest.description, rule: rule, change: change.text))
    }
}
