internal import GantryFiles
public import GantryHTTP

/// A folder on a server of SSH's or of FTP's over TLS.
public struct FileServerPlace: DeliveryPlace {
    /// How the server speaks.
    public enum Dialect: Sendable {
        /// SSH's; the rename of some servers replaces a file that has the name.
        case sftp
        /// FTP's; so does that of most. Only the name is looked at before it: some servers refuse what is asked after it.
        case ftp
    }

    private let client: PatientClient
    private let dialect: Dialect
    /// Scheme, host and port.
    private let server: String
    /// As addresses write it, with a slash before each step.
    private let folder: String
    private let account: FileExchange.Account
    private let hostKeys: FileExchange.HostKeys
    private let shown: String
    private let folders = MadeFolders()

    /// A place on a server.
    ///
    /// - Parameters:
    ///   - server: `sftp://files.example:22`, `ftp://…` for TLS that is asked for, `ftps://…` for TLS from the start.
    ///   - folder: `/in`, or `/~/in` for one in the account's own folder (SFTP); always from that folder on (FTP).
    ///   - shown: the address as the configuration has it.
    public init(
        _ dialect: Dialect, server: String, folder: String, shown: String, account: FileExchange.Account,
        hostKeys: FileExchange.HostKeys, client: HTTPClient, watch: DeliveryWatch = DeliveryWatch()
    ) {
        self.dialect = dialect
        self.server = server
        self.folder = folder.hasSuffix("/") ? String(folder.dropLast()) : folder
        self.shown = shown.hasSuffix("/") ? String(shown.dropLast()) : shown
        self.account = account
        self.hostKeys = hostKeys
        self.client = PatientClient(client: client, watch: watch)
    }

    /// As many as one connection each is made for.
    public var width: Int { 8 }

    public var bytesMoved: Int { client.watch.meter.bytes / 2 }

    public func close() async { await client.client.shutdown() }

    public var mayReplace: Bool { dialect == .sftp }

    public func address(of path: String) -> String { path.isEmpty ? shown : "\(shown)/\(path)" }

    @discardableResult public func stage(_ file: DeliveredFile) async throws -> Bool {
        switch try await look(file) {
        case .same: return false
        case .other: throw DeliveryError.taken(address(of: file.path))
        case .nothing: break
        }
        // What is left of an interrupted transfer may be of any length, even longer than the file.
        for resumes in [true, false] {
            if try await store(file, resumes: resumes) {
                switch try await find(file.hidden, file, counts: true) {
                case .same: return true
                case .other: break
                case .nothing:
                    // Some servers say of a file that nobody may read that there is none.
                    guard try await removed(file) else { throw DeliveryError.gone(address(of: file.path)) }
                    throw DeliveryError.unreadable(address(of: file.path))
                }
            }
            try await discard(file)
        }
        throw DeliveryError.differs(address(of: file.path))
    }

    public func publish(_ file: DeliveredFile, wasTried: Bool) async throws -> Publication {
        // Whether an attempt may have renamed it.
        var mayBeNamed = wasTried
        var attempt = 0
        while true {
            // A rename can replace what has the name, so the look comes right before it.
            let found = try await look(file)
            if mayBeNamed || dialect == .ftp || found != .nothing,
                let said = try await known(file, found, mayBeNamed: mayBeNamed)
            {
                return said
            }
            attempt += 1
            let sent = try await client.once(request("", .commands, commands: rename(file.hidden, to: file.path)))
            guard case .failed(let error) = sent else { return try await confirmed(file) }
            let refusal = DeliveryError(error, address(of: file.path))
            guard sent.isPassing else {
                // A refusal of the first attempt is one, whatever else the server says.
                guard refusal.code == .refused else { return mayBeNamed ? try failed(refusal) : .refused(refusal) }
                return try await known(file, look(file), mayBeNamed: mayBeNamed) ?? .refused(refusal)
            }
            if error.mayHaveReachedServer { mayBeNamed = true }
            guard try await client.pause(after: attempt, sent, about: address(of: file.path)) else {
                return mayBeNamed ? try failed(refusal) : .refused(refusal)
            }
        }
    }

    private func failed(_ error: DeliveryError) throws(DeliveryError) -> Publication { throw error }

    /// Whether the server has done what it says. One that can't be asked is believed, and one of FTP.
    private func confirmed(_ file: DeliveredFile) async throws -> Publication {
        guard dialect == .sftp, (try? await isStaged(file)) ?? false else { return .named }
        return try await known(file, look(file), mayBeNamed: true)
            ?? .refused(DeliveryError.notRenamed(address(of: file.path)))
    }

    /// What both names say; `nil` where the file is staged and has no name.
    ///
    /// - Parameters:
    ///   - found: what has its own name.
    ///   - mayBeNamed: whether an attempt may have renamed it.
    private func known(
        _ file: DeliveredFile, _ found: FoundFile, mayBeNamed: Bool
    ) async throws -> Publication? {
        if found == .same { return .found }
        let about = address(of: file.path)
        guard try await isStaged(file) else { return .unknown(mayBeNamed ? .unknown(about) : .gone(about)) }
        return found == .other ? .refused(DeliveryError.taken(about)) : nil
    }

