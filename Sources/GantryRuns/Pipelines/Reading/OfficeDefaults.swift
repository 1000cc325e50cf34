package import GantryAccounts
internal import GantryFormats
internal import GantryModel
internal import GantryOutputs
package import GantryYAML

extension Office {
    /// What outputs have where they don't say it themselves, by the key.
    private var choices: [String: String] {
        var choices: [String: String] = [:]
        choices[OutputChoice.dialect.name] =
            country.map { $0.usesDecimalComma ? CSVDialect.excelDanish.name : CSVDialect.excelEnglish.name }
        choices[OutputChoice.language.name] = language?.rawValue
        return choices
    }

    /// A pipeline file with what follows from the office where the file doesn't say it. The run's identity and the copy
    /// in the export hold it like anything that is written there.
    package func applied(to root: SourceNode) -> SourceNode {
        guard let entries = root.entries, country != nil || language != nil else { return root }
        var root = root
        root.content = .group(
            entries.map { entry in
                var entry = entry
                switch entry.key {
                case "outputs": entry.value = outputs(entry.value)
                case "datasets":
                    if case .list(let items) = entry.value.content {
                        entry.value.content = .list(items.map { applied(to: $0) })
                    }
                case "pay":
                    if let currency = country?.currency { entry.value.add("currency", currency) }
                    if country?.code == "DK" { entry.value = calendar(entry.value) }
                default: break
                }
                return entry
            })
        return root
    }

    private func outputs(_ list: SourceNode) -> SourceNode {
        guard case .list(let items) = list.content else { return list }
        var list = list
        list.content = .list(
            items.map { item in
                guard let format = OutputFormats.all.first(where: { $0.name == item.word("format") }) else {
                    return item
                }
                var item = item
                for choice in format.choices { if let word = choices[choice.name] { item.add(choice.name, word) } }
                return item
            })
        return list
    }

    private func calendar(_ pay: SourceNode) -> SourceNode {
        guard let entries = pay.entries else { return pay }
        var pay = pay
        pay.content = .group(
            entries.map { entry in
                guard entry.key == "calendar", entry.value.entries?.contains(where: { $0.key == "also" }) != true else {
                    return entry
                }
                var entry = entry
                entry.value.add("holidays", "denmark")
                return entry
            })
        return pay
    }
}
