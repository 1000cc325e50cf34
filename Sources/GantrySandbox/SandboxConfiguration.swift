internal import GantryModel

/// A back end that the sandbox can imitate. Each runs on a port of its own.
public enum SandboxSystem: String, Sendable, Hashable, CaseIterable {
    case ksrCranes = "ksr-cranes"
    case cdblLMS = "cdbl-lms"
    case autoDetailHub = "autodetail-hub"
    case vynqTalk = "vynqtalk"
}

/// Which back end a sandbox imitates, with that back end's own options.
public enum BackendOptions: Sendable, Hashable {
    case ksrCranes(KSRCranesOptions = KSRCranesOptions())
    case cdblLMS(CDBLLMSOptions = CDBLLMSOptions())
    case autoDetailHub(AutoDetailHubOptions = AutoDetailHubOptions())
    case vynqTalk(VynqTalkOptions = VynqTalkOptions())

    /// The default options of a system.
    public init(_ system: SandboxSystem) {
        switch system {
        case .ksrCranes: self = .ksrCranes()
        case .cdblLMS: self = .cdblLMS()
        case .autoDetailHub: self = .autoDetailHub()
        case .vynqTalk: self = .vynqTalk()
        }
    }

    /// The back end.
    public var system: SandboxSystem {
        switch self {
        case .ksrCranes: .ksrCranes
        case .cdblLMS: .cdblLMS
        case .autoDetailHub: .autoDetailHub
        case .vynqTalk: .vynqTalk
        }
    }

    func backend(_ setup: BackendSetup) throws(SandboxError) -> Backend {
        switch self {
        case .ksrCranes(let options): try KSRCranes.backend(options, setup)
        case .cdblLMS(let options): try CDBLLMS.backend(options, setup)
        case .autoDetailHub(let options): try AutoDetailHub.backend(options, setup)
        case .vynqTalk(let options): try VynqTalk.backend(options, setup)
        }
    }
}

/// What a sandbox serves, where, and what goes wrong.
public struct SandboxConfiguration: Sendable {
    /// Where the records come from.
    public enum Records: Sendable, Hashable {
        /// The built-in sample month; the same bytes as `Samples/<system>/`.
        case sampleMonth
        /// A folder that contains one folder for each system, with the JSON files of that system.
        case folder(String)
        /// Records computed on request, in any number.
        case generated(GeneratedData)
    }

    /// The back end and its options, KSR Cranes by default.
    public var backend: BackendOptions
    /// What it serves, the sample month by default.
    public var records: Records
    /// Only `127.0.0.1`, `localhost` and `::1` are accepted.
    public var host: String
    /// 0 takes a free port.
    public var port: Int
    /// The wait before every answer of a paged endpoint.
    public var pageDelay: Duration
    /// What goes wrong; none by default, and more can be ordered while the sandbox runs.
    public var faults: [Fault]
    /// `YYYY-MM-DD`, the day in the sandbox when it starts; nil is the machine's clock. New records are created on this
    /// day, and notice of leave counts from it.
    public var today: String?
    /// A file to which one line of JSON is appended for every ``SandboxEffect``, before its answer is sent.
    public var effectFile: String?

    /// A sandbox of KSR Cranes with the sample month on a free port, unless the arguments say otherwise.
    public init(
        _ backend: BackendOptions = .ksrCranes(), records: Records = .sampleMonth, host: String = "127.0.0.1",
        port: Int = 0, pageDelay: Duration = .zero, faults: [Fault] = [], today: String? = nil,
        effectFile: String? = nil
    ) {
        self.backend = backend
        self.records = records
        self.host = host
        self.port = port
        self.pageDelay = pageDelay
        self.faults = faults
        self.today = today
        self.effectFile = effectFile
    }
}

/// Somebody who can sign in. The passwords protect invented records on loopback only.
public struct SandboxAccount: Sendable, Hashable {
    /// What the person signs in with; case matters.
    public var email: String
    /// In clear text, because it protects invented records only.
    public var password: String
    /// A string, because KSR Cranes answers a string here and a number everywhere else. For VynqTalk the id of the
    /// user.
    public var employeeID: String
    /// The person's name in the answer to a sign-in.
    public var name: String
    /// The role as the back end calls it.
    public var role: String

    /// An account of these parts, which are not checked.
    public init(email: String, password: String, employeeID: String, name: String, role: String) {
        self.email = email
        self.password = password
        self.employeeID = employeeID
        self.name = name
        self.role = role
    }

    /// The default account of KSR Cranes.
    public static let payroll = SandboxAccount(
        email: "payroll@example.test", password: "sandbox-password", employeeID: "901", name: "Payroll 901",
        role: "chef")

    /// The default account of VynqTalk, who is the first of its users.
    public static let archivist = SandboxAccount(
        email: "archive@example.test", password: "sandbox-password", employeeID: "1", name: "Archive 1", role: "USER")
}

/// The size and seed of computed records. The same values give the same bytes on every machine.
public struct GeneratedData: Sendable, Hashable {
    /// The number of a system's main records: work entries, leaves, appointments, messages.
    public var entries: Int
    /// The number of people in them: workers, clients, users.
    public var employees: Int
    /// Another seed gives other records of the same form.
    public var seed: UInt64
    /// `YYYY-MM-DD`, the first day with entries.
    public var firstDay: String
    /// The number of consecutive days with entries, 31 by default.
    public var days: Int
    /// Whether a few entries need a person's attention: repeats, long days, unknown workers.
    public var unusual: Bool

    /// Data with a few unusual entries in October 2026, unless the arguments say otherwise.
    public init(
        entries: Int, employees: Int, seed: UInt64 = 1, firstDay: String = "2026-10-01", days: Int = 31,
        unusual: Bool = true
    ) {
        self.entries = entries
        self.employees = employees
        self.seed = seed
        self.firstDay = firstDay
        self.days = days
        self.unusual = unusual
    }

    /// The first day of data within the limits of leaves, appointments and messages.
    ///
    /// - Parameter people: What the employees are in this system; nil where there are none.
    func checked(_ subject: String, employeesAre people: String? = nil) throws(SandboxError) -> CivilDate {
        guard let first = CivilDate(firstDay), (0...100_000_000).contains(entries), (1...3_660).contains(days),
            people == nil || (1...1_000_000).contains(employees)
        else {
            let employees = people.map { " 1 to 1,000,000 employees (\($0))," } ?? ""
            throw SandboxError(
                .unusableConfiguration, about: subject,
                "they need 0 to 100,000,000 entries,\(employees) 1 to 3,660 days and a first day such as 2026-10-01",
                next: "Change the numbers.")
        }
        return first
    }
}
