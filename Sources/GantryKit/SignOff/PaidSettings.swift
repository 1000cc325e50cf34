package import GantryEngine
internal import GantryRuns

/// The settings on which pay lines and the files of payroll programs depend.
package enum PaidSettings {
    static let pay = "pay."

    /// What the keys of an output begin with.
    static func path(of file: String) -> String { "outputs.\(file)." }

    /// What differs from older settings. The place of an output in the file doesn't matter.
    package static func differences(
        _ now: [RunIdentity.Setting], from then: [RunIdentity.Setting]
    ) -> [RunIdentity.Difference] {
        let new = layouts(of: now)
        var old = layouts(of: then)
        // One file that went and one that came, of one payroll program, are one that was renamed.
        for output in new where !old.contains(where: { $0.file == output.file }) {
            let former = old.firstIndex { former in
                former.receiver == output.receiver && !new.contains { $0.file == former.file }
            }
            if let former { old[former].file = output.file }
        }
        return RunIdentity(.payroll, settings: ofPay(now) + new.flatMap(\.keyed)).differences(
            from: RunIdentity(.payroll, settings: ofPay(then) + old.flatMap(\.keyed)))
    }

    private static func ofPay(_ settings: [RunIdentity.Setting]) -> [RunIdentity.Setting] {
        settings.filter { $0.key.hasPrefix(pay) }
    }

    /// An output in the layout of a payroll program.
    private struct Layout {
        var file: String
        var settings: [RunIdentity.Setting]

        /// What tells whose file it is.
        var receiver: [RunIdentity.Setting] {
            settings.filter { $0.key == "format" || $0.key.hasPrefix("needs.") }
        }
        var keyed: [RunIdentity.Setting] {
            settings.map { RunIdentity.Setting(PaidSettings.path(of: file) + $0.key, $0.value) }
        }
    }

    private static func layouts(of settings: [RunIdentity.Setting]) -> [Layout] {
        var outputs: [(place: Substring, settings: [RunIdentity.Setting])] = []
        for setting in settings where setting.key.hasPrefix("outputs[") {
            let place = setting.key.prefix { $0 != "." }
            if outputs.last?.place != place { outputs.append((place, [])) }
            outputs[outputs.count - 1].settings.append(
                RunIdentity.Setting(String(setting.key.dropFirst(place.count + 1)), setting.value))
        }
        return outputs.filter { $0.settings.contains { $0.key == "profile" } }.map { output in
            // Another wording of a profile may be the same layout, which its copy in the folder tells.
            Layout(
                file: output.settings.first { $0.key == "file" }?.unquoted ?? "",
                settings: output.settings.filter { !["profile", "schema"].contains($0.key) })
        }
    }
}
