internal import FoundationEssentials
internal import GantryFiles

/// A folder of this machine, or one that is mounted.
public struct FolderPlace: DeliveryPlace {
    private let root: String

    /// - Parameter root: an existing folder.
    public init(_ root: String) { self.root = root }

    public func address(of path: String) -> String { path.isEmpty ? root : "\(root)/\(path)" }

    @discardableResult public func stage(_ file: DeliveredFile) async throws -> Bool {
        for folder in file.folders { try make(address(of: folder)) }
        return try delivery(file).stage(
            from: file.content.path, under: file.content.folder, expecting: file.content.digest)
    }

    public func publish(_ file: DeliveredFile) async throws { try delivery(file).publish() }

    public func discard(_ file: DeliveredFile) async throws { try delivery(file).discard() }

    private func delivery(_ file: DeliveredFile) -> FileDelivery {
        FileDelivery(of: file.name, to: address(of: file.folder), token: file.token)
    }

    /// Makes a folder that the other program can read.
    private func make(_ folder: String) throws {
        guard !FileManager.default.fileExists(atPath: folder) else { return }
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o750])
        try Folders.sync(String(folder[..<(folder.lastIndex(of: "/") ?? folder.endIndex)]))
    }
}
