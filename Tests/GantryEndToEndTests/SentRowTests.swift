import FoundationEssentials
import Testing

/// Whether a row was sent is judged by what it and its file really were.
@Suite("What a row was decides whether it is sent") struct SentRowTests {
    private func file(_ tracker: Tracker, _ name: String, _ text: String) throws -> String {
        let path = tracker.workspace.folder.file(name)
        try write(text, to: path)
        return path
    }

    private func result(_ tracker: Tracker, _ revision: Int) throws -> String {
        try text(of: "\(tracker.workspace.exports)/send/rows/r\(revision)/data/result.csv")
    }

    private static let rows = "day,hours\n2026-10-05,7\n2026-10-06,8\n2026-10-07,8\n"

    /// A server that took the last row of a sheet without an answer, and the sheet.
    private func unanswered() async throws -> (Tracker, String) {
        let tracker = try await Tracker("swallows")
        try tracker.prepareToSend("hours", system: Tracker.stopping)
        let rows = try file(tracker, "rows.csv", Self.rows)
        #expect(try await tracker.send(rows, ["--transfers", "1"]).run().status == .exited(1))
        return (tracker, rows)
    }

    @Test("by another column of the same sheet") func otherColumn() async throws {
        let tracker = try await Tracker()
        try tracker.prepareToSend("hours")
        let rows = try file(tracker, "rows.csv", "day,Normal,Extra\n2026-10-05,7,1\n2026-10-06,8,2\n")
        for column in ["Normal", "Extra"] {
            let ending = try await tracker.send(rows, ["--set", "sheet.columns.hours=\(column)"]).run()
            ending.expect(exit: 0)
        }
        #expect(try await tracker.made().made.map(\.hours).sorted() == [1, 2, 7, 8])
        tracker.end()
    }

