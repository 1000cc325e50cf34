public import GantryConnectors
public import GantryModel

extension PaySettings {
    /// A pay code, what it pays, and at which price.
    public struct Code: Sendable, Equatable {
        /// `code`: 1...20 letters, digits, `.`, `_`, `-`.
        public var code: String
        /// `title`. The default is the code.
        public var title: String
        /// What it pays.
        public var pays: PayBasis
        /// What a unit of it costs; `nil` leaves rate and amount empty.
        public var price: PayPrice?
        /// `for`: the groups of employees that it pays, as `pay_group` in the list of employees names them. Empty, the
        /// default, is everybody. A code can be there several times for different groups, with one title and unit.
        public var groups: [String]

        /// A pay code of these parts.
        public init(code: String, title: String, pays: PayBasis, price: PayPrice?, groups: [String] = []) {
            self.code = code
            self.title = title
            self.pays = pays
            self.price = price
            self.groups = groups
        }

        /// What the units of its lines count.
        public var unit: PayUnit {
            switch pays {
            case .hours: .hours
            case .leave(let leave): leave.hoursADay == nil ? .days : .hours
            case .holidays(let hoursADay): hoursADay == nil ? .days : .hours
            case .daysWith: .times
            }
        }
    }
}

/// What a pay code pays.
public enum PayBasis: Sendable, Equatable {
    /// `hours`: worked hours of one kind, or a part of them.
    case hours(HoursSelection)
    /// `leave`: days of approved leave.
    case leave(PaidLeave)
    /// `holidays: on-workdays`: each holiday of the calendar on a workday of the employee, a half-free workday as half
    /// a day; in days, unless `hoursADay` says how many hours a day is.
    case holidays(hoursADay: Hours?)
    /// `days-with`: each day on which the employee has at least so many exported hours, of all kinds together.
    case daysWith(Hours)

    /// The word of `holidays` for those that fall on workdays of an employee.
    package static let onWorkdays = "on-workdays"
}

/// Worked hours of one kind, or a part of them. All selections of a kind cover each of its hours exactly once, or the
/// pipeline file is refused (`HoursPartition`).
public struct HoursSelection: Sendable, Equatable {
    /// `hours`: the field with the hours.
    public var quantity: PayQuantity
    /// `of-day`: which of an employee's hours of the kind on a day. The default is all of them.
    public var ofDay = HoursRange.all
    /// `of-week`: which of an employee's hours of the kind in an ISO week. The default is all of them.
    public var ofWeek = HoursRange.all
    /// `on`: on which kinds of days. The default is all of them.
    public var days = Set(DayKind.allCases)

    /// All hours of a kind, unless narrowed.
    public init(
        _ quantity: PayQuantity, ofDay: HoursRange = .all, ofWeek: HoursRange = .all,
        on days: Set<DayKind> = Set(DayKind.allCases)
    ) {
        self.quantity = quantity
        self.ofDay = ofDay
        self.ofWeek = ofWeek
        self.days = days
    }

    /// Whether it is a part of the hours of its kind, not all of them.
    public var isNarrowed: Bool { ofDay != .all || ofWeek != .all || days.count < DayKind.allCases.count }
}

/// A stretch of hours in the order in which they were worked: `0-3` is the first three, `3-` those that follow.
public struct HoursRange: Sendable, Hashable {
    /// Hours before the stretch; zero or more.
    public var from: Hours
    /// Where it ends; `nil` for no end.
    public var upTo: Hours?

    /// A stretch of hours.
    public init(from: Hours, upTo: Hours?) {
        self.from = from
        self.upTo = upTo
    }

    /// Every hour.
    public static let all = HoursRange(from: .zero, upTo: nil)

    /// In hours with two decimals: `0.00-3.00`, or `3.00-` without an end.
    public var text: String { "\(from)-\(upTo.map { "\($0)" } ?? "")" }

    /// Reads `0-3`, `3-` and `7.40-9`: hours with at most two decimals, the second more than the first.
    public init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let from = HoursRange.bound(parts[0]) else { return nil }
        guard !parts[1].isEmpty else {
            self.init(from: from, upTo: nil)
            return
        }
        guard let upTo = HoursRange.bound(parts[1]), upTo > from else { return nil }
        self.init(from: from, upTo: upTo)
    }

    /// The most hours that a bound can have: those of a week.
    private static let most = Hours(168)

    private static func bound(_ text: Substring) -> Hours? {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty, bytes.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E }),
            let number = try? parseDecimal(bytes.span, 0..<bytes.count), number.isExact, number.nano % 10_000_000 == 0
        else { return nil }
        let hours = Hours(nano: number.nano)
        return hours <= most ? hours : nil
    }
}

/// Days of one kind of approved leave.
public struct PaidLeave: Sendable, Equatable {
    /// `leave`: the kind, as the system names it: `VACATION`.
    public var type: String
    /// `hours-a-day`: what a day of leave is in hours; `nil` where the unit is days.
    public var hoursADay: Hours?

    /// Days of leave, paid in days unless `hoursADay` says how many hours a day is.
    public init(type: String, hoursADay: Hours?) {
        self.type = type
        self.hoursADay = hoursADay
    }
}

/// What a unit of a pay code costs.
public enum PayPrice: Sendable, Equatable {
    /// `rate` and `rate-factor`: the employee's own rate times a factor in billionths, more than 0.
    case rate(PayRate, factorNano: Int64)
    /// `fixed-rate`: the same for everybody.
    case fixed(Money)
}
