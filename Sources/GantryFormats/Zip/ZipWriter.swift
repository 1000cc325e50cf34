internal import CMinizip
public import GantryFiles
internal import GantryModel

/// Writes a zip file piece by piece. The same files in the same order give the same bytes, on any machine and in any
/// year: all have the time 1980-01-01, the same mode, and no compression, whose bytes depend on the version of zlib.
///
/// It owns minizip's handle, and belongs to one task.
@safe public final class ZipWriter {
    private let path: String
    private let handle: zipFile
    private var isOpen = true

    /// The first moment that a zip file can name.
    private static let time: UInt = 0x0021_0000
    /// Written on Unix, for readers that know zip 4.5.
    private static let version: UInt = 3 << 8 | 45
    private static let mode: UInt = 0o100644 << 16
    /// Says that a name is UTF-8 (general purpose bit 11); without it readers take code page 437.
    private static let isUTF8: UInt = 1 << 11

    /// Begins a file; one of that name is replaced.
    public init(_ path: String) throws(ZipError) {
        self.path = path
        guard let opened = unsafe zipOpen64(path, APPEND_STATUS_CREATE) else { throw Self.unwritable(path) }
        unsafe handle = unsafe opened
    }

    deinit { if isOpen { _ = unsafe zipClose(handle, nil) } }

    /// Adds a file below a folder.
    ///
    /// - Parameters:
    ///   - name: what it is called in the zip file, with `/` between folders.
    ///   - digest: what its bytes must be.
    /// - Throws: `ZipError`, `FileError`; the code `changed` where the file has other bytes.
    public func add(
        _ name: String, from source: String, under root: String, bytes: Int, expecting digest: ContentDigest
    ) throws {
        var information = zip_fileinfo()
        information.dosDate = Self.time
        information.external_fa = Self.mode
        guard
            unsafe zipOpenNewFileInZip4_64(
                handle, name, &information, nil, 0, nil, 0, nil, 0, 0, 0, -15, 8, 0, nil, 0, Self.version,
                name.utf8.allSatisfy { $0 < 0x80 } ? 0 : Self.isUTF8,
                bytes >= Int(UInt32.max) ? 1 : 0) == ZIP_OK
        else { throw Self.unwritable(path) }
        let file = try ReadFile.open(source, under: root, hashing: true)
        var piece: [UInt8] = []
        while try file.read(appendingTo: &piece) > 0 {
            let written = unsafe piece.withUnsafeBytes { buffer in
                unsafe zipWriteInFileInZip(handle, buffer.baseAddress, UInt32(buffer.count))
            }
            guard written == ZIP_OK else { throw Self.unwritable(path) }
            piece.removeAll(keepingCapacity: true)
        }
        guard unsafe zipCloseFileInZip(handle) == ZIP_OK else { throw Self.unwritable(path) }
        guard file.position == bytes, file.digest() == digest else { throw FileError(changed: source) }
    }

    /// Writes the list of the files, which ends the zip file.
    public func close() throws(ZipError) {
        isOpen = false
        guard unsafe zipClose(handle, nil) == ZIP_OK else { throw Self.unwritable(path) }
    }

    private static func unwritable(_ path: String) -> ZipError {
        ZipError(
            .unwritable, "\"\(singleLine(path, limit: 4_000))\" can't be written.",
            advice: "It needs as much space as the export folder. Make space, then run the same command again.")
    }
}
