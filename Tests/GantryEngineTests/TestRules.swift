import GantryEngine
import GantryModel
import GantryTestSupport
import Synchronization

/// Rules with everything that real ones have: a record alone may be held, repeats, a conflict that a second look finds,
/// and a person whose units only all records together show to be too many.
struct TestRules: BatchRules, ~Copyable {
    /// More units than this for a person can't be; every record of the person is held.
    static let limit: Int64 = 100

    struct WholeBatchFindings: Sendable {
        var conflicting: Set<Int64> = []
        var people: Set<Int64> = []
    }

    private let wholeBatch: WholeBatchFindings?
    private let gauge: RulesGauge.Token?
    private var seen = RecordIDSet()
    private var suspects: [Int64: TestEntry?] = [:]
    private var conflicting: Set<Int64> = []
    private var units: [Int64: Int64] = [:]
    private var exportedUnits: Int64 = 0
    private(set) var repeats = 0
    var repeatedKeys: [String] { suspects.keys.sorted().prefix(5).map(String.init) }
    private(set) var repeatsWithinPages = 0
    private(set) var counts = BatchCounts()

    /// - Parameter losesRecord: leaves out one record of the counts, as rules with a mistake would.
    init(wholeBatch: WholeBatchFindings?, gauge: RulesGauge? = nil, losesRecord: Bool = false) {
        self.wholeBatch = wholeBatch
        counts.exported = losesRecord ? -1 : 0
        self.gauge = gauge?.token()
    }

    mutating func check(_ chunk: consuming Chunk<TestEntry>) -> Checked<TestEntry> {
        gauge?.isInUse()
        var checked = Checked(chunk: chunk)
        counts.fetched += checked.chunk.count
        let rejected = Set(checked.chunk.rejects.map(\.index))
        for (index, entry) in checked.chunk.records.enumerated() {
            let verdict = rejected.contains(index) ? Verdict.rejected : decide(entry)
            checked.verdicts.append(verdict)
            switch verdict {
            case .exported:
                counts.exported += 1
                exportedUnits += entry.units
            case .held: counts.held += 1
            case .repeated: counts.repeats += 1
            case .rejected: counts.rejected += 1
            case .excluded: counts.excluded += 1
            }
        }
        if checked.chunk.page > 0 {
            let ids = checked.chunk.records.indices.filter { !rejected.contains($0) }.map {
                checked.chunk.records[$0].id
            }
            repeatsWithinPages += ids.count - Set(ids).count
        }
        return checked
    }

    static func names(of chunk: Chunk<TestEntry>) -> [UInt64] {
        chunk.names { UInt64(bitPattern: chunk.records[$0].id) }
    }

    private mutating func decide(_ entry: TestEntry) -> Verdict {
        let isNew = seen.insert(entry.id)
        if !isNew { repeats += 1 }
        if isNew { units[entry.person, default: 0] += entry.units }
        if wholeBatch?.conflicting.contains(entry.id) ?? false { return .held }
        guard isNew else {
            suspects[entry.id] = .some(nil)
            return .repeated
        }
        return entry.units < 0 || wholeBatch?.people.contains(entry.person) ?? false ? .held : .exported
    }

    func idsToCompare() -> Set<Int64> { wholeBatch == nil ? Set(suspects.keys) : [] }

    mutating func compare(_ chunk: Chunk<TestEntry>) {
        let rejected = Set(chunk.rejects.map(\.index))
        for (index, entry) in chunk.records.enumerated() where !rejected.contains(index) {
            guard let first = suspects[entry.id] else { continue }
            if let first {
                if first != entry { conflicting.insert(entry.id) }
            } else {
                suspects[entry.id] = entry
            }
        }
    }

    mutating func finalize() -> WholeBatchFindings? {
        guard wholeBatch == nil else { return nil }
        let people = Set(units.filter { $0.value > TestRules.limit }.keys)
        return conflicting.isEmpty && people.isEmpty
            ? nil : WholeBatchFindings(conflicting: conflicting, people: people)
    }

    func summary() -> TestSummary { TestSummary(counts: counts, units: exportedUnits) }
}

struct TestSummary: Sendable, CustomStringConvertible {
    var counts: BatchCounts
    var units: Int64

    var description: String {
        "fetched \(counts.fetched), exported \(counts.exported), held \(counts.held), repeats \(counts.repeats), "
            + "rejected \(counts.rejected), units \(units)"
    }
}

/// Counts how many rules are alive while one of them is at work.
final class RulesGauge: Sendable {
    private let state = Mutex((alive: 0, most: 0, made: 0))

    final class Token: Sendable {
        private let gauge: RulesGauge
        init(_ gauge: RulesGauge) {
            self.gauge = gauge
            gauge.state.withLock { state in
                state.alive += 1
                state.made += 1
            }
        }
        deinit { gauge.state.withLock { $0.alive -= 1 } }
        func isInUse() { gauge.state.withLock { $0.most = max($0.most, $0.alive) } }
    }

    func token() -> Token { Token(self) }
    var most: Int { state.withLock { $0.most } }
    var made: Int { state.withLock { $0.made } }
    var alive: Int { state.withLock { $0.alive } }
}
