import GantryEngine
import GantryModel
import GantryTestSupport
import Testing

@Suite("A run that ends anywhere")
struct CrashTests {
    /// The calls that an undisturbed run of the batch makes.
    private func calls(_ kind: Batch) async throws -> [Faults.Call] {
        let faults = Faults()
        try await kind.anew().attempt(faults)
        return faults.calls.sorted { ($0.operation, $0.occurrence) < ($1.operation, $1.occurrence) }
    }

    @Test(
        "Killed before or after every call, whatever is lost, the run is continued to the same files",
        arguments: Batch.kinds, Faults.Moment.allCases)
    func kills(_ kind: Batch, _ moment: Faults.Moment) async throws {
        for call in try await calls(kind) {
            for loss in MemoryDisk.Loss.allCases {
                let batch = kind.anew()
                let faults = Faults(call, moment, kind: .kill)
                // A kill can be left unseen only by the last call of all.
                do { try await batch.attempt(faults) } catch is InjectedFault {}
                #expect(faults.killedAt == call)
                batch.disk.crash(loss)
                let last = try await batch.journal.lastCheckpoint(of: Batch.stage)
                let isFinished = try await batch.journal.stages(of: Batch.id).first?.result != nil
                let opened = batch.openedAt.withLock { $0.count }
                try await batch.attempt()
                try await batch.expectFinished("killed \(moment) \(call), lost \(loss)")
                // No more is fetched again than what came after the last checkpoint.
                let again = batch.openedAt.withLock { Array($0.dropFirst(opened)) }
                #expect(again == (isFinished ? [] : batch.pagesToOpen(from: last)), "killed \(moment) \(call)")
            }
        }
    }

    @Test("A run that another machine takes over at the rename isn't published twice", arguments: Batch.kinds)
    func takenAtRename(_ kind: Batch) async throws {
        let batch = kind.anew()
        var options = Batch.Options()
        options.isTaken = { [disk = batch.disk] in !disk.names(under: Batch.Outputs.export).isEmpty }
        await #expect { try await batch.attempt(Faults(), options) } throws: {
            ($0 as? JournalError)?.code == .leaseLost
        }
        #expect(batch.published.isEmpty)
        // Whoever has it now continues it.
        try await batch.attempt()
        try await batch.expectFinished("taken over at the rename")
    }

    @Test(
        "A call that fails, with its effect or without, ends the run where it can be continued", arguments: Batch.kinds,
        Faults.Moment.allCases)
    func errors(_ kind: Batch, _ moment: Faults.Moment) async throws {
        for call in try await calls(kind) {
            let batch = kind.anew()
            await #expect(throws: InjectedFault(call)) { try await batch.attempt(Faults(call, moment, kind: .error)) }
            try await batch.attempt()
            try await batch.expectFinished("failed \(moment) \(call)")
        }
    }

    @Test(
        "Killed while it continues, at every call of that too, the run is continued to the same files",
        arguments: [Batch.plain, .lateVerdict, .conflict])
    func killsTwice(_ kind: Batch) async throws {
        let first = [
            ("source.next", 4), ("outputs.write", 9), ("outputs.seal", 1), ("landing.reader", 1),
            ("folders.publish", 1),
        ]
        for (operation, occurrence) in first {
            func begun() async -> Batch {
                let batch = kind.anew()
                let faults = Faults {
                    $0.operation == operation && $0.occurrence == occurrence && $1 == .before ? .kill : nil
                }
                do { try await batch.attempt(faults) } catch {}
                batch.disk.crash(.half)
                return batch
            }
            let clean = Faults()
            try await begun().attempt(clean)
            for call in clean.calls {
                let batch = await begun()
                do { try await batch.attempt(Faults(call, .after, kind: .kill)) } catch is InjectedFault {}
                batch.disk.crash(.half)
                try await batch.attempt()
                try await batch.expectFinished("killed before \(operation) #\(occurrence), then after \(call)")
            }
        }
    }

    @Test(
        "Killed again and again at random, with parts damaged now and then, the run comes to the same files",
        arguments: 0..<150)
    func randomWalk(_ seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let kind = Batch.kinds[Int(random.next() % 3)]
        let batch = Batch(kind.name, kind.lines, pageSize: 1 + Int(random.next() % 6))
        var options = Batch.Options()
        options.policy = CheckpointPolicy(every: .seconds(3_600), records: 1 + Int(random.next() % 12))
        var history: [String] = []
        for attempt in 0..<200 {
            let key = random.next()
            // Later attempts fail less often, so that every walk ends.
            let rarity = UInt64(8 + attempt * 4)
            let faults = Faults { call, moment in
                var chance = SeededGenerator(seed: key)
                for byte in "\(call)\(moment)".utf8 { chance = SeededGenerator(seed: chance.next() ^ UInt64(byte)) }
                let drawn = chance.next()
                return drawn % rarity == 0 ? (drawn & 0x100_0000 == 0 ? .kill : .error) : nil
            }
            do {
                try await batch.attempt(faults, options)
                break
            } catch let fault as InjectedFault {
                history.append("\(fault.call)")
            }
            let loss = MemoryDisk.Loss.allCases[Int(random.next() % 3)]
            batch.disk.crash(loss)
            if random.next() % 4 == 0 {
                let part = ["exported", "held", "rejects"][Int(random.next() % 3)]
                batch.disk.damage(Batch.Outputs.parts + part, at: 0)
                history.append("\(part) damaged")
            }
        }
        try await batch.expectFinished("seed \(seed): \(history.joined(separator: ", "))")
    }
}
