import GantryFiles
import Testing

@Suite("A checksum of some bytes")
struct ContentChecksumTests {
    private func bytes(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) } }

    // Printed by `xxh128sum` (xxhash 0.8.1).
    @Test(
        "is that of the reference program",
        arguments: [
            ("", "99aa06d3014798d86001c324468d497f"), ("gantry", "ee6957550ae64d72d3470c9b8e332247"),
        ])
    func reference(text: String, sum: String) {
        #expect(ContentChecksum.of(Array(text.utf8).span).description == sum)
    }

    @Test("is the same however the bytes are cut", arguments: [1, 7, 240, 241, 256, 1_000, 65_536])
    func cuts(block: Int) throws {
        let all = bytes(70_000)
        let running = try #require(ContentChecksummer())
        for _ in 1...2 {
            for start in stride(from: 0, to: all.count, by: block) {
                let part = Array(all[start..<min(start + block, all.count)])
                running.update(part.span)
            }
            #expect(running.checksum() == ContentChecksum.of(all.span))
            running.reset()
        }
        #expect(running.checksum() == ContentChecksum.of([UInt8]().span))
    }

    @Test("is another with any bit turned") func bits() {
        let all = bytes(300)
        var sums: Set<ContentChecksum> = [ContentChecksum.of(all.span)]
        for bit in 0..<all.count * 8 {
            var other = all
            other[bit / 8] ^= 1 << UInt8(bit % 8)
            sums.insert(ContentChecksum.of(other.span))
        }
        #expect(sums.count == 1 + all.count * 8)
    }

    @Test(
        "is read back from its digits and from nothing else",
        arguments: [
            "", "99aa06d3014798d86001c324468d497", "99aa06d3014798d86001c324468d497f0",
            "+9aa06d3014798d86001c324468d497f", "99aa06d3014798d8-001c324468d497f",
            "99aa06d3014798d8 001c324468d497f", "99aa06d3014798dg6001c324468d497f",
        ])
    func digits(text: String) {
        #expect(ContentChecksum(hex: text) == nil)
        let sum = ContentChecksum.of(bytes(5).span)
        #expect(ContentChecksum(hex: sum.description) == sum)
    }
}
