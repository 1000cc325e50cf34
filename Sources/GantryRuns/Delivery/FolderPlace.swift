internal import GantryFiles
internal import GantryHTTP

/// A folder of this machine, or one that is mounted.
public struct FolderPlace: DeliveryPlace {
    private let root: String
    private let watch: DeliveryWatch
    private let folders = MadeFolders()

    /// - Parameter root: an existing folder, by its path without links.
    public init(_ root: String, watch: DeliveryWatch = DeliveryWatch()) {
        self.root = root
        self.watch = watch
    }

    public var bytesMoved: Int { watch.meter.bytes / 2 }

    public func address(of path: String) -> String { path.isEmpty ? root : "\(root)/\(path)" }

    @discardableResult public func stage(_ file: DeliveredFile) async throws -> Bool {
        for folder in folders.missing(of: file) { try FileDelivery.makeFolder(address(of: folder)) }
        folders.note(file)
        let staging = try delivery(file).stage(
            from: file.content.path, under: file.content.folder, expecting: file.content.digest
        ) { watch.meter.add($0) }
        guard staging != .gone else { throw DeliveryError.gone(address(of: file.path)) }
        return staging == .staged
    }

    public var keepsTrace: Bool { true }

    public func publish(_ file: DeliveredFile, wasTried: Bool) async throws -> Publication {
        do {
            switch try delivery(file).publish(expecting: file.content.digest, wasTried: wasTried) {
            case .named: return .named
            case .found: return .found
            case .unknown: return .unknown(.unknown(address(of: file.path)))
            case .gone: return .unknown(.gone(address(of: file.path)))
            }
        } catch let error as FileError where error.code == .alreadyExists {
            return .refused(error)
        }
    }

    public func has(_ file: DeliveredFile) async throws -> Bool {
        try delivery(file).isNamed(expecting: file.content.digest)
    }

    public func discard(_ file: DeliveredFile) async throws { try delivery(file).discard() }

    public func settle(_ files: [DeliveredFile]) async throws {
        for folder in Set(files.map(\.folder)) { try FileDelivery.settle(address(of: folder)) }
    }

    private func delivery(_ file: DeliveredFile) -> FileDelivery {
        FileDelivery(of: file.name, to: address(of: file.folder), token: file.token)
    }
}
