internal import GantryConnectors
internal import GantryModel

/// What an employee has of one pay code in a period, exactly.
struct CodeQuantities {
    /// What belongs to one project, or all of it where pay isn't split by projects.
    struct Part {
        var project: Int64?
        /// Billionths by the day's place in the period, in order; none is zero.
        var days: [(offset: Int, nano: Int128)] = []
        var entries = 0

        /// As a payroll file orders the lines of a pay code.
        static func precedes(_ one: Int64?, _ two: Int64?) -> Bool {
            guard let one, let two else { return one == nil && two != nil }
            // As texts they would be in the same order.
            if 0...999_999_999 ~= min(one, two), max(one, two) <= 999_999_999 { return one < two }
            return PayrollNumber.precedes(one.keyText, two.keyText)
        }
    }

    /// In order of project, hours without a project first; empty where the employee has nothing of the code.
    private(set) var parts: [Part] = []

    /// - Parameters:
    ///   - hoursADay: the employee's own hours of a day; `nil` leaves them to the pay code.
    ///   - isByProject: whether hours are divided by projects.
    init(
        _ pays: PayBasis, of employee: EmployeeHours, hoursADay: Hours?, from first: CivilDate, _ calendar: PayCalendar,
        isByProject: Bool
    ) {
        switch pays {
        case .hours(let selection) where isByProject: add(selection, of: employee, from: first, calendar)
        case .hours(let selection) where selection.isNarrowed: add(selection, of: employee, from: first, calendar)
        case .hours(let selection):
            var part = Part(entries: employee.tally[selection.quantity])
            for (offset, day) in employee.days.enumerated() where day[selection.quantity] != .zero {
                part.days.append((offset, Int128(day[selection.quantity].nano)))
            }
            keep(part)
        case .leave(let leave):
            for taken in employee.leave where taken.type == leave.type {
                keep(
                    Part(
                        days: taken.days.map {
                            ($0.offset, quantity(ofHalfDays: $0.halves, leave.hoursADay.map { hoursADay ?? $0 }))
                        },
                        entries: taken.requests))
            }
        case .holidays(let aDay):
            keep(
                Part(
                    days: employee.holidays.map {
                        ($0.offset, quantity(ofHalfDays: $0.halves, aDay.map { hoursADay ?? $0 }))
                    }
                ))
        case .daysWith(let least):
            var part = Part()
            for (offset, day) in employee.days.enumerated() where day.exported.reaches(HoursSum(least)) {
                part.days.append((offset, 1_000_000_000))
                part.entries += Int(employee.entries(on: offset).all)
            }
            keep(part)
        }
    }

    private mutating func keep(_ part: Part) {
        if !part.days.isEmpty { parts.append(part) }
    }

    /// Hours of a kind in the order in which they count: by day, within a day by project in the order of their first
    /// entries.
    private mutating func add(
        _ selection: HoursSelection, of employee: EmployeeHours, from first: CivilDate, _ calendar: PayCalendar
    ) {
        var week: (monday: CivilDate, hours: Int128) = (first, 0)
        var byProject: [Int64?: Part] = [:]
        for (offset, day) in employee.days.enumerated() {
            let date = first + offset
            let monday = date - (date.isoWeekday - 1)
            if monday != week.monday { week = (monday, 0) }
            let counts = selection.days.contains(calendar.kind(of: date))
            var place: Int128 = 0
            for segment in employee.segments(of: selection.quantity, on: offset, day) {
                defer { place += segment.nano }
                guard counts, segment.nano != 0 else { continue }
                let hours = selection.ofDay.overlap(
                    from: place, to: place + segment.nano, shiftedBy: week.hours, within: selection.ofWeek)
                guard hours != 0 else { continue }
                byProject[segment.project, default: Part(project: segment.project)].days.append((offset, hours))
                byProject[segment.project]?.entries += segment.entries
            }
            week.hours += place
        }
        parts += byProject.values.sorted { Part.precedes($0.project, $1.project) }
    }
}

extension EmployeeHours {
    fileprivate func entries(on offset: Int) -> EntryCounts {
        dailyEntries.isEmpty ? EntryCounts() : dailyEntries[dailyEntries.startIndex + offset]
    }

    /// The hours of a day in the order in which they count.
    fileprivate func segments(
        of quantity: PayQuantity, on offset: Int, _ day: DayHours
    ) -> [(project: Int64?, nano: Int128, entries: Int)] {
        guard !projectDays.isEmpty else {
            return [(nil, Int128(day[quantity].nano), entries(on: offset)[quantity])]
        }
        return projectDays[projectDays.startIndex + offset].sorted { $0.firstEntry.precedes(key: $1.firstEntry) }.map {
            ($0.project, $0.hours[quantity].nano, $0.entries[quantity])
        }
    }
}

/// In billionths of a pay code's unit.
/// - Parameter aDay: the hours of a day; `nil` where the unit is days.
private func quantity(ofHalfDays halves: Int, _ aDay: Hours?) -> Int128 {
    Int128(aDay?.nano ?? 1_000_000_000) * Int128(halves) / 2
}
