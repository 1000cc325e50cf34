/// The clocks of a place: which day and time they show, and when they are changed.
public struct Zone: Sendable, Hashable {
    /// Its name in the IANA time zone database, `Europe/Copenhagen`, or a rule as POSIX writes it,
    /// `CET-1CEST,M3.5.0,M10.5.0/3`.
    public let name: String
    /// Seconds since 1970 from which clocks are so many seconds ahead of UTC, in the order of time.
    private let changes: [Change]
    /// Seconds ahead of UTC before the first change.
    private let first: Int
    /// After the last change; `nil` where it stays as it is.
    private let rule: ZoneRule?

    private struct Change: Sendable, Hashable {
        let time: Int
        let offset: Int
    }

    /// The clocks of UTC.
    public static let utc = Zone("UTC", ZoneRule(standard: 0, summer: nil))

    /// The clocks of Denmark: one hour before UTC, and two from the last Sunday of March to the last Sunday of October,
    /// from 01:00 UTC to 01:00 UTC (Directive 2000/84/EC, articles 2 and 3).
    public static let denmark = Zone(
        "Europe/Copenhagen",
        ZoneRule(
            standard: 3_600,
            summer: ZoneRule.Summer(
                offset: 7_200, start: ZoneRule.Change(day: .weekday(month: 3, week: 5, day: 0), seconds: 7_200),
                end: ZoneRule.Change(day: .weekday(month: 10, week: 5, day: 0), seconds: 10_800))))

    private init(_ name: String, _ rule: ZoneRule) {
        self.init(name, first: rule.standard, changes: [], rule)
    }

    private init(_ name: String, first: Int, changes: [Change], _ rule: ZoneRule?) {
        self.name = name
        self.first = first
        self.changes = changes
        self.rule = rule
    }

    /// Reads a rule as POSIX writes it, by which the zone is called too; `nil` for another text.
    public init?(rule text: String) {
        guard let rule = ZoneRule(text) else { return nil }
        self.init(text, rule)
    }

    /// Whether its clocks always show UTC, whatever it is called.
    public var isUTC: Bool { changes.isEmpty && first == 0 && rule.map { $0 == Zone.utc.rule } ?? true }

    /// Whether a text can be a name in the time zone database: words of letters, digits, `_`, `+` and `-`, parted by
    /// `/`.
    public static func isName(_ text: String) -> Bool {
        text.utf8.count <= 100
            && text.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { word in
                !word.isEmpty
                    && word.utf8.allSatisfy { byte in
                        (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
                            || "_+-".utf8.contains(byte)
                    }
            }
    }

    /// The day at the place at a point in time.
    public func day(at time: Instant) -> CivilDate {
        CivilDate(daysSince1970: Int32(truncatingIfNeeded: floorDivision(shown(at: time), 86_400)))
    }

    /// Minutes after midnight that the clocks show at a point in time.
    public func minute(at time: Instant) -> Int {
        let seconds = shown(at: time)
        return Int(seconds - floorDivision(seconds, 86_400) * 86_400) / 60
    }

    /// When the clocks show so many minutes after the midnight of a day: none in the hour that they skip, two in the
    /// hour that they show twice; in the order of time.
    public func times(of day: CivilDate, minute: Int) -> [Instant] {
        let shown = Int(day.daysSince1970) * 86_400 + minute * 60
        // No clock is changed by more than a day, or twice within two.
        return Set([shown - 86_400, shown + 86_400].map(offset)).map { shown - $0 }
            .filter { $0 + offset(at: $0) == shown }.sorted().map { Instant(secondsSince1970: Int64($0)) }
    }

    /// Seconds since 1970 as if the clocks showed UTC.
    private func shown(at time: Instant) -> Int64 {
        let seconds = floorDivision(time.nanosecondsSince1970, 1_000_000_000)
        return seconds + Int64(offset(at: Int(seconds)))
    }

    private func offset(at time: Int) -> Int {
        if let rule, time >= changes.last?.time ?? .min { return rule.offset(at: time) }
        return changes.last { $0.time <= time }?.offset ?? first
    }
}

extension Zone {
    /// Reads a file of the time zone database (RFC 9636, version 2 or later); `nil` for another one.
    ///
    /// - Parameter name: `nil` calls the zone by the rule that the file ends with, and takes that alone.
    public init?(name: String?, file: [UInt8]) {
        guard let old = Header(file, at: 0), old.version >= UInt8(ascii: "2") else { return nil }
        let start = Header.length + old.length(timeSize: 4)
        guard let header = Header(file, at: start) else { return nil }
        let times = start + Header.length
        let kinds = times + header.times * 8
        let offsets = kinds + header.times
        let end = start + Header.length + header.length(timeSize: 8)
        guard end < file.count, file[end] == 0x0A, header.types > 0,
            let last = file[(end + 1)...].firstIndex(of: 0x0A)
        else { return nil }
        func number(_ place: Int, bytes: Int) -> Int {
            var value: UInt64 = 0
            for byte in file[place..<place + bytes] { value = value << 8 | UInt64(byte) }
            return bytes == 4 ? Int(Int32(truncatingIfNeeded: value)) : Int(Int64(bitPattern: value))
        }
        func offset(_ kind: Int) -> Int? { kind < header.types ? number(offsets + kind * 6, bytes: 4) : nil }
        var changes: [Change] = []
        for index in 0..<header.times {
            let time = number(times + index * 8, bytes: 8)
            guard let offset = offset(Int(file[kinds + index])), abs(offset) < 100_000,
                changes.last.map({ $0.time < time }) ?? true
            else { return nil }
            changes.append(Change(time: time, offset: offset))
        }
        let text = String(decoding: file[(end + 1)..<last], as: UTF8.self)
        let rule = ZoneRule(text)
        guard let first = offset(0), rule != nil || text.isEmpty else { return nil }
        if let name {
            self.init(name, first: first, changes: changes, rule)
        } else {
            self.init(rule: text)
        }
    }

    private struct Header {
        static let length = 44
        let version: UInt8
        let times: Int
        let types: Int
        private let counts: [Int]

        init?(_ file: [UInt8], at start: Int) {
            guard start >= 0, file.count - start >= Header.length, file[start..<start + 4].elementsEqual("TZif".utf8)
            else { return nil }
            version = file[start + 4]
            counts = (0..<6).map { index in
                file[(start + 20 + index * 4)...].prefix(4).reduce(0) { $0 << 8 | Int($1) }
            }
            (times, types) = (counts[3], counts[4])
            guard counts.allSatisfy({ $0 < 100_000 }) else { return nil }
        }

        /// Of what follows the header: times with their kinds, kinds, their names, leap seconds, two lists of marks.
        func length(timeSize: Int) -> Int {
            times * (timeSize + 1) + types * 6 + counts[5] + counts[2] * (timeSize + 4) + counts[1] + counts[0]
        }
    }
}
