internal import GantryModel

/// What proves the days that rows show in a file: a sum over its stretches in which another day, or units that moved to
/// another stretch, make another number.
enum StretchProof {
    /// The part of one stretch.
    static func sum(first: CivilDate, last: CivilDate, units: Int128) -> Int128 {
        var value =
            UInt64(UInt32(bitPattern: first.daysSince1970)) << 32 | UInt64(UInt32(bitPattern: last.daysSince1970))
        value ^= UInt64(truncatingIfNeeded: units) &* 0x9E37_79B9_7F4A_7C15
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int128(value ^ (value >> 31))
    }

    /// The part of a row; 0 where it shows no stretch.
    static func sum(of row: ProfileRow, _ profile: Profile, _ period: PayPeriod) -> Int128 {
        guard profile.provesStretches(ofRow: row.place) else { return 0 }
        return sum(first: row.first ?? period.first, last: row.last ?? period.last, units: row.units)
    }
}

extension Profile {
    /// Whether the stretches that the rows at `place` show are proven when a file is read back.
    func provesStretches(ofRow place: Int) -> Bool {
        each == .stretch
            && rows[place].lines.contains { line in
                let shown = line.values
                return [.lineFirst, .lineLast, .units].allSatisfy(shown.contains)
                    && line.columns.allSatisfy { ($0.date ?? dates).isWhole }
            }
    }
}
