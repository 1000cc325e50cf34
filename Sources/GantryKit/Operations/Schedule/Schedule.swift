/// When a pipeline runs by itself, and as what.
public struct Schedule: Equatable, Sendable {
    /// A time of the day, by the clocks of ``zone``.
    public var hour: Int
    public var minute: Int
    /// The day of the month, 1 to 28; `nil` runs every day, or on a day of the week.
    public var day: Int?
    /// The day of the week, 1 for Monday to 7; `nil` runs every day, or on a day of the month.
    public var weekday: Int?
    /// The name of a time zone; `nil` for the machine's clock.
    public var zone: String?
    /// The pipeline, as its command names it.
    public var pipeline: String
    /// The program and its arguments; the program by its absolute path.
    public var command: [String]
    /// The folder that the service may write to, absolute.
    public var workspace: String
    /// Other files that the command names, absolute: they must stay readable.
    public var files: [String] = []
    /// The user that the service runs as; `nil` for the one whose service manager runs it.
    public var user: String?
    /// Whether the units are for the system's service manager; else they are for a user's own.
    public var isOfSystem = true
    /// Other folders that the service may write to, absolute.
    public var folders: [String] = []
    /// What the units are called after `gantry-`; `nil` for the pipeline's name.
    public var ownName: String?
    /// What the service manager hands to the service, by the name of the credential.
    public var credentials: [Credential] = []
    /// A file with environment variables; `nil` where no credential comes from one.
    public var environmentFile: String?

    /// A credential of the service and the file that holds it.
    public struct Credential: Equatable, Sendable {
        /// As gantry.yaml names it: `ksr-password`.
        public var name: String
        /// An absolute path.
        public var path: String

        public init(name: String, path: String) {
            self.name = name
            self.path = path
        }
    }

    /// A schedule with the given values, which are not checked. Every day at the given time, unless `day` is set.
    public init(
        pipeline: String, command: [String], workspace: String, hour: Int, minute: Int, day: Int? = nil
    ) {
        self.pipeline = pipeline
        self.command = command
        self.workspace = workspace
        self.hour = hour
        self.minute = minute
        self.day = day
    }

    /// `gantry-payroll-monthly`, the name of its units. A pipeline that is named by its path gives the file's name.
    public var name: String {
        let file = pipeline.split(separator: "/").last.map(String.init) ?? pipeline
        let stem = ownName ?? (file.hasSuffix(".yaml") ? String(file.dropLast(5)) : file)
        return "gantry-" + String(stem.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") ? $0 : "-" })
    }

    /// `02:30`
    public var time: String { "\(twoDigits(hour)):\(twoDigits(minute))" }

    /// `every day at 02:30`
    public var words: String {
        Schedule.days(day: day, weekday: weekday) + " at \(time)" + Schedule.place(zone)
    }

    /// ` in Europe/Copenhagen`
    static func place(_ zone: String?) -> String { zone.map { " in \($0)" } ?? "" }

    /// `every day`, `every Monday`, `on day 2 of every month`
    static func days(day: Int?, weekday: Int?) -> String {
        if let weekday, weekdays.indices.contains(weekday - 1) { return "every \(weekdays[weekday - 1])" }
        return day.map { "on day \($0) of every month" } ?? "every day"
    }

    /// Their English names, Monday first.
    public static let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

    /// The line of a crontab; a per cent sign would end a line, so it is escaped.
    public var cronLine: String {
        let command = command.map { ShellWord.quoted($0) }.joined(separator: " ")
        return
            "\(minute) \(hour) \(day.map(String.init) ?? "*") * \(weekday.map(String.init) ?? "*")  SWIFT_BACKTRACE=enable=no \(command) -q"
            .replacing("%", with: "\\%")
    }
}

func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
