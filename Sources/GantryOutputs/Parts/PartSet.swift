package import GantryEngine
internal import GantryFiles
package import GantryModel

/// The parts of a run that grow side by side, each with its own writer.
package struct PartSet<R: Record>: Sendable {
    package let writers: [any PartWriter<R>]

    package init(writers: [any PartWriter<R>]) { self.writers = writers }

    /// Opens every part at its mark. False when a part is missing or damaged: then all are to be written again.
    package func open(at marks: [FileCheckpoint]) async throws -> Bool {
        for writer in writers {
            let mark = marks.first { $0.name == writer.name }
            guard mark != nil || marks.isEmpty else { return false }
            do {
                try await writer.open(at: mark)
            } catch let error as FileError {
                guard error.isDamage else { throw error }
                return false
            }
        }
        return true
    }

    package func startOver() async throws {
        for writer in writers {
            try await writer.close()
            try await writer.open(at: nil)
        }
    }

    /// Fewer records than this take less time to write than other tasks take to start.
    private static var worthTasks: Int { 500 }

    package func write(_ checked: Checked<R>, from first: Int) async throws {
        if checked.chunk.count < Self.worthTasks {
            for writer in writers { try await writer.write(checked, from: first) }
            return
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in writers {
                group.addTask { try await writer.write(checked, from: first) }
            }
            try await group.waitForAll()
        }
    }

    package func checkpoint() async throws -> [FileCheckpoint] {
        var marks: [FileCheckpoint] = []
        for writer in writers { marks.append(try await writer.checkpoint()) }
        return marks
    }

    /// Adds what only the whole batch gives and closes every part.
    package func finish(_ notes: [ExceptionNote]) async throws -> [FileCheckpoint] {
        var marks: [FileCheckpoint] = []
        for writer in writers {
            try await writer.finish(notes)
            marks.append(try await writer.checkpoint())
            try await writer.close()
        }
        return marks
    }
}

extension FileError {
    /// Whether the file differs from what was written, as opposed to being unusable at the moment.
    var isDamage: Bool { code == .missing || code == .damaged || code == .shorterThanRecorded }
}
