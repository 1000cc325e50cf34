internal import GantryEngine
internal import GantryModel

extension JournalConformance {
    static let runs: [Property] = [
        .init("A run that was never begun isn't there") { open in
            let journal = try await open()
            try await requireEqual(journal.run(Sample.id), nil, what: "run")
            try await requireEqual(journal.runs(), [], what: "runs")
            try await requireEqual(journal.lastCheckpoint(of: Sample.stage), nil, what: "checkpoint")
            try await requireEqual(journal.rejects(of: Sample.id, limit: 10), [], what: "rejects")
            try await requireEqual(journal.document(named: "result", of: Sample.id), nil, what: "document")
        },
        .init("A run comes back as it was begun") { open in
            let journal = try await open()
            let run = Sample.run(corrects: 3)
            try await journal.begin(run)
            try await requireEqual(journal.run(run.id), run, what: "run")
            try await requireEqual(journal.runs(), [run], what: "runs")
        },
        .init("A run is begun once") { open in
            let journal = try await open()
            try await journal.begin(Sample.run())
            try await requireThrows("a second begin") { try await journal.begin(Sample.run(identity: "another")) }
            try await requireEqual(journal.run(Sample.id)?.identity, Sample.identity("payroll"), what: "identity")
        },
        .init("A run is begun with its documents, or not at all") { open in
            let journal = try await open()
            try await journal.begin(Sample.run(), documents: ["one": "1", "two": ""])
            try await requireEqual(journal.document(named: "one", of: Sample.id), "1", what: "document")
            try await requireEqual(journal.document(named: "two", of: Sample.id), "", what: "document")
            try await requireThrows("a second begin") {
                try await journal.begin(Sample.run(), documents: ["one": "2", "three": "3"])
            }
            try await requireEqual(journal.document(named: "one", of: Sample.id), "1", what: "document")
            try await requireEqual(journal.document(named: "three", of: Sample.id), nil, what: "document")
        },
        .init("A run that is sealed is to be published, with its bag and documents") { open in
            let journal = try await open()
            try await journal.begin(Sample.run())
            try await requireEqual(journal.bag(of: Sample.id), nil, what: "bag")
            try await journal.noteError("stopped", for: Sample.id)
            try await journal.seal(Sample.id, bag: "ab12", documents: ["result": "text"])
            let run = try await journal.run(Sample.id)
            try requireEqual(run?.phase, .publish, what: "phase")
            try requireEqual(run?.lastError, "", what: "error")
            try await requireEqual(journal.bag(of: Sample.id), "ab12", what: "bag")
            try await requireEqual(journal.document(named: "result", of: Sample.id), "text", what: "document")
            try await journal.complete(Sample.id, at: Instant(nanosecondsSince1970: 1))
            try await requireEqual(journal.bag(of: Sample.id), "ab12", what: "bag")
        },
        .init("Runs are listed newest first") { open in
            let journal = try await open()
            for (revision, time) in [(1, 30), (2, -10), (3, 20)] as [(Int, Int64)] {
                try await journal.begin(
                    Sample.run(RunID(pipeline: "p", period: "2026-W01", revision: revision), startedAt: time))
            }
            try await requireEqual(journal.runs().map(\.id.revision), [1, 3, 2], what: "revisions")
        },
        .init("A scope has its own runs and no others, newest first") { open in
            let journal = try await open()
            let names = [
                "pay/2026-10/r1", "pay/2026-10/r2", "pay/2026-1/r1", "pay/2026-100/r1", "pay@a/2026-10/r1",
                "payroll/2026-10/r1", "pay-b/2026-10/r1", "pay0/2026-10/r1", "payA/2026-10/r1", "pa/2026-10/r1",
                "sheets/x/r1", "sheets/y/r1",
            ]
            var all: [RunRecord] = []
            for (index, name) in names.enumerated() {
                guard let id = RunID(name) else { continue }
                var identity = Sample.identity(name)
                identity.period = id.period
                if id.pipeline == "sheets" {
                    identity.kind = .sheet
                    identity.period = "2026-10"
                }
                identity.source = RunSource(
                    system: "s", address: index % 2 == 0 ? "https://a" : "https://b/\"é",
                    account: [nil, "one", "two"][index % 3])
                var run = RunRecord(
                    id: id, identity: identity, snapshot: Instant(nanosecondsSince1970: 0), corrects: nil,
                    startedAt: Instant(nanosecondsSince1970: Int64(index * 7 % 12)))
                try await journal.begin(run)
                if index % 4 == 0 {
                    try await journal.complete(id, at: Instant(nanosecondsSince1970: 99))
                    run.phase = .complete
                    run.finishedAt = Instant(nanosecondsSince1970: 99)
                }
                all.append(run)
            }
            all.sort { $0.startedAt > $1.startedAt }
            let (five, six) = (Instant(nanosecondsSince1970: 5), Instant(nanosecondsSince1970: 6))
            let scopes: [RunScope] = [
                .all, .of(pipeline: "pay"), .of(pipeline: "pay", period: "2026-10"), .of(pipeline: "p"),
                .of(pipeline: "pay@a"), .family(pipeline: "pay"), .unfinished, .sheets(period: "2026-10"),
                .sheets(period: "x"), .kind(.sheet), .kind(.sheet, since: six), .kind(.part),
                .kind(.payroll, since: five), .since(five), .since(Instant(nanosecondsSince1970: 100)), .periods([]),
                .periods(Set(names.suffix(4).compactMap { RunID($0) }.map { RunScope.Period(of: $0) })),
            ]
            try requireEqual(all.count { RunScope.kind(.sheet).contains($0.head) }, 2, what: "runs that send")
            try requireEqual(
                all.count { RunScope.kind(.sheet, since: six).contains($0.head) }, 1, what: "runs that sent since then")
            try requireEqual(all.count { RunScope.since(five).contains($0.head) }, 9, what: "runs since then")
            for scope in scopes {
                let wanted = all.filter { scope.contains($0.head) }
                try await requireEqual(journal.runs(scope), wanted, what: "runs of \(scope)")
                try await requireEqual(journal.heads(scope).runs, wanted.map(\.head), what: "heads of \(scope)")
            }
            var seen: Set<String> = []
            let latest = all.filter { $0.phase != .complete || seen.insert($0.id.pipeline + place($0)).inserted }
            try await requireEqual(journal.runs(.latest), latest, what: "the latest runs")
            try await requireEqual(journal.runs(.newest(3)), Array(all.prefix(3)), what: "the newest runs")
            let ended = all.filter { $0.phase == .complete } + all.filter { $0.phase != .complete }
            try await requireEqual(journal.heads(.ended(5)).runs, ended.prefix(5).map(\.head), what: "the last to end")
        },
        .init("Of each pipeline, server and account the last to start and the last to end are the latest") {
            open in
            let journal = try await open()
            // By revision: the server, the account, the start, the end.
            let runs: [(String, String?, Int64, Int64?)] = [
                ("https://a", nil, 10, 90), ("https://a", nil, 20, 30), ("https://a", nil, 40, 50),
                ("https://a", "one", 5, 6), ("https://a", "one", 7, 8), ("https://b", nil, 1, 2),
                ("https://b", nil, 3, 3), ("https://b", nil, 2, nil), ("https://b", "one", 60, 60),
            ]
            for pipeline in ["pay", "pay@a"] {
                for (index, (address, account, start, end)) in runs.enumerated() {
                    var identity = Sample.identity(pipeline)
                    identity.source = RunSource(system: "s", address: address, account: account)
                    let id = RunID(pipeline: pipeline, period: "2026-\(10 + index % 3)", revision: index + 1)
                    try await journal.begin(
                        RunRecord(
                            id: id, identity: identity, snapshot: Instant(nanosecondsSince1970: 0), corrects: nil,
                            startedAt: Instant(nanosecondsSince1970: start + (pipeline == "pay" ? 0 : 100))))
                    guard let end else { continue }
                    try await journal.complete(
                        id, at: Instant(nanosecondsSince1970: end + (pipeline == "pay" ? 0 : 100)))
                }
            }
            let revisions = [9, 3, 1, 5, 7, 8]
            try await requireEqual(
                journal.heads(.latest).runs.map { "\($0.id.pipeline) \($0.id.revision)" },
                revisions.map { "pay@a \($0)" } + revisions.map { "pay \($0)" }, what: "the latest runs")
        },
        .init("Many runs are listed as few are") { open in
            let journal = try await open()
            let ids = (1...300).map { RunID(pipeline: "p", period: "2026", revision: $0) }
            for id in ids {
                try await journal.begin(Sample.run(id, identity: "]\"settings\":[", startedAt: Int64(id.revision)))
            }
            let heads = try await journal.heads(.all)
            try requireEqual(heads.runs.map(\.id), ids.reversed(), what: "runs")
            try requireEqual(heads.damaged.isEmpty, true, what: "damaged")
            try await requireEqual(
                journal.runs(.newest(270)).map(\.id), ids.reversed().prefix(270).map { $0 }, what: "runs")
        },
        .init("A head says what its run was begun with") { open in
            let journal = try await open()
            for (index, kind) in [RunIdentity.Kind.payroll, .datasets, .sheet, .part].enumerated() {
                var identity = Sample.identity("a\"settings\":[{]}\\")
                identity.kind = kind
                identity.part = index == 3 ? "2/8" : nil
                identity.period = [nil, "\"settings\":[", "]", "2026"][index]
                identity.settings = index == 1 ? [] : identity.settings
                identity.source = index == 2 ? nil : RunSource(system: "s\"", address: "https://é", account: "a/b")
                if index == 0 {
                    identity.source?.contract = .deployed
                    identity.source?.connection = "ksr"
                }
                let run = RunRecord(
                    id: RunID(pipeline: "p", period: "2026", revision: index + 1), identity: identity,
                    snapshot: Instant(nanosecondsSince1970: 3), corrects: index == 0 ? nil : index,
                    startedAt: Instant(nanosecondsSince1970: 1))
                try await journal.begin(run)
                try await journal.noteError("No.", for: run.id)
                var head = run.head
                head.lastError = "No."
                try await requireEqual(journal.heads(.newest(1)).runs, [head], what: "head")
                try await requireEqual(journal.run(run.id)?.identity, identity, what: "identity")
            }
        },
        .init("Every text of an identity, an error and a document comes back byte for byte") { open in
            let journal = try await open()
            for (index, text) in Sample.oddTexts.enumerated() {
                let id = RunID(pipeline: "p", period: "2026-10", revision: index + 1)
                try await journal.begin(Sample.run(id, identity: text))
                try await journal.noteError(text, for: id)
                try await journal.keep(text, named: "document", for: id)
                let run = try await journal.run(id)
                func same(_ found: String?) -> Bool { found.map { Array($0.utf8) } == Array(text.utf8) }
                let shown = singleLine(text.prefix(20))
                try require(
                    same(run?.identity.settings.first?.value) && same(run?.identity.period),
                    "the identity \(shown) changed")
                try require(same(run?.lastError), "the error \(shown) changed")
                try await require(same(journal.document(named: "document", of: id)), "the document \(shown) changed")
            }
        },
        .init("Times from the beginning to the end of what an Instant holds come back") { open in
            let journal = try await open()
            for (index, time) in [Int64.min, -1, 0, 1, Int64.max].enumerated() {
                let id = RunID(pipeline: "p", period: "2026-10", revision: index + 1)
                try await journal.begin(Sample.run(id, startedAt: time))
                try await journal.complete(id, at: Instant(nanosecondsSince1970: time))
                let run = try await journal.run(id)
                try requireEqual(run?.startedAt.nanosecondsSince1970, time, what: "started")
                try requireEqual(run?.finishedAt?.nanosecondsSince1970, time, what: "finished")
            }
        },
        .init("A run that is completed says so, with its time, without an error, and keeps no checkpoint") { open in
            let journal = try await open()
            try await journal.begin(Sample.run())
            try await journal.begin(Sample.stage, documents: [:], checkpoint: nil)
            try await journal.commit(Sample.checkpoint(3), rejects: [Sample.reject(1)], for: Sample.stage)
            try await journal.noteError("The network is down.", for: Sample.id)
            try await requireEqual(journal.run(Sample.id)?.lastError, "The network is down.", what: "error")
            try await journal.complete(Sample.id, at: Instant(nanosecondsSince1970: 77))
            let run = try await journal.run(Sample.id)
            try requireEqual(run?.phase, .complete, what: "phase")
            try requireEqual(run?.finishedAt, Instant(nanosecondsSince1970: 77), what: "finished")
            try requireEqual(run?.lastError, "", what: "error")
            try await requireEqual(journal.lastCheckpoint(of: Sample.stage), nil, what: "checkpoint")
            try await requireEqual(journal.rejects(of: Sample.id, limit: 9), [Sample.reject(1)], what: "rejects")
        },
        .init("A run that is reset can begin again, and others stay") { open in
            let journal = try await open()
            for id in [Sample.id, Sample.other] {
                let stage = StageID(id, "work-entries")
                try await journal.begin(Sample.run(id), stage)
                try await journal.commit(Sample.checkpoint(10), rejects: [Sample.reject(4)], for: stage)
                try await journal.keep("text", named: "result", for: id)
            }
            try await journal.reset(Sample.id)
            try await requireEqual(journal.lastCheckpoint(of: Sample.stage), nil, what: "checkpoint")
            try await requireEqual(journal.rejects(of: Sample.id, limit: 10), [], what: "rejects")
            try await requireEqual(journal.document(named: "result", of: Sample.id), nil, what: "document")
            try await requireEqual(journal.stages(of: Sample.id), [], what: "stages")
            try await journal.begin(Sample.run(identity: "again"))
            try await requireEqual(journal.run(Sample.id)?.identity, Sample.identity("again"), what: "identity")
            try await requireEqual(
                journal.lastCheckpoint(of: Sample.otherStage), Sample.checkpoint(10), what: "the other's checkpoint")
            try await requireEqual(
                journal.rejects(of: Sample.other, limit: 10), [Sample.reject(4)], what: "the other's rejects")
            try await requireEqual(
                journal.document(named: "result", of: Sample.other), "text", what: "the other's document")
        },
        .init("A document is kept by its name and replaced by the next of that name") { open in
            let journal = try await open()
            try await journal.begin(Sample.run())
            try await journal.keep("one", named: "a", for: Sample.id)
            try await journal.keep("two", named: "b", for: Sample.id)
            try await journal.keep("three", named: "a", for: Sample.id)
            try await requireEqual(journal.document(named: "a", of: Sample.id), "three", what: "a")
            try await requireEqual(journal.document(named: "b", of: Sample.id), "two", what: "b")
            try await requireThrows("a document of no run") {
                try await journal.keep("x", named: "a", for: Sample.other)
            }
        },
    ]
}

/// The server and account of a run.
private func place(_ run: RunRecord) -> String {
    "@\(run.identity.source?.address ?? "") \(run.identity.source?.account ?? "")"
}
