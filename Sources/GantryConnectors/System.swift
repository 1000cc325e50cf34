public import GantryModel

/// One kind of back end, with everything that Gantry knows about it: where it is, how it is signed in to, how its
/// failures are handled, what it can be asked for and what can be sent to it.
///
/// Each system is one value in a folder of its own, such as ``KSRCranes/system``. ``all`` is the only list of them:
/// `gantry.yaml`, pipeline files, catalogues, sign-in and requests look a system up there.
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
    /// Keys of its records that never leave it, such as a password hash; every record type of it has these.
    public let sensitiveKeys: [String]
    /// What can be exported, in the order in which it is listed.
    public let datasets: [any DatasetDescription]
    /// What can be sent, in the order in which it is listed.
    public let submissions: [any SubmissionDescription]
}

extension System {
    /// Every system that this build knows.
    public static let all = [KSRCranes.system, CDBL.system, AutoDetail.system, VynqTalk.system]

    /// The system with this name in `gantry.yaml`, `cdbl-lms`; `nil` if there is none.
    public static func named(_ name: String) -> System? { all.first { $0.name == name } }

    /// The dataset with this name in pipeline files, `cdbl.leaves`, and its system; `nil` if there is none.
    public static func dataset(named name: String) -> (system: System, dataset: any DatasetDescription)? {
        find(name, in: \.datasets) { $0.name }.map { ($0.system, $0.entry) }
    }

    /// The submission with this name in pipeline files, `cdbl.certificates`, and its system; `nil` if there is none.
    public static func submission(named name: String) -> (system: System, submission: any SubmissionDescription)? {
        find(name, in: \.submissions) { $0.kind.name }.map { ($0.system, $0.entry) }
    }

    /// The name of one of its datasets or submissions in pipeline files: `cdbl.leaves`.
    public func qualified(_ name: String) -> String { "\(prefix).\(name)" }

    private static func find<Entry>(
        _ qualified: String, in list: (System) -> [Entry], name: (Entry) -> String
    ) -> (system: System, entry: Entry)? {
        for system in all {
            for entry in list(system) where system.qualified(name(entry)) == qualified { return (system, entry) }
        }
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

    /// The rules of a system; `total` includes the waits between attempts.
    public init(
        attempts: Int, total: Duration, firstWait: Duration, longestWait: Duration, grantsAllAttempts: Bool = false
    ) {
        self.attempts = attempts
        self.total = total
        self.firstWait = firstWait
        self.longestWait = longestWait
        self.grantsAllAttempts = grantsAllAttempts
    }
}
