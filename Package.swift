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

/// Every use of an unsafe construct is marked.
let safe = strict + [.strictMemorySafety()]

let package = Package(
    name: "gantry",
    products: [
        .executable(name: "gantry", targets: ["gantry"]),
        .executable(name: "gantry-photo", targets: ["gantry-photo"]),
        .executable(name: "gantry-server", targets: ["gantry-server"]),
        // What a program that uses Gantry imports: the operations, and the values that they take and give.
        .library(
            name: "GantryKit",
            targets: [
                "GantryAccounts", "GantryConnectors", "GantryEngine", "GantryImports", "GantryKit", "GantryModel",
                "GantryRuns", "GantrySignOff",
            ]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        // Without its traits it needs neither Foundation, with 41 MB of ICU, nor swift-configuration.
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    ],
    targets: [
        // System libraries through module maps.
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CHeif", pkgConfig: "libheif", providers: [.apt(["libheif-dev"])]),
        .systemLibrary(name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "CMinizip", pkgConfig: "minizip", providers: [.apt(["libminizip-dev"])]),
        .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
        .systemLibrary(name: "CPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        .systemLibrary(name: "CRoaring", providers: [.apt(["libroaring-dev"])]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CTurboJPEG", pkgConfig: "libturbojpeg", providers: [.apt(["libturbojpeg0-dev"])]),
        .systemLibrary(name: "CWebP", pkgConfig: "libwebp", providers: [.apt(["libwebp-dev"])]),
        .systemLibrary(name: "CWslay", providers: [.apt(["libwslay-dev"])]),
        .systemLibrary(name: "CXLSXWriter", pkgConfig: "xlsxwriter", providers: [.apt(["libxlsxwriter-dev"])]),
        .systemLibrary(name: "CXXHash", pkgConfig: "libxxhash", providers: [.apt(["libxxhash-dev"])]),
        .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"])]),
        // simdjson is C++, so its C face is compiled (Debian: libsimdjson-dev).
        .target(name: "CSimdJSON", linkerSettings: [.linkedLibrary("simdjson")]),

        // Values; no I/O.
        .target(name: "GantryModel", swiftSettings: safe),
        .testTarget(name: "GantryModelTests", dependencies: ["GantryModel"], swiftSettings: safe),

        // Durable files, and digests, message codes and keys on libcrypto.
        .target(
            name: "GantryFiles", dependencies: ["CLinux", "COpenSSL", "CXXHash", "GantryModel"], swiftSettings: safe
        ),
        .testTarget(name: "GantryFilesTests", dependencies: ["GantryFiles", "GantryModel"], swiftSettings: safe),

        // HTTP on libcurl, and WebSockets on its connections with wslay's frames. The socket tests also need nginx and openssl.
        .target(
            name: "GantryHTTP", dependencies: ["CCurl", "CWslay", "GantryFiles", "GantryModel"], swiftSettings: safe),
        .testTarget(
            name: "GantryHTTPTests", dependencies: ["GantryFiles", "GantryHTTP", "GantryModel"], swiftSettings: strict),
        .testTarget(
            name: "GantrySocketTests",
            dependencies: [
                "GantryHTTP", "GantryModel", .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOWebSocket", package: "swift-nio"),
            ],
            swiftSettings: safe),

        // JSON on simdjson.
        .target(name: "GantryJSON", dependencies: ["CSimdJSON", "GantryModel"], swiftSettings: safe),
        .testTarget(name: "GantryJSONTests", dependencies: ["GantryJSON", "GantryModel"], swiftSettings: safe),

        // Encodings: CSV, sheets, workbooks, XML, archives, zip files, bags; certificates and photos before they are uploaded.
        .target(
            name: "GantryFormats",
            dependencies: ["CLibXML2", "CMinizip", "CXLSXWriter", "CZlib", "CZstd", "GantryFiles", "GantryModel"],
            swiftSettings: safe),
        .testTarget(
            name: "GantryFormatsTests",
            dependencies: ["GantryFiles", "GantryFormats", "GantryModel", "GantryTestSupport"], swiftSettings: safe),

        // Runs, passes, checkpoints.
        .target(name: "GantryEngine", dependencies: ["CRoaring", "GantryModel"], swiftSettings: safe),
        .testTarget(
            name: "GantryEngineTests", dependencies: ["GantryEngine", "GantryModel", "GantryTestSupport"],
            swiftSettings: safe),

        // Doubles of what the engine needs, and the suites that every implementation of a protocol must pass.
        .target(
            name: "GantryTestSupport",
            dependencies: [
                "GantryAccounts", "GantryEngine", "GantryHTTP", "GantryJSON", "GantryJournal", "GantryModel",
                "GantryPayroll", "GantryRuns",
            ],
            swiftSettings: safe),

        // The journal in SQL, on SQLite and PostgreSQL. The tests of PostgreSQL need a server: Scripts/with-postgres.
        .target(
            name: "GantryJournal",
            dependencies: ["CPQ", "CSQLite", "GantryEngine", "GantryFiles", "GantryJSON", "GantryModel"],
            swiftSettings: safe),
        .testTarget(
            name: "GantryJournalTests",
            dependencies: ["GantryEngine", "GantryJournal", "GantryModel", "GantryTestSupport"], swiftSettings: safe),
        .testTarget(
            name: "GantryPostgresTests",
            dependencies: [
                "GantryAccounts", "GantryEngine", "GantryJournal", "GantryModel", "GantryRuns", "GantryTestSupport",
            ],
            swiftSettings: strict),

        // One folder per system.
        .target(
            name: "GantryConnectors", dependencies: ["GantryEngine", "GantryJSON", "GantryModel"], swiftSettings: safe),
        .testTarget(
            name: "GantryConnectorsTests",
            dependencies: [
                "GantryConnectors", "GantryEngine", "GantryFormats", "GantryJSON", "GantryModel", "GantryPages",
            ],
            swiftSettings: safe),

        // YAML that people write, with the place of every value and every mistake.
        .target(
            name: "GantryYAML", dependencies: ["CYAML", "GantryJSON", "GantryModel"],
            swiftSettings: safe),

        // What a run writes: the landing, outputs that grow chunk by chunk, their reading back.
        .target(
            name: "GantryOutputs",
            dependencies: [
                "GantryConnectors", "GantryEngine", "GantryFiles", "GantryFormats", "GantryJSON", "GantryModel",
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
            dependencies: ["GantryEngine", "GantryFiles", "GantryJSON", "GantryModel"],
            swiftSettings: safe),
        .testTarget(
            name: "GantrySignOffTests", dependencies: ["GantryEngine", "GantryFiles", "GantryModel", "GantrySignOff"],
            swiftSettings: safe),

        // Pay: rules, aggregates, pay lines, payroll files and their verification.
        .target(
            name: "GantryPayroll",
            dependencies: [
                "GantryConnectors", "GantryEngine", "GantryFiles", "GantryFormats", "GantryJSON", "GantryModel",
                "GantryOutputs",
            ],
            swiftSettings: safe),
        .testTarget(
            name: "GantryPayrollTests",
            dependencies: [
                "GantryConnectors", "GantryEngine", "GantryFormats", "GantryJSON", "GantryModel", "GantryPayroll",
                "GantryTestSupport",
            ],
            exclude: ["XML/Golden"], swiftSettings: safe),

        .testTarget(
            name: "GantryPipelinesTests",
            dependencies: [
                "GantryEngine", "GantryFormats", "GantryModel", "GantryOutputs", "GantryPayroll", "GantryRuns",
                "GantrySignOff", "GantryTestSupport", "GantryYAML",
            ],
            exclude: ["Golden", "Profiles/Golden"], swiftSettings: safe),

        // gantry.yaml, sessions, and open connections to systems.
        .target(
            name: "GantryAccounts",
            dependencies: [
                "GantryConnectors", "GantryEngine", "GantryFiles", "GantryFormats", "GantryHTTP", "GantryJSON",
                "GantryModel", "GantrySignOff", "GantryYAML",
            ],
            swiftSettings: safe),

        .testTarget(
            name: "GantryAccountsTests",
            dependencies: [
                "GantryAccounts", "GantryConnectors", "GantryEngine", "GantryHTTP", "GantryJSON",
                "GantryModel", "GantryPages", "GantrySignOff", "GantryTestSupport", "GantryYAML",
            ],
            exclude: ["Systems/Golden"], swiftSettings: safe),
        .testTarget(
            name: "GantryDeliveryTests",
            dependencies: [
                "GantryAccounts", "GantryEngine", "GantryFiles", "GantryModel", "GantryRuns", "GantryTestSupport",
            ],
            swiftSettings: safe),

        // What every run has: its request and result, folders, revisions, totals, bag, deliveries by the ledger.
        .target(
            name: "GantryRuns",
            dependencies: [
                "GantryAccounts", "GantryConnectors", "GantryEngine", "GantryFiles", "GantryFormats", "GantryHTTP",
                "GantryJSON", "GantryJournal", "GantryModel", "GantryOutputs", "GantryPayroll", "GantrySignOff",
                "GantryYAML",
            ],
            swiftSettings: safe),

        // Rows and files that are sent: sheets, their checks, the sender, the result sheet.
        .target(
            name: "GantryImports",
            dependencies: [
                "GantryAccounts", "GantryConnectors", "GantryEngine", "GantryFiles", "GantryFormats", "GantryHTTP",
                "GantryJSON", "GantryModel", "GantryOutputs", "GantryRuns",
            ],
            swiftSettings: safe),
        .testTarget(
            name: "GantryImportsTests",
            dependencies: [
                "GantryConnectors", "GantryEngine", "GantryFiles", "GantryFormats", "GantryImports", "GantryJSON",
                "GantryModel", "GantryPages", "GantryRuns", "GantryTestSupport",
            ],
            swiftSettings: safe),

        // Pages in HTML: the report of a run. No server, and no script.
        .target(
            name: "GantryPages",
            dependencies: ["GantryEngine", "GantryFiles", "GantryModel", "GantryOutputs", "GantryRuns"],
            resources: [.embedInCode("Style/pages.css")], swiftSettings: safe),
        .testTarget(
            name: "GantryPagesTests",
            dependencies: ["GantryEngine", "GantryJSON", "GantryModel", "GantryPages", "GantryRuns"],
            swiftSettings: safe),

        // The composition, with what working unattended needs and the care of a workspace over the years.
        .target(
            name: "GantryKit",
            dependencies: [
                "GantryAccounts", "GantryConnectors", "GantryEngine", "GantryFiles", "GantryFormats", "GantryHTTP",
                "GantryImports", "GantryJSON", "GantryModel", "GantryOutputs", "GantryPages", "GantryPayroll",
                "GantryRuns", "GantrySignOff", .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: safe),
        .testTarget(
            name: "GantryKitTests",
            dependencies: [
                "GantryAccounts", "GantryConnectors", "GantryEngine", "GantryFiles", "GantryHTTP", "GantryJSON",
                "GantryJournal", "GantryKit", "GantryModel", "GantryOutputs", "GantryPayroll", "GantryRuns",
                "GantrySignOff", "GantryTestSupport",
            ],
            exclude: ["SignOff/SignedMonth"], swiftSettings: safe),

        // The back ends, served on loopback. The tests also need the program curl.
        .target(
            name: "GantrySandbox",
            dependencies: [
                "CZlib", "GantryFiles", "GantryJSON", "GantryModel",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"), .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOWebSocket", package: "swift-nio"),
            ],
            swiftSettings: safe),
        .testTarget(
            name: "GantrySandboxTests",
            dependencies: [
                "CLinux", "GantryModel", "GantrySandbox", .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: safe),

        // What a command line shows and both programs share, from the arguments to the exit code; no commands.
        .target(
            name: "GantryTerminal",
            dependencies: [
                "CLinux", "GantryAccounts", "GantryConnectors", "GantryEngine", "GantryFiles", "GantryHTTP",
                "GantryImports", "GantryJSON", "GantryKit", "GantryModel", "GantryOutputs", "GantryPayroll",
                "GantryRuns", "GantrySignOff", "GantryYAML",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: safe),
        .testTarget(
            name: "GantryTerminalTests",
            dependencies: [
                "GantryAccounts", "GantryConnectors", "GantryEngine", "GantryFiles", "GantryHTTP", "GantryImports",
                "GantryJSON", "GantryKit", "GantryModel", "GantryPages", "GantryRuns", "GantrySignOff",
                "GantryTerminal",
            ],
            swiftSettings: safe),

        // The pages of a workspace, served on loopback.
        .target(
            name: "GantryDesk",
            dependencies: [
                "GantryAccounts", "GantryConnectors", "GantryEngine", "GantryFiles", "GantryFormats", "GantryImports",
                "GantryJSON",
                "GantryKit", "GantryModel",
                "GantryPages", "GantryPayroll",
                "GantryRuns",
                "GantrySignOff", "GantryTerminal", .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"), .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            resources: [.embedInCode("Assets/desk.js")], swiftSettings: safe),
        .testTarget(
            name: "GantryDeskTests", dependencies: ["GantryDesk", "GantryEngine", "GantryModel"], swiftSettings: safe),

        // The command line. It starts gantry-server.
        .executableTarget(
            name: "gantry",
            dependencies: [
                "GantryAccounts", "GantryConnectors", "GantryEngine", "GantryFiles", "GantryImports", "GantryJSON",
                "GantryKit", "GantryModel", "GantryPayroll", "GantryRuns", "GantrySignOff", "GantryTerminal",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: safe),
        // Converts one photo. A process of its own for each, since decoders read what strangers have made; so no other
        // target links them.
        .executableTarget(
            name: "gantry-photo",
            dependencies: ["CHeif", "CLinux", "CPNG", "CTurboJPEG", "CWebP", "CZlib", "GantryFiles", "GantryModel"],
            swiftSettings: safe),
        .executableTarget(
            name: "gantry-server",
            dependencies: [
                "GantryDesk", "GantryFiles", "GantryJSON", "GantryModel", "GantrySandbox", "GantryTerminal",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: safe),

        // The built program, from the outside.
        .testTarget(
            name: "GantryEndToEndTests",
            exclude: ["Fixtures", "Tools"],
            swiftSettings: safe),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)

// Tests are compiled without optimization in release builds too: they are a third of the code, and what they judge is the
// program.
for target in package.targets where target.type == .test || target.name == "GantryTestSupport" {
    target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-Onone"], .when(configuration: .release))]
}

// Readers for a fuzzer, which Scripts/fuzz builds by itself.
if Context.environment["GANTRY_FUZZ"] != nil {
    package.products.append(.executable(name: "gantry-fuzz", targets: ["gantry-fuzz"]))
    package.targets += [
        .target(name: "CFuzzer", path: "Tests/Fuzz/CFuzzer"),
        .executableTarget(
            name: "gantry-fuzz",
            dependencies: [
                "CFuzzer", "GantryAccounts", "GantryConnectors", "GantryDesk", "GantryFiles", "GantryFormats",
                "GantryHTTP", "GantryJSON", "GantryModel", "GantryPayroll", "GantryRuns", "GantrySignOff",
            ],
            path: "Tests/Fuzz/gantry-fuzz",
            swiftSettings: strict),
    ]
}
