public import GantryJSON
public import GantryModel

/// One kind of back end, with everything that Gantry knows about it: where it is, how it is signed in to, how its
/// failures are handled, what it can be asked for and what can be sent to it.
///
/// Each system is one value in a folder of its own, such as ``KSRCranes/system``. A connection carries its system, and
/// ``Systems`` is a list of them.
public struct System: Sendable {
    /// The name in `gantry.yaml`: `cdbl-lms`.
    public let name: String
    /// Its name for people: "CDBL LMS".
    public let title: String
    /// The part before the dot in the names of its datasets and submissions: `cdbl` in `cdbl.leaves`.
    public let prefix: String
    /// Its known base addresses by `development`, `staging` and `production`.
    public let environments: [String: String]
    /// The versions of its API that Gantry speaks, the default first. The default is the documented one alone.
    public var contracts = [Contract.documented]
    /// How it is signed in to.
    public let signIn: any SystemSignIn
    /// When its requests are sent again. The default is `nil`: like any other HTTP request.
    public var retry: RetryRules?
    /// What an error body of this system means to a clerk; `nil` for a body that it does not send.
    public let explain: @Sendable (_ body: [UInt8], _ status: Int) -> ServerMessage?
    /// Whether a body with status 200 means 429, too many requests. The default is that none does.
    public var isLimit: @Sendable (_ body: [UInt8]) -> Bool = { _ in false }
    /// What an answer of 2xx says whose request failed. The default is `nil`: nothing of its own.
    public var failed: FailedAnswer?
    /// How long the body of a 429 or 503 asks to wait; `nil`, the default, where it doesn't say.
    public var statedWait: @Sendable (_ body: [UInt8]) -> Duration? = { _ in nil }
    /// How many requests of a connection may start in a second or minute; `nil`, the default, for as many as can.
    public var rate: RequestRate?
    /// A list that is always there and that every account that Gantry works with may read: it shows whether a session
    /// is accepted. The default is `nil`: there is none.
    public var probe: ReadRequest?
    /// The submission that sends a text to a person, by its name within the system: one with the columns `to` and
    /// `content`. The default is `nil`: there is none.
    public var messages: String?
    /// Keys of its records that never leave it, such as a password hash; every record type of it has these.
    public let sensitiveKeys: [String]
    /// Stands for all that the file says by which the system is described; `nil`, the default, for one that is
    /// compiled. It is part of the identity of a run.
    public var digest: String?
    /// What can be exported, in the order in which it is listed: behind its own what files add to it.
    public var datasets: [any DatasetDescription]
    /// What can be sent, in the order in which it is listed.
    public var submissions: [any SubmissionDescription]
}

extension System {
    /// A system that a file describes.
    ///
    /// - Parameters:
    ///   - name: its name in gantry.yaml, and the prefix of its datasets.
    ///   - sensitiveKeys: keys of its records that never leave it, besides those of every system.
    public init(
        name: String, title: String, environments: [String: String], signIn: any SystemSignIn,
        explain: @escaping @Sendable (_ body: [UInt8], _ status: Int) -> ServerMessage?, digest: String,
        sensitiveKeys: [String], datasets: [any DatasetDescription], submissions: [any SubmissionDescription] = []
    ) {
        self.init(
            name: name, title: title, prefix: name, environments: environments, signIn: signIn, explain: explain,
            sensitiveKeys: SensitiveKeys.everywhere + sensitiveKeys, digest: digest, datasets: datasets,
            submissions: submissions)
    }

    /// The name of one of its datasets or submissions in pipeline files: `cdbl.leaves`.
    public func qualified(_ name: String) -> String { "\(prefix).\(name)" }

    /// Its dataset with this name in pipeline files, `cdbl.leaves`; `nil` if there is none.
    public func dataset(named name: String) -> (any DatasetDescription)? {
        datasets.first { qualified($0.name) == name }
    }

    /// Its submission with this name in pipeline files, `cdbl.certificates`; `nil` if there is none.
    public func submission(named name: String) -> (any SubmissionDescription)? {
        submissions.first { qualified($0.kind.name) == name }
    }

    /// What a connection to it may name in gantry.yaml, in the order in which a person is asked. All may be left out
    /// there: `gantry login` asks for them.
    public var credentials: [SignInCredential] { signIn.credentials.filter { !$0.isForSignUp } }
}

extension System: Equatable {
    /// Whether they have the same name: of a list of systems none has the name of another.
    public static func == (a: System, b: System) -> Bool { a.name == b.name }
}

/// The systems that are known: whoever reads gantry.yaml or a pipeline file says which.
public struct Systems: Sendable {
    /// In the order in which they are listed; no two with one name or prefix.
    public let all: [System]
    /// What is wrong with the files of others, by the name that a system of the file would have.
    public let faults: [String: any ExplainedError]

    /// These systems; the default is no faults.
    public init(_ all: [System], faults: [String: any ExplainedError] = [:]) {
        self.all = all
        self.faults = faults
    }

    /// The systems that this build knows.
    public static let builtIn = Systems([KSRCranes.system, CDBL.system, AutoDetail.system, VynqTalk.system])

    /// The system with this name in `gantry.yaml`, `cdbl-lms`; `nil` if there is none.
    public func named(_ name: String) -> System? { all.first { $0.name == name } }

    /// The dataset with this name in pipeline files, `cdbl.leaves`, and its system; `nil` if there is none.
    public func dataset(named name: String) -> (system: System, dataset: any DatasetDescription)? {
        for system in all { if let found = system.dataset(named: name) { return (system, found) } }
        return nil
    }

    /// The submission with this name in pipeline files, `cdbl.certificates`, and its system; `nil` if there is none.
    public func submission(named name: String) -> (system: System, submission: any SubmissionDescription)? {
        for system in all { if let found = system.submission(named: name) { return (system, found) } }
        return nil
    }
}

/// When the requests of a system are sent again, where its contract says so.
public struct RetryRules: Sendable {
    /// How often a request is sent at most, the first time included.
    public let attempts: Int
    /// Time for a request with all its attempts and waits.
    public let total: Duration
    /// The upper end of the first wait; it doubles with each further one.
    public let firstWait: Duration
    /// No wait is longer.
    public let longestWait: Duration
    /// Whether a run allows so many retries that every request under way can use all its attempts. The default is
    /// false: the share of a run's requests that may be sent again is limited.
    public let grantsAllAttempts: Bool
}
