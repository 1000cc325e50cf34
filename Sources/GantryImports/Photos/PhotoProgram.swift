internal import FoundationEssentials

/// Where the program is that converts photos.
package enum PhotoProgram {
    /// The path of `gantry-photo`, which is beside the running program, or in the `lib` next to its `bin`; `nil` if it is
    /// at neither.
    package static func path() -> String? {
        // Without /proc the program's own path stays unknown.
        guard let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"),
            let end = own.lastIndex(of: "/")
        else { return nil }
        let folder = own[..<end]
        return ["\(folder)/gantry-photo", "\(folder)/../lib/gantry/gantry-photo"].first {
            FileManager.default.isExecutableFile(atPath: $0)
        }
    }
}
