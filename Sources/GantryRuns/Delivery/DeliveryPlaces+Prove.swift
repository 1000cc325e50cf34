public import GantryAccounts
internal import GantryFiles

extension DeliveryPlaces {
    /// Proves that files can be brought to a destination, with a small one that is removed again. A request that fails
    /// for a passing reason is sent once more.
    ///
    /// - Throws: ``DeliveryError``, `FileError`, `ConfigurationError`, as a delivery does; ``DeliveryError`` also for a
    ///   store that would replace an object.
    public func prove(_ destination: Destination) async throws -> DeliveryProof {
        let scratch = try ScratchFolder("gantry-check-", in: ScratchFolder.parent(environment))
        let name = "gantry-check-\(String(UInt64.random(in: .min ... .max), radix: 36))"
        try Publishing.writeDurably(
            Array("Gantry checks \(destination.name).\n".utf8).span, to: "\(scratch.path)/\(name)")
        let (bytes, digest) = try ReadFile.contents(of: name, under: scratch.path)
        let file = DeliveredFile(
            path: name, from: name, under: scratch.path, bytes: bytes, digest: digest, token: "check")
        let place = try place(destination, DeliveryWatch(repeats: 1))
        return try await place.whileOpen { try await place.prove(file) }
    }
}
