package import GantryEngine
internal import GantryFiles
package import GantryOutputs
internal import GantryPayroll
internal import GantryRuns

/// The layouts of today beside the copies of their profiles in a delivered export.
package enum PaidLayouts {
    /// The outputs whose profile writes other files now. Another wording, or what it says of the payroll program, is
    /// the same layout; a copy that can't be read is another one.
    ///
    /// - Parameter folder: that of the export's files.
    /// - Throws: `FileError`.
    package static func differences(_ outputs: [Output], in folder: String) throws -> [RunIdentity.Difference] {
        try outputs.compactMap { output in
            guard let format = output.format as? ProfileFormat,
                let then = try ReadFile.ifExists("\(folder)/\(format.copyName)"), then != format.source
            else { return nil }
            let delivered = try? ProfileFileReading.profile(then, named: format.copyName, isDelivered: true)
            guard delivered?.layout != format.profile.layout else { return nil }
            return RunIdentity.Difference(
                key: PaidSettings.path(of: output.file) + "profile",
                old: "data/\(format.copyName) as it was delivered", new: "another layout")
        }
    }
}
