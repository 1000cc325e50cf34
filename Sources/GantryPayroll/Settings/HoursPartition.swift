package import GantryConnectors
internal import GantryModel

/// Whether the pay codes of one kind of hours cover each of its hours exactly once.
package struct HoursPartition {
    /// A part of the hours of a kind that no pay code covers, or that several do.
    package struct Fault: Equatable {
        /// The part: day kinds, and stretches of a day and of a week.
        package let part: HoursSelection
        /// Indexes among the selections that were given; empty for a gap.
        package let covering: [Int]
    }

    /// The faults of selections that are all of one kind of hours.
    ///
    /// Hours of a day have a kind of day, a place in the day and a place in the week. The bounds of all selections cut
    /// that space into boxes; each box must be in exactly one selection. Neighbouring boxes with the same fault are
    /// one.
    package static func faults(_ selections: [HoursSelection], of quantity: PayQuantity) -> [Fault] {
        let dayRanges = ranges(selections.map(\.ofDay))
        let weekRanges = ranges(selections.map(\.ofWeek))
        var faults: [Fault] = []
        for week in weekRanges {
            for day in dayRanges {
                for kind in DayKind.allCases {
                    let covering = selections.indices.filter {
                        selections[$0].days.contains(kind) && selections[$0].ofDay.contains(day)
                            && selections[$0].ofWeek.contains(week)
                    }
                    guard covering.count != 1 else { continue }
                    let same = faults.firstIndex {
                        $0.covering == covering && $0.part.ofDay == day && $0.part.ofWeek == week
                    }
                    if let same {
                        faults[same] = Fault(
                            part: HoursSelection(
                                quantity, ofDay: day, ofWeek: week, on: faults[same].part.days.union([kind])),
                            covering: covering)
                    } else {
                        faults.append(
                            Fault(
                                part: HoursSelection(quantity, ofDay: day, ofWeek: week, on: [kind]),
                                covering: covering))
                    }
                }
            }
        }
        return faults
    }

    /// The stretches between all bounds, in order.
    private static func ranges(_ given: [HoursRange]) -> [HoursRange] {
        let bounds = Set(given.flatMap { [$0.from, $0.upTo].compactMap(\.self) } + [.zero]).sorted()
        return bounds.indices.map { index in
            HoursRange(from: bounds[index], upTo: index + 1 < bounds.count ? bounds[index + 1] : nil)
        }
    }
}

extension HoursRange {
    /// Whether another stretch, which is cut at this one's bounds, is in it.
    fileprivate func contains(_ other: HoursRange) -> Bool {
        guard other.from >= from else { return false }
        guard let upTo else { return true }
        return other.upTo.map { $0 <= upTo } ?? false
    }

    /// How many hours between two places in the order of hours are in the stretch; negative where the places go back.
    /// A stretch that starts at zero takes what is before zero too, so that negative hours are in exactly one stretch.
    ///
    /// - Parameter shift: what the stretch's places are ahead of those given.
    func overlap(from start: Int128, to end: Int128, shiftedBy shift: Int128, within other: HoursRange) -> Int128 {
        // The same for the stretch on the other side of a limit, so that no hour is in both or in none.
        func settled(_ limit: Int128) -> Int128 { ClockGrain.limit(limit, from: start, to: end) }
        let low = max(min(start, end), settled(lower(shiftedBy: 0)), settled(other.lower(shiftedBy: shift)))
        let high = min(max(start, end), settled(upper(shiftedBy: 0)), settled(other.upper(shiftedBy: shift)))
        guard high > low else { return 0 }
        return start <= end ? high - low : low - high
    }

    private func lower(shiftedBy shift: Int128) -> Int128 {
        from == .zero ? -HoursRange.farAway : Int128(from.nano) - shift
    }

    private func upper(shiftedBy shift: Int128) -> Int128 {
        upTo.map { Int128($0.nano) - shift } ?? HoursRange.farAway
    }

    /// More than any hours can be.
    private static let farAway: Int128 = 1 << 100
}
