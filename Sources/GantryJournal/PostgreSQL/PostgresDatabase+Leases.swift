package import GantryEngine
internal import GantryModel
internal import Synchronization

/// The leases that a journal's writes depend on, by their names, with their epochs.
final class HeldLeases: Sendable {
    private let epochs = Mutex<[String: Int64]>([:])

    var all: [String: Int64] { epochs.withLock { $0 } }
    func add(_ name: String, _ epoch: Int64) { epochs.withLock { $0[name] = epoch } }
    func remove(_ name: String) { epochs.withLock { $0[name] = nil } }
}

extension PostgresDatabase {
    private static let intact = "hash = lease_hash(name, epoch, owner, until)"

    /// Refuses a write unless every lease is still this process's. Who wants to take one waits for the transaction.
    static func require(_ leases: [String: Int64], _ db: PostgresConnection) throws {
        guard !leases.isEmpty else { return }
        let names = leases.keys.sorted()
        let found = try db.run(
            names.map {
                SQLStatement(
                    "SELECT 1 FROM leases WHERE name = $1 AND epoch = $2 AND \(intact) FOR SHARE",
                    [.text($0), .number(leases[$0])])
            })
        guard let missing = zip(names, found).first(where: { $1.rows.isEmpty })?.0 else { return }
        try requireIntact(missing, db)
        throw JournalError.lost(missing)
    }

    /// Does something while no other process does what has the same name, on whatever machine.
    ///
    /// What this journal writes meanwhile is refused once another process has taken the right over. A body that can't
    /// renew it in time is cancelled.
    package func whileHolding<T: Sendable>(
        _ right: JournalRight, _ body: @escaping @Sendable () async throws -> T
    ) async throws -> T {
        let start = ContinuousClock.now
        let asked = Duration.zero
        let epoch = try await take(right)
        held.add(right.name, epoch)
        let timing = timing
        do {
            let result = try await withThrowingTaskGroup(of: T?.self) { group in
                group.addTask { try await body() }
                group.addTask {
                    let keeper = LeaseKeeper(now: { ContinuousClock.now - start }) {
                        try await renew(right.name, epoch)
                    } sleep: {
                        try await Task.sleep(until: start + $0, clock: .continuous)
                    }
                    throw try await keeper.run(LeaseState(timing, asked: asked), right.name)
                }
                defer { group.cancelAll() }
                guard let result = try await group.next() ?? nil else { throw JournalError.lost(right.name) }
                return result
            }
            await release(right.name, epoch)
            return result
        } catch {
            await release(right.name, epoch)
            throw error
        }
    }

    /// Who holds which of these rights now.
    package func holders(of rights: [String]) async throws -> [String: JournalRight.Holder] {
        let rows = try await read { db in
            try db.run(
                rights.map {
                    SQLStatement("SELECT name, owner FROM leases WHERE name = $1 AND until > clock()", [.text($0)])
                }
            ).flatMap(\.rows).map { (try $0.text(0), JournalRight.Holder(text: try $0.text(1))) }
        }
        return Dictionary(rows) { $1 }
    }

    /// The server's version, the time that an answer takes, and how far its clock, which leases go by, is from this
    /// machine's, which doesn't matter.
    package func serverFacts() async throws -> String? {
        _ = try await read { _ in }
        let asked = ContinuousClock.now
        let (version, clock) = try await read { db in
            try db.query("SELECT current_setting('server_version_num')::bigint, clock()").first.map {
                (try $0.int64(0), try $0.int64(1))
            } ?? (0, 0)
        }
        let lag = (ContinuousClock.now - asked) / .milliseconds(1)
        let difference = Instant.now.nanosecondsSince1970 / 1_000_000_000 - clock / 1_000_000
        return
            "PostgreSQL \(version / 10_000).\(version % 10_000), answers in \(Int(lag.rounded(.up))) ms, leases by its clock (\(abs(difference)) s \(difference < 0 ? "ahead of" : "behind") this machine's)"
    }

    private func take(_ right: JournalRight) async throws -> Int64 {
        while true {
            // Who had it may give it back in between, with its row.
            if let epoch = try await tryTaking(right) { return epoch }
        }
    }