    /// Whether what was staged is there, also where it can't be read.
    private func isStaged(_ file: DeliveredFile) async throws -> Bool {
        switch dialect {
        case .ftp: return try await isThere(remote(file.hidden), file)
        case .sftp:
            do {
                return try await find(file.hidden, file) != .nothing
            } catch let error as DeliveryError where error.code == .refused {
                return true
            }
        }
    }

    public func has(_ file: DeliveredFile) async throws -> Bool {
        let found = try await find(file.path, file)
        // FTP says the same of a file that can't be read as of one that isn't there.
        if dialect == .ftp, found == .nothing, try await isThere(remote(file.path), file) {
            throw DeliveryError.unreadable(address(of: file.path))
        }
        return found == .same
    }

    /// Stages the file; over SFTP it is renamed to another hidden name, which receivers don't see, first while that is
    /// taken.
    public func prove(_ file: DeliveredFile) async throws -> DeliveryProof {
        try await stage(file)
        guard dialect == .sftp else {
            try await discard(file)
            return DeliveryProof()
        }
        let other = DeliveredFile(
            path: file.path, from: file.content.path, under: file.content.folder, bytes: file.content.length,
            digest: file.content.digest, token: file.token + "2")
        let renaming = request("", .commands, commands: rename(file.hidden, to: other.hidden))
        var proof = DeliveryProof()
        _ = try await store(other, resumes: false)
        if case .answered = try await client.once(renaming) { proof.replaces = true }
        if !proof.replaces {
            try await discard(other)
            if case .failed(let error) = try await client.once(renaming) {
                try await discard(file)
                throw DeliveryError(error, address(of: file.path))
            }
        }
        for left in [file, other] { try await discard(left) }
        return proof
    }

    public func discard(_ file: DeliveredFile) async throws {
        try await command(["*" + removal(of: file)], about: file.path)
    }

    /// Removes what is staged; false where there is nothing.
    private func removed(_ file: DeliveredFile) async throws -> Bool {
        let isRemoved = try await client.succeeds(
            request("", .commands, commands: [removal(of: file)]), unless: .command, about: address(of: file.path))
        // An account of FTP may be able to write and not to remove.
        guard !isRemoved, dialect == .ftp else { return isRemoved }
        return try await isThere(remote(file.hidden), file)
    }

    // MARK: Requests

    private func find(_ path: String, _ file: DeliveredFile, counts: Bool = false) async throws -> FoundFile {
        try await client.find(request(path, .fetch), file, about: address(of: file.path), counts: counts)
    }

    /// What is under the file's own name.
    private func look(_ file: DeliveredFile) async throws -> FoundFile {
        let found = try await find(file.path, file)
        // FTP says the same of a file that can't be read as of one that isn't there.
        guard dialect == .ftp, found == .nothing, try await isThere(remote(file.path), file) else { return found }
        return .other
    }

    /// Whether FTP knows a name: whatever is there can be about to be renamed.
    private func isThere(_ name: String, _ file: DeliveredFile) async throws -> Bool {
        try await client.succeeds(
            request("", .commands, commands: ["RNFR \(name)"]), unless: .command, about: address(of: file.path))
    }

    /// False where what an interrupted transfer left can't be continued.
    private func store(_ file: DeliveredFile, resumes: Bool) async throws -> Bool {
        // A folder that is there already is fine; one that can't be made fails the transfer.
        let missing = folders.missing(of: file).map { folder in
            switch dialect {
            case .sftp: "*mkdir \(Self.word(remote(folder)))"
            case .ftp: "*MKD \(remote(folder))"
            }
        }
        var request = request(file.hidden, .store(resumes: resumes), commands: missing)
        request.body = .content(file.content)
        request.meter = client.watch.meter
        let isStored = try await client.succeeds(request, unless: .cannotResume, about: address(of: file.path))
        if isStored { folders.note(file) }
        return isStored
    }

    private func command(_ commands: [String], about path: String) async throws {
        _ = try await client.send(request("", .commands, commands: commands), about: address(of: path))
    }

    private func request(
        _ path: String, _ operation: FileExchange.Operation, commands: [String] = []
    ) -> HTTPRequest {
        let url = path.isEmpty ? server + "/" : URLBuilder(server).path(folder).path(path).text
        var request = HTTPRequest(.get, url, timeouts: PatientClient.timeouts, mayRepeat: true)
        request.files = FileExchange(operation, commands: commands, account: account, hostKeys: hostKeys)
        return request
    }

    // MARK: Commands

    private func removal(of file: DeliveredFile) -> String {
        let name = remote(file.hidden)
        return dialect == .sftp ? "rm \(Self.word(name))" : "DELE \(name)"
    }

    private func rename(_ old: String, to new: String) -> [String] {
        let (from, to) = (remote(old), remote(new))
        return switch dialect {
        case .sftp: ["rename \(Self.word(from)) \(Self.word(to))"]
        case .ftp: ["RNFR \(from)", "RNTO \(to)"]
        }
    }

    /// A path as commands name it: from the account's own folder on where the address says so.
    private func remote(_ path: String) -> String {
        let whole = "\(folder)/\(path)"
        if whole.hasPrefix("/~/") { return String(whole.dropFirst(3)) }
        return dialect == .ftp ? String(whole.dropFirst()) : whole
    }

    /// A name in quotation marks, as libcurl reads it.
    private static func word(_ name: String) -> String {
        var text = "\""
        for character in name {
            if character == "\"" || character == "\\" { text.append("\\") }
            text.append(character)
        }
        return text + "\""
    }
}
