import GantryPayroll
import Testing

@Suite("Parts of a rounded total") struct SpreadTests {
    private let cent: Int128 = 10_000_000

    @Test("go to the largest remainders, and of equal ones to the first") func remainders() {
        let third: Int128 = 7_333_333_333
        #expect(
            Spread.parts(of: 22_000_000_000, over: [third, third, third], step: cent)
                == [7_340_000_000, 7_330_000_000, 7_330_000_000])
        #expect(
            Spread.parts(of: 1_010_000_000, over: [331_000_000, 339_000_000, 335_000_000], step: cent)
                == [330_000_000, 340_000_000, 340_000_000])
        #expect(Spread.parts(of: 0, over: [], step: cent) == [])
    }

    @Test("add up where the total was rounded more coarsely than to the step") func coarse() {
        let step: Int128 = 100_000
        for total: Int128 in [12_340_000_000, 12_330_000_000] {
            let parts = Spread.parts(of: total, over: [4_111_700_000, 4_111_700_000, 4_111_800_000], step: step)
            #expect(parts.reduce(0, +) == total)
            #expect(parts.allSatisfy { $0 % step == 0 && abs($0 - total / 3) < 2 * step })
        }
    }

    @Test("are minutes where a minute is the step") func minutes() {
        let third: Int128 = 7_333_333_333 * 60
        let parts = Spread.parts(of: 1_320_000_000_000, over: [third, third, third], step: 1_000_000_000)
        #expect(parts == [440_000_000_000, 440_000_000_000, 440_000_000_000])
    }

    @Test("of an amount follow the hours that it pays") func amounts() {
        #expect(
            Spread.parts(of: 5_203_000_000_000, by: [734, 733, 733], step: cent)
                == [1_735_910_000_000, 1_733_550_000_000, 1_733_540_000_000])
        #expect(Spread.parts(of: 100_000_000, by: [0, 0], step: cent) == [100_000_000, 0])
        #expect(Spread.parts(of: -30_000_000, by: [-1, -2], step: cent) == [-10_000_000, -20_000_000])
    }

    @Test("add up to the total, and each is less than a step from its share, whatever the shares") func property() {
        var state: UInt64 = 20_261_102
        func next(_ bound: Int128) -> Int128 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int128(state >> 11) % bound
        }
        for _ in 0..<2_000 {
            let shares = (0..<next(8) + 1).map { _ in next(24_000_000_000) - next(3_000_000_000) }
            let sum = shares.reduce(0, +)
            let total = (sum + (sum < 0 ? -cent / 2 : cent / 2)) / cent * cent
            let parts = Spread.parts(of: total, over: shares, step: cent)
            #expect(parts.reduce(0, +) == total)
            for (part, share) in zip(parts, shares) {
                #expect(part % cent == 0 && abs(part - share) <= cent, "\(part) of \(share)")
            }
            let amounts = Spread.parts(of: total * 3, by: shares.map { abs($0) }, step: cent)
            #expect(amounts.reduce(0, +) == total * 3 || shares.allSatisfy { $0 == 0 })
        }
    }
}
