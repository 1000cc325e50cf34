import FoundationEssentials
import Testing

/// A payroll office with three employees and one month, whose commands become a transcript as a page shows it.
final class OfficeMonth: Sendable {
    static let run = "payroll-monthly/2026-10/r1"
    private static let fixtures = Product.tools.replacing("/Tools", with: "/Fixtures/clerks-month")
    /// The day of the session, in the place of the day on which the test runs.
    private static let day = "2026-11-02"

    let folder: TestFolder
    private let sandbox: Sandbox

    private init(_ folder: TestFolder, _ sandbox: Sandbox) {
        self.folder = folder
        self.sandbox = sandbox
    }

    /// - Parameter leave: Requests of leave in the place of those of the session, as JSON.
    /// - Parameter month: Another month in which the same hours were worked.
    static func start(leave: String? = nil, also month: String? = nil) async throws -> OfficeMonth {
        let folder = try TestFolder("office")
        let files = FileManager.default
        for name in ["workspace/Pipelines", "danlon"] {
            try files.createDirectory(atPath: folder.file(name), withIntermediateDirectories: true)
        }
        try await Command(["chmod", "700", folder.file("workspace")]).succeed()
        try files.createDirectory(atPath: folder.file("records"), withIntermediateDirectories: true)
        try files.copyItem(atPath: Product.root + "/Samples/ksr-cranes", toPath: folder.file("records/ksr-cranes"))
        for name in ["work-entries-1.json", "work-entries-2.json"] {
            try remove(folder.file("records/ksr-cranes/" + name))
        }
        if let month {
            let entries = try text(of: "\(fixtures)/october/ksr-cranes/work-entries.json")
            try write(
                entries.replacing("2026-10-", with: month + "-").replacing("\"id\":9", with: "\"id\":8"),
                to: folder.file("records/ksr-cranes/work-entries-2.json"))
        }
        let sandbox = try await serve("october", in: folder, leave: leave)
        try files.copyItem(
            atPath: fixtures + "/payroll-monthly.yaml", toPath: folder.file("workspace/Pipelines/payroll-monthly.yaml"))
        try await Command(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", folder.file("id_ed25519")])
            .succeed()
        let key = try text(of: folder.file("id_ed25519.pub")).split(separator: "\n").first.map(String.init) ?? ""
        try write(
            Sandbox.configuration(sandbox.url) + """
                people:
                  clerk: { name: Payroll Clerk }
                  manager: { name: Payroll Manager, key: "\(key)" }

                """, to: folder.file("workspace/gantry.yaml"))
        return OfficeMonth(folder, sandbox)
    }

    /// An office that has nothing yet but a folder for its payroll program.
    ///
    /// - Parameter month: another month in which the same hours were worked.
    static func empty(also month: String? = nil) async throws -> OfficeMonth {
        let office = try await start(also: month)
        try remove(office.folder.file("workspace"))
        return office
    }

    /// What an office that pays with Danløn answers to `gantry init`.
    var answers: [String] {
        [
            "ksr-cranes", url, "", Sandbox.email, "", "", Sandbox.password, "danlon", "99999993", "1", "2", "3", "DK",
            "da", "Anna Hansen", "Bent Bruun", "./danlon",
        ]
    }

    /// What a person sees who gives a command and answers.
    func seen(
        _ line: String, _ answers: [String], exit status: Int32 = 0, columns: Int = 80
    ) async throws -> String {
        let ending = try await gantry(line, typing: answers, columns: columns)
        #expect(ending.status == .exited(status), "\(line): \(ending.out)\(ending.err)")
        // Where a line with a path is folded depends on the path.
        let text = shown(ending).replacing(/\s+danlon(?=\.?\s)/, with: " danlon")
            .replacing(/\bon\s+\d{4}-\d\d-\d\d/, with: "on 2026-11-02").replacing(
                /127\.0\.0\.1:\d+/, with: "127.0.0.1:8080")
        return "$ gantry \(line)\n" + text.trimmingPrefix("\n").reversed().drop { $0 == "\n" }.reversed()
    }

    /// Serves the records of the samples with those of a part of the session in their place.
    /// - Parameter more: further arguments, such as the port of a server that is to go on with other records.
    private static func serve(
        _ part: String, in folder: TestFolder, _ more: [String] = [], leave: String? = nil
    ) async throws -> Sandbox {
        for name in try FileManager.default.contentsOfDirectory(atPath: "\(fixtures)/\(part)/ksr-cranes") {
            let target = folder.file("records/ksr-cranes/" + name)
            if exists(target) { try remove(target) }
            try FileManager.default.copyItem(atPath: "\(fixtures)/\(part)/ksr-cranes/\(name)", toPath: target)
        }
        if let leave { try write(leave, to: folder.file("records/ksr-cranes/leave-requests.json")) }
        return try await Sandbox(["--records", folder.file("records")] + more)
    }

    /// The address of its server.
    var url: String { sandbox.url }

    /// The same office two days later: the server, under the same address, has what happened since.
    func later() async throws -> OfficeMonth {
        try await sandbox.end()
        let port = sandbox.url.split(separator: ":").last.map(String.init) ?? ""
        return OfficeMonth(folder, try await OfficeMonth.serve("later", in: folder, ["--port", port]))
    }

    /// One whose month was decided, signed by two and delivered, before the foreman approved what was on hold.
    static func delivered() async throws -> OfficeMonth {
        let office = try await start()
        for line in [
            "run payroll-monthly --period 2026-10",
            "review \(run) XKFJR4FD --accept --by clerk --because \"Foreman on leave; the manager saw the crane log\"",
            "review \(run) 7QTJGEPN --hold --by clerk --because \"Foreman back on Wednesday, paid as correction\"",
            "sign \(run) --by clerk",
        ] { try await office.succeed(line) }
        try await office.sign(1)
        for line in [
            "sign \(run) --by manager --signature r1.statement.sig", "deliver \(run) --to danlon/ --by clerk",
            "review \(run) 7QTJGEPN --withdraw --by clerk --because \"The foreman approved it on Wednesday\"",
        ] { try await office.succeed(line) }
        return office
    }

    private func succeed(_ line: String) async throws {
        let ending = try await gantry(line)
        guard ending.code == 0 else { throw HarnessError("\(line): \(ending)") }
    }

    /// The same office whose server, under the same address, has other records.
    /// - Parameter changes: files of records, each with a text and what takes its place.
    func serving(_ changes: [(file: String, old: String, new: String)]) async throws -> OfficeMonth {
        try await sandbox.end()
        for change in changes {
            let path = folder.file("records/ksr-cranes/" + change.file)
            let records = try text(of: path)
            guard records.contains(change.old) else { throw HarnessError("\(path) doesn't contain \(change.old)") }
            try write(records.replacing(change.old, with: change.new), to: path)
        }
        let port = sandbox.url.split(separator: ":").last.map(String.init) ?? ""
        return OfficeMonth(folder, try await Sandbox(["--records", folder.file("records"), "--port", port]))
    }

    /// Accepts every open finding of a revision.
    func accept(_ run: String) async throws {
        let open = try await gantry("review \(run)").openFindings
        guard !open.isEmpty else { return }
        let line =
            "review \(run) \(open.joined(separator: " ")) --accept --by clerk --because \"The office looked at each\""
        let ending = try await gantry(line)
        guard ending.status == .exited(0) else { throw HarnessError("\(line): \(ending)") }
    }

    /// Signs the statement of a revision as the manager does, on another machine.
    func sign(_ revision: Int) async throws {
        let statement = folder.file("r\(revision).statement")
        try write(
            try read(folder.file("workspace/signoff/payroll-monthly/2026-10/r\(revision).statement")), to: statement)
        try await Command([
            "ssh-keygen", "-q", "-Y", "sign", "-n", "gantry-sign-off", "-f", folder.file("id_ed25519"), statement,
        ]).succeed()
    }

    /// The seal of a revision's statement.
    func seal(_ revision: Int) async throws -> String {
        try await SignedMonth.seal(
            of: folder.file("workspace/signoff/payroll-monthly/2026-10/r\(revision).statement"))
    }

    /// Runs a command line of the session in the office's folder.
    /// - Parameter hidden: options that a person doesn't need.
    func gantry(_ line: String, _ hidden: [String] = []) async throws -> Ending {
        try await Command(
            [Product.binary] + OfficeMonth.words(line) + hidden,
            environment: Sandbox.environment, folder: folder.path
        ).run()
    }

    /// Runs a command line of the session at a terminal, and types an answer at each question.
    ///
    /// - Parameter place: another folder than the office's.
    func gantry(
        _ line: String, typing answers: [String], columns: Int = 80, in place: String? = nil
    ) async throws -> Ending {
        try await Command(
            [Product.python, Product.tools + "/type_at_terminal.py"] + answers + ["--", Product.binary]
                + OfficeMonth.words(line),
            environment: [
                "KSR_EMAIL": Sandbox.email, "KSR_PASSWORD": Sandbox.password, "TERM": "xterm", "NO_COLOR": "1",
                "TERMINAL_COLUMNS": "\(columns)",
            ], folder: place ?? folder.path
        ).run()
    }

    /// The words of a line, of which those in quotation marks are one.
    private static func words(_ line: String) -> [String] {
        line.split(separator: "\"", omittingEmptySubsequences: false).enumerated().flatMap { index, part in
            index % 2 == 1 ? [String(part)] : part.split(separator: " ").map(String.init)
        }
    }

    /// What a person sees, without what differs from one run of the test to the next.
    func shown(_ ending: Ending) -> String { shown(ending.out.isEmpty ? ending.err : ending.out) }

    func shown(_ text: String) -> String {
        var text = text
        for (old, new) in [
            (Product.binary, "gantry"), (sandbox.url, "http://127.0.0.1:8080"), (folder.path + "/", ""),
            (folder.path, "."),
        ] { text = text.replacing(old, with: new) }
        // A line that is drawn over keeps what was drawn last.
        text = text.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.replacing("\u{1B}[K", with: "").split(separator: "\r", omittingEmptySubsequences: false).last ?? ""
        }.joined(separator: "\n")
        text = text.replacing(/\d+\.\d\d s\b/, with: "0.00 s").replacing(/\d+ GB free/, with: "100 GB free")
        text = text.replacing(/SHA256:[A-Za-z0-9+\/]{43}/, with: "SHA256:cOzU…")
        text = text.replacing(/\b([A-Z2-7]{4}-){4}[A-Z2-7]{4}\b/, with: "2BJI-XUV2-ZAN3-4KIE-55DY")
        text = text.replacing(/\d{4}-\d\d-\d\d \d\d:\d\d UTC/, with: "\(OfficeMonth.day) 08:30 UTC")
        text = text.replacing(/\bon \d{4}-\d\d-\d\d\./, with: "on \(OfficeMonth.day).")
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            String(line.reversed().drop { $0 == " " }.reversed())
        }.joined(separator: "\n")
    }
}
