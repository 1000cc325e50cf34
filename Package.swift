// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableExperimentalFeature("Lifetimes"),
]
let safe = strict + [.strictMemorySafety()]

let package = Package(
    name: "gantry",
    dependencies: [
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        .target(name: "GantryModel", swiftSettings: safe),
        .target(name: "CSimdJSON", linkerSettings: [.linkedLibrary("simdjson")]),
        .target(name: "GantryJSON", dependencies: ["CSimdJSON", "GantryModel"], swiftSettings: safe),
        .target(name: "GantryConnectors", dependencies: ["GantryModel", "GantryEngine"], swiftSettings: safe),
        .systemLibrary(name: "CRoaring", providers: [.apt(["libroaring-dev"])]),
        .target(name: "GantryEngine", dependencies: ["CRoaring", "GantryModel"], swiftSettings: safe),
        .target(name: "GantryFormats", dependencies: ["GantryModel"], swiftSettings: safe),
        .target(
            name: "GantryJournal",
            dependencies: [
                "GantryEngine", "GantryModel", .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "GRDB", package: "GRDB.swift"),
            ], swiftSettings: safe),
        .executableTarget(name: "perf", dependencies: ["GantryJSON", "GantryConnectors", "GantryModel"]),
        .testTarget(name: "GantryModelTests", dependencies: ["GantryModel"], swiftSettings: safe),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)
