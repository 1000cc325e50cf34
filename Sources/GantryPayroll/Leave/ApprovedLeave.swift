package import GantryModel

/// Approved leave of a period, as pay needs it.
package struct ApprovedLeave: Sendable, Equatable {
    /// One approved request.
    package struct Request: Sendable, Equatable {
        package let id: Int64
        package let employeeID: Int64
        /// As the system names it: `VACATION`.
        package let type: String
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
            self.first = min(first, last)
            self.last = max(first, last)
            self.isHalfDay = isHalfDay
            self.statedDays = statedDays
        }

        /// Half days of leave on a day: two, or one where the request is for half a day.
        func halves(on day: CivilDate, _ calendar: PayCalendar) -> Int {
            guard day >= first, day <= last, calendar.kind(of: day) == .workday else { return 0 }
            return isHalfDay && first == last ? 1 : 2
        }

        /// Half days of all its days, whatever the period.
        func allHalves(_ calendar: PayCalendar) -> Int {
            var halves = 0
            var day = first
            while day <= last {
                halves += self.halves(on: day, calendar)
                day = day + 1
            }
            return halves
        }
    }

    /// In order of employee, first day and number.
    package let requests: [Request]

    package init(_ requests: [Request]) {
        self.requests = requests.sorted { ($0.employeeID, $0.first, $0.id) < ($1.employeeID, $1.first, $1.id) }
    }

    /// What each employee has taken on working days of a period. Requests that overlap, so that a day would have more
    /// leave than it is long, are left out: nobody knows which of them is meant.
    package func taken(in period: PayPeriod, _ calendar: PayCalendar) -> [Int64: [TakenLeave]] {
        let held = Set(overlaps(in: period, calendar).flatMap { [$0.request.id, $0.other.id] })
        var byEmployee: [Int64: [TakenLeave]] = [:]
        for request in requests where !held.contains(request.id) {
            var days: [(offset: Int, halves: Int)] = []
            for offset in 0..<period.days {
                let halves = request.halves(on: period.first + offset, calendar)
                if halves > 0 { days.append((offset, halves)) }
            }
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

    /// Two requests of one employee that want the same day of the period, and the first such day.
    struct Overlap {
        let request: Request
        let other: Request
        let day: CivilDate
    }

    func overlaps(in period: PayPeriod, _ calendar: PayCalendar) -> [Overlap] {
        var found: [Overlap] = []
        for (index, request) in requests.enumerated() {
            for other in requests[(index + 1)...] {
                // They are in order of their first days.
                guard other.employeeID == request.employeeID else { break }
                guard other.first <= request.last else { continue }
                let day = (0..<period.days).map { period.first + $0 }.first {
                    request.halves(on: $0, calendar) > 0 && other.halves(on: $0, calendar) > 0
                        && request.halves(on: $0, calendar) + other.halves(on: $0, calendar) > 2
                }
                if let day { found.append(Overlap(request: request, other: other, day: day)) }
            }
        }
        return found
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

    init(type: String, days: [(offset: Int, halves: Int)]) {
        self.type = type
        self.days = days
    }

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
