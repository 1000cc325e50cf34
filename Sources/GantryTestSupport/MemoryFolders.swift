public import GantryEngine

/// The folders of a run on a `MemoryDisk`: the bag is `bag/`, and becomes `export/`.
public struct MemoryFolders: RunFolders {
    private let disk: MemoryDisk
    private let faults: Faults

    /// Folders whose calls, such as `folders.publish`, go through `faults`.
    public init(_ disk: MemoryDisk, faults: Faults = Faults()) {
        self.disk = disk
        self.faults = faults
    }

    /// The prefix of published files without its slash.
    public var export: String { "export" }
    /// Whether the disk has a file below `export/`.
    public var isPublished: Bool { !disk.names(under: "export/").isEmpty }
    /// Whether the disk has a file below `parts/`.
    public var hasParts: Bool { !disk.names(under: "parts/").isEmpty }

    /// Always false: there is one disk.
    public func isElsewhere() -> Bool { false }
    /// Runs the body without a lock: one test has one process.
    public func whileLocked<T: Sendable>(_ body: @escaping @Sendable () async throws -> T) async throws -> T {
        try await body()
    }
    /// Runs the body without a lock: one test has one process.
    public func whileLockIsFree(_ body: () throws -> Void) throws { try body() }
    /// Makes nothing, as a disk in memory has no folders.
    public func create() throws { try faults.around("folders.create") {} }

    /// Removes every file below these folders.
    public func remove(_ names: [String]) throws {
        try faults.around("folders.remove") {
            for name in names { for file in disk.names(under: name + "/") { disk.remove("\(name)/\(file)") } }
        }
    }

    /// Checks nothing: it fails only by an ordered fault.
    public func requireIntactBag() throws { try faults.around("folders.requireIntactBag") {} }

    /// Renames `bag/` to `export/`; does nothing if that is done. Throws `verification-failed` if there is no bag.
    public func publish(expecting bag: String) throws -> Bool {
        try faults.around("folders.publish") {
            guard !isPublished else { return false }
            guard !disk.names(under: "bag/").isEmpty else {
                throw RunError(.verificationFailed, "There is no bag to publish.")
            }
            disk.rename("bag/", to: "export/")
            return true
        }
    }

    /// Renames `export/` back to `bag/`.
    public func unpublish() throws { disk.rename("export/", to: "bag/") }

    /// Removes unfinished files and the landing.
    public func clean() throws {
        try faults.around("folders.clean") {
            for name in disk.names(under: "parts/") { disk.remove("parts/" + name) }
            disk.remove(MemoryLanding.file)
        }
    }

    /// Does nothing, as a disk in memory has no folders.
    public func removeEmptyFolders() throws {}
}
