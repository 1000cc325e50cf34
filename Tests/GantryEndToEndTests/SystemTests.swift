import Testing

/// A back end that only a file describes, through the built program.
@Suite("A system that a file describes") struct SystemTests {
    /// What the server has in October, as tracker.py makes it.
    static let october: [String] = (1...250).compactMap { n in
        // 50 days from 20 September on, five records a day.
        let day = n * 50 / 250
        guard (11...41).contains(day) else { return nil }
        let hours = ["7.4", "8", "1", "0.25"][n % 4]
        let note = ["'=1+1", "", "\"a\nb\""][n % 3]
        let date = "2026-10-\(day - 10 < 10 ? "0" : "")\(day - 10)"
        return "\(n),\(date),\(hours),\(n % 7),\(["approved", "entered"][n % 2]),\(note)"
    }

    @Test(
        "is exported with every value, whatever the pages, and keeps its secrets on the server",
        arguments: ["hours", "linked", "silent", "behind", "searched", "counted"])
    func everyValue(dataset: String) async throws {
        for (size, ahead) in [(1, 1), (7, 8), (50, 1), (50, 8)] {
            let tracker = try await Tracker(dataset: dataset)
            let ending = try await tracker.command(
                ["--set", "datasets[0].page-size=\(size)", "--pages-ahead", "\(ahead)"]
            ).run()
            ending.expect(exit: 0)
            let csv = try text(of: tracker.exported + "/data/hours.csv")
            let rows: [String] = ["id,day,hours,user,state,note"] + Self.october
            #expect(csv == rows.map { $0 + "\r\n" }.joined(), "\(dataset), \(size), \(ahead)")
            #expect(!ending.out.contains("S3CR3T") && !ending.err.contains("S3CR3T"))
            let bag = try text(of: tracker.exported + "/bag-info.txt")
            #expect(bag.contains("Source-Account: anna\n") && bag.contains("Records-Fetched: \(Self.october.count)\n"))
            let verified = try await Command([
                Product.binary, "verify", "hours/2026-10/r1", "--workspace", tracker.workspace.path,
            ]).run()
            verified.expect(exit: 0)
            tracker.end()
        }
    }

    @Test(
        "goes on from any instant, to the same bytes",
        arguments: ["hours", "linked", "silent", "behind", "searched", "counted"])
    func killed(dataset: String) async throws {
        let tracker = try await Tracker(dataset: dataset)
        let more = ["--set", "datasets[0].page-size=1", "--set", "checkpoint.records=1", "--pages-ahead", "1"]
        var kills = 0
        for wait in [300, 500, 700, 900] {
            if try await tracker.command(more).killed(after: .milliseconds(wait)).status == .killed(by: 9) {
                kills += 1
            }
        }
        let ending = try await tracker.command(more).run()
        #expect(ending.status == .exited(0) || ending.status == .exited(3), "\(ending)")
        #expect(kills > 0)
        let csv = try text(of: tracker.exported + "/data/hours.csv")
        #expect(csv == (["id,day,hours,user,state,note"] + Self.october).joined(separator: "\r\n") + "\r\n")
        tracker.end()
    }

    @Test("is never an empty list for a wrong key") func wrongKey() async throws {
        let tracker = try await Tracker()
        let ending = try await tracker.command(key: "key-x").run()
        ending.expect(exit: 77)
        #expect(ending.err.contains("names no account at user.login"), "\(ending)")
        #expect(!exists(tracker.exported))
        tracker.end()
    }

    @Test("isn't gone on with by another account, or by another file") func identity() async throws {
        let tracker = try await Tracker("html")
        let stopped = try await tracker.command(["--set", "datasets[0].page-size=20"]).run()
        stopped.expect(exit: 75)
        try tracker.endFault()
        let other = try await tracker.command(["--set", "datasets[0].page-size=20"], key: "key-b").run()
        #expect(other.status == .exited(78) || other.status == .exited(1), "\(other)")
        #expect(other.err.contains("account: anna → bo"), "\(other)")
        try write(
            Tracker.system.replacing("note: {}", with: "comment: { at: note }"), to: tracker.systemFile)
        let changed = try await tracker.command(["--set", "datasets[0].page-size=20"]).run()
        #expect(changed.status != .exited(0) && changed.err.contains("system-file"), "\(changed)")
        try write(
            "# A remark\n" + Tracker.system.replacing("The hours of everybody.", with: "Hours."), to: tracker.systemFile
        )
        let again = try await tracker.command(["--set", "datasets[0].page-size=20"]).run()
        again.expect(exit: 0)
        tracker.end()
    }

