internal import FoundationEssentials
internal import GantryEngine
internal import GantryModel

extension Checkpoint {
    /// The checkpoint as JSON, and separately the bytes that parts hold back, each preceded by its length.
    func encoded() throws -> (payload: String, tails: [UInt8]) {
        var plain = self
        var tails: [UInt8] = []
        for tail in [landing.tail] + parts.map(\.tail) {
            tails += "\(tail.count):".utf8
            tails += tail
        }
        plain.landing.tail = []
        for index in plain.parts.indices { plain.parts[index].tail = [] }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        return (String(decoding: try encoder.encode(plain), as: UTF8.self), tails)
    }

    /// `nil` where the texts aren't those of a checkpoint that a run can reach.
    init?(_ payload: String, _ tails: [UInt8]) {
        guard let decoded = try? JSONDecoder().decode(Checkpoint.self, from: Data(payload.utf8)), decoded.isBounded
        else { return nil }
        self = decoded
        var rest = tails[...]
        func next() -> [UInt8]? {
            guard let colon = rest.firstIndex(of: UInt8(ascii: ":")),
                let count = Int(String(decoding: rest[..<colon], as: UTF8.self)), count >= 0,
                rest.endIndex - colon > count
            else { return nil }
            defer { rest = rest[(colon + 1 + count)...] }
            return Array(rest[(colon + 1)...].prefix(count))
        }
        guard let first = next() else { return nil }
        landing.tail = first
        for index in parts.indices {
            guard let tail = next() else { return nil }
            parts[index].tail = tail
        }
        guard rest.isEmpty else { return nil }
    }

    /// Whether its numbers are ones that a run can reach, so that going on from them overflows nothing.
    private var isBounded: Bool {
        let counts = counts ?? BatchCounts()
        let numbers = [
            nextPage, pageSize, usualPageSize ?? 0, statedTotal ?? 0, repeatsWithinPages ?? 0, records, written,
            counts.fetched, counts.exported, counts.held, counts.repeats, counts.rejected, counts.excluded,
        ]
        return (numbers + ([landing] + parts).flatMap { [$0.rows, Int($0.length)] }).allSatisfy {
            (0...StatedNumber.mostCount).contains($0)
        }
    }
}
