public import GantryConnectors
internal import GantryModel
internal import GantryYAML

/// The keys of gantry.yaml, part by part: the reader takes them from here, and so does its JSON Schema.
struct ConfigurationKeys {
    let systems: Systems

    /// The words for the addresses that a system is known to have.
    static let environments = ["development", "staging", "production"]

    var top: [DocumentKey] {
        let rules =
            systems.all.map {
                GroupRule.limits("system", is: $0.name, group: "credentials", to: $0.credentials.map(\.name))
            } + systems.all.filter { $0.contracts.count < 2 }.map { .excludes("system", is: $0.name, key: "contract") }
        return [
            DocumentKey(
                "connections",
                .map(.group(connection, rules: rules), names: ValueShape.plainName, canBeEmpty: false), required: true,
                help:
                    "A name for each connection, in lower-case letters, digits and -. The variable GANTRY_<NAME>_URL overrides its address."
            ),
            DocumentKey(
                "people", .map(.group(Self.person), names: ValueShape.plainName, canBeEmpty: false),
                help: "Who may decide and sign, by the names that pipeline files and commands use."),
            Self.destinations, Self.hooks,
            DocumentKey("office", .group(Office.keys), help: "Where the office is, and the language of its sheets."),
            DocumentKey(
                "journal",
                .group([
                    DocumentKey(
                        "postgresql",
                        .group([
                            DocumentKey(
                                "env", .line(pattern: "^[A-Z_][A-Z0-9_]*$"), required: true,
                                help: "The environment variable with its address, as libpq reads it.")
                        ]), required: true, help: "A database of PostgreSQL 13 or newer.")
                ]),
                help:
                    "Where runs and ledger are kept, for workspaces of several machines. The default is a file in the workspace."
            ),
        ]
    }

    static let person = [
        DocumentKey("name", .line(), required: true, help: "What people call them."),
        DocumentKey(
            "account", .line(),
            help: "The account on this machine with which they sign when their word is enough. The default is any."),
        DocumentKey(
            "key", .line(pattern: "^(ssh-ed25519|ecdsa-sha2-nistp256) [A-Za-z0-9+/]+=*( .*)?$", most: 1_000),
            help: "The public half of their key: the line of id_ed25519.pub, or of an ECDSA key on P-256."),
    ]