    @Test(
        "ends the run where the server isn't as the file says, and publishes nothing",
        arguments: [
            ("ignores-period", "hours", 1, "It doesn't know the parameters that ask for days."),
            ("ends-early", "hours", 1, ", the last day of the period, that it leaves out: "),
            ("ends-early", "linked", 1, "Asked for 2026-10-31 to 2026-11-01 it sends "),
            ("other-total", "hours", 1, "The source changed while it was being read"),
            ("empty-page", "hours", 1, "is empty, but the server reports that more records follow"),
            ("same-page", "hours", 1, "has the same records as page 1"),
            ("no-total", "hours", 1, "doesn't say how many records the list has"),
            ("other-list", "hours", 75, "it has the keys data, meta instead of a list of records at data.items"),
            ("less", "counted", 1, "The server reports a total of 154 records, but"),
            ("refuses-count", "counted", 77, "Totals are for managers."),
            ("no-count", "counted", 1, "doesn't say how many records the list has"),
            ("changes", "linked", 1, "it was in another state on page 2"),
            ("circle", "linked", 1, "says that it is the next page itself"),
            ("long-circle", "linked", 1, "Page 4 leads to the same page as page 2."),
            ("elsewhere", "linked", 1, "is said to be on http://127.0.0.2:9, another server"),
        ])
    func faults(fault: String, dataset: String, code: Int32, says: String) async throws {
        let tracker = try await Tracker(fault, dataset: dataset)
        let ending = try await tracker.command().run()
        #expect(ending.status == .exited(code), "\(ending)")
        #expect(ending.err.contains(says), "\(ending)")
        #expect(!exists(tracker.exported))
        tracker.end()
    }

    @Test("is asked no more often than the file allows, and as late as a busy server says") func paced() async throws {
        let tracker = try await Tracker("busy")
        let rules = "requests:\n  rate: 240/min\n  errors: { wait: { at: retry.in, unit: ms } }"
        try write(Tracker.system.replacing("requests:", with: rules), to: tracker.systemFile)
        let began = ContinuousClock.now
        let ending = try await tracker.command(["--set", "datasets[0].page-size=50"]).run()
        ending.expect(exit: 0)
        // Four pages, the records before them and the sign-in, a quarter of a second apart; and the server's wait.
        #expect(ContinuousClock.now - began >= .milliseconds(6 * 250 + 2_000))
        #expect(try text(of: tracker.exported + "/bag-info.txt").contains("Records-Fetched: \(Self.october.count)\n"))
        tracker.end()
    }

    @Test("excludes and counts records that are none, and they are part of the total", arguments: [true, false])
    func leftOut(hasPeriod: Bool) async throws {
        let tracker = try await Tracker("shells")
        let rule = "leave-out: { at: gone, is-there: true }\n    fields:"
        let period = "period: { day: day, query: { from: \"{from}\", to: \"{to}\" } }\n    "
        let described = Tracker.system.replacing("    fields:", with: "    " + rule, maxReplacements: 1)
        try write(
            hasPeriod ? described : described.replacing(period, with: "", maxReplacements: 1), to: tracker.systemFile)
        let ending = try await tracker.command(["--set", "datasets[0].page-size=7"]).run()
        ending.expect(exit: 0)
        let all = hasPeriod ? Self.october.count : 250
        let bag = try text(of: tracker.exported + "/bag-info.txt")
        #expect(bag.contains("Records-Fetched: \(all)\n") && bag.contains("Records-Excluded: \(all / 3)\n"), "\(bag)")
        #expect(!exists(tracker.exported + "/data/hours-rejects.csv"))
        let lines = try await Command(["zstd", "-dc", tracker.exported + "/data/hours.jsonl.zst"]).run().out
        #expect(!lines.contains("gone"))
        let verified = try await tracker.gantry("verify", "hours/2026-10/r1")
        verified.expect(exit: 0)
        #expect(verified.out.contains("data/hours.csv: \(all - all / 3) rows."), "\(verified)")
        let tried = try await tracker.gantry("try", "tracker", "hours", "--period", "2026-10")
        #expect(tried.status == .exited(0) && tried.out.contains("16 left out"), "\(tried)")
        tracker.end()
    }

