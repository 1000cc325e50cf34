internal import FoundationEssentials
internal import GantryJSON
internal import GantryModel
internal import GantryOperations
internal import GantryProgram
internal import GantryTerminal
internal import Glibc

extension RunsPipelines {
    /// Does the work of a pipeline, writes what came of it to the file of `--metrics`, and tells those who are to be told.
    /// What goes wrong with that is reported and changes nothing.
    ///
    /// - Parameter other: the pipeline as a group names it; `nil` for the one of the command line.
    func measured(
        _ pipeline: String, named other: String? = nil, _ connection: String, _ session: Session,
        _ work: () async throws -> Outcome
    ) async throws -> Outcome {
        let command = other.map { session.command.naming($0, insteadOf: self.pipeline.pipeline) } ?? session.command
        return try await told(pipeline, connection, session, by: command) {
            try await metered(pipeline, connection, session, work)
        }
    }

    private func metered(
        _ pipeline: String, _ connection: String, _ session: Session, _ work: () async throws -> Outcome
    ) async throws -> Outcome {
        guard let metrics else { return try await work() }
        let (began, retries) = (ContinuousClock.now, session.progress.retries)
        func write(_ status: ExitStatus, _ result: JSONTree) {
            let took = (ContinuousClock.now - began).components
            let isPublished = [.complete, .completeWithRejects, .alreadyPublished].contains(status)
            let numbers = RunMetrics(
                pipeline: pipeline, connection: connection,
                endedAt: Instant.now.nanosecondsSince1970 / 1_000_000_000,
                took: took.seconds * 1_000 + took.attoseconds / 1_000_000_000_000_000, exitCode: status.rawValue,
                isPublished: isPublished,
                records: (result["totals"]?["counts"]?["fetched"] ?? result["rows"]?["all"])?.int,
                bytes: isPublished ? result["files"]?.sizes : nil, retries: session.progress.retries - retries)
            if let problem = Self.write(numbers, to: metrics) {
                session.console.log(["The metrics could not be written to \(metrics): \(problem)."])
            }
        }
        do {
            let outcome = try await work()
            write(outcome.status, outcome.result)
            return outcome
        } catch {
            write(ExitStatus.of(error), .null)
            throw error
        }
    }

    /// Replaces the file in one rename, readable by the exporter.
    ///
    /// - Returns: What went wrong.
    private static func write(_ numbers: RunMetrics, to path: String) -> String? {
        let new = "\(path).\(getpid()).tmp"
        // Two commands that end at once would each write what the other hasn't read. The folder is locked, not a file that
        // would stay in it.
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        let lock = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard lock >= 0 else { return unsafe String(cString: strerror(errno)) }
        defer { _ = close(lock) }
        while flock(lock, LOCK_EX) != 0 {
            guard errno == EINTR else { return unsafe String(cString: strerror(errno)) }
        }
        do {
            var known = ""
            if FileManager.default.fileExists(atPath: path) {
                known = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
            }
            var metrics = MetricsText(known)
            metrics.set(numbers)
            try Data(metrics.text.utf8).write(to: URL(filePath: new))
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: new)
            guard unsafe rename(new, path) == 0 else { return unsafe String(cString: strerror(errno)) }
            return nil
        } catch {
            return singleLine(String(describing: error), limit: 300)
        }
    }
}

extension JSONTree {
    /// The bytes of the listed files.
    fileprivate var sizes: Int64? {
        guard case .array(let files) = self else { return nil }
        return files.reduce(0) { $0 + Int64($1["bytes"]?.int ?? 0) }
    }
}
