internal import GantryFiles
public import GantryModel
internal import GantryYAML

/// `office` of gantry.yaml: where it is, and in which language its sheets are.
public struct Office: Sendable, Equatable {
    /// `country`: decides how CSV files for people are spelled, the currency, holidays and the zone where nothing else
    /// says them; `nil`, the default, for none.
    public var country: Country?
    /// `language`: that of workbooks. The default is English.
    public var language: Language?
    /// `zone`: the zone by which days are told, else that of the country; `nil` for that of the machine.
    public var zone: Zone?

    /// An office of which nothing is known.
    public init() {}

    static let settings: [Setting<Self>] = [
        Setting(
            "country", \.country,
            ValueForm<String>.word("country", among: Country.all.map(\.code)).map { Country.named($0) },
            help:
                "Where the office is, such as DK: how CSV files for people are spelled, and its zone, currency and holidays where nothing else says them."
        ),
        Setting(
            "language", \.language, .choice("language"), standard: .text(Language.english.rawValue),
            help: "The language of workbooks: en or da."),
        .own(
            "zone", .line(pattern: "^[A-Za-z0-9_+-]+(/[A-Za-z0-9_+-]+)*$"),
            help:
                "The time zone, such as Europe/Copenhagen: which day it is for schedules, last-month and its like, and what payroll may pay. The default is that of the country, else that of this machine."
        ),
    ]
}

extension Workspace {
    /// What `office` of gantry.yaml says; nothing where there is no such file.
    ///
    /// - Throws: `ConfigurationError` with the mistakes of that part alone.
    public func office() throws(ConfigurationError) -> Office {
        guard let configuration else { return Office() }
        return try Configuration.part("office", of: configuration) { $0.office($1) } ?? Office()
    }
}

extension ConfigurationReader {
    /// `office`; what the file doesn't say isn't known.
    mutating func office(_ section: Section) -> Office {
        var office = Office()
        guard section.has("office"), let group = document.section(section, "office", keys: Office.settings) else {
            return office
        }
        document.fill(&office, Office.settings, from: group)
        office.zone = zone(group, of: office.country)
        return office
    }

    private mutating func zone(_ group: Section, of country: Country?) -> Zone? {
        let expected = "a name in \(Zone.folder), such as Europe/Copenhagen"
        let key = group.has("zone") ? "zone" : "country"
        let name = key == "zone" ? document.text(group, "zone", expected: expected)?.value : country?.zone
        guard let name else { return nil }
        if let zone = Zone.named(name) { return zone }
        document.report(
            .unknownName, at: group[key]?.place ?? group.place(of: key),
            "zone: this machine has no time zone \(quoted(name)).",
            expected: expected, isHarmless: true)
        return nil
    }
}
