import Foundation
import GantryModel
import Testing

@Suite("A time zone")
struct ZoneTests {
    private static func zone(_ name: String) throws -> Zone {
        let file = try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/\(name)"))
        return try #require(Zone(name: name, file: Array(file)))
    }

    @Test(
        "tells the day and the time of an office",
        arguments: [
            ("Europe/Copenhagen", "2026-10-31T23:00:00Z", "2026-11-01", 0),
            ("Europe/Copenhagen", "2026-07-31T21:59:59Z", "2026-07-31", 1_439),
            ("Europe/Copenhagen", "2026-07-31T22:00:00Z", "2026-08-01", 0),
            // By the rule for years to come, and by one of the changes before.
            ("Europe/Copenhagen", "2091-07-31T22:00:00Z", "2091-08-01", 0),
            ("Europe/Copenhagen", "1975-07-31T22:30:00Z", "1975-07-31", 1_410),
            ("America/New_York", "2026-11-01T03:59:59Z", "2026-10-31", 1_439),
            ("America/New_York", "2026-11-01T04:00:00Z", "2026-11-01", 0),
            ("Asia/Kolkata", "2026-10-31T18:30:00Z", "2026-11-01", 0),
            ("Pacific/Kiritimati", "2026-10-31T10:00:00Z", "2026-11-01", 0),
            ("Pacific/Auckland", "2026-12-31T11:00:00Z", "2027-01-01", 0),
            ("UTC", "2026-10-31T23:59:59.999Z", "2026-10-31", 1_439),
            ("UTC", "1969-12-31T23:59:59Z", "1969-12-31", 1_439),
        ])
    func day(name: String, time: String, day: String, minute: Int) throws {
        let zone = try Self.zone(name)
        let instant = try #require(Instant(time))
        #expect(zone.day(at: instant).description == day && zone.minute(at: instant) == minute)
    }

    @Test(
        "has no moment for a time that its clocks skip, and two for one that they show twice",
        arguments: [
            ("Europe/Copenhagen", "2026-03-29", 150, []),
            ("Europe/Copenhagen", "2026-03-29", 180, ["2026-03-29T01:00:00Z"]),
            ("Europe/Copenhagen", "2026-10-25", 150, ["2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z"]),
            ("Europe/Copenhagen", "2026-10-25", 60, ["2026-10-24T23:00:00Z"]),
            ("Europe/Copenhagen", "2026-10-25", 180, ["2026-10-25T02:00:00Z"]),
            ("America/New_York", "2026-03-08", 150, []),
            ("America/New_York", "2026-11-01", 90, ["2026-11-01T05:30:00Z", "2026-11-01T06:30:00Z"]),
            ("Asia/Kolkata", "2026-03-29", 150, ["2026-03-28T21:00:00Z"]),
            ("Pacific/Kiritimati", "2026-11-01", 1_440, ["2026-11-01T10:00:00Z"]),
            ("UTC", "2026-10-25", 150, ["2026-10-25T02:30:00Z"]),
        ])
    func times(name: String, day: String, minute: Int, times: [String]) throws {
        let found = try Self.zone(name).times(of: #require(CivilDate(day)), minute: minute)
        #expect(found.map(\.description) == times)
    }

    @Test("by a rule is the one of the database, for all years") func rules() throws {
        let rule = try #require(Zone(rule: "CET-1CEST,M3.5.0,M10.5.0/3"))
        let file = try Self.zone("Europe/Copenhagen")
        for hour in stride(from: Int64(1_577_836_800), to: 4_000_000_000, by: 7 * 3_600) {
            let time = Instant(secondsSince1970: hour)
            let minutes = [rule, file, .denmark].map { $0.minute(at: time) }
            #expect(Set(minutes).count == 1, "\(time)")
        }
        // Of the southern half, with halves of hours, without a change, with winter time as the one that is left.
        for (text, time, minute) in [
            ("NZST-12NZDT,M9.5.0,M4.1.0/3", "2027-01-01T00:00:00Z", 780), ("<+0530>-5:30", "2026-10-05T00:00:00Z", 330),
            ("EST5", "2026-10-05T12:00:00Z", 420), ("IST-1GMT0,M10.5.0,M3.5.0/1", "2026-12-01T12:00:00Z", 720),
            ("AAA0BBB,J60,100/12", "2028-03-01T12:00:00Z", 780), ("EST5EDT,0/0,J365/25", "2026-06-01T12:00:00Z", 480),
        ] {
            let instant = try #require(Instant(time))
            #expect(try #require(Zone(rule: text), "\(text)").minute(at: instant) == minute, "\(text)")
        }
    }

    @Test(
        "is not made of a text or file that is none",
        arguments: [
            "", "CET", "CE-1", "Europe/Copenhagen", "CET-1CEST", "CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M10.5.0",
            "CET-1x",
        ])
    func none(text: String) throws {
        #expect(Zone(rule: text) == nil)
        #expect(Zone(name: "X", file: Array(text.utf8)) == nil)
    }

    @Test("is not made of a file that is cut off anywhere") func cut() throws {
        let file = Array(try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/Europe/Copenhagen")))
        for count in file.indices { #expect(Zone(name: "X", file: Array(file.prefix(count))) == nil) }
        #expect(Zone(name: nil, file: file)?.name == "CET-1CEST,M3.5.0,M10.5.0/3")
    }

    @Test("has a name that can't leave the database's folder") func names() {
        for name in ["Europe/Copenhagen", "Etc/GMT+5", "UTC", "America/Argentina/Buenos_Aires"] {
            #expect(Zone.isName(name))
        }
        for name in ["", "/etc/localtime", "../x", "Europe/", "Europe//X", "a b"] { #expect(!Zone.isName(name)) }
    }
}
