import FoundationEssentials
import Testing

/// Rows and files for a back end that only a file describes, through the built program.
@Suite("What is sent to a system that a file describes") struct SystemSendingTests {
    private static let hours =
        "user,day,hours,kind,note\n"
        + (1...30).map { "\($0),2026-10-\($0 < 10 ? "0" : "")\($0),7.\($0),overtime,Crane \($0)\n" }.joined()

    private func sheet(_ tracker: Tracker, _ text: String) throws -> String {
        let path = tracker.workspace.folder.file("rows.csv")
        try write(text, to: path)
        return path
    }

    @Test("arrives as the file says, and what the server changed is told") func rows() async throws {
        let tracker = try await Tracker()
        try tracker.prepareToSend("hours")
        let rows = try sheet(
            tracker,
            "user,day,hours,kind,note\n1,2026-10-05,7.375,normal,A\n,2026-10-06,0.1,,\n99,2026-10-07,1,,\n2,2026-10-08,25,,\n"
        )
        let ending = try await tracker.send(rows).run()
        ending.expect(exit: 2)
        let made = try await tracker.made().made
        #expect(made.map(\.day).sorted() == ["2026-10-05", "2026-10-06"])
        let first = try #require(made.first { $0.day == "2026-10-05" })
        #expect(first.hours == Decimal(string: "7.375") && first.kind == "N" && first.user == 1 && first.version == 2)
        #expect(first.note.hasPrefix("A gantry:") && first.note.utf8.count == 29)
        let second = try #require(made.first { $0.day == "2026-10-06" })
        #expect(second.user == nil && second.kind == nil && second.note.hasPrefix("gantry:"))
        let result = try text(of: tracker.workspace.exports + "/send/rows/r1/data/result.csv")
        #expect(
            result.contains("done,\(first.id),201,1,\"hours was sent as 7.375, and the server has 7.38.\""), "\(result)"
        )
        #expect(ending.out.contains("Done, but") && ending.out.contains("changed-by-server     1"), "\(ending)")
        #expect(result.contains("User is unknown."))
        #expect(result.contains("hours is 25; a number from 0.01 to 24 is expected."))
        tracker.end()
    }

    @Test("is there once, though the server swallows answers and the program is killed") func once() async throws {
        let tracker = try await Tracker("swallows")
        try tracker.prepareToSend("hours")
        let rows = try sheet(tracker, Self.hours)
        var kills = 0
        for wait in [150, 300, 450, 600, 900] {
            if try await tracker.send(rows).killed(after: .milliseconds(wait)).status == .killed(by: 9) { kills += 1 }
        }
        try await finish(tracker, rows)
        #expect(kills > 0)
        let made = try await tracker.made().made
        let days: [String] = (1...30).map { "2026-10-\($0 < 10 ? "0" : "")\($0)" }
        #expect(made.map(\.day).sorted() == days)
        tracker.end()
    }

    @Test("is attached once with its bytes, though answers are swallowed", arguments: [[200, 500], []])
    func files(kills: [Int]) async throws {
        let tracker = try await Tracker("swallows")
        try tracker.prepareToSend("papers", isUpload: true)
        let sample = Product.root + "/Samples/uploads/documents/contract-1001.pdf"
        let folder = tracker.workspace.folder.file("files")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        let bytes = try #require(FileManager.default.contents(atPath: sample))
        var text = "file,user,note\n"
        for number in 1...40 {
            try Data(bytes + Data("\n%\(number)\n".utf8)).write(to: URL(filePath: "\(folder)/paper \(number).pdf"))
            text += "paper \(number).pdf,\(number),\n"
        }
        let rows = try sheet(tracker, text)
        for wait in kills {
            _ = try await tracker.send(rows, ["--files", folder]).killed(after: .milliseconds(wait))
        }
        try await finish(tracker, rows, ["--files", folder])
        let papers = try await tracker.made().papers
        #expect(papers.map(\.user).sorted() == Array(1...40))
        for paper in papers {
            #expect(paper.name == "paper \(paper.user).pdf" && paper.content.hasSuffix("%\(paper.user)\n"))
            #expect(paper.content.utf8.count > bytes.count)
        }
        tracker.end()
    }

    /// Runs it until every row is done.
    private func finish(_ tracker: Tracker, _ rows: String, _ more: [String] = []) async throws {
        var ending = try await tracker.send(rows, more).run()
        for _ in 0..<4 where ending.status == .exited(75) { ending = try await tracker.send(rows, more).run() }
        #expect(ending.status == .exited(0) || ending.status == .exited(3), "\(ending)")
    }

    @Test("is refused where the name of its file says several things, and the run says so") func unclearName()
        async throws
    {
        let tracker = try await Tracker()
        try tracker.prepareToSend("papers", isUpload: true)
        let pipeline = tracker.workspace.path + "/Pipelines/send.yaml"
        try write(try text(of: pipeline) + "\nfiles: { pattern: \"{user}_{note}_{*}.pdf\" }\n", to: pipeline)
        let folder = tracker.workspace.folder.file("files")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        for (number, name) in ["1_a_x.pdf", "2_a_b_x.pdf"].enumerated() {
            try write(Upload.certificate(number), to: "\(folder)/\(name)")
        }
        let ending = try await Command(
            [Product.binary, "run", "send", "--files", folder, "--workspace", tracker.workspace.path],
            environment: ["TRACKER_KEY": "key-a"]
        ).run()
        ending.expect(exit: 2)
        #expect(ending.out.contains("unclear-name"), "\(ending)")
        #expect(try await tracker.made().papers.map(\.name) == ["1_a_x.pdf"])
        let exported = try FileManager.default.subpathsOfDirectory(atPath: tracker.workspace.exports)
        let results = try #require(exported.first { $0.hasSuffix("/result.csv") })
        let result = try text(of: tracker.workspace.exports + "/" + results)
        #expect(result.contains("2_a_b_x.pdf,2,(unclear),refused,"), "\(result)")
        #expect(result.contains("more than one way, which leaves open what note should be."), "\(result)")
        // Now one way is left, and the copy of the row still has none.
        try FileManager.default.moveItem(atPath: "\(folder)/2_a_b_x.pdf", toPath: "\(folder)/2_ab_x.pdf")
        let copy = tracker.workspace.folder.file("copy.csv")
        try write("file,user,note\n2_ab_x.pdf,2,(unclear)\n", to: copy)
        let second = try await Command(
            [
                Product.binary, "run", "send", "--sheet", copy, "--files", folder, "--workspace",
                tracker.workspace.path,
            ],
            environment: ["TRACKER_KEY": "key-a"]
        ).run()
        second.expect(exit: 2)
        #expect(second.out.contains("unclear-name"), "\(second)")
        #expect(try await tracker.made().papers.map(\.name) == ["1_a_x.pdf"])
        tracker.end()
    }

    @Test("with a name is made once, and another one of that name is told apart") func named() async throws {
        let tracker = try await Tracker("swallows")
        try tracker.prepareToSend("named")
        let rows = try sheet(tracker, "name,note\n" + (1...9).map { "n\($0),N\($0)\n" }.joined())
        try await finish(tracker, rows)
        try tracker.endFault()
        #expect(try await tracker.made().named.count == 9)
        let ids = try text(of: tracker.workspace.exports + "/send/rows/r1/data/ids.csv")
        let expected: [Substring] = ["id", "n1", "n2", "n3", "n4", "n5", "n6", "n7", "n8", "n9"]
        #expect(ids.split(whereSeparator: \.isNewline) == expected)
        let others = tracker.workspace.folder.file("others.csv")
        try write("name,note\nn1,other\na/b,x\n", to: others)
        let ending = try await tracker.send(others).run()
        ending.expect(exit: 2)
        let result = try text(of: tracker.workspace.exports + "/send/others/r1/data/result.csv")
        #expect(result.contains("The server has it already, and not by this row."), "\(result)")
        #expect(result.contains("can't be a part of an address"), "\(result)")
        #expect(try await tracker.made().named["n1"] == ["note": "N1"])
        tracker.end()
    }

    @Test(
        "is looked up where the answer isn't the expected one, and is done if it is there",
        arguments: ["other-status", "no-id"])
    func unclear(fault: String) async throws {
        let tracker = try await Tracker(fault)
        try tracker.prepareToSend("hours")
        let rows = try sheet(tracker, "user,day,hours\n1,2026-10-05,7\n2,2026-10-06,8\n")
        let ending = try await tracker.send(rows).run()
        ending.expect(exit: 0)
        let made = try await tracker.made().made
        #expect(made.count == 2)
        let result = try text(of: tracker.workspace.exports + "/send/rows/r1/data/result.csv")
        for entry in made { #expect(result.contains("done,\(entry.id),"), "\(result)") }
        tracker.end()
    }

    @Test("waits for a person where nobody can tell, and where the look-up shows nothing at all")
    func unknown() async throws {
        for fault in ["swallows", "no-id"] {
            let tracker = try await Tracker(fault)
            try tracker.prepareToSend("hours", system: Tracker.stopping)
            let rows = try sheet(tracker, "user,day,hours\n1,2026-10-05,7\n2,2026-10-06,8\n3,2026-10-07,8\n")
            let ending = try await tracker.send(rows, ["--transfers", "1"]).run()
            ending.expect(exit: 1)
            #expect(ending.err.contains("is unknown"), "\(ending)")
            let made = try await tracker.made().made
            #expect(made.count == 3)
            tracker.end()
        }
    }

    @Test(
        "is looked for again while its outcome is unknown, before it is sent once more",
        arguments: [[], ["--resend-unknown"]])
    func foundLater(more: [String]) async throws {
        let tracker = try await Tracker("unseen")
        try tracker.prepareToSend("hours")
        let rows = try sheet(tracker, "user,day,hours\n1,2026-10-05,7\n2,2026-10-06,8\n3,2026-10-07,8\n")
        let first = try await tracker.send(rows, ["--transfers", "1"]).run()
        #expect(first.status == .exited(1) && first.err.contains("is unknown"), "\(first)")
        try tracker.endFault()
        let next = try await tracker.send(rows, more).run()
        next.expect(exit: 0)
        let made = try await tracker.made().made
        #expect(made.map(\.day) == ["2026-10-05", "2026-10-06", "2026-10-07"])
        let result = try text(of: tracker.workspace.exports + "/send/rows/r1/data/result.csv")
        #expect(result.contains("done,\(made[2].id),") && result.contains("a later look-up found it"), "\(result)")
        tracker.end()
    }

    @Test("is looked for by its mark before it is sent once more with a mended cell") func mendedAndFound() async throws
    {
        let tracker = try await Tracker("unseen")
        try tracker.prepareToSend("hours")
        let rows = try sheet(tracker, "user,day,hours\n1,2026-10-05,7\n2,2026-10-06,8\n3,2026-10-07,8\n")
        #expect(try await tracker.send(rows, ["--transfers", "1"]).run().status == .exited(1))
        let changes = tracker.workspace.folder.file("changes.csv")
        try write("row,column,value\n4,hours,9\n", to: changes)
        let over = try await tracker.send(rows, ["--changes", changes, "--start-over"]).run()
        #expect(over.status == .exited(1) && over.err.contains("is unknown"), "\(over)")
        try tracker.endFault()
        let next = try await tracker.send(rows, ["--changes", changes, "--resend-unknown"]).run()
        next.expect(exit: 0)
        #expect(try await tracker.made().made.map(\.hours) == [7, 8, 8])
        let result = try text(of: tracker.workspace.exports + "/send/rows/r1/data/result.csv")
        #expect(result.contains("as it was sent with other values"), "\(result)")
        tracker.end()
    }

    @Test("isn't gone on with by another file") func identity() async throws {
        let tracker = try await Tracker("swallows")
        try tracker.prepareToSend("hours", system: Tracker.stopping)
        let rows = try sheet(tracker, "user,day,hours\n1,2026-10-05,7\n2,2026-10-06,8\n3,2026-10-07,8\n")
        #expect(try await tracker.send(rows, ["--transfers", "1"]).run().status == .exited(1))
        try tracker.prepareToSend("hours")
        let other = try await tracker.send(rows).run()
        #expect(other.status != .exited(0) && other.err.contains("system-file"), "\(other)")
        tracker.end()
    }

    @Test("is listed and validated with what can be sent") func tools() async throws {
        let tracker = try await Tracker()
        try tracker.prepareToSend("hours")
        let valid = try await tracker.gantry("validate", tracker.systemFile)
        #expect(valid.status == .exited(0) && valid.out.contains("tracker.papers"), "\(valid)")
        let listed = try await tracker.gantry("list", "datasets", "tracker.hours")
        #expect(listed.out.contains("submit: tracker.hours") && listed.out.contains("state  word"), "\(listed)")
        tracker.end()
    }
}
