import GantryAccounts
import GantryConnectors
import GantryEngine
import GantryModel
import Testing

/// Records of a described dataset, read as work entries by roles.
@Suite("Hours by roles") struct RoleEntryTests {
    private static let system = """
        system: tracker
        title: Time tracker
        environments: { production: https://tracker.example.com }
        sign-in: { api-key: { header: X-Key }, check: { get: /me, account: login } }
        requests: { sensitive: [pin] }
        datasets:
          hours:
            help: The hours of everybody.
            get: /hours
            records: data
            key: id
            paging: none
            total: none
            period: { day: day, query: { from: "{from}", to: "{to}" } }
            fields:
              id: { type: integer, required: true }
              day: { type: date }
              hours: { type: decimal }
              extra: { type: decimal }
              took: { type: integer, unit: seconds }
              spent: { type: decimal, unit: seconds }
              user: { at: user.id, type: integer }
              work: { one-of: { N: Normal, O: Overtime, T: Travel } }
              state: {}
              from: { type: time }
              to: { type: time }
              break: { type: integer }
              job: { type: integer }
              note: {}
              word: { type: decimal, required: false }
        """

    private let normal = EntryRoles.KindRole(field: "work", words: ["Normal": .normal, "Overtime": .overtime])
    private let approved = EntryRoles.StatusRole(field: "state", words: ["ok": .approved, "sent": .submitted])

    private func entries(_ roles: EntryRoles, _ text: String = Self.system) throws -> Dataset<WorkEntry> {
        let system = try SystemFile.read(Array(text.utf8), named: "Systems/tracker.yaml")
        return try #require(system.dataset(named: "tracker.hours")).entries(by: roles)
    }

