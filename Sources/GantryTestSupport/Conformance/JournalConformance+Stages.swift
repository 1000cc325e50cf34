internal import GantryEngine

extension Journal {
    /// Enters a run and a stage of it.
    func begin(_ run: RunRecord, _ stage: StageID) async throws {
        try await begin(run)
        try await begin(stage, documents: [:], checkpoint: nil)
    }
}

extension JournalConformance {
    static let stages: [Property] = [
        .init("A stage is begun with its documents and its first checkpoint, or not at all") { open in
            let journal = try await open()
            try await requireThrows("a stage of no run") {
                try await journal.begin(Sample.stage, documents: ["one": "1"], checkpoint: nil)
            }
            try await journal.begin(Sample.run())
            let checkpoint = Sample.checkpoint(3, phase: .rewrite)
            try await journal.begin(Sample.stage, documents: ["one": "1", "two": ""], checkpoint: checkpoint)
            try await requireEqual(journal.document(named: "one", of: Sample.stage), "1", what: "document")
            try await requireEqual(journal.document(named: "two", of: Sample.stage), "", what: "document")
            try await requireEqual(journal.document(named: "one", of: Sample.id), nil, what: "the run's document")
            try await requireEqual(journal.lastCheckpoint(of: Sample.stage), checkpoint, what: "checkpoint")
            try await requireEqual(journal.run(Sample.id)?.phase, .rewrite, what: "phase")
            try await requireThrows("a second begin") {
                try await journal.begin(Sample.stage, documents: ["one": "2", "three": "3"], checkpoint: nil)
            }
            try await requireEqual(journal.document(named: "one", of: Sample.stage), "1", what: "document")
            try await requireEqual(journal.document(named: "three", of: Sample.stage), nil, what: "document")
        },
        .init("Stages are listed in the order in which they began, with what they came to") { open in
            let journal = try await open()
            try await journal.begin(Sample.run())
            let names = ["users", "leaves", "appointments"]
            for name in names { try await journal.begin(StageID(Sample.id, name), documents: [:], checkpoint: nil) }
            let result = StageResult(
                name: "leaves", counts: BatchCounts(),
                files: [StageFile(name: "æ.csv", length: .max, sha256: "ab", rows: 3, isDownload: true)],
                totals: #"{"a":"\u0000"}"#, bookmark: "b")
            try await journal.finish(StageID(Sample.id, "leaves"), with: result)
            try await requireEqual(
                journal.stages(of: Sample.id),
                names.map { StageRecord(name: $0, result: $0 == "leaves" ? result : nil) }, what: "stages")
            try await requireEqual(journal.result(of: StageID(Sample.id, "leaves")), result, what: "result")
            try await requireEqual(journal.result(of: StageID(Sample.id, "users")), nil, what: "result")
        },
        .init("A finished stage keeps no checkpoint, and its rejects stay") { open in
            let journal = try await open()
            try await journal.begin(Sample.run(), Sample.stage)
            try await journal.commit(Sample.checkpoint(3), rejects: [Sample.reject(1)], for: Sample.stage)
            try await journal.finish(
                Sample.stage, with: StageResult(name: "s", counts: BatchCounts(), files: [], totals: "{}"))
            try await requireEqual(journal.lastCheckpoint(of: Sample.stage), nil, what: "checkpoint")
            try await requireEqual(journal.rejects(of: Sample.stage, limit: 9), [Sample.reject(1)], what: "rejects")
            try await requireThrows("the result of a stage that never began") {
                try await journal.finish(
                    StageID(Sample.id, "other"),
                    with: StageResult(name: "s", counts: BatchCounts(), files: [], totals: "{}"))
            }
        },
        .init("A stage that is reset can begin again, and other stages stay") { open in
            let journal = try await open()
            let other = StageID(Sample.id, "other")
            try await journal.begin(Sample.run())
            for stage in [Sample.stage, other] {
                try await journal.begin(stage, documents: ["keys": "a"], checkpoint: nil)
                try await journal.commit(Sample.checkpoint(10), rejects: [Sample.reject(4)], for: stage)
            }
            try await journal.reset(Sample.stage)
            try await requireEqual(journal.stages(of: Sample.id).map(\.name), ["other"], what: "stages")
            try await requireEqual(journal.lastCheckpoint(of: Sample.stage), nil, what: "checkpoint")
            try await requireEqual(journal.document(named: "keys", of: Sample.stage), nil, what: "document")
            try await requireEqual(
                journal.rejects(of: Sample.id, limit: 9), [Sample.reject(4)], what: "the run's rejects")
            try await requireEqual(
                journal.lastCheckpoint(of: other), Sample.checkpoint(10), what: "the other's checkpoint")
            try await requireEqual(journal.document(named: "keys", of: other), "a", what: "the other's document")
            try await journal.begin(Sample.stage, documents: [:], checkpoint: nil)
        },
    ]
}
