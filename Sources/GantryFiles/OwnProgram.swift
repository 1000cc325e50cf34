internal import FoundationEssentials

/// A program that only other programs of Gantry start.
package enum OwnProgram {
    /// The path of one: beside the running program, in the `lib` next to its `bin`, or in the `bin` next to its `lib`;
    /// `nil` if it is at none of them.
    package static func path(_ name: String) -> String? {
        // Without /proc the program's own path stays unknown.
        guard let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"),
            let end = own.lastIndex(of: "/")
        else { return nil }
        let folder = own[..<end]
        return ["\(folder)/\(name)", "\(folder)/../lib/gantry/\(name)", "\(folder)/../../bin/\(name)"].first {
            FileManager.default.isExecutableFile(atPath: $0)
        }
    }
}
