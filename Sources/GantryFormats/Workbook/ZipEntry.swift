internal import CMinizip

/// One file in a zip file, read from front to back. It owns minizip's handle.
///
/// It belongs to one task.
@safe final class ZipEntry {
    private let handle: unzFile
    private let place: String
    private var isAtEnd = false

    /// - Throws: `.damaged` if the file is no zip file or has no such entry.
    init(_ name: String, of path: String) throws(WorkbookError) {
        place = "\(path), \(name)"
        guard let opened = unsafe unzOpen64(path) else {
            throw WorkbookError(.damaged, "\(path) is not a workbook: it is no zip file.")
        }
        guard unsafe unzLocateFile(opened, name, 1) == UNZ_OK, unsafe unzOpenCurrentFile(opened) == UNZ_OK else {
            _ = unsafe unzClose(opened)
            throw WorkbookError(.damaged, "\(path) is not a workbook: it has no \(name).")
        }
        unsafe handle = unsafe opened
    }

    deinit {
        _ = unsafe unzCloseCurrentFile(handle)
        _ = unsafe unzClose(handle)
    }

    /// The next bytes; none at the end, where the checksum is compared.
    func read() throws(WorkbookError) -> [UInt8] {
        guard !isAtEnd else { return [] }
        var result: Int32 = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 64 << 10) { buffer, count in
            result = unsafe unzReadCurrentFile(handle, buffer.baseAddress, UInt32(buffer.count))
            count = max(Int(result), 0)
        }
        guard result >= 0 else { throw WorkbookError(.damaged, "\(place): its bytes can't be decompressed.") }
        if result == 0 {
            isAtEnd = true
            guard unsafe unzCloseCurrentFile(handle) == UNZ_OK else {
                throw WorkbookError(.damaged, "\(place): its checksum differs.")
            }
        }
        return bytes
    }

    /// Whether a zip file has an entry of this name.
    static func exists(_ name: String, in path: String) -> Bool {
        guard let opened = unsafe unzOpen64(path) else { return false }
        defer { _ = unsafe unzClose(opened) }
        return unsafe unzLocateFile(opened, name, 1) == UNZ_OK
    }

    /// Of a file that others made: no part is larger than this, whatever the zip file says.
    static var foreignLimits: XMLLimits {
        var limits = XMLLimits()
        limits.bytes = 4 << 30
        return limits
    }

    /// A reader of the entry, which is XML.
    ///
    /// - Parameter limits: the default is no limit of the document, for files of our own.
    static func xml(_ name: String, of path: String, limits: XMLLimits = limits) throws -> XMLStreamReader {
        try XMLStreamReader(input(name, of: path, limits: limits))
    }

    /// The bytes of the entry for a reader of XML.
    static func input(_ name: String, of path: String, limits: XMLLimits) throws(WorkbookError) -> XMLInput {
        let entry = try ZipEntry(name, of: path)
        return XMLInput(source: "\(path), \(name)", limits: limits) { () throws(XMLError) in
            do throws(WorkbookError) {
                return try entry.read()
            } catch {
                throw XMLError(.unreadable, source: "\(path), \(name)", reason: error.explanation)
            }
        }
    }

    /// A sheet can be larger than other documents; it is read piece by piece.
    static var limits: XMLLimits {
        var limits = XMLLimits()
        limits.bytes = .max
        return limits
    }
}
