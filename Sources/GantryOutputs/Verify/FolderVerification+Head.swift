internal import GantryEngine
package import GantryFormats
internal import GantryJSON
internal import GantryModel

extension FolderVerification {
    /// Compares what `totals.json` says about the run with `bag-info.txt`: which run, of which server, when.
    package mutating func compareHead(_ bag: BagReport) {
        let origin = BagTag.information
        func value(_ label: String) -> String? { bag.information.first { $0.label == label }?.value }
        func text(_ label: String) -> JSONTree { value(label).map { .string($0) } ?? .null }
        guard let run = value("External-Identifier") else { return }
        compare("run", with: .string(run), origin: origin)
        let stated = "\(document["system"]?.text ?? "") (connection \(document["connection"]?.text ?? ""))"
        if value("Source-Organization") == stated {
            markCompared("system")
            markCompared("connection")
        } else {
            find(
                Self.totalsPath,
                "system and connection are \(singleLine(stated)), expected \(singleLine(value("Source-Organization") ?? "nothing")) from \(origin)"
            )
        }
        if value("Source-Address") != nil {
            compare("source.address", with: text("Source-Address"), origin: origin)
            compare("source.account", with: text("Source-Account"), origin: origin)
            if value("Source-Contract") != nil || states("source.contract") {
                compare("source.contract", with: text("Source-Contract"), origin: origin)
            }
            compare("source.this_machine", with: .bool(value("Source-Caution") != nil), origin: origin)
        }
        compare("snapshot", with: text("Snapshot-Time"), origin: origin)
        let corrects = value("Corrects-Revision").flatMap { Int($0) }
        compare("corrects", with: corrects.map { .integer($0) } ?? .null, origin: origin)
        for ((key, _), (label, _)) in zip(BatchCounts.named, BatchCounts().figures) {
            if let count = value(label).flatMap({ Int($0) }) {
                compare("counts.\(key)", with: .integer(count), origin: origin, marksCompared: false)
            }
        }
        for (key, label) in [
            ("all", "Rows-All"), ("done", "Rows-Done"), ("done_before", "Rows-Done-Before"),
            ("refused", "Rows-Refused"),
        ] {
            if let count = value(label).flatMap({ Int($0) }) {
                compare("rows.\(key)", with: .integer(count), origin: origin, marksCompared: false)
            }
        }
        guard let id = RunID(run), let period = try? PayPeriod(id.period), states("period.name") else { return }
        compare("period.name", with: .string(id.period), origin: "the name of the run")
        compare("period.first", with: .string(period.first.description), origin: "the name of the run")
        compare("period.last", with: .string(period.last.description), origin: "the name of the run")
    }

    /// Every file of the payload is listed in `totals.json`, with what it must hold, and every listed file exists.
    package mutating func compareListing(_ bag: BagReport) {
        let sections = [document] + (document["datasets"]?.list ?? [])
        let listed = Set(
            sections.flatMap { $0["files"]?.list ?? [] }.compactMap { $0["file"]?.text }.map { "data/\($0)" } + [
                Self.totalsPath
            ])
        let folders = sections.compactMap { $0["downloads"]?["folder"]?.text }.map { "data/\($0)/" }
        for file in bag.intact
        where !listed.contains(file.path) && !folders.contains(where: { file.path.hasPrefix($0) }) {
            find(file.path, "\(TotalsFile.name) doesn't list it, so its contents can't be checked")
        }
        let whole = Set(bag.intact.map(\.path))
        for (index, section) in sections.enumerated() {
            let prefix = index == 0 ? "" : "datasets[\(index - 1)]."
            for (place, file) in (section["files"]?.list ?? []).enumerated() {
                guard let name = file["file"]?.text, whole.contains("data/\(name)") else { continue }
                markCompared("\(prefix)files[\(place)].file")
            }
        }
    }
}
