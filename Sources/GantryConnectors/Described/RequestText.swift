internal import GantryJSON
public import GantryModel

/// A text of a request with placeholders for the days of the period, or for where the last run ended.
public struct RequestText: Sendable, Equatable {
    /// A piece of it.
    public enum Piece: Sendable, Equatable {
        case text(String)
        /// The first day, or the moment at which it begins.
        case from(Form)
        /// The last day, or the moment at which it is over.
        case to(Form)
        /// The latest place in the order of the records that the last run had, and a little before.
        case since(Place)
    }

    /// How a place in the order of records is spelled. What is asked for begins before it, so that records of the same
    /// time come again, whatever the server compares it with: they are told apart by their keys.
    public enum Place: Sendable, Equatable {
        /// One less than the number.
        case number
        /// A second before, in whole seconds: `2026-10-05T16:00:00Z`.
        case time
        /// The same in seconds or milliseconds since 1970.
        case unix(TimeUnit)
        /// The day before, by UTC.
        case day
    }

    /// How a day is spelled.
    public enum Form: Sendable, Equatable {
        /// `2026-10-01`
        case day
        /// `2026-09-30T22:00:00Z`, in the zone.
        case moment(Zone)
        /// Seconds or milliseconds since 1970, in the zone.
        case unix(TimeUnit, Zone)
        /// The day before, for a server that begins after the day that it is given.
        case before
        /// The day after, for a server that ends before the day that it is given.
        case next
        /// The last second before the moment, for a server that takes the moment itself too.
        case lastMoment(Zone)
        /// The same in seconds since 1970, or the last millisecond in milliseconds.
        case lastUnix(TimeUnit, Zone)
    }

    /// In order.
    public let pieces: [Piece]

    /// A text of these pieces.
    public init(_ pieces: [Piece]) { self.pieces = pieces }

    /// The text as a value of a body: a number where it is one placeholder for a number.
    func value(_ text: String) -> JSONTree {
        guard pieces.count == 1 else { return .string(text) }
        return switch pieces[0] {
        case .from(.unix), .to(.unix), .to(.lastUnix), .since(.number), .since(.unix): .number(text)
        case .from, .to, .since, .text: .string(text)
        }
    }

    func text(_ period: PayPeriod) -> String {
        pieces.map { piece in
            switch piece {
            case .text(let text): text
            case .from(let form): form.text(period.first, begins: period.first)
            case .to(let form): form.text(period.last, begins: period.last + 1)
            case .since: ""
            }
        }.joined()
    }

    /// - Parameter place: a number, or nanoseconds since 1970.
    func text(since place: Int64) -> String {
        pieces.map { piece in
            switch piece {
            case .text(let text): text
            case .since(let form): form.text(place)
            case .from, .to: ""
            }
        }.joined()
    }
}

extension RequestText.Place {
    fileprivate func text(_ place: Int64) -> String {
        let second: Int64 = 1_000_000_000
        let seconds = place / second - (place % second < 0 ? 2 : 1)
        return switch self {
        case .number: String(place == .min ? place : place - 1)
        case .time: Instant(secondsSince1970: seconds).description
        case .unix(let unit): String(seconds * (second / unit.nanoseconds))
        case .day: String(Instant(secondsSince1970: seconds - 86_400).description.prefix(10))
        }
    }
}

extension RequestText.Form {
    /// - Parameter next: the day whose beginning is the moment that is meant.
    fileprivate func text(_ day: CivilDate, begins next: CivilDate) -> String {
        switch self {
        case .day: day.description
        case .moment(let zone): zone.beginning(of: next).description
        case .unix(let unit, let zone): String(zone.beginning(of: next, in: unit))
        case .before: (day - 1).description
        case .next: next.description
        case .lastMoment(let zone):
            Instant(secondsSince1970: zone.beginning(of: next, in: .seconds) - 1).description
        case .lastUnix(let unit, let zone): String(zone.beginning(of: next, in: unit) - 1)
        }
    }
}

extension Zone {
    /// The same as ``beginning(of:)``, in units since 1970.
    fileprivate func beginning(of day: CivilDate, in unit: TimeUnit) -> Int64 {
        beginning(of: day).nanosecondsSince1970 / unit.nanoseconds
    }

    /// The first moment of a day: its midnight, or what follows where the clocks skip it.
    func beginning(of day: CivilDate) -> Instant {
        for minute in 0..<1_440 {
            if let time = times(of: day, minute: minute).first { return time }
        }
        // No day is skipped as a whole but in the zones that crossed the date line.
        return Instant(secondsSince1970: Int64(day.daysSince1970) * 86_400)
    }
}
