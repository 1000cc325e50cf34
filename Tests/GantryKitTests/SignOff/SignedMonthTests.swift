import FoundationEssentials
import GantryModel
import GantryRuns
import GantrySignOff
import Testing

/// A signed, delivered and received month, and what becomes of it when somebody changes it. `OfficeMonthTests` writes it.
@Suite("A signed month") struct SignedMonthTests {
    @Test("is proven by its seal") func unchanged() async throws {
        let copy = try MonthCopy()
        let report = try await copy.verified()
        #expect(report.isValid, "\(report.findings)")
        #expect(report.signOff?.phase == .received)
    }

    @Test("isn't proven after any of 10,000 flipped bits") func flippedBits() async throws {
        let seed = UInt64(ProcessInfo.processInfo.environment["GANTRY_SEED"] ?? "") ?? 20_261_102
        let found = try await withThrowingTaskGroup { group in
            for part in UInt64(0)..<4 { group.addTask { try await flips(seed: seed + part, count: Self.count / 4) } }
            return try await group.reduce(0, +)
        }
        #expect(found == Self.count)
    }

    /// A debug build is ten times as slow, and flips a tenth.
    private static var count: Int {
        #if DEBUG
            1_000
        #else
            10_000
        #endif
    }

    /// Flips one bit at a time, and gives how many of them were found.
    private func flips(seed: UInt64, count: Int) async throws -> Int {
        var numbers = SeededGenerator(seed: seed)
        let copy = try MonthCopy()
        let files = try copy.files()
        #expect(files.count > 15)
        var found = 0
        for trial in 0..<count {
            // Each file as often as the others, however small it is.
            let name = files[trial % files.count]
            let before = try copy.bytes(name)
            let bit = Int.random(in: 0..<before.count * 8, using: &numbers)
            var after = before
            after[bit / 8] ^= 1 << UInt8(bit % 8)
            try copy.write(after, name)
            let isProven = try await copy.isProven()
            try copy.write(before, name)
            if isProven {
                Issue.record("seed \(seed), trial \(trial): bit \(bit % 8) of byte \(bit / 8) of \(name) isn't found")
            } else {
                found += 1
            }
        }
        let isProven = try await copy.isProven()
        #expect(isProven)
        return found
    }

    /// A book that was changed, and how.
    private struct Change {
        let what: String
        let lines: [[UInt8]]
    }

    @Test("isn't proven with a line of its book left out, doubled or swapped, though all digests fit")
    func bookLines() async throws {
        let copy = try MonthCopy()
        let book = "r1.signed/book.jsonl"
        let lines = try copy.bytes(book).split(separator: 0x0A).map { Array($0) + [0x0A] }
        #expect(lines.count == 4)
        var changed: [Change] = []
        for place in lines.indices {
            var out = lines
            out.remove(at: place)
            // Without its last lines, a book is that of an earlier day: as long as both signatures are there, it proves.
            if place < lines.count - 1 { changed.append(Change(what: "line \(place + 1) left out", lines: out)) }
            var doubled = lines
            doubled.insert(lines[place], at: place + 1)
            changed.append(Change(what: "line \(place + 1) doubled", lines: doubled))
            for other in lines.indices where other > place {
                var swapped = lines
                swapped.swapAt(place, other)
                changed.append(Change(what: "lines \(place + 1) and \(other + 1) swapped", lines: swapped))
            }
        }
        // Cut before the second signature, or to nothing, it no longer says that two people signed.
        for count in 0..<2 { changed.append(Change(what: "cut after line \(count)", lines: Array(lines[..<count]))) }
        changed.append(Change(what: "nothing", lines: lines))
        for change in changed {
            try copy.write(change.lines.flatMap { $0 }, book)
            try copy.listAgain()
            let isProven = try await copy.isProven()
            #expect(isProven == (change.what == "nothing"), "\(change.what)")
        }
    }

    @Test("isn't proven by a statement or a decision that was changed, though all digests fit") func texts()
        async throws
    {
        for (name, old, new) in [
            ("r1.signed/r1.statement", "amount: 12624.60", "amount: 12625.60"),
            ("r1.signed/decisions.jsonl", "crane log", "crane book"),
        ] {
            let copy = try MonthCopy()
            let text = String(decoding: try copy.bytes(name), as: UTF8.self)
            #expect(text.contains(old), "\(name)")
            try copy.write(Array(text.replacing(old, with: new).utf8), name)
            try copy.listAgain()
            let isProven = try await copy.isProven()
            #expect(!isProven, "\(name)")
        }
    }
}
