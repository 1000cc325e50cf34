import FoundationEssentials
import Testing

@Suite("What nobody can sign or deliver") struct SignOffRefusalTests {
    private func expect(
        _ command: Command, _ code: Int32, _ words: String..., place: SourceLocation = #_sourceLocation
    ) async throws {
        let ending = try await command.run()
        #expect(ending.status == .exited(code), "\(ending)", sourceLocation: place)
        for word in words {
            #expect(
                ending.err.contains(word) || ending.out.contains(word), "no \(word) in \(ending)", sourceLocation: place
            )
        }
    }

    @Test("A person who is unknown, has no part in it, or is at work under another account") func people() async throws
    {
        let month = try await SignedMonth.copy()
        try await expect(month.sign("--by", "clrek"), 64, "clrek", "clerk", "manager")
        try await expect(month.sign("--by", "manager"), 64, "Payroll Manager", "clerk")
        let pipeline = month.workspace.folder.file("pipeline.yaml")
        try write(try text(of: pipeline).replacing("prepare: [clerk]", with: "prepare: [clerk, ghost]"), to: pipeline)
        try await expect(month.sign("--by", "ghost"), 64, "nobody-with-this-name")
        #expect(try month.lines.isEmpty)
        try write(try text(of: Product.pipeline), to: pipeline)
        try await expect(month.sign("--by", "clerk"), 64, "sign-off")
    }

    @Test("A reason that is short, empty or has several lines") func reasons() async throws {
        let month = try await SignedMonth.copy()
        try await month.sign("--by", "clerk").succeed()
        for reason in ["", "short", "one line\nand another one"] {
            try await expect(month.sign("--withdraw", "--by", "clerk", "--because", reason), 64)
        }
        try await expect(month.sign("--withdraw", "--by", "clerk"), 64, "--because")
    }

    @Test("A signature by another key or of another kind, for another purpose or text, or by who prepared it")
    func signatures() async throws {
        let month = try await SignedMonth.copy()
        try await expect(
            month.sign("--by", "clerk", "--signature", month.signature(of: Product.pipeline, by: "manager")), 64,
            "not prepared")
        try await month.sign("--by", "clerk").succeed()
        try await expect(month.sign("--by", "manager"), 64, "ssh-keygen -Y sign -n gantry-sign-off", "--signature")
        func refuse(_ signature: String, _ word: String) async throws {
            try await expect(month.sign("--by", "manager", "--signature", signature), 64, word)
        }
        try await refuse(month.signature(of: month.statement, by: "owner"), "made by the key")
        try await refuse(month.signature(of: month.statement, by: "rsa"), "RSA")
        try await refuse(month.signature(of: month.statement, by: "manager", namespace: "file"), "namespace file")
        try await refuse(month.signature(of: Product.pipeline, by: "manager"), "another text")
        try await refuse(Product.pipeline, "no signature")
        try await expect(
            month.sign("--by", "clerk", "--signature", month.signature(of: month.statement, by: "manager")), 64,
            "somebody else")
        #expect(try month.lines.count == 1)
    }

    @Test("A run that isn't signed, an unknown run, and a folder that has another file of the name") func deliveries()
        async throws
    {
        let month = try await SignedMonth.copy()
        try await expect(month.deliver("--to", month.importer, "--by", "clerk"), 6, "not signed")
        try await month.sign("--by", "clerk").succeed()
        try await expect(month.deliver("--to", month.importer, "--by", "clerk"), 6, "waits for an approval")
        try await month.sign("--by", "manager", "--signature", month.signature(of: month.statement, by: "manager"))
            .succeed()
        try write("last month", to: month.importer + "/payroll.csv")
        try await expect(month.deliver("--to", month.importer, "--by", "clerk"), 1, "other bytes")
        #expect(try text(of: month.importer + "/payroll.csv") == "last month")
        #expect(try month.lines.count == 2)
        try remove(month.importer + "/payroll.csv")
        try await month.deliver("--to", month.importer, "--by", "clerk").succeed()
        try await expect(
            month.sign("--withdraw", "--by", "clerk", "--because", "It was a mistake"), 64, "delivered already")
        try await expect(month.deliver("--to", month.workspace.folder.path, "--by", "clerk"), 64, "delivered already")
        try await expect(month.command(["sign", "payroll-monthly/2026-09/r1", "--by", "clerk"]), 64, "no run")
    }

    @Test("An answer where nobody asks, which begins nothing that a later signature would send") func answers()
        async throws
    {
        let month = try await SignedMonth.copy()
        try await month.signBoth()
        for answer in ["--was-taken", "--never-delivered"] {
            try await expect(
                month.deliver(
                    "--to", month.importer, "--by", "clerk", answer, "--because", "The bank has paid it out"),
                64, "nothing to say")
            #expect(try month.lines.count == 2)
        }
        _ = try await month.sign("--by", "clerk").run()
        #expect(try FileManager.default.contentsOfDirectory(atPath: month.importer).isEmpty)
        try await month.deliver("--to", month.importer, "--by", "clerk").succeed()
        #expect(try !FileManager.default.contentsOfDirectory(atPath: month.importer).isEmpty)
    }

    @Test("Another place, and signatures that are taken back, while the receiver may have one of the files")
    func begun()
        async throws
    {
        let month = try await SignedMonth.copy()
        try await month.signBoth()
        // One file is there, and the other is refused.
        try write(try read(month.workspace.published + "/data/payroll.csv"), to: month.importer + "/payroll.csv")
        try write("last month", to: month.importer + "/payroll.xml")
        let elsewhere = month.workspace.folder.file("elsewhere")
        try FileManager.default.createDirectory(atPath: elsewhere, withIntermediateDirectories: false)
        let reason = "The importer was down that day"
        for refused in [
            month.deliver("--to", month.importer, "--by", "clerk"), month.deliver("--to", elsewhere, "--by", "clerk"),
            month.sign("--withdraw", "--by", "clerk", "--because", reason),
        ] {
            try await expect(refused, 1, "other bytes")
            #expect(try month.lastAction() == "delivered")
        }
        try await expect(month.command(["month", "2026-10"]), 6, "may have been delivered to \(month.importer)")
        try await expect(
            month.deliver("--failed", "--because", reason, "--by", "clerk"), 1, "still there for the receiver")
        for file in ["payroll.csv", "payroll.xml"] { try remove("\(month.importer)/\(file)") }
        try await month.deliver("--failed", "--because", reason, "--by", "clerk").succeed()
        try await month.deliver("--to", elsewhere, "--by", "clerk").succeed()
        #expect(try FileManager.default.contentsOfDirectory(atPath: elsewhere).count == 2)
        #expect(try FileManager.default.contentsOfDirectory(atPath: month.importer).isEmpty)
    }

    @Test("A book whose lines were edited, removed or reordered, by the line's number") func books() async throws {
        let month = try await SignedMonth.copy()
        try await month.signBoth()
        let lines = try month.lines
        for (text, line) in [
            (lines[0].replacing("Payroll Clerk", with: "Payroll Clown") + "\n" + lines[1] + "\n", 1),
            (lines[0] + "\n", 2), (lines[1] + "\n" + lines[0] + "\n", 1), (lines[0] + "\n" + lines[1] + "\n{}\n", 3),
        ] {
            try write(text, to: month.book)
            try await expect(month.deliver("--to", month.importer, "--by", "clerk"), 4, "Line \(line)")
            try await expect(month.sign("--by", "clerk"), 4, "Line \(line)")
            try await expect(month.verify(), 4, "Line \(line)")
        }
        // A torn end is written again.
        try write(lines[0] + "\n" + lines[1].prefix(50), to: month.book)
        try await month.deliver("--to", month.importer, "--by", "clerk").succeed()
        #expect(try month.lines.prefix(2) == lines[...])
    }

    @Test("A folder, a statement or a signature that was changed") func folders() async throws {
        let month = try await SignedMonth.copy()
        try await month.signBoth()
        for path in [
            month.workspace.published + "/data/payroll.csv", month.signed + "/r1.statement",
            month.signed + "/book.jsonl",
            month.signed + "/r1.manager.sig", month.signed + "/allowed_signers", month.signed + "/SHA256SUMS",
        ] {
            let bytes = try read(path)
            var changed = bytes
            changed[changed.count / 2] ^= 1
            try write(changed, to: path)
            try await expect(month.verify("--seal", await month.seal()), 4)
            try write(bytes, to: path)
        }
        try await month.verify("--seal", month.seal()).succeed()
        let payroll = month.workspace.published + "/data/payroll.csv"
        try write(try text(of: payroll) + "1,1\n", to: payroll)
        try await expect(month.deliver("--to", month.importer, "--by", "clerk"), 4, "payroll.csv")
        #expect(try FileManager.default.contentsOfDirectory(atPath: month.importer).isEmpty)
        try remove(month.workspace.published)
        try await expect(month.deliver("--to", month.importer, "--by", "clerk"), 4, "missing")
    }

    @Test("An older revision once there is a newer one, and a whole period after its delivery") func revisions()
        async throws
    {
        let month = try await SignedMonth.copy()
        try await month.signBoth()
        try await month.deliver("--to", month.importer, "--by", "clerk").succeed()
        var job = try await Job.plain()
        job.pipeline = month.workspace.folder.file("pipeline.yaml")
        let next = ["--revision", "next"]
        try await expect(job.command(month.workspace.path, next), 64, "r1 is signed", "--because")
        try await expect(job.command(month.workspace.path, next + ["--because", "short"]), 64, "10 characters")
        let reason = next + ["--because", "Approvals after the closing"]
        let data = month.workspace.published + "/data"
        try FileManager.default.moveItem(atPath: data, toPath: data + "-away")
        try await expect(job.command(month.workspace.path, reason), 4, "is not what was signed")
        try FileManager.default.moveItem(atPath: data + "-away", toPath: data)
        try await month.hold("1001")
        try await job.command(month.workspace.path, reason).succeed()
        let information = try text(of: month.workspace.exports + "/payroll-monthly/2026-10/r2/bag-info.txt")
        #expect(information.contains("Correction-Reason: Approvals after the closing\n"))
        // A whole revision that was made before the delivery.
        let twice = try await SignedMonth.copy()
        try await twice.signBoth()
        try await job.command(twice.workspace.path, reason).succeed()
        try await twice.deliver("--to", twice.importer, "--by", "clerk").succeed()
        try await expect(
            twice.command(["sign", "payroll-monthly/2026-10/r2", "--by", "clerk"]), 64, "paid twice", "r1 was delivered"
        )
        let other = try await SignedMonth.copy()
        try await job.command(other.workspace.path, ["--revision", "next"]).succeed()
        try await expect(other.sign("--by", "clerk"), 64, "payroll-monthly/2026-10/r2")
    }
}
