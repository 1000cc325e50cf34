internal import FoundationEssentials
internal import GantryAccounts
internal import GantryFiles
internal import GantryFormats
internal import GantryImports
internal import GantryModel

/// Small pictures of dropped files, each made by a process of its own with limits, one after the other. What strangers
/// have made is never shown itself.
actor Thumbnails {
    private let files: DroppedFiles
    private let photoProgram = HelperProgram.path("gantry-photo")

    /// A picture has no more bytes.
    private static let most = 100_000
    private static let folder = "thumbnails"

    init(_ files: DroppedFiles) { self.files = files }

    /// The first page of a PDF file, or a photo, as a JPEG image; `nil` for any other file, and for one that can't be
    /// drawn.
    func picture(_ id: String, _ path: String) throws -> [UInt8]? {
        guard try files.list(id).contains(where: { $0.path == path }) else { return nil }
        let kept = "\(DroppedFiles.root)/\(id)/\(Thumbnails.folder)"
        try Folders.makePrivate(kept, under: files.workspace.path)
        let place = files.folder(id)
        let bytes =
            path.lowercased().hasSuffix(".pdf")
            ? try page(path, in: place, keeping: "\(files.workspace.path)/\(kept)")
            : try photo(path, in: place, keeping: "\(files.workspace.path)/\(kept)")
        // The program that made it is not trusted.
        return bytes.flatMap { $0.starts(with: [0xFF, 0xD8, 0xFF]) ? $0 : nil }
    }

    private func photo(_ path: String, in place: String, keeping folder: String) throws -> [UInt8]? {
        guard case .photo(let photo) = try MediaInspection.photo(path: path, in: place) else { return nil }
        let converter = PhotoConverter(program: photoProgram, folder: folder, planned: nil)
        guard case .success(let image) = try converter.image(of: photo, path, in: place, limit: Thumbnails.most),
            case .file(let range)? = image.content.pieces.first
        else { return nil }
        return Array(try ReadFile.bytes(of: "\(folder)/\(image.content.path)")[range])
    }

    /// With poppler's `pdftoppm`, where it is installed.
    private func page(_ path: String, in place: String, keeping folder: String) throws -> [UInt8]? {
        let kept = "\(folder)/\(try ReadFile.contents(of: path, under: place).digest).page.jpg"
        if let bytes = try ReadFile.ifExists(kept) { return bytes }
        let file = "\(place.hasPrefix("/") ? "" : "./")\(place)/\(path)"
        let words = [
            "prlimit", "--as=1000000000", "--cpu=10", "--fsize=0", "--nproc=0", "pdftoppm", "-jpeg", "-f", "1", "-l",
            "1",
            "-singlefile", "-scale-to", "320", file,
        ]
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        guard
            case .output(let bytes) = CommandOutput.read(
                words, environment: ["PATH=\(path)"], limit: 1 << 20, timeout: .seconds(20))
        else { return nil }
        try Publishing.writeDurably(bytes.span, to: kept)
        return bytes
    }
}
