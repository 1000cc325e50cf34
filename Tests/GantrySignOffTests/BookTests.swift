import GantryModel
import GantrySignOff
import Testing

@Suite("The book of signatures") struct BookTests {
    @Test("A book reads back as it was written, with its keys in order") func roundTrip() throws {
        let book = try Example.book(months: 6)
        #expect(try Book(reading: Array(book.text.utf8)) == book)
        let line = try #require(book.text.split(separator: "\n").first)
        #expect(
            line.hasPrefix(
                #"{"format":"urn:gantry:signoff:1","number":1,"previous":"0000000000000000000000000000000000000000000000000000000000000000","time":"#
            ))
        #expect(
            line.hasSuffix(
                #""person":{"id":"clerk","name":"Payroll Clerk"},"proof":"declared","because":null,"files":[],"to":null}"#
            ))
        #expect(book.lines[1].previous == book.lines[0].digest)
    }

    @Test("A line left out, doubled or swapped is found, by its number") func order() throws {
        let lines = try Example.book(months: 6).text.split(separator: "\n").map { String($0) + "\n" }
        func problem(_ lines: [String]) -> BookError? {
            do throws(BookError) {
                _ = try SignOffHistory(Book(reading: Array(lines.joined().utf8)))
                return nil
            } catch { return error }
        }
        #expect(problem(lines) == nil)
        for index in lines.indices {
            var doubled = lines
            doubled.insert(lines[index], at: index)
            #expect(problem(doubled)?.line == index + 2, "line \(index + 1) doubled")
            guard index < lines.count - 1 else { continue }
            var without = lines
            without.remove(at: index)
            #expect(problem(without)?.line == index + 1, "line \(index + 1) left out")
            var swapped = lines
            swapped.swapAt(index, index + 1)
            #expect(problem(swapped)?.line == index + 1, "lines \(index + 1) and \(index + 2) swapped")
        }
    }

    @Test("Every flipped bit before the last line is found by the chain, and anywhere by the journal") func flips()
        throws
    {
        let book = try Example.book(months: 4)
        let bytes = Array(book.text.utf8)
        let lastLine = bytes.count - (book.lines.last?.text.utf8.count ?? 0) - 1
        let journal = book.lines.map(\.text)
        let seed = UInt64.random(in: 0 ... .max)
        print("   seed of the flipped bits: \(seed)")
        var random = SeededGenerator(seed: seed)
        for _ in 0..<3_000 {
            var changed = bytes
            let index = Int.random(in: bytes.indices, using: &random)
            changed[index] ^= 1 << Int.random(in: 0..<8, using: &random)
            let number = bytes[..<index].count { $0 == 0x0A } + 1
            let error = #expect(throws: BookError.self) { try BookRepair(changed, journal: journal, isFinished: true) }
            #expect(error?.line == number, "byte \(index): \(error?.explanation ?? "")")
            guard index < lastLine else { continue }
            #expect(throws: BookError.self, "byte \(index)") { try Book(reading: changed) }
        }
    }

    @Test("A line that can't follow the state of its run is named") func impossible() throws {
        var book = try Example.book(months: 1)
        var line = try #require(book.lines.last)
        line.number = book.lines.count + 1
        line.previous = line.digest
        line.previous = book.lines.last?.digest
        try book.add(line)
        let error = try #require(throws: BookError.self) { try SignOffHistory(book) }
        #expect(error.line == 4 && error.explanation.contains("delivered"), "\(error.explanation)")
    }

    @Test("Whatever end of the last line is missing after a kill is written again") func torn() throws {
        let book = try Example.book(months: 3)
        let bytes = Array(book.text.utf8)
        let journal = book.lines.map(\.text)
        let last = (journal.last?.utf8.count ?? 0) + 1
        for cut in 0...last {
            let file = Array(bytes.dropLast(cut))
            let repair = try BookRepair(file, journal: journal, isFinished: false)
            #expect(Array(file.prefix(repair.kept)) + repair.missing == bytes, "\(cut) bytes cut")
            var hole = file
            hole += [UInt8](repeating: 0, count: cut)
            guard cut == last else { continue }
            let filled = try BookRepair(hole, journal: journal, isFinished: false)
            #expect(Array(hole.prefix(filled.kept)) + filled.missing == bytes)
        }
        for cut in 1..<last {
            #expect(
                try BookRepair(Array(bytes.dropLast(cut)), journal: journal, isFinished: true).missing.count == last)
        }
    }

    @Test("Where machines share the journal, the lines of others are added, and nothing else differs") func shared()
        throws
    {
        let book = try Example.book(months: 3)
        let bytes = Array(book.text.utf8)
        let journal = book.lines.map(\.text)
        for count in 0...bytes.count {
            let file = Array(bytes.prefix(count))
            let repair = try BookRepair(file, journal: journal, isFinished: true, isShared: true)
            #expect(Array(file.prefix(repair.kept)) + repair.missing == bytes, "\(count) bytes")
            guard count > 0 else { continue }
            var changed = file
            changed[count / 2] ^= 1
            #expect(throws: BookError.self) {
                try BookRepair(changed, journal: journal, isFinished: true, isShared: true)
            }
        }
    }

    @Test("A whole line that was there before is never written again, but named") func shorter() throws {
        let book = try Example.book(months: 3)
        let journal = book.lines.map(\.text)
        for kept in 0..<journal.count {
            let file = Array(journal[..<kept].map { $0 + "\n" }.joined().utf8)
            let error = #expect(throws: BookError.self) { try BookRepair(file, journal: journal, isFinished: true) }
            #expect(error?.line == kept + 1)
            if kept < journal.count - 1 {
                let torn = file + Array(journal[kept].utf8.prefix(10))
                #expect(throws: BookError.self) { try BookRepair(torn, journal: journal, isFinished: false) }
            }
        }
        let longer = Array(book.text.utf8)
        let error = #expect(throws: BookError.self) {
            try BookRepair(longer, journal: Array(journal.dropLast()), isFinished: true)
        }
        #expect(error?.line == journal.count)
    }
}
