import Testing

// What shows that a list is whole, and where it goes on.
extension SystemTests {
    @Test("is read twice with a total too where its pages lead to each other and nothing says that it stayed the same")
    func movesWithTotal() async throws {
        let tracker = try await Tracker("moves", dataset: "linked")
        let state = "    state: { header: ETag }\n"
        #expect(Tracker.system.contains(state))
        try write(Tracker.system.replacing(state, with: ""), to: tracker.systemFile)
        let ending = try await tracker.command().run()
        ending.expect(exit: 1)
        #expect(ending.err.contains("The list was read twice") && !exists(tracker.exported), "\(ending)")
        try tracker.endFault()
        try await tracker.command(["--start-over"]).run().expect(exit: 0)
        tracker.end()
    }

    @Test("is read twice where nothing states how many records there are, and must be the same") func readTwice()
        async throws
    {
        let tracker = try await Tracker("moves", dataset: "silent")
        let ending = try await tracker.command().run()
        ending.expect(exit: 1)
        #expect(ending.err.contains("The list was read twice") && !exists(tracker.exported), "\(ending)")
        try tracker.endFault()
        let alike = try await tracker.command(["--start-over"]).run()
        alike.expect(exit: 0)
        #expect(!alike.out.contains("Unproven"), "\(alike)")
        // Read once, where the file says why that will do.
        for (file, proof) in [("empty", ""), ("short", ", ends: short")] {
            let paging = "{ offset: skip, limit: take, size: 50 }\n    total: none\n"
            #expect(Tracker.system.contains(paging))
            try write(
                Tracker.system.replacing(
                    paging,
                    with:
                        "{ offset: skip, limit: take, size: 50\(proof) }\n    total: none\n    proof: { none: It is too long. }\n"
                ),
                to: tracker.systemFile)
            let once = try await tracker.command(["--revision", "next"]).run()
            #expect(once.status == .exited(0) && once.out.contains("Unproven"), "\(file): \(once)")
        }
        tracker.end()
    }

