public import GantryEngine
internal import GantryJSON
public import GantryModel
internal import GantryOutputs
internal import GantryPayroll
public import GantryRuns

/// The first lines of a published run in the layout of a profile.
public struct ProfilePreview: Sendable {
    /// The run whose pay lines are shown.
    public let run: RunID
    /// The profile's name.
    public let profile: String
    /// The lines with control characters as signs, and blanks as dots where columns have widths.
    public let lines: [String]
    /// Rows of all pay lines of the run.
    public let rows: Int
    /// Whether columns have widths, so that positions matter.
    public let isFixed: Bool
    /// What doesn't fit the layout: the first values, one sentence each.
    public let misfits: [String]
    /// How many values don't fit.
    public let misfitCount: Int
}

extension Gantry {
    /// Shows the pay lines of a published run in the layout of a profile. Nothing is written.
    ///
    /// - Parameters:
    ///   - needs: what the layout needs. The default is what an output of the run with this profile gave.
    ///   - codes: what the program calls the pay codes; `2100.absence` and `1000.column` give the absence key and the
    ///     column of one. The default is the same.
    ///   - rows: the most rows that are shown.
    /// - Throws: `RunError.unusableRun` when there is no such published run with pay, or a need is missing.
    public static func preview(
        _ run: RunID, as profile: ProfileFile, needs: [String: String] = [:], codes: [String: String] = [:],
        roundsRates: Bool = false, rows: Int = 10, in workspace: Workspace
    ) async throws -> ProfilePreview {
        let overview = try await show(run, in: workspace)
        guard let folder = overview.folder else {
            throw RunError(
                .unusableRun, "\(run) is not published yet, so it has no pay lines to show.",
                advice: "Finish it first: \(.run(pipeline: run.pipeline, period: run.period))")
        }
        let pay = try await PublishedPay(exported: ExportFolder(folder))
        let files = pay.totals["files"]?.list ?? []
        let output = (files + files.flatMap { $0["left_out"]?.list ?? [] }).first {
            $0["profile"]?.text == profile.name
        }
        var format = ProfileFormat(profile.profile, source: profile.text, schema: profile.schema)
        format.needs = texts(output?["needs"]).merging(needs) { $1 }
        format.codes = codes.isEmpty ? ProfileCode.all(of: output?["codes"]) : ProfileCode.all(given: codes)
        format.roundsRates = roundsRates || output?["finer"]?.text == "round"
        let missing = profile.profile.needs.filter { format.needs[$0.name] == nil }
        guard missing.isEmpty else {
            throw RunError(
                .unusableRun,
                "The profile \(profile.name) needs \(listed(missing.map { "\($0.name) (\($0.title))" }, "and")).",
                advice: "Add it, such as \(.setting(key: "needs.\(missing[0].name)", value: "…")).")
        }
        for need in profile.profile.needs {
            guard let value = format.needs[need.name], let expected = need.expectation(insteadOf: value) else {
                continue
            }
            throw RunError(
                .unusableRun,
                "needs.\(need.name) is \(quoted(value)), but the profile \(profile.name) needs \(expected).",
                advice: "Correct it, such as \(.setting(key: "needs.\(need.name)", value: "…")).")
        }
        let sheet = ProfileSheet(
            format, context: format.context(pay.batch, calendar: pay.calendar, employees: pay.list),
            pay: (codes: pay.payCodes, employees: pay.employees),
            most: rows
        )
        return ProfilePreview(
            run: run, profile: profile.name, lines: sheet.lines, rows: sheet.rows, isFixed: profile.rowLength != nil,
            misfits: sheet.misfits.first.map(\.description), misfitCount: sheet.misfits.count)
    }

    private static func texts(_ tree: JSONTree?) -> [String: String] {
        guard case .object(let members)? = tree else { return [:] }
        return members.reduce(into: [:]) { $0[$1.key] = $1.value.text }
    }
}
