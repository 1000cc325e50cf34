internal import GantryEngine
internal import GantryFiles
internal import GantryJSON
internal import GantryModel
internal import GantryOutputs
internal import GantryRuns
internal import GantrySignOff

/// Compares what lies beside an export folder, and says who signed it, with the folder.
struct SignedFolderVerification {
    /// The export folder.
    let folder: String
    /// The seal that it must have.
    let seal: Seal?

    /// Something that speaks against the signatures.
    private struct Problem: Error {
        let path: String
        let message: String
    }

    func add(to report: inout VerificationReport) {
        do {
            guard let signed = try signedFolder() else {
                guard seal != nil else { return }
                throw Problem(
                    path: "", message: "nothing beside it says who signed it: expected the folder \(folder).signed")
            }
            try add(signed, to: &report)
        } catch let problem as Problem {
            report.add(VerificationReport.Finding(path: problem.path, message: problem.message))
        } catch let error as any ExplainedError {
            report.add(VerificationReport.Finding(path: SignedFolder.book, message: error.explanation))
        } catch {
            report.add(VerificationReport.Finding(path: SignedFolder.book, message: "it can't be read: \(error)"))
        }
    }

    /// The folder's own name with `.signed`, or `r1.signed` where the folder was copied under another name.
    private func signedFolder() throws -> String? {
        var path = folder[...]
        while path.count > 1, path.hasSuffix("/") { path = path.dropLast() }
        var places = ["\(path).signed"]
        if let run = try? run() {
            places.append("\(parent(of: String(path)))/r\(run.revision).signed")
        }
        return places.first { RunDirectories.isFolder($0) }
    }

    private func parent(of path: String) -> String { path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "." }

    private func run() throws -> RunID {
        let totals = try JSONTree(RunDirectories.contents("\(folder)/\(TotalsFile.path)"))
        guard let run = totals["run"]?.text.flatMap({ RunID($0) }) else {
            throw Problem(path: TotalsFile.path, message: "it names no run")
        }
        return run
    }

    private func add(_ signed: String, to report: inout VerificationReport) throws {
        let name = String(signed.split(separator: "/").last ?? "")
        let files = try files(in: signed, name)
        guard let bytes = files[SignedFolder.book] else {
            throw Problem(path: "\(name)/\(SignedFolder.book)", message: "it is missing, so nothing says who signed")
        }
        let history: SignOffHistory
        do {
            history = try SignOffHistory(Book(reading: bytes))
        } catch {
            var error = error
            error.file = "\(name)/\(SignedFolder.book)"
            throw error
        }
        let run = try run()
        let state = history[run]
        report.signOff = state
        guard let prepared = state.prepared else {
            guard let last = state.last else {
                throw Problem(path: "\(name)/\(SignedFolder.book)", message: "it has no line about \(run)")
            }
            report.proven.append(
                "Not signed: \(last.person.name) withdrew it on \(last.time.utcDate): \(singleLine(last.because ?? ""))"
            )
            return
        }
        let path = "\(name)/r\(run.revision).statement"
        guard let text = files["r\(run.revision).statement"] else {
            throw Problem(path: path, message: "it is missing")
        }
        let statement: Statement
        do { statement = try Statement(reading: text) } catch { throw Problem(path: path, message: error.explanation) }
        guard statement.digest == prepared.statement else {
            throw Problem(
                path: path,
                message:
                    "its SHA-256 is \(statement.digest), but line \(prepared.number) of the book says \(prepared.statement)"
            )
        }
        if let seal, seal != statement.seal {
            throw Problem(path: path, message: "its seal is \(statement.seal), expected \(seal)")
        }
        try compare(statement, history: history, files: files, at: path)
        try checkSignature(state, statement: statement, files: files, named: name)
        report.proven.append(sentence(state))
        if let chain = DeliveredChain(of: run, history, statement: statement, in: parent(of: signed)) {
            if chain.revisions.count > 1 { report.proven.append(chain.sentence) }
        }
        report.proven.append("The seal is \(statement.seal)\(seal == nil ? "" : ", as given").")
    }

