/// An order of day, month and year in which people write days. The raw value is the name in pipeline files.
public enum DayOrder: String, Sendable, CaseIterable {
    case dmy, mdy, ymd
}

/// What the spreadsheets, clocks and money of an office in a country are.
public struct Country: Sendable, Equatable {
    /// ISO 3166-1: `DK`.
    public let code: String
    /// Whether numbers have a decimal comma, and lists a semicolon between their cells.
    public let usesDecimalComma: Bool
    /// Its time zone; `nil` for a country with several.
    public let zone: String?
    /// In which order people write day, month and year; `nil` where they write it in several.
    public var dayOrder: DayOrder? { ["CA", "SE"].contains(code) ? nil : code == "US" ? .mdy : .dmy }
    /// ISO 4217: `DKK`.
    public let currency: String

    /// The country with this code; `nil` for one that isn't known.
    public static func named(_ code: String) -> Country? { all.first { $0.code == code } }

    /// Every country that is known, by its code (Unicode CLDR: number symbols and list separators of spreadsheets).
    public static let all: [Country] = [
        Country("AT", "Europe/Vienna", "EUR"), Country("AU", nil, "AUD", comma: false),
        Country("BE", "Europe/Brussels", "EUR"), Country("CA", nil, "CAD", comma: false),
        Country("CZ", "Europe/Prague", "CZK"), Country("DE", "Europe/Berlin", "EUR"),
        Country("DK", "Europe/Copenhagen", "DKK"), Country("ES", "Europe/Madrid", "EUR"),
        Country("FI", "Europe/Helsinki", "EUR"), Country("FR", "Europe/Paris", "EUR"),
        Country("GB", "Europe/London", "GBP", comma: false), Country("IE", "Europe/Dublin", "EUR", comma: false),
        Country("IS", "Atlantic/Reykjavik", "ISK"), Country("IT", "Europe/Rome", "EUR"),
        Country("NL", "Europe/Amsterdam", "EUR"), Country("NO", "Europe/Oslo", "NOK"),
        Country("NZ", "Pacific/Auckland", "NZD", comma: false), Country("PL", "Europe/Warsaw", "PLN"),
        Country("PT", "Europe/Lisbon", "EUR"), Country("SE", "Europe/Stockholm", "SEK"),
        Country("US", nil, "USD", comma: false),
    ]

    private init(_ code: String, _ zone: String?, _ currency: String, comma: Bool = true) {
        self.code = code
        self.zone = zone
        self.currency = currency
        usesDecimalComma = comma
    }
}