    /// - Returns: `nil` where the row went while it was asked for.
    private func tryTaking(_ right: JournalRight) async throws -> Int64? {
        let length = microseconds(timing.length)
        let holder = JournalRight.Holder(of: right)
        return try await write { (db: PostgresConnection) in
            // A second that asks at the same moment waits for the first one's row.
            _ = try db.query(
                """
                INSERT INTO leases (name, epoch, owner, until, hash)
                VALUES ($1, 0, '', 0, lease_hash($1, 0, '', 0)) ON CONFLICT (name) DO NOTHING
                """, [.text(right.name)])
            let rows = try db.query(
                "SELECT owner, until > clock(), until > clock() + 2 * $2 FROM leases WHERE name = $1 FOR UPDATE",
                [.text(right.name), .number(length)])
            guard let row = rows.first else { return nil }
            try PostgresDatabase.requireIntact(right.name, db, isTooLong: row.bool(2))
            let other = JournalRight.Holder(text: try row.text(0))
            // Of the same place, a holder that lives would still have the lock there.
            guard try !row.bool(1) || (!right.place.isEmpty && other.place == right.place) else {
                throw JournalError.held(by: other)
            }
            return try db.query(
                """
                UPDATE leases SET epoch = new.epoch, owner = $2, until = new.until,
                    hash = lease_hash($1, new.epoch, $2, new.until)
                FROM (SELECT nextval('epochs') AS epoch, clock() + $3 AS until) AS new
                WHERE name = $1 RETURNING leases.epoch
                """, [.text(right.name), .text(holder.text), .number(length)]
            ).first?.int64(0) ?? 0
        }
    }

    /// - Returns: whether the lease is still this process's.
    private func renew(_ right: String, _ epoch: Int64) async throws -> Bool {
        let length = microseconds(timing.length)
        return try await renewals.transaction(patience: .zero) { db in
            try db.run("SET LOCAL statement_timeout = '5s'")
            let renewed = try db.query(
                """
                UPDATE leases SET until = new.until, hash = lease_hash(name, epoch, owner, new.until)
                FROM (SELECT clock() + $3 AS until) AS new
                WHERE name = $1 AND epoch = $2 AND hash = lease_hash(name, epoch, owner, leases.until)
                RETURNING 1
                """, [.text(right), .number(epoch), .number(length)])
            if renewed.isEmpty { try PostgresDatabase.requireIntact(right, db) }
            return !renewed.isEmpty
        }
    }

    /// Gives a right back. One that can't be given back ends by itself.
    private func release(_ right: String, _ epoch: Int64) async {
        held.remove(right)
        _ = try? await renewals.transaction(patience: .zero) { db in
            try db.query("DELETE FROM leases WHERE name = $1 AND epoch = $2", [.text(right), .number(epoch)])
        }
    }

    private static func requireIntact(_ right: String, _ db: PostgresConnection, isTooLong: Bool = false) throws {
        let rows = try db.query("SELECT \(intact) FROM leases WHERE name = $1", [.text(right)])
        guard try isTooLong || rows.first?.bool(0) == false else { return }
        throw JournalError(
            .damaged, "The lease \(singleLine(right)) in the journal was changed by another program.",
            advice:
                "Stop what works on it, then remove the row of that name from gantry.leases and run the same command again. Nothing was sent since."
        )
    }

    private func microseconds(_ duration: Duration) -> Int64 { Int64(duration / .microseconds(1)) }
}

extension JournalError {
    static func lost(_ right: String) -> JournalError {
        JournalError(
            .leaseLost,
            "Another process took over \(singleLine(right)), because this one could not renew its lease in time.",
            advice: "Nothing that it did since then counts. Run the same command again to resume.")
    }

    static func held(by holder: JournalRight.Holder) -> JournalError {
        JournalError(
            .heldByAnother, "\(holder.words) has been working on this since \(singleLine(holder.since)).",
            advice: "Wait until it finishes or stop it, then run the same command again. After a crash, wait a minute.")
    }
}

/// Renews a lease for as long as it runs.
struct LeaseKeeper {
    let now: @Sendable () -> Duration
    /// Whether the lease is still this process's.
    let renew: @Sendable () async throws -> Bool
    let sleep: @Sendable (_ until: Duration) async throws -> Void

    /// - Returns: why it ended. Throws only when it is cancelled, or when the lease was changed by hand.
    func run(_ start: LeaseState, _ right: String) async throws -> JournalError {
        var state = start
        var action = state.first
        while true {
            switch action {
            case .wait(let until):
                try await sleep(until)
                action = state.next(.woke(at: now()))
            case .renew:
                let asked = now()
                do {
                    action = state.next(try await renew() ? .renewed(asked: asked) : .taken)
                } catch let error as JournalError { throw error } catch {
                    try Task.checkCancellation()
                    action = state.next(.failed(at: now()))
                }
            case .yield: return .lost(right)
            case .expire:
                return JournalError(
                    .leaseLost, "The lease of \(singleLine(right)) could not be renewed in time.",
                    advice: "Nothing that it did since then counts. Run the same command again to resume.")
            }
        }
    }
}