    @Test("goes on where the last run ended, with what came since", arguments: [true, false])
    func since(asks: Bool) async throws {
        let tracker = try await Tracker()
        try tracker.prepareToSend("hours")
        let total = "    total: meta.total\n"
        let query = asks ? ", query: { behind: \"{since}\" }" : ""
        let file = try text(of: tracker.systemFile)
        let period = "    period: { day: day, query: { from: \"{from}\", to: \"{to}\" } }\n"
        #expect(file.contains(total + period))
        // Of any days: a list that the server cuts into days is continued by runs of the same days alone.
        try write(
            file.replacing(total + period, with: total + "    since: { field: id\(query) }\n"), to: tracker.systemFile)
        let pipeline = tracker.workspace.path + "/Pipelines/hours.yaml"
        try write(
            try text(of: pipeline).replacing("tracker.hours\n", with: "tracker.hours\n    since: last-run\n"),
            to: pipeline)
        func run(_ period: String) async throws -> Ending {
            var command = tracker.command()
            command.words[4] = period
            return try await command.succeed()
        }
        _ = try await run("2026-09")
        let rows = tracker.workspace.folder.file("rows.csv")
        try write("user,day,hours,kind,note\n1,2026-10-05,7.375,normal,A\n2,2026-10-06,1,,B\n", to: rows)
        #expect(try await tracker.send(rows).run().status == .exited(0))
        let again = try await run("2026-10")
        let csv = try text(of: tracker.exported + "/data/hours.csv")
        let ids: [Substring] = csv.split(separator: "\r\n").dropFirst().map { $0.prefix { $0 != "," } }
        #expect(ids == ["10000", "10001"], "\(csv)")
        #expect(again.err.contains(asks ? "checked 3 records" : "checked 252 records"), "\(again)")
        // Where the last run ended says nothing about a list that is asked for otherwise.
        let since = "since: { field: id\(query) }"
        let other = "since: { field: id\(asks ? "" : ", query: { behind: \"{since}\" }") }"
        try write(try text(of: tracker.systemFile).replacing(since, with: other), to: tracker.systemFile)
        _ = try await run("2026-11")
        let anew = try text(of: tracker.workspace.exports + "/hours/2026-11/r1/data/hours.csv")
        #expect(anew.split(separator: "\r\n").count == 253, "\(anew)")
        tracker.end()
    }

    @Test("is blamed on the file where no record can be used for one reason") func alike() async throws {
        let tracker = try await Tracker()
        try write(
            Tracker.system.replacing("hours: { type: decimal", with: "hour: { type: decimal", maxReplacements: 1),
            to: tracker.systemFile)
        let ending = try await tracker.command(["--set", "rejects.max=100%"]).run()
        ending.expect(exit: 1)
        #expect(
            ending.err.contains(
                "None of 50 records of hours can be used: hour is nothing, expected a number. The first has the keys id, day, hours, user,"
            ),
            "\(ending)")
        #expect(ending.err.contains("Did you mean hours?") && !ending.err.contains("S3CR3T"), "\(ending)")
        tracker.end()
    }

    @Test(
        "is never an empty month because the server doesn't know what asks for days",
        arguments: ["hours", "linked", "searched"])
    func unknownDays(dataset: String) async throws {
        let says = "but sends no record when it is asked for that day"
        let tracker = try await Tracker("strict", dataset: dataset)
        try write(Tracker.system.replacing("from: \"{from}\"", with: "form: \"{from}\""), to: tracker.systemFile)
        let ending = try await tracker.command().run()
        #expect(ending.status == .exited(1) && ending.err.contains(says), "\(ending)")
        #expect(!exists(tracker.exported))
        let tried = try await tracker.gantry("try", "tracker", dataset, "--period", "2026-10")
        tried.expect(exit: 2)
        tracker.end()
    }

    @Test(
        "is an empty month where there are no records, or the server insists on days", arguments: ["strict", "insists"])
    func emptyMonth(fault: String) async throws {
        for dataset in ["hours", "linked"] {
            let tracker = try await Tracker(fault, dataset: dataset)
            var command = tracker.command()
            command.words[4] = "2024-01"
            let ending = try await command.run()
            ending.expect(exit: 0)
            let exported = tracker.workspace.exports + "/hours/2024-01/r1"
            #expect(try text(of: exported + "/data/hours.csv") == "id,day,hours,user,state,note\r\n")
            tracker.end()
        }
    }

    @Test("is never another list because the server doesn't know a filter", arguments: ["hours", "linked"])
    func unknownFilter(dataset: String) async throws {
        func run(
            _ fault: String, _ query: String, user: Int, from: String = "from"
        ) async throws -> (ending: Ending, csv: String?) {
            let tracker = try await Tracker(fault, dataset: dataset)
            defer { tracker.end() }
            let needed = fault == "needs" ? ", required: true" : ""
            let filter = "filters: { worker: { help: Of one., type: integer, query: \(query), field: user\(needed) } }"
            try write(
                Tracker.system.replacing("period: {", with: filter + "\n    period: {")
                    .replacing("from: \"{from}\"", with: "\(from): \"{from}\""), to: tracker.systemFile)
            let pipeline = tracker.workspace.path + "/Pipelines/hours.yaml"
            let list = "tracker.\(dataset)\n"
            try write(
                try text(of: pipeline).replacing(list, with: "\(list)    filters: { worker: \(user) }\n"), to: pipeline)
            let ending = try await tracker.command().run()
            let csv = tracker.exported + "/data/hours.csv"
            return (ending, exists(csv) ? try text(of: csv) : nil)
        }
        let right = try await run("strict", "who", user: 3)
        let rows = right.csv?.split(separator: "\r\n").dropFirst().map { $0.split(separator: ",")[3] } ?? []
        #expect(right.ending.status == .exited(0) && rows.count > 10 && Set(rows) == ["3"], "\(right)")
        let nobody = try await run("strict", "who", user: 99)
        #expect(nobody.ending.status == .exited(0) && nobody.csv == "id,day,hours,user,state,note\r\n", "\(nobody)")
        for (fault, says) in [
            ("none", "asked for records whose user is \"3\", and sent"), ("strict", "asked for these"),
        ] {
            let wrong = try await run(fault, "whom", user: 3)
            #expect(wrong.ending.status == .exited(1) && wrong.ending.err.contains(says), "\(wrong)")
            #expect(wrong.ending.err.contains("filters.worker in the description of \(dataset)"), "\(wrong)")
            #expect(wrong.csv == nil)
        }
        // A filter that the server needs is in the requests that show whether it knows the days.
        let days = try await run("needs", "who", user: 3, from: "form")
        #expect(days.ending.status == .exited(1) && days.ending.err.contains("asked for that day"), "\(days)")
        #expect(days.csv == nil)
    }

    @Test("is merged of parts that one account fetched") func parts() async throws {
        let tracker = try await Tracker()
        defer { tracker.end() }
        func part(_ number: Int, key: String, _ more: [String] = []) async throws -> String {
            try await tracker.command(["--part", "\(number)/2"] + more, key: key).succeed()
            return "\(tracker.workspace.exports)/hours.part-\(number)-of-2/2026-10/r\(more.isEmpty ? 1 : 2)"
        }
        func merge(_ folders: [String]) async throws -> Ending {
            var command = tracker.command()
            command.words = [Product.binary, "merge"] + Array(command.words.dropFirst(2)) + folders
            return try await command.run()
        }
        let (first, second) = (try await part(1, key: "key-a"), try await part(2, key: "key-b"))
        let refused = try await merge([first, second])
        #expect(refused.code != 0 && refused.err.contains("account: bo → anna"), "\(refused)")
        #expect(!exists(tracker.exported))
        let merged = try await merge([first, try await part(2, key: "key-a", ["--revision", "next"])])
        merged.expect(exit: 0)
        #expect(try text(of: tracker.exported + "/bag-info.txt").contains("Records-Fetched: \(Self.october.count)\n"))
    }

    /// The same with nothing but a lower bound of the totals.
    private static func bounded(_ text: String = Tracker.system) -> String {
        text.replacing("total: meta.total", with: "total: { lower-bound: meta.least }")
            .replacing("total: { head: X-Total }", with: "total: { lower-bound: least }")
    }

    @Test(
        "is whole by its pages where the server only says how many there are at least", arguments: ["hours", "linked"])
    func lowerBound(dataset: String) async throws {
        for (size, ahead) in [(1, 1), (7, 8), (31, 1), (50, 8), (200, 2)] {
            let tracker = try await Tracker(size == 7 ? "lower-limit" : "none", dataset: dataset)
            try write(Self.bounded().replacing("size: 50", with: "size: 50, most: 200"), to: tracker.systemFile)
            let more = ["--set", "datasets[0].page-size=\(size)", "--pages-ahead", "\(ahead)"]
            let ending = try await tracker.command(more).run()
            ending.expect(exit: 0)
            let csv = try text(of: tracker.exported + "/data/hours.csv")
            #expect(
                csv == (["id,day,hours,user,state,note"] + Self.october).joined(separator: "\r\n") + "\r\n", "\(size)")
            // Where one page leads nowhere, half as many records lead to the next.
            let totals = try text(of: tracker.exported + "/data/totals.json")
            #expect(!totals.contains("\"unproven\""), "\(size): \(totals.prefix(1_000))")
            tracker.end()
        }
    }

    @Test(
        "ends the run where fewer records come than there are at least, or the server doesn't say it",
        arguments: [
            ("more-at-least", "but sent 155"),
            ("no-least", "Page 1 doesn't say how many records the list has at least"),
        ])
    func belowLowerBound(fault: String, says: String) async throws {
        for dataset in ["hours", "linked"] {
            let tracker = try await Tracker(fault, dataset: dataset)
            try write(Self.bounded(), to: tracker.systemFile)
            let ending = try await tracker.command().run()
            #expect(ending.status != .exited(0) && ending.err.contains(says), "\(ending)")
            #expect(!exists(tracker.exported))
            let tried = try await tracker.gantry("try", "tracker", dataset, "--period", "2026-10")
            let isStated = fault == "more-at-least"
            #expect(tried.out.contains("50 of at least 156") == isStated, "\(tried)")
            tracker.end()
        }
    }

    @Test("is read in smaller pages where the server gives fewer than it is asked for") func lowerLimit() async throws {
        let tracker = try await Tracker("lower-limit")
        let ending = try await tracker.command().run()
        ending.expect(exit: 0)
        #expect(
            try text(of: tracker.exported + "/data/hours.csv").split(separator: "\r\n").count == Self.october.count + 1)
        tracker.end()
    }
}
