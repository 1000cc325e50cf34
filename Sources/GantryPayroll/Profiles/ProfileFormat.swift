package import GantryEngine
internal import GantryFiles
internal import GantryJSON
package import GantryOutputs

/// A format that a profile declares, with what an output gives it: `format: danlon`.
package struct ProfileFormat: PayFormat {
    /// The folder of an export that profiles are copied to.
    package static let folder = "profiles"

    package let profile: Profile
    /// The text of the profile, which is copied to every export.
    package let source: [UInt8]
    /// The XML schema beside the profile; `nil` where there is none.
    package let schema: [UInt8]?
    /// `needs` of the output, complete.
    package var needs: [String: String]
    /// `codes` of the output, by pay code: a code for every pay code, or for none.
    package var codes: [String: ProfileCode]
    /// `finer: round`.
    package var roundsRates: Bool
    /// Whether the file holds the changes of a correction.
    package private(set) var writesChanges = false

    package init(
        _ profile: Profile, source: [UInt8], schema: [UInt8]? = nil, needs: [String: String] = [:],
        codes: [String: ProfileCode] = [:], roundsRates: Bool = false
    ) {
        self.profile = profile
        self.source = source
        self.schema = schema
        self.needs = needs
        self.codes = codes
        self.roundsRates = roundsRates
    }

    package var name: String { profile.name }
    package var help: String { profile.title }
    package var keys: [OutputKey] { [.needs, .codes, .finer] }
    package var isTable: Bool { false }

    /// Any ending: the payroll program says which.
    package func ending(_ choices: [String: String]) -> FileEnding { FileEnding("", reason: "the format \(name)") }

    package func companions(of file: String) -> [String] { [copyName] + (schema == nil ? [] : [schemaName]) }

    /// Where the profile's text is in an export.
    package var copyName: String { "\(ProfileFormat.folder)/\(profile.name).yaml" }
    var schemaName: String { "\(ProfileFormat.folder)/\(profile.name).xsd" }

    /// What decides the bytes of a file besides its name and format.
    package var settings: [(key: String, value: String)] {
        var settings = [("profile", ProfileCopy.digest(of: source))]
        if let schema { settings.append(("schema", ProfileCopy.digest(of: schema))) }
        settings += needs.sorted { $0.key < $1.key }.map { ("needs.\($0.key)", $0.value) }
        for (payCode, code) in codes.sorted(by: { $0.key < $1.key }) {
            settings += code.values.map { ("codes.\(payCode)" + ($0.key == "code" ? "" : ".\($0.key)"), $0.value) }
        }
        settings.append(("finer", roundsRates ? "round" : "refuse"))
        return settings.map { (key: $0.0, value: $0.1) }
    }

    /// - Parameters:
    ///   - calendar: which days break a stretch of absence.
    ///   - employees: the office's list, with the weekdays of those who don't work on its own; `nil` without one.
    package func context(
        _ batch: PayrollBatch, calendar: PayCalendar, employees: EmployeeTable?
    ) -> ProfileContext {
        ProfileContext(
            batch: batch, needs: needs, codes: codes, roundsRates: roundsRates, calendar: calendar,
            workdays: employees?.workdaysByNumber ?? [:])
    }

    private func context(_ calculation: PayCalculation) -> ProfileContext {
        context(calculation.batch, calendar: calculation.inputs.calendar, employees: calculation.inputs.employees)
    }

    package func start(
        _ output: Output, in folder: String, parts: String, calculation: PayCalculation
    ) throws -> any PayFile {
        try ProfilePayFile(
            self, folder: folder, name: output.file, context: context(calculation),
            payCodes: calculation.payCodes)
    }

    /// Starts the file of a correction, which holds the changes alone.
    package func start(
        _ output: Output, in folder: String, calculation: PayCalculation, changes: [PayrollChange]
    ) throws -> any PayFile {
        try ProfilePayFile(
            self, folder: folder, name: output.file, context: context(calculation),
            payCodes: calculation.payCodes, changes: changes)
    }

    /// The output of a correction: `danlon-delta.csv` for `danlon.csv`; `nil` where the payroll program takes none.
    package func correction(of output: Output) -> Output? {
        guard profile.corrections != .none else { return nil }
        let (stem, ending) = ProfilePayFile.parts(of: output.file)
        var output = output
        output.file = "\(stem)-delta\(ending)"
        var format = self
        format.writesChanges = true
        output.format = format
        return output
    }

    /// Whether a file of an export is one of an output's: it, or that of one employee.
    package func owns(_ name: String, of output: Output) -> Bool {
        guard profile.isFilePerEmployee else { return name == output.file }
        let (stem, ending) = ProfilePayFile.parts(of: output.file)
        return name.hasPrefix(stem + "-") && name.hasSuffix(ending) && name.utf8.count > stem.utf8.count + 1
    }

    package func readBack(
        _ output: Output, mark: FileCheckpoint, totals: PayrollTotals, calculation: PayCalculation
    ) -> ReadBack.Proof {
        guard owns(mark.name, of: output) else { return .digest }
        let context = context(calculation)
        return .checked { [profile, schema] file in
            if profile.escape == .xml,
                let problem = ProfileFileReader.problem(
                    ofXML: file.path, schema: schema, named: profile.schema ?? "schema")
            {
                return problem
            }
            guard !profile.isUnproven else { return nil }
            let contents: ProfileContents
            do {
                contents = try ProfileFileReader.contents(
                    of: file, profile, context, payCodes: calculation.payCodes, keepsLines: false)
            } catch let error as ProfileReadingError {
                return "line \(error.line) can't be read back: \(error.message)"
            }
            return ProfileProof(profile, context: context, payCodes: calculation.payCodes).problem(contents, mark: mark)
        }
    }

    package func entry(of output: Output, _ mark: FileCheckpoint) -> FileEntry {
        var details = [JSONTree.Member("profile", .string(profile.name))]
        if writesChanges { details.append(JSONTree.Member(FileEntry.content, .string(FileEntry.changesOnly))) }
        if profile.isFilePerEmployee { details.append(JSONTree.Member("output", .string(output.file))) }
        func map(_ key: String, _ values: [String: JSONTree]) {
            guard !values.isEmpty else { return }
            details.append(
                JSONTree.Member(
                    key, .object(values.sorted { $0.key < $1.key }.map { JSONTree.Member($0.key, $0.value) })))
        }
        map("needs", needs.mapValues { .string($0) })
        map("codes", codes.mapValues(\.tree))
        details.append(JSONTree.Member("finer", .string(roundsRates ? "round" : "refuse")))
        if roundsRates {
            details.append(
                JSONTree.Member("rates_rounded", .integer(Int(mark.sums[ProfilePayFile.roundedKey] ?? "") ?? 0)))
        }
        return FileEntry(mark, format: FileEntry.profile, rows: .rows, details: details)
    }
}
