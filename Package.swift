// swift-tools-version: 6.2
//
// One section per target, its tests beside it, dependencies in alphabetical order. Debian packages that the system
// libraries need are named at each; Scripts/setup installs them.

import PackageDescription

/// Warnings are errors everywhere.
let strict: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableExperimentalFeature("Lifetimes"),
]

/// Every use of an unsafe construct is marked, everywhere but in the owners of libcurl, libpq and libxml2.
let safe = strict + [.strictMemorySafety()]

let package = Package(
    name: "gantry",
    products: [
        .executable(name: "gantry", targets: ["gantry"]),
        .executable(name: "gantry-sandbox", targets: ["gantry-sandbox"]),
        // What a program that uses Gantry imports: the operations, and the values that they take and give.
        .library(
            name: "GantryKit",
            targets: [
                "GantryAccounts", "GantryEngine", "GantryImports", "GantryKit", "GantryModel", "GantryPipelines",
                "GantryRuns", "GantrySignOff",
            ]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    ],
    targets: [
        // System libraries through module maps.
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "CMinizip", pkgConfig: "minizip", providers: [.apt(["libminizip-dev"])]),
        .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        .systemLibrary(name: "CRoaring", providers: [.apt(["libroaring-dev"])]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CWslay", providers: [.apt(["libwslay-dev"])]),
        .systemLibrary(name: "CXLSXWriter", pkgConfig: "xlsxwriter", providers: [.apt(["libxlsxwriter-dev"])]),
        .systemLibrary(name: "CXXHash", pkgConfig: "libxxhash", providers: [.apt(["libxxhash-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"])]),
        // simdjson is C++, so its C face is compiled (Debian: libsimdjson-dev).
        .target(name: "CSimdJSON", linkerSettings: [.linkedLibrary("simdjson")]),

        // Values; no I/O.
        .target(name: "GantryModel", swiftSettings: safe),
        .testTarget(name: "GantryModelTests", dependencies: ["GantryModel"], swiftSettings: safe),

        // Digests, message codes and keys on libcrypto.
        .target(name: "GantryCrypto", dependencies: ["COpenSSL"], swiftSettings: safe),
        .testTarget(name: "GantryCryptoTests", dependencies: ["GantryCrypto"], swiftSettings: safe),

        // Durable files.
        .target(
            name: "GantryFiles", dependencies: ["CLinux", "CXXHash", "GantryCrypto", "GantryModel"], swiftSettings: safe
        ),
        .testTarget(name: "GantryFilesTests", dependencies: ["GantryFiles", "GantryModel"], swiftSettings: safe),

        // Certificates and photos before they are uploaded.
        .target(name: "GantryMedia", dependencies: ["CZlib", "GantryFiles", "GantryModel"], swiftSettings: safe),
        .testTarget(
            name: "GantryMediaTests", dependencies: ["GantryFiles", "GantryMedia", "GantryModel"], swiftSettings: safe),

        // HTTP on libcurl.
        .target(name: "GantryHTTP", dependencies: ["CCurl", "GantryFiles", "GantryModel"], swiftSettings: strict),
        .testTarget(
            name: "GantryHTTPTests", dependencies: ["GantryFiles", "GantryHTTP", "GantryModel"], swiftSettings: strict),

        // WebSockets on GantryHTTP's connections, with wslay's frames. The tests also need nginx and openssl.
        .target(name: "GantrySocket", dependencies: ["CWslay", "GantryCrypto", "GantryHTTP"], swiftSettings: safe),
        .testTarget(
            name: "GantrySocketTests",
            dependencies: [
                "GantryHTTP", "GantryModel", "GantrySocket", .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOWebSocket", package: "swift-nio"),
            ],
            swiftSettings: safe),

        // JSON on simdjson.
        .target(name: "GantryJSON", dependencies: ["CSimdJSON", "GantryModel"], swiftSettings: safe),
        .testTarget(name: "GantryJSONTests", dependencies: ["GantryJSON", "GantryModel"], swiftSettings: safe),

        // XML on libxml2.
        .target(name: "GantryXML", dependencies: ["CLibXML2", "GantryModel"], swiftSettings: strict),
        .testTarget(name: "GantryXMLTests", dependencies: ["GantryModel", "GantryXML"], swiftSettings: safe),

        // Encodings: CSV, sheets, archives, bags.
        .target(
            name: "GantryFormats", dependencies: ["CZlib", "CZstd", "GantryFiles", "GantryModel"], swiftSettings: safe),
        .testTarget(
            name: "GantryFormatsTests",
            dependencies: ["GantryFiles", "GantryFormats", "GantryModel", "GantryTestSupport"], swiftSettings: safe),

        // Excel workbooks, written with libxlsxwriter and read back with minizip.
        .target(
            name: "GantryWorkbook",
            dependencies: ["CMinizip", "CXLSXWriter", "GantryFiles", "GantryFormats", "GantryModel", "GantryXML"],
            swiftSettings: safe),
        .testTarget(
            name: "GantryWorkbookTests",
            dependencies: ["GantryFiles", "GantryFormats", "GantryModel", "GantryWorkbook"], swiftSettings: safe),

        // Zip files that are the same for ever, and those that somebody sent, by minizip.
        .target(
            name: "GantryZip", dependencies: ["CMinizip", "GantryFiles", "GantryModel"], swiftSettings: safe),
        .testTarget(
            name: "GantryZipTests", dependencies: ["GantryFiles", "GantryModel", "GantryZip"], swiftSettings: safe),

        // Runs, passes, checkpoints.
        .target(name: "GantryEngine", dependencies: ["CRoaring", "GantryModel"], swiftSettings: safe),
        .testTarget(
            name: "GantryEngineTests", dependencies: ["GantryEngine", "GantryModel", "GantryTestSupport"],
            swiftSettings: safe),

        // Doubles of what the engine needs, and the suites that every implementation of a protocol must pass.
        .target(
            name: "GantryTestSupport",
            dependencies: [
                "GantryAccounts", "GantryEngine", "GantryHTTP", "GantryJSON", "GantryModel", "GantryOutputs",
                "GantryPayroll", "GantryPipelines",
            ],
            swiftSettings: safe),

        // The journal in SQL, and on SQLite.
        .target(
            name: "GantryJournal",
            dependencies: ["CSQLite", "GantryCrypto", "GantryEngine", "GantryFiles", "GantryModel"],
            swiftSettings: safe),
        .testTarget(
            name: "GantryJournalTests",
            dependencies: ["GantryEngine", "GantryJournal", "GantryModel", "GantryTestSupport"], swiftSettings: safe),

        // The journal on PostgreSQL, and leases. The tests also need a server: Scripts/with-postgres.
        .target(
            name: "GantryPostgres", dependencies: ["CPQ", "GantryEngine", "GantryJournal", "GantryModel"],
            swiftSettings: strict),
        .testTarget(
            name: "GantryPostgresTests",
            dependencies: [
                "GantryAccounts", "GantryEngine", "GantryJournal", "GantryModel", "GantryPostgres", "GantryRuns",
                "GantryTestSupport",
            ],
            swiftSettings: strict),

        // One folder per system.
        .target(
            name: "GantryConnectors", dependencies: ["GantryEngine", "GantryJSON", "GantryModel"], swiftSettings: safe),
        .testTarget(
            name: "GantryConnectorsTests",
            dependencies: ["GantryConnectors", "GantryEngine", "GantryFormats", "GantryJSON", "GantryModel"],
            swiftSettings: safe),

        // YAML that people write, with the place of every value and every mistake.
        .target(
            name: "GantryYAML", dependencies: ["GantryJSON", "GantryModel", .product(name: "Yams", package: "Yams")],
            swiftSettings: safe),

        // What a run writes: the landing, outputs that grow chunk by chunk, their reading back.
        .target(
            name: "GantryOutputs",
            dependencies: [
                "GantryConnectors", "GantryEngine", "GantryFiles", "GantryFormats", "GantryJSON", "GantryModel",
                "GantryWorkbook",
            ],
            swiftSettings: safe),
        .testTarget(
            name: "GantryOutputsTests",
            dependencies: [
                "GantryConnectors", "GantryEngine", "GantryFiles", "GantryJSON", "GantryOutputs", "GantryTestSupport",
            ],
            swiftSettings: safe),

        // Signatures under a period of pay: the statement, the book, the keys, who may do what.
        .target(
            name: "GantrySignOff",
            dependencies: ["GantryCrypto", "GantryEngine", "GantryFiles", "GantryJSON", "GantryModel"],
            swiftSettings: safe),
        .testTarget(
            name: "GantrySignOffTests", dependencies: ["GantryEngine", "GantryFiles", "GantryModel", "GantrySignOff"],
            swiftSettings: safe),

        // Pay: rules, aggregates, pay lines, payroll files and their verification.
        .target(
            name: "GantryPayroll",
            dependencies: [
                "GantryConnectors", "GantryEngine", "GantryFiles", "GantryFormats", "GantryJSON", "GantryModel",
                "GantryOutputs", "GantryWorkbook", "GantryXML",
            ],
            swiftSettings: safe),
        .testTarget(
            name: "GantryPayrollTests",
            dependencies: [
                "GantryConnectors", "GantryEngine", "GantryJSON", "GantryModel", "GantryPayroll", "GantryTestSupport",
                "GantryXML",
            ],
            exclude: ["XML/Golden"], swiftSettings: safe),

        // Pipeline files: what they may say, checked against what this build knows.
        .target(
            name: "GantryPipelines",
            dependencies: [
                "GantryConnectors", "GantryEngine", "GantryFormats", "GantryJSON", "GantryMedia", "GantryModel",
                "GantryOutputs", "GantryPayroll", "GantrySignOff", "GantryYAML",
            ],
            swiftSettings: safe),

        .testTarget(
            name: "GantryPipelinesTests",
            dependencies: [
                "GantryEngine", "GantryFormats", "GantryModel", "GantryOutputs", "GantryPayroll", "GantryPipelines",
                "GantrySignOff", "GantryTestSupport", "GantryYAML",
            ],
            exclude: ["Golden", "Profiles/Golden"], swiftSettings: safe),

        // gantry.yaml, sessions, and open connections to systems.
        .target(
            name: "GantryAccounts",
            dependencies: [
                "CLinux", "GantryConnectors", "GantryCrypto", "GantryEngine", "GantryFiles", "GantryHTTP", "GantryJSON",
                "GantryMedia", "GantryModel", "GantrySignOff", "GantrySocket", "GantryYAML",
            ],
            swiftSettings: safe),

        .testTarget(
            name: "GantryAccountsTests",
            dependencies: [
                "GantryAccounts", "GantryConnectors", "GantryEngine", "GantryFiles", "GantryHTTP", "GantryJSON",
                "GantryModel", "GantrySignOff", "GantryTestSupport", "GantryYAML",
            ],
            swiftSettings: safe),

        // Files on their way to folders and servers, by the ledger.
        .target(
            name: "GantryDelivery",
            dependencies: ["GantryAccounts", "GantryEngine", "GantryFiles", "GantryHTTP", "GantryModel"],
            swiftSettings: safe),
        .testTarget(
            name: "GantryDeliveryTests",
            dependencies: [
                "GantryAccounts", "GantryDelivery", "GantryEngine", "GantryFiles", "GantryModel", "GantryTestSupport",
            ],
            swiftSettings: safe),

        // What every run has: its request and result, folders, revisions, totals, bag.
        .target(
            name: "GantryRuns",
            dependencies: [
                "GantryAccounts", "GantryConnectors", "GantryDelivery", "GantryEngine", "GantryFiles", "GantryFormats",
                "GantryJSON", "GantryJournal", "GantryModel", "GantryOutputs", "GantryPayroll", "GantryPipelines",
                "GantryPostgres",
                "GantrySignOff",
            ],
            swiftSettings: safe),

        // Rows and files that are sent: sheets, their checks, the sender, the result sheet.
        .target(
            name: "GantryImports",
            dependencies: [
                "GantryAccounts", "GantryConnectors", "GantryEngine", "GantryFiles", "GantryFormats", "GantryHTTP",
                "GantryJSON", "GantryMedia", "GantryModel", "GantryOutputs", "GantryPipelines",
                "GantryRuns", "GantrySignOff",
            ],
            swiftSettings: safe),
        .testTarget(
            name: "GantryImportsTests",
            dependencies: [
                "GantryAccounts", "GantryConnectors", "GantryEngine", "GantryFiles", "GantryFormats", "GantryHTTP",
                "GantryImports", "GantryJSON", "GantryModel", "GantryPipelines", "GantryTestSupport", "GantryYAML",
            ],
            swiftSettings: safe),

        // The composition.
        .target(
            name: "GantryKit",
            dependencies: [
                "GantryAccounts", "GantryConnectors", "GantryCrypto", "GantryDelivery", "GantryEngine", "GantryFiles",
                "GantryFormats", "GantryHTTP", "GantryImports", "GantryJSON", "GantryMedia",
                "GantryModel", "GantryOutputs", "GantryPayroll", "GantryPipelines", "GantryRuns", "GantrySignOff",
                "GantryWorkbook", "GantryZip",
            ],
            swiftSettings: safe),
        .testTarget(
            name: "GantryKitTests",
            dependencies: [
                "GantryAccounts", "GantryConnectors", "GantryEngine", "GantryFiles", "GantryFormats", "GantryHTTP",
                "GantryJSON", "GantryKit", "GantryModel", "GantryOutputs", "GantryPayroll", "GantryPipelines",
                "GantryRuns", "GantrySignOff", "GantryTestSupport", "GantryYAML",
            ],
            exclude: ["SignOff/SignedMonth"], swiftSettings: safe),

        // The care of a workspace over the years: what is kept, forgotten, entered again, and moved.
        .target(
            name: "GantryUpkeep",
            dependencies: [
                "GantryAccounts", "GantryConnectors", "GantryEngine", "GantryFiles", "GantryFormats", "GantryJSON",
                "GantryKit", "GantryModel", "GantryOutputs", "GantryPipelines", "GantryRuns", "GantrySignOff",
            ],
            swiftSettings: safe),
        .testTarget(
            name: "GantryUpkeepTests",
            dependencies: [
                "GantryDelivery", "GantryEngine", "GantryFiles", "GantryJournal", "GantryModel", "GantryRuns",
                "GantryTestSupport", "GantryUpkeep",
            ],
            swiftSettings: safe),

        // The back ends, served on loopback. The tests also need the program curl.
        .target(
            name: "GantrySandbox",
            dependencies: [
                "CZlib", "GantryCrypto", "GantryJSON", "GantryModel",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"), .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"), .product(name: "NIOWebSocket", package: "swift-nio"),
            ],
            swiftSettings: safe),
        .testTarget(
            name: "GantrySandboxTests",
            dependencies: [
                "CLinux", "GantryModel", "GantrySandbox", .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: safe),

        // What working unattended needs: schedules, status, metrics, the log.
        .target(
            name: "GantryOperations",
            dependencies: [
                "GantryAccounts", "GantryCrypto", "GantryEngine", "GantryFiles", "GantryHTTP", "GantryJSON",
                "GantryModel", "GantryRuns", .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: safe),
        .testTarget(
            name: "GantryOperationsTests",
            dependencies: [
                "GantryAccounts", "GantryEngine", "GantryFiles", "GantryJSON", "GantryModel", "GantryOperations",
                "GantryRuns",
            ],
            swiftSettings: safe),

        // What the command line shows: tables, progress, events, exit codes; no commands.
        .target(
            name: "GantryTerminal",
            dependencies: [
                "GantryAccounts", "GantryDelivery", "GantryEngine", "GantryFiles", "GantryHTTP", "GantryImports",
                "GantryJSON", "GantryKit", "GantryModel", "GantryOperations", "GantryOutputs",
                "GantryPipelines", "GantryRuns", "GantrySignOff", "GantryUpkeep", "GantryYAML",
            ],
            swiftSettings: safe),
        .testTarget(
            name: "GantryTerminalTests",
            dependencies: [
                "GantryAccounts", "GantryDelivery", "GantryEngine", "GantryFiles", "GantryHTTP", "GantryJSON",
                "GantryImports", "GantryKit", "GantryModel", "GantryOperations", "GantryPipelines", "GantryRuns",
                "GantrySignOff", "GantryTerminal",
            ],
            swiftSettings: safe),

        // What both programs share: from the arguments to the exit code.
        .target(
            name: "GantryProgram",
            dependencies: [
                "CLinux", "GantryAccounts", "GantryEngine", "GantryFiles", "GantryJSON", "GantryKit", "GantryModel",
                "GantryOperations", "GantryRuns", "GantryTerminal", .product(name: "Logging", package: "swift-log"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: safe),

        // The command line. It starts gantry-sandbox, which lies beside it.
        .executableTarget(
            name: "gantry",
            dependencies: [
                "GantryAccounts", "GantryDelivery", "GantryEngine", "GantryImports", "GantryJSON", "GantryKit",
                "GantryModel", "GantryOperations", "GantryPayroll", "GantryPipelines", "GantryProgram", "GantryRuns",
                "GantrySignOff", "GantryTerminal", "GantryUpkeep", .product(name: "Logging", package: "swift-log"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: safe),
        .executableTarget(
            name: "gantry-sandbox",
            dependencies: [
                "GantryJSON", "GantryModel", "GantryProgram", "GantrySandbox", "GantryTerminal",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: safe),

        // The built program, from the outside.
        .testTarget(
            name: "GantryEndToEndTests", dependencies: ["gantry", "gantry-sandbox"], exclude: ["Fixtures", "Tools"],
            swiftSettings: safe),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)

// Tests are compiled without optimization in release builds too: they are a third of the code, and what they judge is the
// program.
for target in package.targets where target.type == .test {
    target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-Onone"], .when(configuration: .release))]
}
