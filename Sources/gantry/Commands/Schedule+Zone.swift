internal import GantryAccounts
internal import GantryKit
internal import GantryModel

/// The clocks by which a schedule starts, and those by which its period is counted.
struct ScheduleZones {
    /// The office's, whose day counts.
    let office: Zone
    /// What starts the pipeline.
    let clock: Zone
    /// What gantry.yaml says, which a timer starts by; `nil` for the machine's clock.
    let configured: Zone?
    /// Whether cron starts it, which knows only the machine's clock.
    private let isCron: Bool
    /// A name in `TZ` that the service doesn't have.
    private let shell: Zone?

    init(of workspace: Workspace, isCron: Bool) throws {
        // A service and cron don't have the variables of this shell.
        let machine = Workspace(
            path: workspace.path, configuration: workspace.configuration,
            environment: workspace.environment.filter { $0.key != "TZ" })
        configured = try machine.configuredZone()
        office = try machine.zone()
        let ofMachine = try machine.machineZone()
        clock = isCron ? ofMachine : office
        self.isCron = isCron
        let ofShell = try workspace.machineZone()
        shell = configured == nil && !ofShell.isAlike(ofMachine) ? ofShell : nil
    }

    /// What a person should know about the start of a schedule, each in a sentence.
    func notes(_ schedule: Schedule) -> [String] {
        let minute = schedule.hour * 60 + schedule.minute
        let first = clock.day(at: .now)
        var notes: [String] = []
        if let shell {
            notes.append(
                "TZ is \(shell.name) here but not in the service, which takes \(office.name): write office: { zone: \(shell.name) } in gantry.yaml to use it."
            )
        }
        let days = (1...366).map { first + $0 }.filter { schedule.starts(on: $0) }
        let starts = days.flatMap { day in clock.times(of: day, minute: minute).prefix(1).map { (day, $0) } }
        if isCron, !office.isAlike(clock) {
            let shown = Set(starts.map { office.minute(at: $0.1) }).sorted().map(Self.time)
            notes.append(
                "cron starts it at \(schedule.time) of the machine's clock (\(clock.name)), which is \(listed(shown)) in \(office.name)."
            )
        }
        if let (day, start) = starts.first(where: { office.day(at: $0.1) != $0.0 }) {
            notes.append(
                "When it starts on \(day), it is \(office.day(at: start)) in \(office.name), and that is the day that counts."
            )
        }
        if let (_, start) = starts.first(where: { office.day(at: $0.1) != $0.1.utcDate }) {
            notes.append(
                "At \(schedule.time) UTC can have another day (\(start.utcDate) at the start on \(office.day(at: start))): the day in \(office.name) counts."
            )
        }
        if !isCron, let skipped = days.first(where: { clock.times(of: $0, minute: minute).isEmpty }) {
            notes.append(
                "On \(skipped) the clocks in \(clock.name) skip \(schedule.time), so it doesn't start that day.")
        }
        return notes
    }

    private static func time(_ minute: Int) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(two(minute / 60)):\(two(minute % 60))"
    }
}

extension Zone {
    /// Whether the clocks show the same in every month of a year to come.
    fileprivate func isAlike(_ other: Zone) -> Bool {
        self == other
            || (0...12).allSatisfy { month in
                let time = Instant.now.adding(nanoseconds: Int64(month) * 30 * 86_400_000_000_000)
                return minute(at: time) == other.minute(at: time) && day(at: time) == other.day(at: time)
            }
    }
}

extension Schedule {
    /// Whether it starts on a day.
    fileprivate func starts(on date: CivilDate) -> Bool {
        (day.map { $0 == date.components.day } ?? true) && (weekday.map { $0 == date.isoWeekday } ?? true)
    }
}
