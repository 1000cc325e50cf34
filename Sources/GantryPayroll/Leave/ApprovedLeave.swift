package import GantryModel

/// Approved leave of a period, as pay needs it.
package struct ApprovedLeave: Sendable, Equatable {
    /// One approved request.
    package struct Request: Sendable, Equatable {
        package let id: Int64
        package let employeeID: Int64
        /// As the system names it: `VACATION`.
        package let type: String
        /// As the server says it, even where it is after the last day.
        package let first: CivilDate
        package let last: CivilDate
        package let isHalfDay: Bool
        /// Working days, in billionths, as the server counts them; `nil` where it doesn't say.
        package let statedDays: Int64?

        package init(
            id: Int64, employeeID: Int64, type: String, first: CivilDate, last: CivilDate, isHalfDay: Bool,
            statedDays: Int64?
        ) {
            self.id = id
            self.employeeID = employeeID
            self.type = type
            self.first = first
            self.last = last
            self.isHalfDay = isHalfDay
            self.statedDays = statedDays
        }

        /// Half days of leave on a day: those that the employee works, or one where the request is for half a day.
        /// - Parameter calendar: with the employees' own weekdays.
        func halves(on day: CivilDate, _ calendar: PayCalendar) -> Int {
            let asked = halvesAsked(on: day)
            return asked == 0 ? 0 : min(calendar.halves(on: day, of: employeeID), asked)
        }

        /// Half days that it asks for on a day, whether the employee has to work then or not.
        func halvesAsked(on day: CivilDate) -> Int {
            guard day >= min(first, last), day <= max(first, last) else { return 0 }
            return isHalfDay && first == last ? 1 : 2
        }

        /// The days of a period with half days of leave, by their place in it.
        func days(in period: PayPeriod, _ calendar: PayCalendar) -> [(offset: Int, halves: Int)] {
            (0..<period.days).map { ($0, halves(on: period.first + $0, calendar)) }.filter { $0.1 > 0 }
        }

        /// `leave request 5 (VACATION 2026-10-05 to 2026-10-09)`
        var words: String { "leave request \(id) (\(type) \(first) to \(last))" }

        /// What keeps its days from being known: nobody can tell from it which days are meant.
        var problem: (found: String, expected: String)? {
            if last < first { return ("it ends before it starts", "a last day that is not before the first") }
            guard isHalfDay, first != last else { return nil }
            let stated = statedDays.map { ", of which the server counts \(HoursSum(nano: Int128($0)))" } ?? ""
            return ("half a day over several days\(stated)", "half a day on one day, or whole days")
        }

        /// How the server counts its days otherwise than the calendar; `nil` where it doesn't, and where the holidays
        /// of its days aren't known.
        func difference(from calendar: PayCalendar) -> (found: String, expected: String)? {
            guard let stated = statedDays, first <= last, calendar.covers(first...last) else { return nil }
            var halves = 0
            var day = first
            while day <= last {
                halves += self.halves(on: day, calendar)
                day = day + 1
            }
            let counted = HoursSum(halfDays: halves)
            guard HoursSum(nano: Int128(stated)) != counted else { return nil }
            return (
                "\(Request.differing)\(id) says \(HoursSum(nano: Int128(stated))) days",
                "\(counted) working days from \(first) to \(last)"
            )
        }

        private static let differing = "leave request "

        /// The number of the request that a `difference` was found of; `nil` for other words.
        static func number(inDifference found: String) -> Int64? {
            guard found.hasPrefix(differing) else { return nil }
            return Int64(found.dropFirst(differing.count).prefix { $0 != " " })
        }
    }

    /// In order of employee, first day and number.
    package let requests: [Request]

    package init(_ requests: [Request]) {
        self.requests = requests.sorted { ($0.employeeID, $0.first, $0.id) < ($1.employeeID, $1.first, $1.id) }
    }

    /// What each employee has taken on working days of a period, but for days in dispute.
    package func taken(in period: PayPeriod, _ calendar: PayCalendar) -> [Int64: [TakenLeave]] {
        taken(in: period, calendar, without: disputed(in: period, calendar))
    }

    /// - Parameter disputed: Days of employees by their place in the period, which are left out.
    func taken(
        in period: PayPeriod, _ calendar: PayCalendar, without disputed: [Int64: Set<Int>]
    ) -> [Int64: [TakenLeave]] {
        var byEmployee: [Int64: [TakenLeave]] = [:]
        for request in requests {
            let kept = disputed[request.employeeID] ?? []
            let days = request.days(in: period, calendar).filter { !kept.contains($0.offset) }
            guard !days.isEmpty else { continue }
            var all = byEmployee[request.employeeID] ?? []
            if let index = all.firstIndex(where: { $0.type == request.type }) {
                all[index].add(days)
            } else {
                all.append(TakenLeave(type: request.type, days: days))
            }
            byEmployee[request.employeeID] = all
        }
        return byEmployee
    }

    /// The days of each employee, by their place in the period, on which requests want more leave than a day is long:
    /// nobody knows which of them is meant.
    func disputed(in period: PayPeriod, _ calendar: PayCalendar) -> [Int64: Set<Int>] {
        var disputed: [Int64: Set<Int>] = [:]
        for (employee, days) in halves(in: period, calendar) {
            for (offset, halves) in days where halves > calendar.halves(on: period.first + offset, of: employee) {
                disputed[employee, default: []].insert(offset)
            }
        }
        return disputed
    }

    /// Half days of leave of each employee by the day's place in the period.
    func halves(in period: PayPeriod, _ calendar: PayCalendar) -> [Int64: [Int: Int]] {
        var halves: [Int64: [Int: Int]] = [:]
        for request in requests {
            for day in request.days(in: period, calendar) {
                halves[request.employeeID, default: [:]][day.offset, default: 0] += day.halves
            }
        }
        return halves
    }
}

/// An employee's approved leave of one kind in a period.
package struct TakenLeave: Sendable {
    /// As the system names it: `VACATION`.
    package let type: String
    /// Half days by the day's place in the period, in order of days.
    package private(set) var days: [(offset: Int, halves: Int)]
    /// Requests that they come from.
    package private(set) var requests = 1

    fileprivate mutating func add(_ more: [(offset: Int, halves: Int)]) {
        requests += 1
        for day in more {
            if let index = days.firstIndex(where: { $0.offset == day.offset }) {
                days[index].halves += day.halves
            } else {
                days.append(day)
            }
        }
        days.sort { $0.offset < $1.offset }
    }
}
