// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]
let safe = strict + [.strictMemorySafety()]

let package = Package(
    name: "gantry",
    targets: [
        .target(name: "GantryModel", swiftSettings: safe),
        .testTarget(name: "GantryModelTests", dependencies: ["GantryModel"], swiftSettings: safe),
    ],
    swiftLanguageModes: [.v6]
)