    @Test("and not by a cell that is mended beside its sheet, which is told, as is a row that is left out")
    func mended() async throws {
        let tracker = try await Tracker()
        try tracker.prepareToSend("hours")
        let rows = try file(tracker, "rows.csv", "day,hours\n2026-10-05,7\n2026-10-06,8\n")
        #expect(try await tracker.send(rows).run().status == .exited(0))
        let changes = try file(
            tracker, "changes.csv", "row,column,value,was\n2,hours,9,7\n3,,left-out,2026-10-06\n")
        let ending = try await tracker.send(rows, ["--changes", changes]).run()
        #expect(ending.status == .exited(0) && ending.out.contains("other-values"), "\(ending)")
        #expect(
            ending.out.contains("1 row that is left out was already sent, and stays so:")
                && ending.out.contains("row 3, by send/rows/r1: 2026-10-06"), "\(ending)")
        #expect(
            ending.out.contains("row 2 (2026-10-05): hours 7 → 9")
                && ending.out.contains("row 3, left out: 2026-10-06"), "\(ending)")
        let others = try file(tracker, "others.csv", "row,column,value,was\n2,hours,9,8\n")
        let refused = try await tracker.send(rows, ["--changes", others]).run()
        #expect(refused.code != 0 && refused.err.contains("where it says"), "\(refused)")
        let told = "Already sent by send/rows/r1 with other values; the change was not sent."
        #expect(try result(tracker, 2).contains(told))
        #expect(try await tracker.made().made.map(\.hours).sorted() == [7, 8])
        tracker.end()
    }

    @Test("also where its run is started over, and a person decides about one whose outcome is unknown")
    func startedOver() async throws {
        let (tracker, rows) = try await unanswered()
        let changes = try file(tracker, "changes.csv", "row,column,value\n2,hours,9\n3,hours,9\n4,hours,9\n")
        let over = try await tracker.send(rows, ["--changes", changes, "--start-over"]).run()
        #expect(over.status == .exited(1) && over.err.contains("is unknown"), "\(over)")
        let accepted = try await tracker.send(rows, ["--changes", changes, "--accept-unknown"]).run()
        accepted.expect(exit: 0)
        #expect(try result(tracker, 1).split(separator: " with other values").count == 4)
        #expect(try await tracker.made().made.map(\.hours).sorted() == [7, 8, 8])
        tracker.end()
    }

    @Test("and one that a person sends again with a mended cell is another one for the server")
    func mendedAndSentAgain() async throws {
        let (tracker, rows) = try await unanswered()
        try tracker.endFault()
        let changes = try file(tracker, "changes.csv", "row,column,value\n4,hours,9\n")
        let over = try await tracker.send(rows, ["--changes", changes, "--start-over"]).run()
        #expect(over.status == .exited(1) && over.err.contains("is unknown"), "\(over)")
        let resent = try await tracker.send(rows, ["--changes", changes, "--resend-unknown"]).run()
        resent.expect(exit: 0)
        let made = try await tracker.made().made
        #expect(made.map(\.hours).sorted() == [7, 8, 8, 9])
        #expect(Set(made.map(\.note)).count == 4)
        tracker.end()
    }

    @Test("and nothing is started over while the outcome of a row is unknown that the sheet has no more")
    func undecided() async throws {
        let (tracker, rows) = try await unanswered()
        try tracker.endFault()
        let said = "The outcome of row 4 of send/rows/r1 is unknown, and the sheet no longer has it as it was sent"
        let changes = try file(tracker, "changes.csv", "row,column,value\n4,,left-out\n")
        let leftOut = try await tracker.send(rows, ["--changes", changes, "--start-over"]).run()
        #expect(leftOut.status == .exited(1) && leftOut.err.contains(said), "\(leftOut)")
        _ = try file(tracker, "rows.csv", Self.rows.replacing("2026-10-07,8", with: "2026-10-07,9"))
        let edited = try await tracker.send(rows, ["--start-over"]).run()
        #expect(edited.status == .exited(1) && edited.err.contains(said), "\(edited)")
        #expect(try await tracker.made().made.count == 3)
        _ = try file(tracker, "rows.csv", Self.rows)
        #expect(try await tracker.send(rows, ["--accept-unknown"]).run().status == .exited(0))
        #expect(try await tracker.made().made.map(\.hours).sorted() == [7, 8, 8])
        tracker.end()
    }

    @Test("and each file of its cell is decided by itself") func filesApart() async throws {
        let tracker = try await Tracker("swallows")
        try tracker.prepareToSend(
            "papers", isUpload: true,
            system: Tracker.submissions.replacing(
                "lost: { get: \"/users/{user}/papers\", records: papers, mark: note }", with: "lost: stop"))
        let folder = tracker.workspace.folder.file("files")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        for number in 1...2 { try write(Upload.certificate(number), to: "\(folder)/\(number).pdf") }
        let rows = try file(tracker, "rows.csv", "file,user\n\"1.pdf; 2.pdf\",1\n")
        func run(_ more: [String]) async throws -> Ending {
            try await tracker.send(rows, ["--files", folder, "--transfers", "1"] + more).run()
        }
        // The fifth write is lost: that of the second file.
        #expect(try await run([]).status == .exited(1))
        try tracker.endFault()
        let refused = try await run(["--accept-unknown", "--rows", "2.1"])
        #expect(refused.err.contains("The outcome of row 2.1 isn't unknown"), "\(refused)")
        let resent = try await run(["--resend-unknown", "--rows", "2.2"])
        #expect(resent.status == .exited(0) && (resent.out + resent.err).contains("row 2.2"), "\(resent)")
        #expect(try await tracker.made().papers.map(\.name) == ["1.pdf", "2.pdf"])
        tracker.end()
    }

    @Test("whatever the system at its address is called") func otherSystem() async throws {
        let tracker = try await Tracker()
        try tracker.prepareToSend("hours")
        let rows = "day,hours\n2026-10-05,7\n2026-10-06,8\n"
        #expect(try await tracker.send(try file(tracker, "one.csv", rows)).run().status == .exited(0))
        for (from, to) in [
            ("Systems/tracker.yaml", "Systems/copied.yaml"), ("gantry.yaml", "gantry.yaml"),
            ("Pipelines/send.yaml", "Pipelines/send.yaml"),
        ] {
            let known = try text(of: "\(tracker.workspace.path)/\(from)")
            let named = known.replacing("system: tracker", with: "system: copied")
                .replacing("submit: tracker.", with: "submit: copied.")
            try write(named, to: "\(tracker.workspace.path)/\(to)")
        }
        let next = try await tracker.send(try file(tracker, "two.csv", rows + "2026-10-07,8\n")).run()
        next.expect(exit: 0)
        #expect(try await tracker.made().made.map(\.day).sorted() == ["2026-10-05", "2026-10-06", "2026-10-07"])
        tracker.end()
    }

    @Test("whichever of its columns must be filled") func required() async throws {
        let tracker = try await Tracker()
        try tracker.prepareToSend("hours")
        let text = "day,hours,note\n2026-10-05,7,A\n2026-10-06,8,B\n"
        #expect(try await tracker.send(try file(tracker, "one.csv", text)).run().status == .exited(0))
        try tracker.prepareToSend(
            "hours",
            system: Tracker.submissions.replacing("note: { most: 60 }", with: "note: { most: 60, required: true }"))
        let more = try file(tracker, "two.csv", text + "2026-10-07,8,C\n")
        #expect(try await tracker.send(more).run().status == .exited(0))
        #expect(try await tracker.made().made.map(\.day).sorted() == ["2026-10-05", "2026-10-06", "2026-10-07"])
        tracker.end()
    }

    @Test("by another file under the same name, in the next revision, and only by that") func otherFile() async throws {
        let tracker = try await Tracker()
        try tracker.prepareToSend("papers", isUpload: true)
        let folder = tracker.workspace.folder.file("files")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        for number in 1...2 { try write(Upload.certificate(number), to: "\(folder)/\(number).pdf") }
        let rows = try file(tracker, "rows.csv", "file,user\n1.pdf,1\n2.pdf,2\n")
        func run() async throws -> Ending { try await tracker.send(rows, ["--files", folder]).run() }
        #expect(try await run().status == .exited(0))
        #expect(try await run().status == .exited(3))
        try write(Upload.certificate(3), to: "\(folder)/1.pdf")
        let next = try await run()
        #expect(next.status == .exited(0) && next.out.contains("send/rows/r2"), "\(next)")
        #expect(try await tracker.made().papers.map(\.user).sorted() == [1, 1, 2])
        try write("not a paper", to: "\(folder)/2.pdf")
        let spoiled = try await run()
        spoiled.expect(exit: 2)
        #expect(try await run().status == .exited(3))
        tracker.end()
    }
}
