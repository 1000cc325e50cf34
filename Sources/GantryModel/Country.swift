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
        Country("AT", zone: "Europe/Vienna", currency: "EUR"), Country("AU", zone: nil, currency: "AUD", comma: false),
        Country("BE", zone: "Europe/Brussels", currency: "EUR"),
        Country("CA", zone: nil, currency: "CAD", comma: false),
        Country("CZ", zone: "Europe/Prague", currency: "CZK"), Country("DE", zone: "Europe/Berlin", currency: "EUR"),
        Country("DK", zone: "Europe/Copenhagen", currency: "DKK"),
        Country("ES", zone: "Europe/Madrid", currency: "EUR"),
        Country("FI", zone: "Europe/Helsinki", currency: "EUR"), Country("FR", zone: "Europe/Paris", currency: "EUR"),
        Country("GB", zone: "Europe/London", currency: "GBP", comma: false),
        Country("IE", zone: "Europe/Dublin", currency: "EUR", comma: false),
        Country("IS", zone: "Atlantic/Reykjavik", currency: "ISK"), Country("IT", zone: "Europe/Rome", currency: "EUR"),
        Country("NL", zone: "Europe/Amsterdam", currency: "EUR"), Country("NO", zone: "Europe/Oslo", currency: "NOK"),
        Country("NZ", zone: "Pacific/Auckland", currency: "NZD", comma: false),
        Country("PL", zone: "Europe/Warsaw", currency: "PLN"),
        Country("PT", zone: "Europe/Lisbon", currency: "EUR"), Country("SE", zone: "Europe/Stockholm", currency: "SEK"),
        Country("US", zone: nil, currency: "USD", comma: false),
    ]

    private init(_ code: String, zone: String?, currency: String, comma: Bool = true) {
        self.code = code
        self.zone = zone
        self.currency = currency
        usesDecimalComma = comma
    }
}
