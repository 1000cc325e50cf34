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
    /// What an error body of this system says to a clerk; `nil` for a body that it does not send.
    var explain: @Sendable (_ body: [UInt8], _ status: Int) -> (sentence: String, code: String?, traceId: String?)? = { _, _ in nil }

    /// Every system that this build knows.
    static let all = [
        SystemDescription(
            name: KSRCranes.system, title: KSRCranes.title, environments: KSRCranes.environments, signIn: KSRCranesSignIn(),
            explain: { words(KSRCranes.explain($0, status: $1)) }),
        SystemDescription(
            name: CDBLSignIn.system, title: CDBLSignIn.title, environments: CDBLSignIn.environments,
            signIn: CDBLSignIn(version: Gantry.version), retry: .cdbl, explain: { words(CDBL.explain($0, status: $1)) }),
        SystemDescription(
            name: AutoDetailSignIn.system, title: AutoDetailSignIn.title, environments: AutoDetailSignIn.environments,
            signIn: AutoDetailSignIn(), explain: { words(AutoDetail.explain($0, status: $1)) }),
        SystemDescription(
            name: VynqTalkSignIn.system, title: VynqTalkSignIn.title, environments: VynqTalkSignIn.environments,
            signIn: VynqTalkSignIn(), explain: { words(VynqTalk.explain($0, status: $1)) }),
    ]

    private static func words(_ message: ServerMessage?) -> (sentence: String, code: String?, traceId: String?)? {
        message.map { ($0.sentence, $0.code, $0.traceID) }
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
    /// What the contract of CDBL LMS asks for: at once, then after 1, 2, 4, 8 s and so on, at most ten attempts and five minutes.
    /// Each wait is chosen at random up to that length, so that many clients don't come back together.
    package static let cdbl = RetryPolicy(
        attempts: 10, total: .seconds(300), backoff: BackoffSchedule(base: .seconds(1), cap: .seconds(256)))
}

extension Gantry {
    /// The systems that this build knows, as gantry.yaml names them. Every credential may be left out there: `gantry login` asks
    /// for it.
    public static let systems = SystemDescription.all.map { system in
        SystemDescriptor(
            name: system.name, title: system.title, environments: system.environments,
            credentials: system.signIn.credentials.filter { !$0.isForSignUp }.map {
                CredentialDescriptor(name: $0.name, help: $0.help, isRequired: false, isSecret: $0.isSecret)
            })
    }
}