    @Test("leaves other days out of every file where the server can't be asked for days")
    func periodWithoutQuery() async throws {
        let tracker = try await Tracker("")
        let query = ", query: { from: \"{from}\", to: \"{to}\" }"
        try write(Tracker.system.replacing(query, with: "", maxReplacements: 1), to: tracker.systemFile)
        let ending = try await tracker.command().run()
        ending.expect(exit: 0)
        let bag = try text(of: tracker.exported + "/bag-info.txt")
        let others = 250 - Self.october.count
        #expect(bag.contains("Records-Fetched: 250\n") && bag.contains("Records-Excluded: \(others)\n"), "\(bag)")
        let verified = try await Command([
            Product.binary, "verify", "hours/2026-10/r1", "--workspace", tracker.workspace.path,
        ]).run()
        verified.expect(exit: 0)
        tracker.end()
    }

    /// Adds a dataset with times in seconds, durations and lists, and a pipeline that exports it.
    private static func addVisits(to tracker: Tracker, _ more: String = "", requests: String = "") throws {
        let zone = "title: Time tracker\nzone: Europe/Copenhagen\n"
        let visits = """

              visits:
                help: Visits with their photos.
                get: /visits
                records: visits
                key: id
                paging: none
                total: none
                period: { day: at, query: { since: "{from:unix-ms}", until: "{to:unix-ms}" } }
            \(more)
                fields:
                  id: { required: true }
                  at: { type: date, format: unix, required: true }
                  took: { type: duration, unit: "h:mm" }
                  photos: { list: { visit: { of: id }, id: { required: true } } }
            """
        try write(
            Tracker.system.replacing("title: Time tracker\n", with: zone)
                .replacing("requests:\n", with: "requests:\n" + requests) + visits, to: tracker.systemFile)
        try write(
            """
            pipeline: visits
            title: Visits
            connection: tracker
            datasets:
              - dataset: tracker.visits
                outputs:
                  - { file: visits.csv, format: csv }
                  - { file: photos.csv, format: csv, list: photos }
            """, to: tracker.workspace.path + "/Pipelines/visits.yaml")
    }

