/// Turns a position into a number that looks random and is always the same (the finalizer of SplitMix64).
///
/// Records are computed from their position alone, so any page of a data set of any size can be made without the pages
/// before it.
struct SplitMix64: Sendable {
    let seed: UInt64

    func callAsFunction(_ first: UInt64, _ second: UInt64 = 0) -> UInt64 {
        let mixed = Self.finalized(seed &* 0x9E37_79B9_7F4A_7C15 &+ first)
        return second == 0 ? mixed : Self.finalized(mixed ^ (second &* 0xD1B5_4A32_D192_ED03))
    }

    /// The number of a position, which counts from 0, in a series of its own.
    func callAsFunction(position: Int, series: UInt64 = 0) -> UInt64 { self(UInt64(position) &+ 1, series) }

    private static func finalized(_ input: UInt64) -> UInt64 {
        var value = input &+ 0x9E37_79B9_7F4A_7C15
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}

extension UInt64 {
    /// Bits of a random number, `count` of them from `low` on, to choose by.
    func bits(_ low: UInt64, _ count: UInt64) -> Int { Int(self >> low & (1 << count - 1)) }
}
