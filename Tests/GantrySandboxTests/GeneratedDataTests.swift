import Foundation
import GantryModel
import GantrySandbox
import Testing

@Suite("Generated work entries")
struct GeneratedDataTests {
    private func bytes(_ data: GeneratedData, _ positions: Range<Int>? = nil) throws -> [UInt8] {
        let entries = try GeneratedWorkEntries(data)
        var bytes: [UInt8] = []
        for position in positions ?? 0..<entries.count {
            entries.append(position, to: &bytes)
            bytes.append(10)
        }
        return bytes
    }

    /// FNV-1a, so that the expected value fits in the source.
    private func fingerprint(_ bytes: [UInt8]) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    private func holds(_ text: [UInt8], _ part: [UInt8]) -> Bool {
        var start = 0
        while start + part.count <= text.count {
            var length = 0
            while length < part.count, text[start + length] == part[length] { length += 1 }
            if length == part.count { return true }
            start += 1
        }
        return false
    }

    @Test("are the same bytes on every machine, and others under another seed")
    func deterministic() throws {
        let data = GeneratedData(entries: 5_000, employees: 100, seed: 7)
        let found = fingerprint(try bytes(data))
        #expect(found == 5_710_691_324_438_586_904)
        var other = data
        other.seed = 8
        #expect(try bytes(data) != bytes(other))
    }

    @Test("of a page can be had without those before it")
    func randomAccess() throws {
        let data = GeneratedData(entries: 3_000, employees: 50)
        let whole = try bytes(data)
        #expect(try bytes(data, 0..<1_234) + bytes(data, 1_234..<3_000) == whole)
    }

    @Test(
        "are spread over the days so that ranges of days are ranges of positions",
        arguments: [(1_000, 31), (17, 31), (5_000, 1)])
    func daysAreRanges(entries: Int, days: Int) throws {
        let source = try GeneratedWorkEntries(GeneratedData(entries: entries, employees: 9, days: days))
        let first = try #require(CivilDate("2026-10-01"))
        var next = 0
        for day in 0..<days {
            let date = first + day
            let positions = source.positions(from: date, through: date)
            #expect(positions.lowerBound == next)
            next = positions.upperBound
            for position in positions {
                var bytes: [UInt8] = []
                source.append(position, to: &bytes)
                let text = String(decoding: bytes, as: UTF8.self)
                #expect(text.contains(#""workDate":"\#(date)T"#))
            }
        }
        #expect(next == entries)
    }

    @Test("are valid JSON with ids in order and, in large sets, each class of exception")
    func largeSet() throws {
        let entries = try GeneratedWorkEntries(GeneratedData(entries: 200_000, employees: 2_000, seed: 3))
        var (lastID, sameID, repeats, zero, negative, unknown, unapproved) = (0, 0, 0, 0, 0, 0, 0)
        let zeroHours = Array(#""normalHours":0,"overtimeHours":0,"weekendHours":0,"#.utf8)
        let negativeHours = Array(#""normalHours":-"#.utf8)
        let unknownWorker = Array(#""employeeId":800"#.utf8)
        let approved = Array(#""status":"APPROVED""#.utf8)
        var last: [UInt8] = []
        for position in 0..<entries.count {
            var bytes: [UInt8] = []
            entries.append(position, to: &bytes)
            let id = bytes.dropFirst(6).prefix { $0 != UInt8(ascii: ",") }.reduce(0) { $0 * 10 + Int($1 - 48) }
            if id == lastID { sameID += 1 }
            if bytes == last { repeats += 1 }
            if id < lastID { Issue.record("id \(id) after \(lastID)") }
            if holds(bytes, zeroHours) { zero += 1 }
            if holds(bytes, negativeHours) { negative += 1 }
            if holds(bytes, unknownWorker) { unknown += 1 }
            if !holds(bytes, approved) { unapproved += 1 }
            if position % 50 == 0 { _ = try JSONSerialization.jsonObject(with: Data(bytes)) }
            (lastID, last) = (id, bytes)
        }
        #expect(repeats > 0)
        #expect(sameID > repeats)
        #expect(zero > 0)
        #expect(negative > 0)
        #expect(unknown > 0)
        #expect((3_000...5_000).contains(unapproved))
    }

    @Test("of any page are those of its positions, in the bytes that are computed")
    func servedPage() async throws {
        let data = GeneratedData(entries: 999, employees: 12, seed: 4)
        let entries = try GeneratedWorkEntries(data)
        var expected = Array(#"{"data":["#.utf8)
        for position in 500..<750 {
            entries.append(position, to: &expected)
            if position < 749 { expected.append(UInt8(ascii: ",")) }
        }
        try await withSignedIn(SandboxConfiguration(records: .generated(data))) { client in
            let served = try await client.get("\(SignedInSandbox.october)&limit=250&page=3")
            #expect(served.body.starts(with: expected))
        }
    }

    @Test("of a million are served by the page, the last as soon as the first")
    func million() async throws {
        let data = GeneratedData(entries: 1_000_000, employees: 2_000)
        try await withSignedIn(SandboxConfiguration(records: .generated(data))) { client in
            let answer = try await client.get("\(SignedInSandbox.october)&limit=1000&page=1000")
            #expect(try records(answer.body).count == 1_000)
            #expect(try pagination(answer.body)["totalCount"] as? Int == 1_000_000)
            #expect(try pagination(answer.body)["hasNext"] as? Bool == false)
        }
    }

    @Test("cannot be had for numbers or dates that make no sense")
    func refused() {
        for data in [
            GeneratedData(entries: -1, employees: 1), GeneratedData(entries: 1, employees: 0),
            GeneratedData(entries: 1, employees: 1, firstDay: "2026-02-30"),
            GeneratedData(entries: 1, employees: 1, days: 0),
        ] {
            #expect(throws: SandboxError.self) { try GeneratedWorkEntries(data) }
        }
    }
}
