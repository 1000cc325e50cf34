internal import GantryModel

/// The paths that a bag may hold: those that every system and every BagIt reader understands in the same way.
///
/// RFC 8493 requires percent-encoding for some characters in manifests, and readers disagree about it, so none of them
/// is allowed here.
enum BagPath {
    /// Why a path is not allowed, or `nil` when it is: relative, with `/`, each name of at most 255 of `A-Z a-z 0-9 . _
    /// -`, not starting with `-`, not `.` or `..`, not ending with a dot, not a device name of Windows.
    static func objection(to path: String) -> String? {
        guard path.utf8.count <= 1024 else { return "it is longer than 1024 bytes" }
        for name in path.split(separator: "/", omittingEmptySubsequences: false) {
            guard !name.isEmpty else { return "it has an empty name" }
            guard name.utf8.count <= 255 else { return "one of its names is longer than 255 bytes" }
            guard name.utf8.allSatisfy(isNameByte) else { return "it has characters other than A-Z a-z 0-9 . _ -" }
            guard name.utf8.first != 0x2D else { return "one of its names starts with \"-\"" }
            guard name.utf8.last != 0x2E else { return "one of its names ends with a dot" }
            let stem = name.prefix { $0 != "." }.uppercased()
            guard !deviceNames.contains(stem) else { return "\(stem) is a device on Windows" }
        }
        return nil
    }

    /// What two paths have in common that differ only by case; ASCII is all there is.
    static func folded(_ path: String) -> String { path.lowercased() }

    private static let deviceNames: Set<String> = Set(
        ["CON", "PRN", "AUX", "NUL"] + (1...9).flatMap { ["COM\($0)", "LPT\($0)"] })
}
