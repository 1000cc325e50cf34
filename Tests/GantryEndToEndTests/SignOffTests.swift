import FoundationEssentials
import Testing

@Suite("A month that two people sign") struct SignOffTests {
    @Test("is prepared, approved with a key of OpenSSH, delivered, received, and proven later without this machine")
    func month() async throws {
        let month = try await SignedMonth.copy()
        var job = try await Job.plain()
        job.pipeline = month.workspace.folder.file("pipeline.yaml")
        let published = try await job.command(month.workspace.path).run()
        #expect(
            published.out.contains("Waits for 2 signatures") && published.out.contains("gantry month"), "\(published)")
        let prepared = try await month.sign("--by", "clerk").succeed()
        let seal = try await month.seal()
        #expect(
            prepared.out.contains("prepared by Payroll Clerk (declared)") && prepared.out.contains(seal), "\(prepared)")
        #expect(try text(of: month.statement).hasPrefix("gantry sign-off 1\nrun: \(SignedMonth.run)\nkind: full\n"))
        #expect(try await month.verify("--seal", seal).run().status == .exited(6))

        let signature = try await month.signature(of: month.statement, by: "manager")
        let signed = try await month.sign("--by", "manager", "--signature", signature).succeed()
        #expect(signed.out.contains("approved by Payroll Manager (key SHA256:"), "\(signed)")
        // OpenSSH proves what Gantry keeps.
        try await Command([
            "sh", "-c",
            "ssh-keygen -Y verify -f '\(month.signed)/allowed_signers' -I manager -n gantry-sign-off -s '\(month.signed)/r1.manager.sig' "
                + "<'\(month.signed)/r1.statement'",
        ]).succeed()

        let delivered = try await month.deliver("--to", month.importer, "--by", "clerk").succeed()
        #expect(delivered.out.contains("payroll.csv"), "\(delivered)")
        for file in ["payroll.csv", "payroll.xml"] {
            #expect(try read("\(month.importer)/\(file)") == read("\(month.workspace.published)/data/\(file)"))
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: month.importer).count == 2)
        let receipt = month.workspace.folder.file("Answer.PDF")
        try write("Received", to: receipt)
        try await month.deliver("--receipt", receipt, "--by", "clerk").succeed()
        #expect(try text(of: month.signed + "/r1.receipt.pdf") == "Received")

        let shown = try await Command([
            Product.binary, "show", SignedMonth.run, "--workspace", month.workspace.path,
        ]).succeed()
        #expect(shown.out.contains("received, prepared by Payroll Clerk (declared), approved by"), "\(shown)")
        try await Command(["python3", Product.tools + "/check_book.py", month.book, month.statement]).succeed()
        try await Command(["sh", "-c", "cd '\(month.signed)' && sha256sum -c --strict SHA256SUMS"]).succeed()
        let elsewhere = try TestFolder("elsewhere")
        for name in ["", ".signed"] {
            try await Command(["cp", "-a", month.workspace.published + name, elsewhere.file("october" + name)])
                .succeed()
        }
        let proven = try await Command([
            Product.binary, "verify", elsewhere.file("october"), "--seal", seal.lowercased(),
        ])
        .succeed()
        #expect(
            proven.out.contains("Every file is as signed by Payroll Clerk (declared) and Payroll Manager (key SHA256:"),
            "\(proven)")
        let other = try await Command([
            Product.binary, "verify", elsewhere.file("october"), "--seal", "AAAA-AAAA-AAAA-AAAA-AAAA",
        ]).run()
        #expect(other.status == .exited(4) && other.out.contains(seal), "\(other)")
    }

    @Test("says that it is done when a step comes again") func again() async throws {
        let month = try await SignedMonth.copy()
        try await month.sign("--by", "clerk").succeed()
        #expect(try await month.sign("--by", "clerk").run().status == .exited(3))
        let signature = try await month.signature(of: month.statement, by: "manager")
        try await month.sign("--by", "manager", "--signature", signature).succeed()
        #expect(try await month.sign("--by", "manager", "--signature", signature).run().status == .exited(3))
        try await month.deliver("--to", month.importer, "--by", "clerk").succeed()
        // The payroll program has taken the files.
        for file in ["payroll.csv", "payroll.xml"] { try remove("\(month.importer)/\(file)") }
        let again = try await month.deliver("--to", month.importer, "--by", "clerk").run()
        again.expect(exit: 3)
        #expect(try FileManager.default.contentsOfDirectory(atPath: month.importer).isEmpty)
        let reason = "The importer was down that day"
        try await month.deliver("--failed", "--because", reason, "--by", "clerk").succeed()
        #expect(try await month.deliver("--failed", "--because", reason, "--by", "clerk").run().status == .exited(3))
        try await month.deliver("--to", month.importer, "--by", "clerk").succeed()
        #expect(try FileManager.default.contentsOfDirectory(atPath: month.importer).count == 2)
        #expect(try month.lines.count == 5)
    }

    @Test("is taken back and prepared again") func withdraw() async throws {
        let month = try await SignedMonth.copy()
        try await month.signBoth()
        let reason = "The crane log of Friday is wrong"
        try await month.sign("--withdraw", "--by", "manager", "--because", reason).succeed()
        let verified = try await month.verify().succeed()
        #expect(
            verified.out.contains("Not signed: Payroll Manager withdrew it") && verified.out.contains(reason),
            "\(verified)")
        #expect(!exists(month.signed + "/r1.manager.sig"))
        #expect(try await month.deliver("--to", month.importer, "--by", "clerk").run().status == .exited(6))
        try await month.signBoth()
        #expect(try month.lines.count == 5 && month.lastAction() == "signed")
        try await month.verify("--seal", month.seal()).succeed()
    }

    @Test("takes a key of the curve P-256 and a declared approval where the pipeline file says so") func otherProofs()
        async throws
    {
        let month = try await SignedMonth.copy()
        let pipeline = month.workspace.folder.file("pipeline.yaml")
        try write(try text(of: pipeline).replacing("approve: [manager]", with: "approve: [owner]"), to: pipeline)
        try await month.sign("--by", "clerk").succeed()
        try await month.sign("--by", "owner", "--signature", month.signature(of: month.statement, by: "owner"))
            .succeed()
        try await month.verify("--seal", month.seal()).succeed()
        let other = try await SignedMonth.copy()
        let declared = other.workspace.folder.file("pipeline.yaml")
        try write(try text(of: declared) + "  proof: declared\n", to: declared)
        try await other.sign("--by", "clerk").succeed()
        let signed = try await other.sign("--by", "manager").succeed()
        #expect(signed.out.contains("approved by Payroll Manager (declared)"), "\(signed)")
    }
}
