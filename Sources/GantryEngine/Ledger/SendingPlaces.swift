/// Limits how many groups are sent at once. A group that only waits for a lost answer leaves its place to another.
actor SendingPlaces {
    private var free = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Opens so many places; those of an earlier sending have all been left.
    func open(_ places: Int) { free = places }

    /// Waits for a place.
    func take() async {
        guard free == 0 else {
            free -= 1
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    /// Leaves a place to whoever waits longest.
    func leave() {
        if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    }
}
