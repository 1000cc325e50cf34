public import GantryModel

/// A text of a request with placeholders for the days of the period.
public struct RequestText: Sendable, Equatable {
    /// A piece of it.
    public enum Piece: Sendable, Equatable {
        case text(String)
        /// The first day, or the moment at which it begins.
        case from(Form)
        /// The last day, or the moment at which it is over.
        case to(Form)
    }

    /// How a day is spelled.
    public enum Form: Sendable, Equatable {
        /// `2026-10-01`
        case day
        /// `2026-09-30T22:00:00Z`, in the zone.
        case moment(Zone)
        /// Seconds or milliseconds since 1970, in the zone.
        case unix(TimeUnit, Zone)
    }

    /// In order.
    public let pieces: [Piece]

    /// A text of these pieces.
    public init(_ pieces: [Piece]) { self.pieces = pieces }

    func text(_ period: PayPeriod) -> String {
        pieces.map { piece in
            switch piece {
            case .text(let text): text
            case .from(let form): form.text(period.first, begins: period.first)
            case .to(let form): form.text(period.last, begins: period.last + 1)
            }
        }.joined()
    }
}

extension RequestText.Form {
    /// - Parameter next: the day whose beginning is the moment that is meant.
    fileprivate func text(_ day: CivilDate, begins next: CivilDate) -> String {
        switch self {
        case .day: day.description
        case .moment(let zone): zone.beginning(of: next).description
        case .unix(let unit, let zone):
            String(zone.beginning(of: next).nanosecondsSince1970 / unit.nanoseconds)
        }
    }
}

extension Zone {
    /// The first moment of a day: its midnight, or what follows where the clocks skip it.
    func beginning(of day: CivilDate) -> Instant {
        for minute in 0..<1_440 {
            if let time = times(of: day, minute: minute).first { return time }
        }
        // No day is skipped as a whole but in the zones that crossed the date line.
        return Instant(secondsSince1970: Int64(day.daysSince1970) * 86_400)
    }
}
