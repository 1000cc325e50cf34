/// `pay.calendar`: which days are holidays and weekends.
public struct CalendarSettings: Sendable, Equatable {
    /// `weekend`. The default is Saturday and Sunday.
    public var weekend: Set<WeekendDay>
    /// `holidays`.
    public var holidays: Holidays
    /// `also`: a CSV file of the office with days that are free, or half free, besides the holidays: its columns are
    /// `date`, `name` and `free`; absolute or relative to the workspace. `nil` for none.
    public var also: String?

    /// Where public holidays come from.
    public enum Holidays: Sendable, Equatable {
        /// `none`: no day is a holiday.
        case none
        /// `denmark`: the built-in calendar.
        case denmark
        /// A CSV file with the columns `date` and `name`, absolute or relative to the workspace.
        case file(String)

        /// Whether the pipeline file alone says which days they are.
        package var isBuiltIn: Bool {
            switch self {
            case .none, .denmark: true
            case .file: false
            }
        }

        /// As a pipeline file spells it.
        public var text: String {
            switch self {
            case .none: "none"
            case .denmark: "denmark"
            case .file(let path): path
            }
        }
    }

    /// A calendar of these parts.
    public init(
        weekend: Set<WeekendDay> = Set(WeekendDay.allCases), holidays: Holidays, also: String? = nil
    ) {
        self.weekend = weekend
        self.holidays = holidays
        self.also = also
    }
}
