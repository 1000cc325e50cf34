internal import GantryEngine
internal import GantryModel

extension JournalConformance {
    static let checkpoints: [Property] = [
        .init("The newest checkpoint of a run is the last") { open in
            let journal = try await open()
            try await journal.begin(Sample.run(), Sample.stage)
            try await journal.begin(Sample.run(Sample.other), Sample.otherStage)
            try await journal.commit(Sample.checkpoint(99), rejects: [], for: Sample.otherStage)
            // Also one that moves back, as when a run starts its outputs over.
            for records in [1, 2, 3, 4, 5, 3] {
                try await journal.commit(Sample.checkpoint(records), rejects: [], for: Sample.stage)
                try await requireEqual(
                    journal.lastCheckpoint(of: Sample.stage), Sample.checkpoint(records), what: "checkpoint")
            }
            try await requireEqual(
                journal.lastCheckpoint(of: Sample.otherStage), Sample.checkpoint(99), what: "the other's")
        },
        .init("A checkpoint moves its run's phase and takes back its error") { open in
            let journal = try await open()
            try await journal.begin(Sample.run(), Sample.stage)
            for phase in [StagePhase.fetch, .rewrite, .seal] {
                try await journal.noteError("stopped", for: Sample.id)
                try await journal.commit(Sample.checkpoint(1, phase: phase), rejects: [], for: Sample.stage)
                let run = try await journal.run(Sample.id)
                try requireEqual(run?.phase, Phase(phase), what: "phase")
                try requireEqual(run?.lastError, "", what: "error")
            }
        },
        .init("Every field of a checkpoint comes back, also absent and extreme") { open in
            let journal = try await open()
            try await journal.begin(Sample.run(), Sample.stage)
            var least = Checkpoint(
                phase: .rewrite, pageSize: 0, landing: FileCheckpoint(name: "", length: 0, sha256: ""), parts: [])
            least.counts = nil
            let limit = StatedNumber.mostCount
            var most = Checkpoint(
                phase: .seal, pageSize: limit,
                landing: FileCheckpoint(
                    name: "l", length: Int64(limit), sha256: "f", tail: [0], rows: limit, sums: ["": ""]),
                parts: Sample.oddTexts.enumerated().map { index, text in
                    FileCheckpoint(
                        name: text, length: Int64(limit), sha256: text, tail: Array(text.utf8), rows: index,
                        sums: [text: text])
                })
            most.nextPage = limit
            most.statedTotal = limit
            most.usualPageSize = limit
            most.repeatsWithinPages = limit
            most.records = limit
            most.written = limit
            most.counts?.fetched = 5
            most.counts?.exported = 4
            most.counts?.held = 3
            most.counts?.repeats = 2
            most.counts?.rejected = 1
            for checkpoint in [least, most] {
                try await journal.commit(checkpoint, rejects: [], for: Sample.stage)
                try await require(journal.lastCheckpoint(of: Sample.stage) == checkpoint, "a checkpoint changed")
            }
        },
        .init("Tails of all byte values and of any length come back") { open in
            let journal = try await open()
            try await journal.begin(Sample.run(), Sample.stage)
            let every = (0...255).map { UInt8($0) }
            // The third and fourth could be mistaken for the encoding of a tail's length.
            for tail in [
                [], every, Array("3:abc".utf8), Array("0:0:".utf8), [0], [0x3A],
                Array(repeatElement(every, count: 5_000).joined()),
            ] {
                let checkpoint = Sample.checkpoint(1, tail: tail)
                try await journal.commit(checkpoint, rejects: [], for: Sample.stage)
                let found = try await journal.lastCheckpoint(of: Sample.stage)
                try require(found == checkpoint, "a tail of \(tail.count) bytes changed")
            }
        },
        .init("A checkpoint of a stage that was never begun is refused whole") { open in
            let journal = try await open()
            try await requireThrows("a commit") {
                try await journal.commit(Sample.checkpoint(1), rejects: [Sample.reject(1)], for: Sample.stage)
            }
            try await requireEqual(journal.lastCheckpoint(of: Sample.stage), nil, what: "checkpoint")
            try await requireEqual(journal.rejects(of: Sample.stage, limit: 1), [], what: "rejects")
        },
    ]

