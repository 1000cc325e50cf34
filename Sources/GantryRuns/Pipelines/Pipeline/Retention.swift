public import GantryModel
internal import GantryYAML

/// `retain`: how long the exports of a pipeline must be kept.
public struct Retention: Sendable, Equatable {
    /// Years after the end of the accounting year, which is the calendar year in which the period ends.
    public var years: Int

    /// For so many years, 0...100.
    public init(years: Int) { self.years = years }

    /// How long signed pay must be kept where the pipeline file doesn't say: five years after the end of the accounting
    /// year (Danish Bookkeeping Act, section 12).
    public static let ofPay = Retention(years: 5)

    static let most = 100

    /// Reads `5y`; `nil` for anything else.
    init?(_ text: String) {
        guard text.last == "y", let years = Int(text.dropLast()), (0...Retention.most).contains(years),
            text == "\(years)y"
        else { return nil }
        self.init(years: years)
    }

    /// The last day on which an export must be kept.
    public func until(_ lastDay: CivilDate) -> CivilDate {
        CivilDate(year: min(lastDay.components.year + years, 9_999), month: 12, day: 31) ?? lastDay
    }
}

extension Pipeline {
    static let retainSetting = Setting<Self>(
        "retain", \.retain,
        .parsed(
            .line(pattern: "^[0-9]{1,3}y$"), expected: "years after the end of the accounting year, such as 5y"
        ) { Retention($0) },
        help:
            "How long exports must be kept: years after the end of the accounting year. The default is 5y where people sign."
    )

    /// How long an export that ends on this day must be kept; `nil` where nobody says.
    public func retainUntil(_ lastDay: CivilDate) -> CivilDate? {
        (retain ?? (signOff == nil ? nil : Retention.ofPay))?.until(lastDay)
    }
}
