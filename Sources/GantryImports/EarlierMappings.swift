package import GantryEngine
internal import GantryFormats
internal import GantryModel
package import GantryRuns
internal import GantryYAML

/// How earlier runs of a pipeline read the headings and words of their sheets, as far as their pipeline file said so:
/// what a person has mapped once is offered again.
package struct EarlierMappings: Sendable {
    /// The newest first, those that mapped something.
    private var runs: [(id: RunID, settings: [RunIdentity.Setting])] = []

    private static let columns = "sheet.columns."
    private static let ignored = "sheet.ignore["
    private static let values = "sheet.values."

    /// No run mapped anything.
    init() {}

    package init(_ pipeline: String, in journal: (any WorkspaceJournal)?) async throws {
        guard let journal else { return }
        for run in try await journal.runs(.of(pipeline: pipeline)).sorted(by: { $0.startedAt > $1.startedAt }) {
            let settings = run.identity.settings.filter { setting in
                [EarlierMappings.columns, EarlierMappings.ignored, EarlierMappings.values]
                    .contains { setting.key.hasPrefix($0) }
            }
            if !settings.isEmpty { runs.append((run.id, settings)) }
        }
    }

    /// The columns that the newest run named whose sheet had these headings, and those that it didn't read; none where
    /// no run did. A field that this sheet has a column for by itself is read from that one.
    ///
    /// - Parameter sheet: as it is read without them.
    package func named(in sheet: SheetColumns) -> (columns: [Pipeline.Import.Column], ignored: [String]) {
        let (columns, ignored) = named(among: sheet.columns.map(\.heading))
        let names = Set(sheet.fields.map { SheetShape.folded($0.name) })
        return (
            columns.filter { known in
                !sheet.columns.contains { $0.field == known.field && $0.heading != known.heading }
            }, ignored.filter { !names.contains(SheetShape.folded($0)) }
        )
    }

    private func named(among header: [String]) -> (columns: [Pipeline.Import.Column], ignored: [String]) {
        let headings = Dictionary(header.map { (literal($0), $0) }) { first, _ in first }
        for run in runs {
            let columns = run.settings.filter { $0.key.hasPrefix(EarlierMappings.columns) }
            let known = columns.compactMap { setting in
                headings[setting.value].map {
                    Pipeline.Import.Column(
                        field: String(setting.key.dropFirst(EarlierMappings.columns.count)), heading: $0)
                }
            }
            // A column that isn't read needn't be there.
            let ignored = run.settings.filter { $0.key.hasPrefix(EarlierMappings.ignored) }
                .compactMap { headings[$0.value] }
            if !known.isEmpty || !ignored.isEmpty, known.count == columns.count { return (known, ignored) }
        }
        return ([], [])
    }

    /// The words that earlier runs were told, by their fields: for each the newest.
    package func words() -> [String: [String: String]] {
        var words: [String: [String: String]] = [:]
        for run in runs {
            for setting in run.settings where setting.key.hasPrefix(EarlierMappings.values) {
                let parts = setting.key.dropFirst(EarlierMappings.values.count).split(separator: ".", maxSplits: 1)
                guard parts.count == 2, let word = text(ofLiteral: parts[1]), let value = text(ofLiteral: setting.value)
                else { continue }
                words[String(parts[0]), default: [:]].merge([word: value]) { newer, _ in newer }
            }
        }
        return words
    }

    /// What to add to the pipeline file so that a sheet with these headings is read as an earlier one was.
    ///
    /// - Parameter own: what the pipeline file says now.
    func columns(of header: [String], beside own: [Pipeline.Import.Column]) -> Advice? {
        let known = Set(header.map(literal))
        let own = Set(own.map { RunIdentity.Setting(EarlierMappings.columns + $0.field, literal($0.heading)) })
        for run in runs {
            let columns = run.settings.filter { $0.key.hasPrefix(EarlierMappings.columns) }
            guard columns.allSatisfy({ known.contains($0.value) }), !own.isSuperset(of: columns) else { continue }
            let pairs = columns.map { "\($0.key.dropFirst(EarlierMappings.columns.count)): \($0.value)" }
            return
                "\(run.id) read a sheet with these headings. Add to the pipeline file: sheet: { columns: { \(pairs.joined(separator: ", ")) } }"
        }
        return nil
    }

    /// The same for a word of a field, as a sentence.
    func value(_ word: String, of field: String) -> String? {
        guard !runs.isEmpty else { return nil }
        let key = "\(EarlierMappings.values)\(field).\(literal(word))"
        for run in runs {
            guard let setting = run.settings.first(where: { $0.key == key }) else { continue }
            return
                "\(run.id) read it as \(setting.value): add sheet: { values: { \(field): { \(literal(word)): \(setting.value) } } } to the pipeline file."
        }
        return nil
    }
}
