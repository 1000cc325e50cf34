internal import FoundationEssentials
internal import GantryAccounts
internal import GantryFiles
internal import GantryFormats

/// Small pictures of files, to be shown beside what a row says. Each is made by a process of its own with limits, and
/// kept by the digest of its file: what strangers have made is never shown itself.
package struct SmallPictures: Sendable {
    private let folder: String
    private let photoProgram = OwnProgram.path("gantry-photo")

    /// A picture has about so many bytes, and never more than what comes after an eighth of a photo's size.
    private static let wanted = 12_000
    private static let most = 100_000
    private static let mostPixels = 300_000

    /// - Parameter folder: where they are kept; a private folder that is there.
    package init(keepingIn folder: String) { self.folder = folder }

    /// A file, and the folder that its path is relative to.
    package struct Job: Sendable {
        let path: String
        let place: String

        package init(_ path: String, in place: String) {
            self.path = path
            self.place = place
        }
    }

    /// The first page of a PDF file, or a photo, as a JPEG image; `nil` for any other file, and for one that can't be
    /// drawn.
    ///
    /// - Throws: `FileError`; `RunError` where the program that converts photos is missing.
    package func picture(_ job: Job) throws -> [UInt8]? {
        let bytes = job.path.lowercased().hasSuffix(".pdf") ? try page(job) : try photo(job)
        // The program that made it is not trusted.
        return bytes.flatMap { $0.starts(with: [0xFF, 0xD8, 0xFF]) && $0.count <= SmallPictures.most ? $0 : nil }
    }

    private func photo(_ job: Job) throws -> [UInt8]? {
        guard case .photo(let photo) = try MediaInspection.photo(path: job.path, in: job.place) else { return nil }
        let name = "\(photo.digest).jpg"
        if let kept = try ReadFile.ifExists("\(folder)/\(name)") { return kept }
        let scratch = try ScratchFolder("photos ", in: folder)
        guard var bytes = try image(of: photo, job, within: SmallPictures.most, in: scratch.path) else { return nil }
        // A photo is made no smaller at once, so the image of it is made smaller once more.
        if bytes.count > SmallPictures.wanted {
            try Publishing.keep(bytes, as: name, in: scratch.path)
            if case .photo(let image) = try MediaInspection.photo(path: name, in: scratch.path),
                let small = try self.image(
                    of: image, Job(name, in: scratch.path), within: SmallPictures.wanted, in: scratch.path)
            {
                bytes = small
            }
        }
        try Publishing.keep(bytes, as: name, in: folder)
        return bytes
    }

    private func image(
        of photo: OriginalPhoto, _ job: Job, within limit: Int, in folder: String
    ) throws -> [UInt8]? {
        let converter = PhotoConverter(
            program: photoProgram, folder: folder, planned: nil, mostPixels: SmallPictures.mostPixels)
        guard case .success(let image) = try converter.image(of: photo, job.path, in: job.place, limit: limit),
            case .file(let range)? = image.content.pieces.first
        else { return nil }
        return Array(try ReadFile.bytes(of: "\(folder)/\(image.content.path)")[range])
    }

    /// With poppler's `pdftoppm`, where it is installed.
    private func page(_ job: Job) throws -> [UInt8]? {
        let name = "\(try ReadFile.contents(of: job.path, under: job.place).digest).page.jpg"
        if let bytes = try ReadFile.ifExists("\(folder)/\(name)") { return bytes }
        let file = "\(job.place.hasPrefix("/") ? "" : "./")\(job.place)/\(job.path)"
        let words = [
            // Limits of its memory, its seconds, what it writes and what it starts.
            "prlimit", "-v1000000000", "-t10", "-f0", "-u0",
            "pdftoppm", "-jpeg", "-f", "1", "-l", "1", "-singlefile", "-scale-to", "240", file,
        ]
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        guard
            case .output(let bytes) = CommandOutput.read(
                words, environment: ["PATH=\(path)"], limit: 1 << 20, timeout: .seconds(20))
        else { return nil }
        try Publishing.keep(bytes, as: name, in: folder)
        return bytes
    }
}