    /// Every file of the folder, each as the list of digests has it.
    private func files(in signed: String, _ name: String) throws -> [String: [UInt8]] {
        guard let sums = try ReadFile.ifExists("\(signed)/\(SignedFolder.sums)") else {
            throw Problem(path: "\(name)/\(SignedFolder.sums)", message: "it is missing")
        }
        var files: [String: [UInt8]] = [:]
        for line in String(decoding: sums, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            .dropLast()
        {
            let file = String(line.dropFirst(66))
            guard let digest = ContentDigest(hex: line.prefix(64)), line == "\(digest)  \(file)", !file.contains("/"),
                !file.hasPrefix("."), let bytes = try ReadFile.ifExists("\(signed)/\(file)")
            else {
                throw Problem(
                    path: "\(name)/\(SignedFolder.sums)",
                    message: "it lists a file that is not there, or is damaged: \(singleLine(line))")
            }
            guard ContentHasher.digest(of: bytes.span) == digest else {
                throw Problem(path: "\(name)/\(file)", message: "its SHA-256 is not the one in \(SignedFolder.sums)")
            }
            files[file] = bytes
        }
        // A last line without its break is cut off.
        guard sums.last == 0x0A || sums.isEmpty else {
            throw Problem(path: "\(name)/\(SignedFolder.sums)", message: "its end is missing")
        }
        for entry in try Folders.list(signed, limit: 1_000)
        where entry.path != SignedFolder.sums && files[entry.path] == nil && !DesktopFile.isOne(entry.path) {
            throw Problem(path: "\(name)/\(entry.path)", message: "\(SignedFolder.sums) doesn't list it")
        }
        return files
    }

    /// Makes the statement again from the export folder.
    private func compare(
        _ statement: Statement, history: SignOffHistory, files: [String: [UInt8]], at path: String
    ) throws {
        let run = statement.run
        var before = SignOffHistory()
        for line in history.book.lines.prefix((history[run].prepared?.number ?? 1) - 1) { try before.add(line) }
        var made = try Statement(
            ExportFolder(folder), decisions: files[SignedFolder.decisions],
            previous: before.newestSigned { $0 != run }?.statement)
        made.preparation = history[run].prepared?.number ?? 1
        // What other runs have is in no file of this one; the reason why it is paid again is in the book.
        made.again = history[run].prepared?.because == nil ? [] : statement.again
        guard made == statement else {
            throw Problem(
                path: path,
                message: "the folder is not what was signed: "
                    + made.differences(from: statement).joined(separator: "; "))
        }
    }

    private func checkSignature(
        _ state: SignOffState, statement: Statement, files: [String: [UInt8]], named name: String
    ) throws {
        guard let approved = state.approved, case .key(let fingerprint) = approved.proof else { return }
        let file = approved.files.first?.name ?? "r\(statement.run.revision).\(approved.person.id).sig"
        let path = "\(name)/\(file)"
        guard let bytes = files[file] else { throw Problem(path: path, message: "it is missing") }
        do {
            let signature = try SSHSignature(bytes)
            guard signature.key.fingerprint == fingerprint else {
                throw SSHSignatureProblem.otherKey(found: signature.key.fingerprint, expected: fingerprint)
            }
            if let problem = signature.problem(with: Array(statement.text.utf8), by: nil) { throw problem }
        } catch let problem as SSHSignatureProblem {
            throw Problem(path: path, message: problem.explanation)
        }
    }

    private func sentence(_ state: SignOffState) -> String {
        let prepared = state.prepared.map { "\($0.person.name) (\($0.proof))" } ?? ""
        guard let approved = state.approved else {
            return
                "Every file is as \(prepared) prepared it on \(state.prepared?.time.utcDate.description ?? ""). Nobody has approved it yet."
        }
        return
            "Every file is as signed by \(prepared) and \(approved.person.name) (\(approved.proof)) on \(approved.time.utcDate)."
    }
}
