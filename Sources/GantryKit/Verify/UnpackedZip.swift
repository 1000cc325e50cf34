public import GantryEngine
internal import GantryFiles
internal import GantryFormats
internal import GantryModel
internal import GantryOutputs

/// An export folder that came as a zip file, unpacked into a private folder for as long as it is looked at.
public struct UnpackedZip: Sendable {
    /// The export folder: the one that has `bagit.txt`.
    public let folder: String
    /// What is said of files that a desktop left beside it, such as those of `__MACOSX`; `nil` where there are none.
    public let remark: String?
    private let scratch: ScratchFolder

    /// Unpacks the file into a folder of its own below `parent`. Nothing of it stays where that fails; what a killed
    /// process left there is removed first.
    ///
    /// - Parameter parent: an existing folder for temporary files, such as `/tmp`.
    /// - Throws: `ZipError` where the file isn't one that may be unpacked, `RunError.unusableRun` where it holds no
    ///   export folder, `RunError.stopped`, `FileError`.
    public init(_ zip: String, below parent: String, stop: StopRequest = StopRequest()) throws {
        scratch = try ScratchFolder("gantry-verify-", in: parent)
        let root = scratch.path
        do {
            let unpacked = try ZipReader(zip).unpack(into: root) { stop.isRequested }
            let names = unpacked.filter { !DesktopFile.isOne($0) }
            let marks = names.filter { $0.split(separator: "/").last == "bagit.txt" }
                .sorted { $0.utf8.count < $1.utf8.count }
            guard let mark = marks.first, mark.split(separator: "/").count <= 2 else {
                throw RunError(
                    .unusableRun, "\(quoted(zip)) holds no export folder: it has no bagit.txt.",
                    advice: "Ask for the zip file that was delivered, or verify the folder that it was made of.")
            }
            // Whoever unpacks it must not find another export beside the one that is verified.
            let base = String(mark.dropLast("bagit.txt".count))
            if let other = names.first(where: { !$0.hasPrefix(base) && $0 + "/" != base }) {
                throw RunError(
                    .unusableRun, "\(quoted(zip)) holds \(quoted(other)) beside the export folder.",
                    advice: "Ask for the zip file that was delivered, or verify the folder that it was made of.")
            }
            folder = base.isEmpty ? root : "\(root)/\(base.dropLast())"
            let others = unpacked.filter { !$0.hasPrefix(base) }.sorted()
            remark = others.isEmpty ? nil : FolderVerification.harmless(others)
        } catch {
            try scratch.remove()
            guard error is CancellationError else { throw error }
            throw RunError(.stopped, "The verification of \(quoted(zip)) was stopped.")
        }
    }

    /// Removes everything that was unpacked. Whoever is reading it finds no more files.
    public func remove() throws { try scratch.remove() }
}
