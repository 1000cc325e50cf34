internal import FoundationEssentials
internal import GantryConnectors
package import GantryEngine
internal import GantryFiles
package import GantryModel
internal import GantryYAML

/// The sessions and device keys of a workspace: `tokens/<connection>.json` and `tokens/<connection>.device`, 0600 in a
/// folder of mode 0700, written so that at any instant a file has either its complete old content or its complete new
/// one.
package struct TokenStore: Sendable {
    package let workspace: Workspace
    /// Where other machines see who changes a session; `nil` where the locks of this machine are enough.
    private let journal: (any WorkspaceJournal)?
    /// Writes a file durably; tests put in one that fails.
    private let write: @Sendable (_ bytes: [UInt8], _ path: String) throws -> Void

    package init(
        _ workspace: Workspace, sharing journal: (any WorkspaceJournal)? = nil,
        write: @escaping @Sendable (_ bytes: [UInt8], _ path: String) throws -> Void = {
            try Publishing.writeDurably($0.span, to: $1)
        }
    ) {
        self.workspace = workspace
        self.journal = journal
        self.write = write
    }

    private var folder: String { workspace.path + "/tokens" }

    /// Where the session of a connection is or would be.
    package func path(_ connection: Connection) -> String { "\(folder)/\(connection.name).json" }

    private func devicePath(_ connection: Connection) -> String { "\(folder)/\(connection.name).device" }

    /// The session saved under a connection's name, whatever server it belongs to; `nil` if there is none.
    ///
    /// - Throws: `SignInError.damaged` when others can read the file, or when Gantry didn't write it.
    package func anySession(_ connection: Connection) throws(SignInError) -> StoredSession? {
        guard let bytes = try read(path(connection), connection) else { return nil }
        guard let session = StoredSession(bytes) else {
            throw damaged(path(connection), "contains no session that this version of Gantry can read.", of: connection)
        }
        return session
    }

    /// The session of this connection's own server and account; `nil` if there is none.
    ///
    /// - Parameter account: The account that gantry.yaml names; `nil` if it names none, and then every account will do.
    package func session(_ connection: Connection, account: String?) throws(SignInError) -> StoredSession? {
        guard let session = try anySession(connection), session.system == connection.system.name,
            session.baseURL == connection.baseURL.description,
            account == nil || session.grant.account == nil || account == session.grant.account
        else { return nil }
        return session
    }

    /// Keeps a session in place of the one before. When this returns it survives a power cut.
    package func keep(_ session: StoredSession, _ connection: Connection) throws {
        try makeFolder()
        try write(Array(session.text.reveal().utf8), path(connection))
    }

    /// Forgets the session of a connection. The device key stays, because the server may know the device by it.
    /// - Returns: Whether there was one.
    package func forget(_ connection: Connection) throws -> Bool {
        guard try fileExists(path(connection)) else { return false }
        try Folders.remove("tokens/\(connection.name).json", under: workspace.path)
        return true
    }

    /// The public key of this device for a connection in base64 (P-256, as SubjectPublicKeyInfo). It is made the first
    /// time, and kept with its private key.
    package func deviceKey(_ connection: Connection) throws -> String {
        let path = devicePath(connection)
        if let bytes = try read(path, connection) {
            let text = String(decoding: bytes, as: UTF8.self).filter { !$0.isNewline }
            guard let raw = Data(base64Encoded: text) else {
                throw damaged(path, "contains no device key.", of: connection)
            }
            do {
                return Data(try P256Key(secret: Array(raw)).publicKey).base64EncodedString()
            } catch {
                throw damaged(path, "contains no device key.", of: connection)
            }
        }
        return try newDeviceKey(connection)
    }

    /// Another device key in place of the one before, for a server that pairs a device only once.
    package func newDeviceKey(_ connection: Connection) throws -> String {
        let key = try P256Key()
        try makeFolder()
        try write(Array((Data(key.secret).base64EncodedString() + "\n").utf8), devicePath(connection))
        return Data(key.publicKey).base64EncodedString()
    }

    /// Does something while no other process changes the session, of this machine or of those that share the journal: a
    /// refresh token can be used only once.
    ///
    /// - Throws: `SignInError.busy` when another process holds it for a minute.
    package func exclusively<Result: Sendable>(
        _ connection: Connection, patience: Duration = .seconds(60), isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Result
    ) async throws -> Result {
        try makeFolder()
        let deadline = ContinuousClock.now + patience
        let lock = try await lock(connection, deadline)
        let right = try await right(connection, deadline)
        // When this throws, the lock ends with the value; what failed is the one to report.
        let result: Result
        do {
            result = try await body()
        } catch {
            await right?.release()
            throw error
        }
        await right?.release()
        try lock.release()
        return result
    }

    /// The right to change the session, for processes of any machine.
    private func right(_ connection: Connection, _ deadline: ContinuousClock.Instant) async throws -> HeldRight? {
        guard let journal else { return nil }
        let right = JournalRight(
            name: "session \(connection.name) at \(connection.baseURL)", pid: RunLock.processID,
            host: RunLock.hostName(), since: "\(Instant.now.wholeSeconds)", command: "gantry",
            place: RunLock.place(of: folder))
        while true {
            do {
                return try await journal.hold(right)
            } catch let error as JournalError where error.code == .heldByAnother {
                guard ContinuousClock.now < deadline else { throw busy(connection, "a process of another machine") }
            }
            try await Task.sleep(for: .milliseconds(250))
        }
    }

    private func lock(_ connection: Connection, _ deadline: ContinuousClock.Instant) async throws -> RunLock {
        while true {
            do {
                return try RunLock.acquire(
                    in: folder, name: connection.name + ".lock", command: "gantry", now: Instant.now)
            } catch {
                guard error.code == .heldByAnother else { throw error }
                guard ContinuousClock.now < deadline else {
                    throw busy(connection, error.holder?.pid.map { "process \($0)" } ?? "another process")
                }
            }
            try await Task.sleep(for: .milliseconds(50))
        }
    }

    private func busy(_ connection: Connection, _ who: String) -> SignInError {
        SignInError(
            .busy, "The session of the connection \(connection.name) is being renewed by \(who).",
            advice: "Wait until it finishes or stop it, then run the same command again.")
    }

    private func makeFolder() throws {
        try Folders.makePrivate(workspace.path)
        try Folders.makePrivate("tokens", under: workspace.path)
    }

    private func read(_ path: String, _ connection: Connection) throws(SignInError) -> [UInt8]? {
        do throws(FileError) {
            try Folders.checkIsPrivate("tokens", under: workspace.path)
        } catch {
            if error.code == .missing { return nil }
            throw damaged(folder, "can't be used: \(error.explanation)", of: connection, advice: error.advice)
        }
        do {
            return try BoundedFile.read(path, limit: 256 * 1024, guarding: .kept)
        } catch {
            if error.isMissing { return nil }
            throw damaged(path, error.sentence, of: connection, advice: error.advice)
        }
    }

    private func damaged(
        _ path: String, _ what: String, of connection: Connection, advice: Advice? = nil
    ) -> SignInError {
        SignInError(
            .damaged, "The file \(path) \(what)",
            advice: advice ?? "Remove it and sign in again: \(.logIn(connection: connection.name))")
    }

    private func fileExists(_ path: String) throws -> Bool { try ReadFile.exists(path) }
}
