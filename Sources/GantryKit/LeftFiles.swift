internal import GantryRuns

/// Files of a delivery that is to count as failed. Where they are still there, the receiver reads them beside what is
/// delivered next.
enum LeftFiles {
    /// - Parameters:
    ///   - addresses: what the files are called where the place can't be opened.
    ///   - files: where they are at the place.
    /// - Returns: the addresses of files of which nobody can say whether they are there; empty where all are gone.
    /// - Throws: `DeliveryError.taken` for files that are there.
    static func requireGone(
        _ addresses: [String], at open: () throws -> DeliveryPlaces.Opened,
        files: (DeliveryPlaces.Opened) -> [DeliveredFile]
    ) async throws -> [String] {
        // A place that can't be asked may be why the delivery failed.
        guard let opened = try? open() else { return addresses }
        return try await opened.place.whileOpen {
            var there: [String] = []
            var unseen: [String] = []
            for file in files(opened) {
                let address = opened.place.address(of: file.path)
                // The others of a place that doesn't answer aren't waited for.
                guard unseen.isEmpty else {
                    unseen.append(address)
                    continue
                }
                do {
                    if try await opened.place.has(file) { there.append(address) }
                } catch let error as CancellationError {
                    throw error
                } catch {
                    unseen.append(address)
                }
            }
            guard there.isEmpty else { throw DeliveryError.stillThere(there) }
            return unseen
        }
    }
}
