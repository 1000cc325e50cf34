public import GantryEngine

/// The folders of a run on a `MemoryDisk`: the bag is `bag/`, and becomes `export/`.
public struct MemoryFolders: RunFolders {
    private let disk: MemoryDisk
    private let faults: Faults

    public init(_ disk: MemoryDisk, faults: Faults = Faults()) {
        self.disk = disk
        self.faults = faults
    }

    public var export: String { "export" }
    public var isPublished: Bool { !disk.names(under: "export/").isEmpty }
    public var hasParts: Bool { !disk.names(under: "parts/").isEmpty }

    public func whileLocked<T: Sendable>(_ body: () async throws -> T) async throws -> T { try await body() }
    public func whileLockIsFree(_ body: () throws -> Void) throws { try body() }
    public func create() throws { try faults.around("folders.create") {} }

    public func remove(_ names: [String]) throws {
        try faults.around("folders.remove") {
            for name in names { for file in disk.names(under: name + "/") { disk.remove("\(name)/\(file)") } }
        }
    }

    public func requireIntactBag() throws { try faults.around("folders.requireIntactBag") {} }

    public func publish(expecting bag: String) throws {
        try faults.around("folders.publish") {
            guard !isPublished else { return }
            guard !disk.names(under: "bag/").isEmpty else {
                throw RunError(.verificationFailed, "There is no bag to publish.")
            }
            disk.rename("bag/", to: "export/")
        }
    }

    public func clean() throws {
        try faults.around("folders.clean") {
            for name in disk.names(under: "parts/") { disk.remove("parts/" + name) }
            disk.remove(MemoryLanding.file)
        }
    }

    public func removeEmptyFolders() throws {}
}
