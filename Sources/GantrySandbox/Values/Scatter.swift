/// Turns a position into a number that looks random and is always the same (the finaliser of SplitMix64).
///
/// Records are computed from their position alone, so any page of any size of data can be made without the ones before
/// it.
struct Scatter: Sendable {
    let seed: UInt64

    func callAsFunction(_ first: UInt64, _ second: UInt64 = 0) -> UInt64 {
        var mixed = seed &* 0x9E37_79B9_7F4A_7C15 &+ first
        mixed = Self.finalised(mixed)
        return second == 0 ? mixed : Self.finalised(mixed ^ (second &* 0xD1B5_4A32_D192_ED03))
    }

    private static func finalised(_ input: UInt64) -> UInt64 {
        var value = input &+ 0x9E37_79B9_7F4A_7C15
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
