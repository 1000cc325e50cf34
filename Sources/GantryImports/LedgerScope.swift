internal import GantryAccounts
internal import GantryConnectors
internal import GantryEngine
internal import GantryFiles
internal import GantryModel
internal import GantryRuns

/// The scope in which an idempotency key is unique. Determined once for a run, since the sender's name may come from a
/// credential.
struct LedgerScope<Row: SubmittedRow>: Sendable {
    let submission: Submission<Row>
    /// What the scopes of all rows of the kind at the server begin with: `certificates https://lms.example.test`. The
    /// system's name isn't in it, since a file that describes it can be copied under another one.
    let kind: String
    /// One server, whichever run sends to it; one sender, if rows act for the account that signs in; one batch, for a
    /// kind that is unique within a batch.
    let name: String
    /// The server and account. Looked up once, since a credential may be what a command prints.
    let source: RunSource
    private let sender: String?

    /// - Throws: `ConfigurationError` or `SignInError` when the account that gantry.yaml names is unknown: rows under
    ///   another scope would count as never sent.
    init(_ submission: Submission<Row>, request: ImportRequest, source: RunSource) throws {
        self.submission = submission
        self.source = source
        kind = "\(submission.kind.name) \(request.connection.baseURL)"
        sender = submission.kind.isPersonal ? try LedgerScope.sender(request) : nil
        let whole = [kind, sender].compactMap(\.self).joined(separator: " ")
        name = submission.kind.uniqueness == .ever ? whole : "\(whole) \(request.pipeline.name)/\(request.batch)"
    }

    /// The connection, and the account that gantry.yaml names for it.
    private static func sender(_ request: ImportRequest) throws -> String {
        let account = try AccountSession.configuredAccount(
            request.connection, system: request.connection.system, environment: request.environment)
        return "as "
            + [request.connection.name, account].compactMap(\.self).map { singleLine($0, limit: 200) }.joined(
                separator: " ")
    }

    /// What a run that has begun must continue with.
    func identity(of request: ImportRequest, _ sheet: ImportSheet) -> RunIdentity {
        var identity = RunIdentity(.sheet, settings: request.settings)
        if let digest = request.connection.system.digest {
            identity.settings.append(RunIdentity.Setting("system-file", digest))
        }
        identity.period = request.period?.name
        identity.sheet = sheet.digest.description
        identity.source = source
        identity.sender = sender
        return identity
    }

    /// Whether a published run sent other rows than those of this identity. Another server or account is detected
    /// elsewhere.
    static func isOfOtherRows(_ published: RunRecord, than identity: RunIdentity) -> Bool {
        identity.differences(from: published.identity).contains {
            !["connection", "source", "account", "sender"].contains($0.key)
        }
    }
}
