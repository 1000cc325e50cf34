internal import GantryEngine
internal import GantryJSON
internal import GantryModel
internal import GantryRuns

/// That the pay files of a run which nobody signs went to a payroll program, or were typed into it. The journal keeps
/// it, and has it before the first file is brought.
struct PayDelivery: Sendable, Equatable {
    /// What receipts call the place; `nil` where somebody typed what differs.
    var to: String?
    var time: Instant
    /// Why it was typed, or paid although another run has paid part of it, or how it is known that the receiver has
    /// what it corrects; `nil` where nobody said any.
    var because: String?

    /// The journal's document of a run: a delivery in each line.
    static let documentName = "pay-deliveries"

    fileprivate var line: String {
        JSONTree.object([
            "to": to.map { .string($0) } ?? .null, "time": .string(time.description),
            "because": because.map { .string($0) } ?? .null,
        ]).compact + "\n"
    }

    /// Lines that can't be read still say that something was delivered, nobody knows where.
    static func read(_ text: String) -> [PayDelivery] {
        text.split(separator: "\n").map { line in
            let tree = try? JSONTree(Array(line.utf8))
            return PayDelivery(
                to: tree.map { $0["to"]?.text } ?? "", time: tree?["time"]?.text.flatMap { Instant($0) } ?? .now,
                because: tree?["because"]?.text)
        }
    }
}

extension WorkspaceJournal {
    /// The deliveries of a run's pay files that were begun.
    func payDeliveries(of run: RunID) async throws -> [PayDelivery] {
        PayDelivery.read(try await document(named: PayDelivery.documentName, of: run) ?? "")
    }

    /// Notes a delivery; one to the same place is noted once.
    func note(_ delivery: PayDelivery, of run: RunID) async throws {
        let known = try await payDeliveries(of: run)
        guard !known.contains(where: { $0.to == delivery.to && ($0.because != nil || delivery.because == nil) }) else {
            return
        }
        try await keep(known.filter { $0.to != delivery.to } + [delivery], of: run)
    }

    func keep(_ word: PastDelivery, of run: RunID) async throws {
        try await keep(word.rawValue, named: PastDelivery.documentName, for: run)
    }

    func keep(_ deliveries: [PayDelivery], of run: RunID) async throws {
        try await addPayNote()
        try await keep(deliveries.map(\.line).joined(), named: PayDelivery.documentName, for: run)
    }
}
