package import GantryEngine
package import GantryFiles
package import GantryRuns

/// Files of a run on their way to a place, whether people sign them or not, with what is seen of them meanwhile.
package struct Consignment: Sendable {
    let place: any DeliveryPlace
    /// What receipts call the place.
    let name: String
    private let files: [DeliveredFile]
    private let delivery: DeliveryRun
    private let counter: DeliveryCounter

    package init(
        _ files: [DeliveredFile], of run: RunID, to opened: DeliveryPlaces.Opened, ledger: any Ledger,
        answer: DeliveryAnswer?, observe: @escaping @Sendable (ExportEvent) -> Void
    ) {
        place = opened.place
        name = opened.name
        self.files = files
        delivery = DeliveryRun(run, to: opened.name, place: place, ledger: ledger, answer: answer)
        counter = DeliveryCounter(files, of: run, to: opened.name, at: place, observe: observe)
    }

    /// As ``DeliveryRun/stage(_:)``.
    package func stage() async throws { try await counter.during { try await delivery.stage(files) } }

    /// As ``DeliveryRun/perform(_:keepsLast:isStopped:observe:)``.
    package func perform(
        keepsLast: Bool = false, isStopped: @escaping @Sendable () -> Bool = { false }
    ) async throws -> (receipts: [DeliveryReceipt], new: Int) {
        try await counter.during {
            try await delivery.perform(
                files, keepsLast: keepsLast, isStopped: isStopped, observe: { counter.note($0, isNew: $1) })
        }
    }

    /// As ``DeliveryRun/enterTaken(_:)``.
    func enterTaken() async throws -> [DeliveryReceipt] { try await delivery.enterTaken(files) }

    /// Removes what was staged, as far as the place lets it.
    func discard() async {
        for file in files { try? await place.discard(file) }
    }
}

extension DeliveryPlaces.Opened {
    /// A file of a run on its way to the folder that the run's files are in.
    package func file(
        _ name: String, from source: String, under root: String, bytes: Int, digest: ContentDigest,
        checksum: ContentChecksum? = nil, of run: RunID
    ) -> DeliveredFile {
        DeliveredFile(
            path: path(name), into: into, from: source, under: root, bytes: bytes, digest: digest, checksum: checksum,
            token: DeliveredFile.token(run, digest))
    }
}
