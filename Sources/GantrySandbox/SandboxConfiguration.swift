/// A back end that the sandbox can be. Each runs on a port of its own.
public enum SandboxSystem: String, Sendable, Hashable, CaseIterable {
    case ksrCranes = "ksr-cranes"
    case cdblLMS = "cdbl-lms"
    case autoDetailHub = "autodetail-hub"
    case vynqTalk = "vynqtalk"
}

/// What a sandbox serves, where, and how it misbehaves.
public struct SandboxConfiguration: Sendable {
    /// Where the records come from.
    public enum Records: Sendable, Hashable {
        /// The sample month that is built in; the same bytes as `Samples/<system>/`.
        case sampleMonth
        /// A folder that holds one folder for each system, each with the JSON files of that system.
        case folder(String)
        /// Records computed when they are asked for, in any number.
        case generated(GeneratedData)
    }

    /// How a list without pages of its own (workers, customers, payroll) is wrapped.
    public enum ListStyle: String, Sendable, Hashable, CaseIterable {
        /// A bare JSON array.
        case bare
        /// `{"workers": […], "total": n, "page": n, "limit": n}`.
        case envelope
    }

    /// Which back end it imitates, KSR Cranes by default.
    public var system: SandboxSystem
    /// What it serves, the sample month by default.
    public var records: Records
    /// Only `127.0.0.1`, `localhost` and `::1` are accepted.
    public var host: String
    /// 0 takes a free port.
    public var port: Int
    /// Who can sign in to KSR Cranes or VynqTalk.
    public var accounts: [SandboxAccount]
    /// The tokens that a device of CDBL LMS can be paired with.
    public var pairTokens: [String]
    /// Whether each of them pairs one device only, as the documentation has it. Otherwise it pairs any number, so that
    /// a demonstration can be repeated.
    public var pairsOnce: Bool
    /// The keys that AutoDetail Hub takes.
    public var apiKeys: [String]
    /// How long a token is good for. Nil is what the back end's own documentation shows: 24 hours for KSR Cranes, 7
    /// days for CDBL LMS and VynqTalk. Keys of AutoDetail Hub have no end.
    public var tokenLife: Duration?
    /// Waited before every answer of a paged endpoint.
    public var pageDelay: Duration
    /// How lists of KSR Cranes are answered.
    public var listStyle: ListStyle
    /// The most records in one answer of a list. Nil is all of them for KSR Cranes and 100 for CDBL LMS.
    public var listLimit: Int?
    /// What goes wrong; none by default, and more can be ordered while the sandbox runs.
    public var faults: [Fault]
    /// `YYYY-MM-DD`, the day that the sandbox takes for today when it starts; nil is the machine's clock. It decides
    /// about notice of leave and is what new records say of their creation.
    public var today: String?
    /// Whether CDBL LMS refuses a leave that is longer than the balance. A test that imports many leaves turns it off.
    public var checksBalance: Bool
    /// How long a photo can be put to an address that AutoDetail Hub gave for it; 60 seconds, as documented.
    public var uploadLife: Duration
    /// Whether AutoDetail Hub keeps the names of photos in their addresses. Otherwise each upload gets a name of its
    /// own, and a linked photo another one.
    public var keepsPhotoNames: Bool
    /// A file that gets one line of JSON for every ``SandboxEffect``, before its answer is sent; what it holds already
    /// stays.
    public var effectFile: String?

    /// A sandbox of KSR Cranes with the sample month on a free port, unless the arguments say otherwise.
    public init(
        system: SandboxSystem = .ksrCranes,
        records: Records = .sampleMonth,
        host: String = "127.0.0.1",
        port: Int = 0,
        accounts: [SandboxAccount]? = nil,
        pairTokens: [String] = [SandboxConfiguration.usualPairToken],
        pairsOnce: Bool = false,
        apiKeys: [String] = [SandboxConfiguration.usualAPIKey],
        tokenLife: Duration? = nil,
        pageDelay: Duration = .zero,
        listStyle: ListStyle = .bare,
        listLimit: Int? = nil,
        faults: [Fault] = [],
        today: String? = nil,
        checksBalance: Bool = true,
        uploadLife: Duration = .seconds(60),
        keepsPhotoNames: Bool = true,
        effectFile: String? = nil
    ) {
        self.system = system
        self.records = records
        self.host = host
        self.port = port
        self.accounts = accounts ?? (system == .vynqTalk ? [.archivist] : [.payroll])
        self.pairTokens = pairTokens
        self.pairsOnce = pairsOnce
        self.apiKeys = apiKeys
        self.tokenLife = tokenLife
        self.pageDelay = pageDelay
        self.listStyle = listStyle
        self.listLimit = listLimit
        self.faults = faults
        self.today = today
        self.checksBalance = checksBalance
        self.uploadLife = uploadLife
        self.keepsPhotoNames = keepsPhotoNames
        self.effectFile = effectFile
    }

    /// The pair token that every sandbox of CDBL LMS takes unless it is told otherwise.
    public static let usualPairToken = "pair-sandbox-000001"
    /// The key that every sandbox of AutoDetail Hub takes unless it is told otherwise.
    public static let usualAPIKey = "org_1705671234_sandbox000001"
}

/// Somebody who can sign in. The passwords guard invented records on loopback only.
public struct SandboxAccount: Sendable, Hashable {
    /// What the person signs in with; case matters.
    public var email: String
    /// In clear text: it guards invented records only.
    public var password: String
    /// A string, because KSR Cranes answers a string here and a number everywhere else. For VynqTalk the id of the
    /// user.
    public var employeeID: String
    /// What the answer to a sign-in calls the person.
    public var name: String
    /// The role in the words of the back end.
    public var role: String

    /// An account of these parts, which nothing checks.
    public init(email: String, password: String, employeeID: String, name: String, role: String) {
        self.email = email
        self.password = password
        self.employeeID = employeeID
        self.name = name
        self.role = role
    }

    /// The account of KSR Cranes unless the sandbox is told otherwise.
    public static let payroll = SandboxAccount(
        email: "payroll@example.test", password: "sandbox-password", employeeID: "901", name: "Payroll 901",
        role: "chef")

    /// The account of VynqTalk, who is the first of its users.
    public static let archivist = SandboxAccount(
        email: "archive@example.test", password: "sandbox-password", employeeID: "1", name: "Archive 1", role: "USER")
}

/// The size and seed of computed records. The same values give the same bytes on every machine.
public struct GeneratedData: Sendable, Hashable {
    /// How many of the records that a system has most of: work entries, leaves, appointments, messages.
    public var entries: Int
    /// How many people they are spread over: workers, clients, users.
    public var employees: Int
    /// Another seed gives other records of the same shape.
    public var seed: UInt64
    /// `YYYY-MM-DD`, the first day that has entries.
    public var firstDay: String
    /// How many days in a row have entries, 31 by default.
    public var days: Int
    /// Whether a few entries are such that a person should look at them: repeats, long days, unknown workers.
    public var unusual: Bool

    /// Data with a few unusual entries over October 2026, unless the arguments say otherwise.
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
}