    static let rejects: [Property] = [
        .init("Rejects come in the order of the run, as many as asked for") { open in
            let journal = try await open()
            try await journal.begin(Sample.run(), Sample.stage)
            try await journal.begin(Sample.run(Sample.other), Sample.otherStage)
            try await journal.commit(
                Sample.checkpoint(1), rejects: [30, 20].map { Sample.reject($0) }, for: Sample.stage)
            try await journal.commit(
                Sample.checkpoint(2), rejects: [100, 3].map { Sample.reject($0) }, for: Sample.stage)
            try await journal.commit(Sample.checkpoint(1), rejects: [Sample.reject(1)], for: Sample.otherStage)
            try await requireEqual(
                journal.rejects(of: Sample.stage, limit: 10), [3, 20, 30, 100].map { Sample.reject($0) },
                what: "rejects")
            try await requireEqual(
                journal.rejects(of: Sample.stage, limit: 2).map(\.ordinal), [3, 20], what: "the first two")
            try await requireEqual(journal.rejects(of: Sample.stage, limit: 0), [], what: "none")
        },
        .init("A record that is rejected again after a crash is listed once") { open in
            let journal = try await open()
            try await journal.begin(Sample.run(), Sample.stage)
            for found in ["first", "second"] {
                try await journal.commit(
                    Sample.checkpoint(1), rejects: [Sample.reject(7, found: found)], for: Sample.stage)
            }
            try await requireEqual(
                journal.rejects(of: Sample.stage, limit: 10), [Sample.reject(7, found: "second")], what: "rejects")
        },
        .init("Every text of a reject comes back byte for byte") { open in
            let journal = try await open()
            try await journal.begin(Sample.run(), Sample.stage)
            let rejects = Sample.oddTexts.enumerated().map { index, text in
                JournaledReject(
                    page: 1, reject: Reject(index: index, field: text, found: text, expected: text), ordinal: index)
            }
            try await journal.commit(Sample.checkpoint(1), rejects: rejects, for: Sample.stage)
            let found = try await journal.rejects(of: Sample.stage, limit: 100)
            try requireEqual(found.count, rejects.count, what: "rejects")
            for (one, text) in zip(found, Sample.oddTexts) {
                for part in [one.reject.field, one.reject.found, one.reject.expected] {
                    try require(Array(part.utf8) == Array(text.utf8), "the text \(singleLine(text.prefix(20))) changed")
                }
            }
        },
    ]

    static let handles: [Property] = [
        .init("A journal that is opened again holds what was committed") { open in
            do {
                let journal = try await open()
                try await journal.begin(Sample.run(), Sample.stage)
                try await journal.commit(Sample.checkpoint(5), rejects: [Sample.reject(2)], for: Sample.stage)
                try await journal.keep("text", named: "result", for: Sample.id)
            }
            let journal = try await open()
            try await requireEqual(journal.run(Sample.id), Sample.run(), what: "run")
            try await requireEqual(journal.lastCheckpoint(of: Sample.stage), Sample.checkpoint(5), what: "checkpoint")
            try await requireEqual(journal.rejects(of: Sample.stage, limit: 9), [Sample.reject(2)], what: "rejects")
            try await requireEqual(journal.document(named: "result", of: Sample.id), "text", what: "document")
        },
        .init("What one handle commits, another reads at once") { open in
            let one = try await open()
            let two = try await open()
            try await one.begin(Sample.run(), Sample.stage)
            for records in 1...5 {
                try await (records % 2 == 0 ? one : two).commit(
                    Sample.checkpoint(records), rejects: [], for: Sample.stage)
                try await requireEqual(
                    (records % 2 == 0 ? two : one).lastCheckpoint(of: Sample.stage), Sample.checkpoint(records),
                    what: "checkpoint")
            }
        },
        .init("Handles that write at the same time lose nothing") { open in
            let handles = [try await open(), try await open(), try await open()]
            let ids = (1...3).map { RunID(pipeline: "p", period: "2026-10", revision: $0) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (journal, id) in zip(handles, ids) {
                    group.addTask {
                        try await journal.begin(Sample.run(id), StageID(id, "s"))
                        for records in 0..<20 {
                            try await journal.commit(
                                Sample.checkpoint(records), rejects: [Sample.reject(records)], for: StageID(id, "s"))
                        }
                    }
                }
                try await group.waitForAll()
            }
            for id in ids {
                try await requireEqual(
                    handles[0].lastCheckpoint(of: StageID(id, "s")), Sample.checkpoint(19), what: "checkpoint")
                try await requireEqual(handles[1].rejects(of: StageID(id, "s"), limit: 100).count, 20, what: "rejects")
            }
        },
    ]
}
