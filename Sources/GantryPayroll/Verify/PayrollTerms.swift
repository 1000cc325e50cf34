package import GantryJSON
package import GantryModel

/// What the pipeline file of an export says, as far as it decides what is found and paid.
package struct PayrollTerms: Sendable {
    /// Reads the pipeline file that an export holds, as its run read it.
    package struct Reader: Sendable {
        /// It throws what is wrong with the file.
        let read: @Sendable (_ text: [UInt8], _ folder: String, _ contract: Contract) throws -> PayrollTerms

        package init(
            _ read: @escaping @Sendable (_ text: [UInt8], _ folder: String, _ contract: Contract) throws -> PayrollTerms
        ) {
            self.read = read
        }
    }

    /// The pipeline's name.
    package let pipeline: String
    package let checks: PayrollChecks
    package let settings: PaySettings?
    /// Whether workers are joined. Without them nobody has a name or a rate, and nobody is unknown.
    package let joinsWorkers: Bool
    /// What `totals.json` repeats of it; nothing for what it doesn't have.
    package let stated: [Stated: JSONTree]

    /// What `totals.json` repeats of the pipeline file, by its key there.
    package enum Stated: String, CaseIterable, Sendable {
        /// Which fields are what pay goes by.
        case roles
        /// Checks that are lowered with a reason.
        case loweredChecks = "lowered_checks"
    }

    package init(
        pipeline: String, checks: PayrollChecks, settings: PaySettings?, joinsWorkers: Bool,
        stated: [Stated: JSONTree] = [:]
    ) {
        self.pipeline = pipeline
        self.checks = checks
        self.settings = settings
        self.joinsWorkers = joinsWorkers
        self.stated = stated
    }
}

extension JSONTree {
    /// Whether the hours of an export were read by roles, as its `totals.json` says; only then keys can be texts.
    package var isByRoles: Bool { self[PayrollTerms.Stated.roles.rawValue] != nil }
}
