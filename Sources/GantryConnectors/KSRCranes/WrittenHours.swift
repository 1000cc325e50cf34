internal import GantryEngine
internal import GantryJSON
internal import GantryModel

/// A row of hours as a server of KSR Cranes writes it, in the columns that deployed servers have.
struct WrittenHours: Sendable {
    let id: Int
    let task: Int64
    let day: CivilDate
    /// When it began, in minutes after midnight by UTC; `nil` where it lacks that.
    let start: Int?
    /// From start to end; `nil` where it lacks one.
    let minutes: Int?
    let pause: Int
    let km: Decimal9
    let description: String?
    /// Whether it was handed in, after which it can't be changed.
    let isLocked: Bool

    init?(_ tree: JSONTree) {
        guard let id = tree["entry_id"]?.int, let task = tree["task_id"]?.int,
            let day = CivilDate((tree["work_date"]?.text ?? "").prefix(10))
        else { return nil }
        self.id = id
        self.task = Int64(task)
        self.day = day
        // The day of the times can be another one than that of the row; only the hour at which it began counts, and
        // their distance.
        let begin = tree["start_time"]?.text.flatMap { Instant($0) }
        let end = tree["end_time"]?.text.flatMap { Instant($0) }
        start = begin.map { WrittenHours.minuteOfDay($0) }
        minutes = begin.flatMap { begin in end.map { Int($0.nanoseconds(since: begin) / 60_000_000_000) } }
        pause = tree["pause_minutes"]?.int ?? 0
        km = tree["km"]?.decimal ?? Decimal9(0)
        description = tree["description"]?.filledText
        let locked = ["submitted", "confirmed"]
        isLocked = locked.contains(tree["status"]?.text ?? "") || tree["confirmation_status"]?.text == "confirmed"
    }

    /// Minutes after midnight by UTC.
    static func minuteOfDay(_ time: Instant) -> Int {
        let minutes = Int(time.nanosecondsSince1970 / 60_000_000_000) % 1_440
        return minutes < 0 ? minutes + 1_440 : minutes
    }

    /// The rows of the signed-in person in the week of a day.
    static func week(of day: CivilDate, _ server: any ServerReader) async throws -> [WrittenHours] {
        let monday = day + (1 - day.isoWeekday)
        let request = ReadRequest(path: "/api/app/work-entries", query: [("selectedMonday", monday.description)])
        guard let body = try await server.read(request), let list = JSONTree.list(of: body, under: ["entries", "data"])
        else {
            throw RunError.unreadable(request)
        }
        return list.compactMap { WrittenHours($0) }
    }
}