    /// The records of a page, and the same from their landed lines.
    private func read(
        _ records: String, _ roles: EntryRoles, _ system: String = Self.system
    ) throws -> Chunk<WorkEntry> {
        let dataset = try entries(roles, system)
        var page = Chunk<WorkEntry>(bytes: Array(#"{"data":[\#(records)]}"#.utf8))
        _ = try dataset.makePageDecoder().decodePage(&page, listKeys: [], asked: nil)
        var lines = Chunk<WorkEntry>(bytes: page.bytes)
        // As an export is verified: without the file that describes the system.
        try WorkEntry.dataset.decoder().decodeLines(&lines)
        #expect("\(lines.records)" == "\(page.records)" && "\(lines.rejects)" == "\(page.rejects)")
        return page
    }

    private func line(_ chunk: Chunk<WorkEntry>, _ index: Int) -> String {
        String(decoding: chunk.bytes[chunk.ranges[index]], as: UTF8.self)
    }

    @Test("have an amount of one kind, a status, and whatever else has a role") func amounts() throws {
        let roles = EntryRoles(
            employee: "user", date: "day", hours: .amount("hours", normal), status: approved,
            others: [.project: "job", .note: "note"])
        let chunk = try read(
            #"""
            {"id":7,"day":"2026-10-05","hours":7.4,"user":{"id":3},"work":"O","state":"ok","job":12,"note":"a\n\"b\"","pin":"1234"},
             {"id":8,"day":"2026-10-06","hours":"8","user":{"id":3},"work":"N","state":"sent",
              "note":null},
             {"id":9,"day":"2026-10-06","hours":1,"user":{"id":3},"work":"T","state":"OK"},
             {"id":10,"day":"2026-10-06","hours":0.0000000004,"user":{"id":3},"work":""}
            """#, roles)
        #expect(chunk.rejects.isEmpty)
        #expect(chunk.records.map(\.id) == [7, 8, 9, 10] && chunk.records.map(\.employeeID) == [3, 3, 3, 3])
        #expect(chunk.records.map { "\($0.overtimeHours)" } == ["7.40", "0.00", "0.00", "0.00"])
        #expect(chunk.records.map { "\($0.normalHours)" } == ["0.00", "8.00", "0.00", "0.00"])
        #expect(chunk.records.map(\.status) == [.approved, .submitted, .draft, .draft])
        #expect(chunk.records[0].projectID == 12 && chunk.records[0].notes.map { chunk.text($0) } == "a\n\"b\"")
        #expect(
            chunk.records.map { $0.unknownKind.map { chunk.text($0) } } == [
                nil, nil, "Travel, 1.00 hours", "no kind, 0.00 hours",
            ])
        // The record as the server sent it is beside it, on one line and without what is withheld.
        #expect(line(chunk, 0).hasSuffix(#""job":12,"note":"a\n\"b\""}}"#), "\(line(chunk, 0))")
        #expect(!line(chunk, 1).contains("\n"))
    }

    @Test("of seconds are hours, exactly where nine decimals hold them") func units() throws {
        let roles = EntryRoles(employee: "user", date: "day", hours: .amount("took", nil), status: approved)
        let chunk = try read(
            [26_532, 1_200, 0, -3_600].map { #"{"id":1,"day":"2026-10-05","took":\#($0),"user":{"id":3}}"# }
                .joined(separator: ","), roles)
        #expect(chunk.records.map { "\($0.normalHours)" } == ["7.37", "0.333333333", "0.00", "-1.00"])
        #expect(chunk.records.map(\.roundedQuantities) == [0, 1, 0, 0])
        // Half, one and a half, and two and a half billionths of an hour: the even neighbour, as hours are read.
        let fine = try read(
            ["0.0000018", "0.0000054", "0.000009", "-0.0000054"].map {
                #"{"id":1,"day":"2026-10-05","spent":\#($0),"user":{"id":3}}"#
            }.joined(separator: ","),
            EntryRoles(employee: "user", date: "day", hours: .amount("spent", nil), status: approved))
        #expect(fine.records.map(\.normalHours.nano) == [0, 2, 2, -2])
    }

    @Test("have a field for each kind, where a missing one is none, but not all of them") func kinds() throws {
        let roles = EntryRoles(
            employee: "user", date: "day", hours: .fields([.normal: "hours", .weekend: "extra"]), status: approved)
        let chunk = try read(
            #"""
            {"id":1,"day":"2026-10-05","hours":7.5,"extra":2,"user":{"id":3}},{"id":2,"day":"2026-10-05","extra":2,"user":{"id":3}},
            {"id":3,"day":"2026-10-05","user":{"id":3}},{"id":4,"day":"2026-10-05","hours":null,"extra":"","user":{"id":3}}
            """#, roles)
        #expect(
            chunk.rejects.map { "\($0.index) \($0.field) \($0.found), not \($0.expected)" } == [
                "2 hours nothing, not a number of hours there, or in extra",
                "3 hours nothing, not a number of hours there, or in extra",
            ])
        #expect(chunk.records.prefix(2).map { "\($0.normalHours) \($0.weekendHours)" } == ["7.50 2.00", "0.00 2.00"])
    }

    @Test(
        "tell fields of roles that a record doesn't have from those that are null, unless the file says they may be gone"
    )
    func absent() throws {
        let roles = EntryRoles(
            employee: "user", date: "day", hours: .fields([.normal: "hours", .weekend: "extra"]), status: approved,
            others: [.project: "job", .note: "note"])
        let records = #"""
            {"id":1,"day":"2026-10-05","hours":7.5,"user":{"id":3},"job":4},
            {"id":2,"day":"2026-10-05","hours":7.5,"extra":null,"user":{"id":3},"site":{"job":""}},
            {"id":3,"day":"2026-10-05","hours":7.5,"extra":"","user":{"id":3},"site":null},
            {"id":4,"day":"2026-10-05","hours":7.5,"extra":0,"user":{"id":3},"site":{"number":4}}
            """#
        let system = Self.system.replacing("job: { type: integer }", with: "job: { at: site.job, type: integer }")
        let chunk = try read(records, roles, system)
        #expect(chunk.rejects.isEmpty)
        #expect(chunk.records.map(\.absentRoles.all) == [[.weekend, .project], [], [], [.project]])
        #expect(
            line(chunk, 0).contains(#""absent":{"weekendHours":"extra","project":"site.job"}},"source":"#),
            "\(line(chunk, 0))")
        let said = try read(
            records, roles,
            system.replacing("extra: { type: decimal }", with: "extra: { type: decimal, required: false }"))
        #expect(said.records.map(\.absentRoles.all) == [[.project], [], [], [.project]])
    }

    @Test("tell that there is no field with the pause, which would be paid") func absentPause() throws {
        let roles = EntryRoles(
            employee: "user", date: "day", hours: .times(start: "from", end: "to", pause: "break", nil),
            status: approved, others: [.approvedBy: "job"])
        let chunk = try read(
            [#""pause":30"#, #""break":null"#, #""break":30"#].map {
                #"{"id":1,"day":"2026-10-05","user":{"id":3},"from":"2026-10-05T06:00:00Z","to":"2026-10-05T14:00:00Z","job":1,\#($0)}"#
            }.joined(separator: ","), roles)
        #expect(chunk.records.map(\.absentRoles.all) == [[.pause], [], []])
    }

    @Test("from a start to an end are those that passed, also when the clocks change, and in doubt without an end")
    func times() throws {
        let roles = EntryRoles(
            employee: "user", date: "day", hours: .times(start: "from", end: "to", pause: "break", normal),
            status: approved)
        func record(_ from: String, _ to: String, _ pause: Int) -> String {
            #"{"id":1,"day":"2026-10-24","user":{"id":3},"work":"N","from":\#(from),"to":\#(to),"break":\#(pause)}"#
        }
        let chunk = try read(
            [
                // Nine hours on the clocks of Denmark, of which one comes twice.
                record(#""2026-10-24T22:00:00+02:00""#, #""2026-10-25T06:00:00+01:00""#, 30),
                record(#""2026-10-24T22:00:00+02:00""#, "null", 0),
                record(#""2026-10-24T22:00:00+02:00""#, #""2026-10-24T21:00:00+02:00""#, 0),
                record(#""2026-10-24T22:00:00+02:00""#, #""2026-10-24T23:00:00+02:00""#, 90),
            ].joined(separator: ","), roles)
        #expect(chunk.records.map { "\($0.normalHours)" } == ["8.50", "0.00", "0.00", "0.00"])
        #expect(chunk.records.map { $0.deployed.doubt == nil } == [true, false, false, false])
        #expect(chunk.records[2].deployed.doubt?.expected == "an end after the start")
    }

    @Test(
        "are without a pause in whatever unit its field has, exactly",
        arguments: [
            ("", "5 330 7000", "7.916666667 2.50 0.00", "pause of 7000 minutes"),
            (", unit: minutes", "5 330 7000", "7.916666667 2.50 0.00", "pause of 7000 minutes"),
            (", unit: hours", "5 0 9", "3.00 8.00 0.00", "pause of 540 minutes"),
            (", unit: seconds", "300 330 28801", "7.916666667 7.908333333 0.00", "pause of 28801 seconds"),
            (", unit: ms", "300000 1 28800001", "7.916666667 7.999999722 0.00", "pause of 28800001 milliseconds"),
        ])
    func pauses(unit: String, pauses: String, hours: String, doubt: String) throws {
        let roles = EntryRoles(
            employee: "user", date: "day", hours: .times(start: "from", end: "to", pause: "break", nil),
            status: approved)
        let chunk = try read(
            pauses.split(separator: " ").map {
                #"{"id":1,"day":"2026-10-05","user":{"id":3},"from":"2026-10-05T06:00:00Z","to":"2026-10-05T14:00:00Z","break":\#($0)}"#
            }.joined(separator: ","), roles,
            Self.system.replacing("break: { type: integer }", with: "break: { type: integer\(unit) }"))
        #expect(chunk.rejects.isEmpty)
        #expect(chunk.records.map { "\($0.normalHours)" }.joined(separator: " ") == hours)
        #expect(chunk.records[0].deployed.doubt == nil)
        #expect(chunk.records[2].deployed.doubt?.found == "06:00 to 14:00 UTC with a " + doubt)
    }

    @Test("with a pause below zero, or longer than any, can't be used") func wrongPauses() throws {
        let roles = EntryRoles(
            employee: "user", date: "day", hours: .times(start: "from", end: "to", pause: "break", nil),
            status: approved)
        let chunk = try read(
            ["-30", "0", "480", "100001", "9223372036854775807", "null"].map {
                #"{"id":1,"day":"2026-10-05","user":{"id":3},"from":"2026-10-05T06:00:00Z","to":"2026-10-05T14:00:00Z","break":\#($0)}"#
            }.joined(separator: ","), roles)
        #expect(
            chunk.rejects.map { "\($0.index) \($0.field) \($0.found), not \($0.expected)" } == [
                "0 break -30 minutes, not a pause of 0 to 100,000 minutes",
                "3 break 100001 minutes, not a pause of 0 to 100,000 minutes",
                "4 break 9223372036854775807 minutes, not a pause of 0 to 100,000 minutes",
            ])
        #expect([1, 2, 5].map { "\(chunk.records[$0].normalHours)" } == ["8.00", "0.00", "8.00"])
        let hours = try read(
            ["-1", "1667", "9223372036854775807"].map {
                #"{"id":1,"day":"2026-10-05","user":{"id":3},"from":"2026-10-05T06:00:00Z","to":"2026-10-05T14:00:00Z","break":\#($0)}"#
            }.joined(separator: ","), roles,
            Self.system.replacing("break: { type: integer }", with: "break: { type: integer, unit: hours }"))
        #expect(hours.rejects.map(\.found) == ["-1 hours", "1667 hours", "9223372036854775807 hours"])
    }

    @Test("keep a time that was sent for the day, unless it is a midnight by UTC or the file says its zone")
    func timesOfDays() throws {
        let roles = EntryRoles(employee: "user", date: "day", hours: .amount("hours", nil), status: approved)
        let days = [
            // Monday in Denmark.
            "2026-03-08T23:00:00Z", "2026-03-09T00:00:00+01:00", "2026-03-09T08:15:00.5Z", "2026-03-09T00:00:00Z",
            "2026-03-09",
        ]
        let records = days.map { #"{"id":1,"day":"\#($0)","hours":8,"user":{"id":3}}"# }.joined(separator: ",")
        let chunk = try read(records, roles)
        #expect(chunk.rejects.isEmpty)
        #expect(
            chunk.records.map { "\($0.workDate)" }
                == ["2026-03-08", "2026-03-09", "2026-03-09", "2026-03-09", "2026-03-09"])
        #expect(
            chunk.records.map { $0.dayDoubt(in: nil)?.found } == [
                "2026-03-08T23:00:00Z", "2026-03-08T23:00:00Z", "2026-03-09T08:15:00.500Z", nil, nil,
            ])
        #expect(line(chunk, 0).contains(#""date":"2026-03-08","time":"2026-03-08T23:00:00Z","#), "\(line(chunk, 0))")
        #expect(!line(chunk, 4).contains(#""time""#), "\(line(chunk, 4))")
        let zoned = try read(
            records, roles,
            Self.system.replacing("day: { type: date }", with: "day: { type: date, zone: Europe/Copenhagen }"))
        #expect(Set(zoned.records.map { "\($0.workDate)" }) == ["2026-03-09"])
        #expect(zoned.records.allSatisfy { $0.workTime == nil })
    }

    @Test("have room for the time of each day, also where every field is one") func manyDays() throws {
        let names = (1...49).map { "day\($0)" }
        let text = Self.system.replacing(
            "      word: { type: decimal, required: false }",
            with: names.map { "      \($0): { type: date }" }.joined(separator: "\n"))
        let roles = EntryRoles(employee: "user", date: "day49", hours: .amount("hours", nil), status: approved)
        let chunk = try read(
            #"{"id":1,"day48":"2026-03-07T22:00:00Z","day49":"2026-03-08T23:00:00Z","hours":8,"user":{"id":3}}"#, roles,
            text)
        #expect(chunk.records.map { $0.workTime?.description } == ["2026-03-08T23:00:00Z"])
        // Elements of a list pay nothing, and keep no times.
        #expect(
            DescribedField.canBeElements(
                (1...32).map {
                    DescribedField(name: "day\($0)", path: [.key("day\($0)")], kind: .date, isRequired: false, help: "")
                }))
    }

    private static let texts = system.replacing(
        "      id: { type: integer, required: true }", with: "      id: { required: true }"
    )
    .replacing("user: { at: user.id, type: integer }", with: "user: { at: user.id }")
    .replacing("job: { type: integer }", with: "job: {}")

    @Test("have keys that are texts, each another one, and the texts are on their lines") func textKeys() throws {
        let roles = EntryRoles(
            employee: "user", date: "day", hours: .amount("hours", nil), status: approved,
            others: [.project: "job", .approvedBy: "note"])
        let chunk = try read(
            #"""
            {"id":"3f25-a","day":"2026-10-05","hours":1,"user":{"id":"007"},"job":"site \"1\"","note":"007"},
            {"id":"3f25-b","day":"2026-10-05","hours":1,"user":{"id":"7"},"note":""},
            {"id":"","day":"2026-10-05","hours":1,"user":{"id":"7"}},
            {"id":"c","day":"2026-10-05","hours":1,"user":{"id":"a\u0007"}},
            {"id":"d","day":"2026-10-05","hours":1,"user":{"id":""}},
            {"id":12,"day":"2026-10-05","hours":1,"user":{"id":"7"}},
            {"id":"e","day":"2026-10-05","hours":1,"user":{"id":"7"},"job":" x"}
            """#, roles, Self.texts)
        #expect(
            chunk.rejects.map { "\($0.index) \($0.field) \($0.found)" } == [
                "2 id nothing", #"3 user a\u{7}"#, "4 user nothing", "6 job  x",
            ], "\(chunk.rejects)")
        let entries = chunk.records
        #expect(entries[0...1].map(\.id.keyText) == ["3f25-a", "3f25-b"])
        #expect(entries[0...1].map(\.employeeID.keyText) == ["007", "7"] && entries[1].employeeID == 7)
        #expect(entries[0].projectID?.keyText == "site \"1\"" && entries[0].approvedBy == entries[0].employeeID)
        // As a number or a text: it is the same key.
        #expect(entries[5].id == 12)
        #expect(entries[1].projectID == nil && entries[1].approvedBy == nil)
        #expect(
            chunk.keysThatComeAgain.isEmpty
                && String(decoding: chunk.spelled(entries[0].key), as: UTF8.self) == "3f25-a")
        #expect(
            line(chunk, 0).hasPrefix(
                #"{"id":null,"roles":{"entry-key":"3f25-a","employee-key":"007","date":"2026-10-05","#),
            "\(line(chunk, 0))")
    }

    @Test("can't be used without a worker, a day or an amount, and say where")
    func rejects() throws {
        let roles = EntryRoles(employee: "user", date: "day", hours: .amount("hours", nil), status: approved)
        let chunk = try read(
            #"""
            {"id":1,"day":"2026-10-05","hours":1},{"id":2,"hours":1,"user":{"id":3}},
            {"id":3,"day":"2026-10-05","user":{"id":3}},{"id":4,"day":"2026-10-05","hours":"7,4","user":{"id":3}},
            {"id":5,"day":"2026-10-05","hours":200000,"user":{"id":3}},{"id":6,"day":"2026-10-05","hours":"","user":{"id":3}},
            {"id":7,"day":"2026-10-05","hours":1,"user":{"id":3}}
            """#, roles)
        #expect(
            chunk.rejects.map { "\($0.index) \($0.field) \($0.found)" } == [
                "0 user nothing", "1 day nothing", "2 hours nothing", #"3 hours "7,4""#, "4 hours 200000.00 hours",
                "5 hours nothing",
            ])
        #expect(chunk.records.count == 7 && chunk.records[6].normalHours == Hours(nano: 1_000_000_000))
    }

    @Test(
        "can't be paid where the server isn't asked for days, or asked by key",
        arguments: [
            (
                "    period: { day: day, query: { from: \"{from}\", to: \"{to}\" } }\n", "",
                "can't be asked for the days"
            ),
            (", query: { from: \"{from}\", to: \"{to}\" }", "", "can't be asked for the days"),
            ("get: /hours\n", "get: \"/hours/{key}\"\n", "are asked for by {key}"),
        ])
    func lists(old: String, new: String, says: String) throws {
        #expect(Self.system.contains(old))
        let text = Self.system.replacing(old, with: new)
        let system = try SystemFile.read(Array(text.utf8), named: "Systems/tracker.yaml")
        let dataset = try #require(system.dataset(named: "tracker.hours"))
        let roles = EntryRoles(employee: "user", date: "day", hours: .amount("hours", nil), status: approved)
        let error = try #require(#expect(throws: RunError.self) { try dataset.entries(by: roles) })
        #expect(error.code == .unsupported && error.explanation.contains(says), "\(error)")
    }

    @Test("have no hours where the description leaves the record out, and still a worker and a day") func leftOut()
        throws
    {
        let roles = EntryRoles(
            employee: "user", date: "day", hours: .fields([.normal: "hours"]), status: approved,
            others: [.project: "job"])
        let chunk = try read(
            #"""
            {"id":1,"day":"2026-10-05","hours":7,"user":{"id":3},"state":"ok","job":1,"gone":"2026-10-06"},
            {"id":2,"day":"2026-10-05","hours":7,"user":{"id":3},"state":"ok","job":1,"gone":null},
            {"id":3,"day":"2026-10-05","hours":"x","user":{"id":3},"gone":true},
            {"id":4,"hours":1,"user":{"id":3},"gone":true},
            {"id":5,"day":"2026-10-05","hours":7,"user":{"id":3},"state":"ok","job":1,"gone":""},
            {"id":6,"day":"2026-10-05","hours":7,"user":{"id":3},"state":"ok","job":1,"gone":0},
            {"id":7,"day":"2026-10-05","hours":7,"user":{"id":3},"state":"ok","job":1,"gone":[]},
            {"id":8,"day":"2026-10-05","hours":7,"user":{"id":3},"state":"ok","job":1,"gone":{"by":1}}
            """#, roles,
            Self.system.replacing("    key: id\n", with: "    key: id\n    leave-out: { at: gone, is-there: true }\n"))
        #expect(chunk.rejects.map { "\($0.index) \($0.field) \($0.found)" } == ["3 day nothing"])
        #expect(chunk.records.prefix(3).map(\.isLeftOut) == [true, false, true])
        #expect(chunk.records.suffix(4).map(\.isLeftOut) == [false, false, false, true])
        #expect(
            chunk.records.prefix(3).map { "\($0.normalHours) \($0.status)" } == [
                "0.00 draft", "7.00 approved", "0.00 draft",
            ])
        #expect(chunk.records.prefix(3).map(\.employeeID) == [3, 3, 3])
        #expect(
            line(chunk, 0).hasPrefix(
                #"{"id":1,"roles":{"employee":3,"date":"2026-10-05","left-out":true},"source":{"id":1,"#),
            "\(line(chunk, 0))")
    }

    @Test(
        "need fields that hold what the role takes",
        arguments: [
            ("from", "day", "hours"), ("user", "from", "hours"), ("user", "day", "note"), ("user", "day", "nothing"),
        ])
    func wrongFields(employee: String, date: String, hours: String) throws {
        let error = try #require(
            #expect(throws: (any Error).self) {
                try entries(EntryRoles(employee: employee, date: date, hours: .amount(hours, nil)))
            })
        #expect((error as? RunError)?.explanation.contains("has no field") == true, "\(error)")
    }
}