    var connection: [DocumentKey] {
        [
            DocumentKey("system", .words(systems.all.map(\.name)), required: true, help: "The kind of back end."),
            DocumentKey(
                "environment",
                .either([
                    .words(Self.environments), .line(pattern: #"^[Hh][Tt][Tt][Pp][Ss]://[^@?#\s]+$"#),
                    .line(
                        pattern:
                            #"^[Hh][Tt][Tt][Pp]://([Ll]ocalhost|127\.[0-9]+\.[0-9]+\.[0-9]+|\[::1\])(:[0-9]+)?(/[^@?#\s]*)?$"#
                    ),
                ]), required: true,
                help: "Where it is: a word, or an address that starts with https://. Plain http only for this machine."),
            DocumentKey(
                "contract", .words(Contract.allCases.map(\.rawValue)), standard: .text(Contract.documented.rawValue),
                help:
                    "Which version of the API the server answers, for ksr-cranes: documented, or deployed, which its public servers answer."
            ),
            DocumentKey(
                "credentials", .group(credentials),
                help:
                    "What the system needs to sign in, and where each is kept. Leave it out to sign in yourself; the session is saved."
            ),
            DocumentKey(
                "ca-file", .line(),
                help: "A file with certificates (PEM) that are trusted instead of those of this machine."),
            DocumentKey(
                "proxy",
                .either([
                    .words(["none"]), .line(pattern: Self.proxyPattern), .group(Self.proxy),
                ]),
                help:
                    "How requests leave this network: none, a proxy's address with its port, or a group with address, user and password. Without it the variables https_proxy, all_proxy and no_proxy decide. An address of this machine needs none."
            ),
            DocumentKey(
                "retries", .whole(Connection.possibleRetries),
                help: "How often a request that failed is sent again. The default is 4; for cdbl-lms 9."),
            DocumentKey(
                "max-wait", .line(pattern: "^[0-9]+(ms|s|m|h)$"),
                help:
                    "How long a request may take with all its tries and waits, 1s to 24h. The default is 10m; for cdbl-lms 5m."
            ),
            DocumentKey(
                "rate", .line(pattern: RequestRate.pattern),
                help:
                    "How many requests may start in a second or minute, retries included, such as 5/s or 100/min. The default is no limit."
            ),
            DocumentKey(
                "settle", .line(pattern: "^[0-9]+(ms|s|m|h)$"), standard: .text("90s"),
                help:
                    "How long the server may take over a request whose answer is lost. A row that a lookup doesn't find is sent again only after this time."
            ),
        ]
    }

    private static let proxyPattern = #"^([Hh][Tt][Tt][Pp][Ss]?|[Ss][Oo][Cc][Kk][Ss]5[Hh])://[^@/?#\s]+:[0-9]+/?$"#

    /// The group under `proxy`.
    static let proxy =
        [
            DocumentKey(
                "address", .line(pattern: proxyPattern), required: true,
                help: "Where it is: http, https or socks5h, with its port.")
        ] + proxyAccount.map(key)

    static let proxyAccount = [
        SignInCredential("user", "The account that the proxy asks for.", isSecret: false),
        SignInCredential("password", "The account's password."),
    ]

    /// The credentials of all systems, each once.
    private var credentials: [DocumentKey] {
        var known: Set<String> = []
        return systems.all.flatMap(\.credentials).filter { known.insert($0.name).inserted }.map(Self.key)
    }

    static func key(_ credential: SignInCredential) -> DocumentKey {
        let source = ValueShape.shared("source")
        return DocumentKey(
            credential.name, credential.isSecret ? source : .either([source, .line()]),
            help: credential.help + (credential.isSecret ? " Never the value itself, only where it is kept." : ""))
    }
}

/// Where a credential can be kept, by the key that says so.
enum SecretPlace: String, CaseIterable {
    case env
    case file
    case command
    case systemd

    static let keys = allCases.map(\.key)

    private var key: DocumentKey {
        switch self {
        case .env:
            DocumentKey(
                rawValue, .line(pattern: "^[A-Z_][A-Z0-9_]*$", most: 4_000),
                help: "The name of an environment variable in capital letters.")
        case .file:
            DocumentKey(
                rawValue, .line(most: 4_000),
                help:
                    "A file that only its owner can read (chmod 600). A relative path starts at the folder of gantry.yaml."
            )
        case .command:
            DocumentKey(
                rawValue, .list(.text, most: 64),
                help: "A program and its arguments, run without a shell: what it prints within 10 seconds.")
        case .systemd:
            DocumentKey(
                rawValue, .line(pattern: "^[A-Za-z0-9_-][A-Za-z0-9._-]*$", most: 4_000),
                help: "The name of a systemd credential of the service.")
        }
    }
}

extension Configuration {
    /// The JSON Schema (draft 2020-12) of gantry.yaml, from the same tables as the reader. It ends with a line break;
    /// the same systems give the same text.
    public static func schema(systems: Systems) -> String {
        JSONSchema(
            id: "configuration", title: "gantry.yaml",
            description:
                "The connections: named accounts on systems. Passwords are never in this file, which says where they are kept.",
            ConfigurationKeys(systems: systems).top,
            shared: [
                (
                    "source",
                    "Where it is kept: { env: NAME }, { file: PATH }, { command: [PROGRAM, ...] } or { systemd: NAME }.",
                    .group(SecretPlace.keys, rules: [.exactlyOne(SecretPlace.keys.map(\.name))])
                )
            ]
        ).text
    }
}
