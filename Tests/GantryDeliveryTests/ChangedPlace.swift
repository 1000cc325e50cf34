import GantryRuns

/// A folder that takes some steps otherwise.
struct ChangedPlace: DeliveryPlace {
    let folder: FolderPlace
    var width = 1
    var mayReplace = false
    var staging: @Sendable (FolderPlace, DeliveredFile) async throws -> Bool = { try await $0.stage($1) }
    var publishing: @Sendable (FolderPlace, DeliveredFile, Bool) async throws -> Publication = {
        try await $0.publish($1, wasTried: $2)
    }
    var settling: @Sendable () throws -> Void = {}

    var keepsTrace: Bool { folder.keepsTrace }
    var bytesMoved: Int { folder.bytesMoved }
    func address(of path: String) -> String { folder.address(of: path) }
    func stage(_ file: DeliveredFile) async throws -> Bool { try await staging(folder, file) }
    func publish(_ file: DeliveredFile, wasTried: Bool) async throws -> Publication {
        try await publishing(folder, file, wasTried)
    }
    func discard(_ file: DeliveredFile) async throws { try await folder.discard(file) }
    func settle(_: [DeliveredFile]) async throws { try settling() }
    func has(_ file: DeliveredFile) async throws -> Bool { try await folder.has(file) }
}
