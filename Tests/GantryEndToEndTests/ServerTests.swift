import Testing

/// Servers in trouble, from outside: the run rides it out, or ends clearly and goes on to the same bytes.
@Suite("A server in trouble") struct ServerTests {
    private static let month = ["--entries", "60", "--employees", "6", "--seed", "7"]

    /// A job against a sandbox with faults; the bytes are those of the plain job.
    private func job(_ faults: [String]) async throws -> (job: Job, sandbox: Sandbox, reference: Tree) {
        let sandbox = try await Sandbox(Self.month + faults.flatMap { ["--fault", $0] })
        return (Job("faulty", sandbox), sandbox, try await Job.plain().reference())
    }

    @Test(
        "that gets over it costs nothing but time",
        arguments: [
            "work-entries:page=3:expire-token", "work-entries:page=3:status=401", "workers:expire-token",
            "work-entries:page=3:status=429:retry-after=0", "work-entries:page=3:status=429:retry-after=1",
            "work-entries:page=3:status=429:retry-after=date+1", "work-entries:page=2:burst=2",
            "work-entries:page=2:status=502",
            "work-entries:page=3:reset", "work-entries:page=3:close", "work-entries:page=3:stall=2",
            "work-entries:page=2:truncate",
            "work-entries:page=4:wrong-length=16", "work-entries:page=4:wrong-length=-16",
            "work-entries:page=3:garbage",
            "work-entries:page=3:html", "work-entries:page=3:empty", "work-entries:page=3:gzip-bomb=128",
            "work-entries:page=3:endless", "workers:garbage", "workers:reset", "*:slow=0.05",
            "login:status=503",
        ]) func passes(fault: String) async throws
    {
        let (job, sandbox, reference) = try await job([fault])
        let workspace = try Workspace("server")
        let ending = try await job.command(workspace.path).run()
        #expect(ending.status == .exited(0), "\(fault): \(ending)")
        if let problem = try await workspace.broken(reference) { Issue.record("\(fault): \(problem)") }
        if ending.status != .exited(0), let problem = try await workspace.unfinished(job, reference) {
            Issue.record("\(fault): \(problem)")
        }
        _ = sandbox
    }

    @Test("that says neither how many there are nor whether more follow is read to the end") func uncounted()
        async throws
    {
        let (job, sandbox, reference) = try await job(["work-entries:times=always:uncounted"])
        let workspace = try Workspace("server")
        let ending = try await job.command(workspace.path).run()
        ending.expect(exit: 0)
        // The archive has the same lines in other blocks.
        let published = try Tree(workspace.published)
        for file in ["data/work-entries.csv", "data/exceptions.csv"] {
            #expect(published.files[file] == reference.files[file] && reference.files[file] != nil, "\(file)")
        }
        _ = sandbox
    }

