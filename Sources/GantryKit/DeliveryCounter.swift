internal import GantryEngine
internal import GantryFiles
internal import GantryRuns
internal import Synchronization

/// Counts files and bytes of a delivery, for progress.
final class DeliveryCounter: Sendable {
    private struct State {
        var progress: DeliveryProgress
        var done: Set<String> = []
        /// Of files that were there before.
        var before = 0
        /// Of files that have arrived since.
        var arrived = 0
    }

    private let state: Mutex<State>
    private let run: RunID
    private let place: any DeliveryPlace
    private let observe: @Sendable (ExportEvent) -> Void

    init(
        _ files: [DeliveredFile], of run: RunID, to name: String, at place: any DeliveryPlace,
        observe: @escaping @Sendable (ExportEvent) -> Void
    ) {
        let bytes = files.reduce(0) { $0 + $1.content.length }
        state = Mutex(State(progress: DeliveryProgress(to: name, files: files.count, bytes: bytes)))
        self.run = run
        self.place = place
        self.observe = observe
    }

    /// Counts a file that is there.
    func note(_ receipt: DeliveryReceipt, isNew: Bool) {
        state.withLock { state in
            guard state.done.insert(receipt.path).inserted else { return }
            if isNew { state.arrived += receipt.bytes } else { state.before += receipt.bytes }
        }
    }

    /// Reports the progress, also while `body` runs.
    func during<Result>(_ body: () async throws -> Result) async throws -> Result {
        try await whileTelling({ [self] in tell() }, body)
    }

    private func tell() {
        let progress = state.withLock { state in
            // A file that was there isn't sent, and one that is sent again counts once.
            let moved = max(place.bytesMoved, state.arrived)
            state.progress.files = state.done.count
            state.progress.bytes = min(state.before + moved, state.progress.bytesTotal)
            return state.progress
        }
        observe(.delivering(run, progress))
    }
}
