internal import GantryConnectors
package import GantryHTTP

/// One kind of back end, as a connection needs to know it.
struct SystemDescription: Sendable {
    let name: String
    let title: String
    /// Addresses by `development`, `staging` and `production`.
    let environments: [String: String]
    let signIn: any SystemSignIn
    var retry = RetryPolicy()
    /// Whether the run's retries suffice for every request that is under way to use all its attempts. The default is
    /// false.
    var grantsAllAttempts = false
    /// What an error body of this system says to a clerk; `nil` for a body that it does not send.
    var explain: @Sendable (_ body: [UInt8], _ status: Int) -> ServerExplanation? = { _, _ in nil }

    /// Whether a body of 200 means 429. The default is that none does.
    var isLimit: @Sendable (_ body: [UInt8]) -> Bool = { _ in false }

    /// Every system that this build knows.
    static let all = [
        SystemDescription(
            name: KSRCranes.system, title: KSRCranes.title, environments: KSRCranes.environments,
            signIn: KSRCranesSignIn(),
            explain: words(KSRCranes.explain)),
        SystemDescription(
            name: CDBL.system, title: CDBL.title, environments: CDBL.environments,
            signIn: CDBLSignIn(version: Gantry.version),
            retry: .cdbl, grantsAllAttempts: true, explain: words(CDBL.explain)),
        SystemDescription(
            name: AutoDetail.system, title: AutoDetail.title, environments: AutoDetail.environments,
            signIn: AutoDetailSignIn(),
            explain: words(AutoDetail.explain)),
        SystemDescription(
            name: VynqTalk.system, title: VynqTalk.title, environments: VynqTalk.environments, signIn: VynqTalkSignIn(),
            explain: words(VynqTalk.explain), isLimit: VynqTalk.isLimit),
    ]

    /// A connector's reading of its error bodies, as the gate takes it.
    private static func words(
        _ explain: @escaping @Sendable (_ body: [UInt8], _ status: Int) -> ServerMessage?
    ) -> @Sendable ([UInt8], Int) -> ServerExplanation? {
        {
            explain($0, $1).map {
                ServerExplanation(
                    $0.sentence, said: $0.said, code: $0.code, traceID: $0.traceID, isRetryable: $0.isRetryable)
            }
        }
    }

    /// - Throws: `SignInError.unknownSystem` for a name that gantry.yaml can't have been checked with.
    static func named(_ name: String) throws(SignInError) -> SystemDescription {
        guard let system = all.first(where: { $0.name == name }) else {
            throw SignInError(.unknownSystem, "There is no system called \(quoted(name)).")
        }
        return system
    }
}

extension RetryPolicy {
    /// What the contract of CDBL LMS asks for: at once, then after 1, 2, 4, 8 s and so on, at most ten attempts and
    /// five minutes. Each wait is chosen at random up to that length, so that many clients don't come back together.
    package static let cdbl = RetryPolicy(
        attempts: 10, total: .seconds(300), backoff: BackoffSchedule(base: .seconds(1), cap: .seconds(256)))
}

extension Gantry {
    /// The systems that this build knows, as gantry.yaml names them. Every credential may be left out there: `gantry
    /// login` asks for it.
    public static let systems = SystemDescription.all.map { system in
        SystemDescriptor(
            name: system.name, title: system.title, environments: system.environments,
            credentials: system.signIn.credentials.filter { !$0.isForSignUp }.map {
                CredentialDescriptor(name: $0.name, help: $0.help, isRequired: false, isSecret: $0.isSecret)
            })
    }
}