    @Test(
        "that ends a run leaves it to be continued by the same command",
        arguments: [
            ("work-entries:page=3:status=404", [1], "404"), ("work-entries:page=3:status=403", [1, 77], "403"),
            ("work-entries:page=3:status=401:times=2", [77], "401"),
            ("work-entries:endless:times=4", [1, 75], "larger"),
            ("work-entries:page=3:redirect=http://127.0.0.1:9/elsewhere", [1], "127.0.0.1:9"),
            ("login:status=401", [77], "sign"), ("work-entries:page=3:garbage:times=3", [75], "page"),
        ] as [(String, [Int32], String)]) func ends(fault: String, codes: [Int32], word: String) async throws
    {
        let (job, sandbox, reference) = try await job([fault])
        let workspace = try Workspace("server")
        let ending = try await job.command(workspace.path).run()
        #expect(ending.code.map(codes.contains) ?? false, "\(fault): \(ending)")
        #expect(
            ending.err.asciiLowercase().contains(word.asciiLowercase()),
            "\(fault): the message lacks \"\(word)\": \(ending.err)")
        if let problem = try await workspace.broken(reference) { Issue.record("\(fault): \(problem)") }
        #expect(!exists(workspace.published))
        if let problem = try await workspace.unfinished(job, reference) { Issue.record("\(fault): \(problem)") }
        _ = sandbox
    }

    /// Changes of the source while it is paged. Several times the same request is changed again in the second attempt.
    static let changeFaults = ["repeat-page", "total-changes=1", "total-changes=-1", "record-added", "record-removed"]

    @Test("that changes while it is paged is read again from the first page, once", arguments: changeFaults)
    func changesOnce(change: String) async throws {
        let (job, sandbox, reference) = try await job(["work-entries:page=4:\(change):times=1"])
        let workspace = try Workspace("server")
        let ending = try await job.command(workspace.path).run()
        #expect(ending.status == .exited(0), "\(change): \(ending)")
        #expect(ending.err.contains("starting over at the first page"), "\(change): \(ending.err)")
        if let difference = try workspace.exported().difference(from: reference) {
            Issue.record("\(change): \(difference)")
        }
        _ = sandbox
    }

    @Test("that keeps changing while it is paged ends the run, and starting over ends well", arguments: changeFaults)
    func changes(change: String) async throws {
        let fault = "work-entries:page=4:\(change):times=2"
        let (plain, sandbox, reference) = try await job([fault])
        var job = plain
        // A page at a time, so that each attempt meets the change once.
        job.options = ["--pages-ahead", "1"]
        let workspace = try Workspace("server")
        let ending = try await job.command(workspace.path).run()
        #expect(ending.status == .exited(1), "\(fault): \(ending)")
        #expect(ending.err.contains("--start-over"), "\(fault): \(ending.err)")
        #expect(!exists(workspace.published), "\(fault) was published")
        if let problem = try await workspace.unfinished(job, reference, ["--start-over"]) {
            Issue.record("\(fault): \(problem)")
        }
        _ = sandbox
    }

    @Test("that sorts by a column with equal values is read day by day, and every entry is published once")
    func ties() async throws {
        let (job, sandbox, reference) = try await job(["work-entries:ties"])
        let workspace = try Workspace("ties")
        let ending = try await job.command(workspace.path).run()
        ending.expect(exit: 0)
        if let difference = try workspace.exported().difference(from: reference) { Issue.record("\(difference)") }
        _ = sandbox
    }

    @Test("that sends the run to another host gets it to show no credential there") func redirect() async throws {
        let recorder = try await Recorder()
        let (job, sandbox, reference) = try await job(["work-entries:page=3:redirect=\(recorder.url)/elsewhere"])
        let workspace = try Workspace("redirect")
        let ending = try await job.command(workspace.path).run()
        ending.expect(exit: 1)
        for request in try recorder.requests() {
            let lower = request.asciiLowercase()
            #expect(
                !lower.contains("authorization") && !lower.contains("cookie") && !lower.contains("bearer"), "\(request)"
            )
        }
        print("   the other host saw \(try recorder.requests().count) requests")
        if let problem = try await workspace.unfinished(job, reference) { Issue.record("\(problem)") }
        _ = sandbox
    }

    @Test("that sends a record which can't be read costs only that record, within the budget") func rejects()
        async throws
    {
        let sandbox = try await Sandbox(
            Self.month + ["--fault", "work-entries:page=3:times=always:record=unknown-enum:index=4"])
        var job = Job("reject", sandbox)
        let workspace = try Workspace("reject")
        let refused = try await job.command(workspace.path).run()
        refused.expect(exit: 1)
        #expect(refused.err.contains("rejects.max"), "\(refused.err)")
        #expect(!exists(workspace.published))
        job.settings.append("rejects.max=1")
        let allowed = try await job.command(workspace.path).run()
        allowed.expect(exit: 2)
        let rejects = try text(of: workspace.published + "/data/rejects.csv")
        #expect(rejects.contains("PAID_TWICE") && rejects.contains("status"), "\(rejects)")
        _ = sandbox
    }
}

extension String {
    /// Lower case of ASCII letters.
    func asciiLowercase() -> String {
        String(decoding: utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }, as: UTF8.self)
    }
}