    @Test("has moments in its zone, exact durations, and lists with rows of their own") func spelled() async throws {
        let tracker = try await Tracker()
        try Self.addVisits(to: tracker)
        var command = tracker.command()
        command.words[2] = "visits"
        let ending = try await command.run()
        ending.expect(exit: 0)
        let folder = tracker.workspace.exports + "/visits/2026-10/r1/data/"
        #expect(
            try text(of: folder + "visits.csv")
                == "id,at,took\r\nv0,2026-10-01,0\r\nv1,2026-10-31,61\r\nv3,2026-10-14,183\r\n")
        #expect(
            try text(of: folder + "photos.csv")
                == "visit,id\r\nv0,p0\r\nv0,q0\r\nv1,p1\r\nv1,q1\r\nv3,p3\r\nv3,q3\r\n")
        tracker.end()
    }

    @Test(
        "ends the run with the server's words where an answer of 200 says that the request failed",
        arguments: [true, false])
    func failed(isNamed: Bool) async throws {
        let tracker = try await Tracker("failed")
        let rule = isNamed ? "  errors: { message: why }\n  failed: { at: state, is: [FAILED] }\n" : ""
        try Self.addVisits(to: tracker, requests: rule)
        var command = tracker.command()
        command.words[2] = "visits"
        let ending = try await command.run()
        #expect(ending.status == .exited(isNamed ? 75 : 0), "\(ending)")
        #expect(ending.err.contains("reports a failure. No such index.") == isNamed, "\(ending)")
        #expect(exists(tracker.workspace.exports + "/visits/2026-10/r1") == !isNamed)
        if isNamed {
            try tracker.endFault()
            let again = try await command.run()
            again.expect(exit: 0)
        }
        tracker.end()
    }

    @Test("gives records one by one, by the keys of a file") func keyed() async throws {
        let tracker = try await Tracker()
        try write("id\n3\n1\n", to: tracker.workspace.path + "/keys.csv")
        try write(
            """
            pipeline: users
            title: Users
            connection: tracker
            datasets:
              - dataset: tracker.users
                for-each: { file: keys.csv }
                outputs: [{ file: users.csv, format: csv }]
            """, to: tracker.workspace.path + "/Pipelines/users.yaml")
        var command = tracker.command()
        command.words[2] = "users"
        let ending = try await command.run()
        ending.expect(exit: 0)
        let csv = try text(of: tracker.workspace.exports + "/users/2026-10/r1/data/users.csv")
        #expect(csv == "id,name\r\n3,Ærø 3\r\n1,Ærø 1\r\n")
        tracker.end()
    }

    @Test("gives records one by one, by what a field of another dataset holds") func keyedByField() async throws {
        let tracker = try await Tracker()
        try write(
            """
            pipeline: users
            title: Users
            connection: tracker
            datasets:
              - dataset: tracker.hours
                outputs: [{ file: hours.csv, format: csv }]
              - dataset: tracker.users
                for-each: { dataset: tracker.hours, field: user }
                outputs: [{ file: users.csv, format: csv }]
            """, to: tracker.workspace.path + "/Pipelines/users.yaml")
        var command = tracker.command()
        command.words[2] = "users"
        var preview = command
        preview.words[1] = "plan"
        preview.words += ["--rows", "5"]
        let shown = try await preview.run()
        #expect(shown.status == .exited(0) && shown.out.contains("Ærø "), "\(shown)")
        let ending = try await command.run()
        ending.expect(exit: 0)
        let csv = try text(of: tracker.workspace.exports + "/users/2026-10/r1/data/users.csv")
        let users = Self.october.map { $0.split(separator: ",")[3] }
        let first = users.indices.filter { users.firstIndex(of: users[$0]) == $0 }.map { users[$0] }
        #expect(csv == "id,name\r\n" + first.map { "\($0),Ærø \($0)\r\n" }.joined())
        tracker.end()
    }

    @Test("is listed, described and checked like another, and its mistakes are shown where it is named")
    func tools() async throws {
        let tracker = try await Tracker()
        let valid = try await tracker.gantry("validate", tracker.systemFile)
        #expect(valid.status == .exited(0) && valid.out.contains("tracker.linked"), "\(valid)")
        let listed = try await tracker.gantry("list", "datasets", "tracker.hours")
        #expect(
            listed.out.contains("Has the records of the run's period.") && listed.out.contains("state  word"),
            "\(listed)")
        let check = try await tracker.gantry("check", "tracker")
        #expect(check.out.contains("anna, with the credentials"), "\(check)")
        let tried = try await tracker.gantry("try", "tracker", "hours", "--period", "2026-10")
        tried.expect(exit: 0)
        for line in [
            "  Account   anna", "  Records   50 of \(Self.october.count)", "fields[name=Rate].value  1", "user.name",
        ] {
            #expect(tried.out.contains(line), "\(line): \(tried)")
        }
        #expect(!tried.out.contains("S3CR3T") && !tried.out.contains("fields[name=State]"), "\(tried)")
        try write(Tracker.system.replacing("type: decimal", with: "type: flag"), to: tracker.systemFile)
        let wrong = try await tracker.gantry("try", "tracker", "hours", "--period", "2026-10")
        #expect(wrong.status == .exited(2) && wrong.out.contains("true or false"), "\(wrong)")
        // All of them are counted, though ten are shown.
        #expect(wrong.out.contains("50 of \(Self.october.count), 50 can't be used"), "\(wrong)")
        try write(Tracker.system.replacing("type: decimal", with: "type: decimel"), to: tracker.systemFile)
        let broken = try await tracker.gantry("validate", tracker.systemFile)
        #expect(broken.status == .exited(78) && broken.err.contains("did you mean \"decimal\"?"), "\(broken)")
        for ending in [try await tracker.command().run(), try await tracker.gantry("check", "tracker")] {
            ending.expect(exit: 78)
            #expect(ending.err.contains("Unknown type \"decimel\""), "\(ending)")
        }
        tracker.end()
    }
}
