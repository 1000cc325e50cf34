internal import FoundationEssentials

/// A program that only other programs of Gantry start.
package enum HelperProgram {
    /// The path of one: beside the running program, or in the `lib` next to its `bin`; `nil` if it is at neither.
    package static func path(_ name: String) -> String? {
        // Without /proc the program's own path stays unknown.
        guard let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"),
            let end = own.lastIndex(of: "/")
        else { return nil }
        let folder = own[..<end]
        return ["\(folder)/\(name)", "\(folder)/../lib/gantry/\(name)"].first {
            FileManager.default.isExecutableFile(atPath: $0)
        }
    }
}
